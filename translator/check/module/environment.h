#pragma once
// What the names of a function mean, its own parameters and locals apart.

#include "translator/check/context.h"

#include <map>
#include <optional>

namespace cudapy::checker {

struct Symbol;

/// What a name, or a name and its attributes, stands for.
struct Entity {
    enum class What {
        unknown,
        function, ///< of this translation: `function`
        lambda,   ///< of a local name: `lambda`
        constant, ///< captured by value: `binding`
        number,   ///< math.pi and its like: `number`
        builtin,  ///< `builtin`, `single`
        type,     ///< a scalar type, not void: `type`
        void_type,
        aggregate,  ///< a struct or a vector: `type`, which is null where its definition has errors
        array_type, ///< cp.Array, cp.Pointer
        axes,       ///< threadIdx and its like: `axes`, `is_grid_size`
        coordinate, ///< `coordinate`, `is_grid_size`
        warp_size,
        module,          ///< math, numpy, cudapy: `path`
        foreign_module,  ///< any other: `path`
        device_function, ///< of CUDA C++: `binding`
        python_function, ///< one that is not compiled with these
        object,          ///< `binding.path` is its Python type
        not_constant,    ///< bound more than once
        unsupported,     ///< a function of Python, math, numpy or cudapy that kernels do not have
        no_member,       ///< `path` (a module or threadIdx …) has no such member
        out_of_reach,    ///< a local name of a function, where it is not assigned
        reported,        ///< an error was reported of it
    } what = What::unknown;
    std::string name; ///< as it is best called in a message
    FunctionInfo* function = nullptr;
    std::string given_as; ///< the parameter whose function it is; empty for any other
    const syntax::Lambda* lambda = nullptr;
    const Binding* binding = nullptr;
    double number = 0;
    const Builtin* builtin = nullptr;
    bool single = false;
    const Type* type = nullptr;
    bool is_python_float = false; ///< `float`, Python's own: as a cast it gives a float without a width
    bool is_dtype = false;        ///< `X.dtype`, which cannot be called; `X.dtype.type` can
    program::Coordinate axes{};   ///< its x axis; y and z are the next two
    program::Coordinate coordinate{};
    const Symbol* symbol = nullptr; ///< of what is out of reach
    bool is_grid_size = false; ///< gridsize: `axes` or `coordinate` is of gridDim, and is times blockDim's
    std::string path;
};

/// What an expression stands for, and what messages are about: of objects that kernels cannot use, that is
/// the outermost one.
struct NameMeaning {
    Entity itself;
    Entity told;
};

/// What a local name of a function around a lambda stands for, in the lambda.
struct NamedEntity {
    Entity entity;
    Binding binding; ///< what the entity knows of, where it is a name of the module
};

class Environment {
  public:
    Environment(const Context& context, const FunctionInfo& info)
        : context_(context), info_(info), file_(info.file), function_(info.scope) {}

    Entity name(const std::string& id);
    /// What is bound to the name, an object of Python's.
    Entity from_binding(const Binding& binding, const std::string& name);
    /// `owner.name`, whatever it is; unknown where the owner has no members that could be told.
    Entity attribute(const Entity& owner, const std::string& name);
    /// What an attribute means, by what its owner means.
    static NameMeaning of_attribute(const NameMeaning& owner, Entity attribute);
    /// What messages are about, of a name or of names with dots; nothing for any other expression.
    std::optional<Entity> entity(const syntax::Expr& expr);

    /// The type that an annotation names: null for none (see annotations.cpp).
    struct Annotation {
        const Type* type = nullptr;
        bool reported = false; ///< what it names has errors of its own
    };
    Annotation annotation(const syntax::Expr& expr);

    /// Names for "did you mean"; those of the function itself not included.
    std::vector<std::string> candidates() const;
    /// Names that `owner`, a module or coordinate, has.
    static std::vector<std::string> members(const std::string& owner);

  private:
    std::optional<NameMeaning> meaning(const syntax::Expr& expr);
    Annotation tuple_annotation(const syntax::Tuple& parts);
    Annotation string_annotation(const syntax::String& string);
    Annotation written_annotation(const std::string& written);
    Annotation subscript_annotation(const syntax::Expr& expr);
    std::optional<Annotation> function_annotation(const Entity& head, const syntax::Expr& types);
    /// Returns whether an annotation means a type variable by the name.
    bool is_type_variable(const std::string& id, const Entity& meaning) const;
    const Binding& binding(std::vector<std::string> path);
    Entity from_path(const std::string& path, const std::string& name);

    const Context& context_;
    const FunctionInfo& info_;
    /// Returns whether the function's name means it in this file.
    bool is_meant(const FunctionInfo& function);
    /// Returns the file that something was defined in, as far as the text says it.
    uint32_t file_of(const Binding& binding) const {
        return binding.span.empty() ? file_ : binding.span.file;
    }

    uint32_t file_;
    std::string function_;
    std::map<std::vector<std::string>, Binding> bindings_;
    bool in_quotes_ = false; ///< what is looked at stands in an annotation in quotes
};

} // namespace cudapy::checker
