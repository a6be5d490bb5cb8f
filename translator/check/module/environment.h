#pragma once
// The meanings of the names in a function, except for its own parameters and locals.

#include "translator/check/context.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace cudapy::checker {

struct Symbol;

/// The thing that a name, or a name with attributes, stands for.
struct Entity {
    enum class Kind {
        unknown,
        function, ///< a function of this translation: `function`
        lambda,   ///< the lambda of a local name: `lambda`
        constant, ///< a value that is captured: `binding`
        number,   ///< a constant such as math.pi: `number`
        builtin,  ///< `builtin`, `single`
        type,     ///< a scalar type, not void: `type`
        void_type,
        aggregate,  ///< a struct or a vector: `type`, which is null where its definition has errors
        array_type, ///< cp.Array, cp.Pointer
        axes,       ///< an object with axes such as threadIdx: `axes`, `is_grid_size`
        coordinate, ///< `coordinate`, `is_grid_size`
        warp_size,
        position,        ///< numba's `cuda.grid`, and with `is_grid_size` its `cuda.gridsize`
        unroll,          ///< numba's `literal_unroll`
        captured_array,  ///< an array from outside: `binding`
        constant_array,  ///< numba's `cuda.const.array_like`
        module,          ///< math, numpy, cudapy: `path`
        foreign_module,  ///< any other module: `path`
        device_function, ///< a function of CUDA C++: `binding`
        overloaded,      ///< a function of the dialect's library: `path` is the name by which it is asked for
        python_function, ///< a Python function that is not compiled here
        object,          ///< `binding.path` is its Python type
        not_constant,    ///< bound more than once
        unsupported,     ///< a function of Python, math, numpy or cudapy that kernels do not have
        no_member,       ///< `path` (a module or threadIdx …) has no such member
        out_of_reach,    ///< a local name of a function, at a place where it is not assigned
        reported,        ///< an error was reported for it
    } kind = Kind::unknown;
    std::string name; ///< as it is best called in a message
    FunctionInfo* function = nullptr;
    std::string given_as; ///< the parameter whose function it is; empty for any other
    const syntax::Lambda* lambda = nullptr;
    const Binding* binding = nullptr;
    double number = 0;
    const Builtin* builtin = nullptr;
    bool single = false;
    const Type* type = nullptr;
    bool is_python_float = false; ///< Python's own `float`: as a cast it gives a float without a width
    bool is_python_int = false;   ///< Python's own `int`
    bool is_dtype = false;        ///< `X.dtype`, which cannot be called; `X.dtype.type` can
    program::Coordinate axes{};   ///< its x axis; y and z are the next two
    program::Coordinate coordinate{};
    const Symbol* symbol = nullptr; ///< for out_of_reach
    /// Gridsize: `axes` or `coordinate` is gridDim's, and is multiplied by blockDim's.
    bool is_grid_size = false;
    std::string path;
    std::string module; ///< no_member: the path of the module, if a module has no such member
};

/// The thing that an expression stands for, and the thing that messages name. For attributes of an object
/// that kernels cannot use, messages name the outermost such object.
struct NameMeaning {
    Entity itself;
    Entity told;
};

/// The meaning that a local name of a function around a lambda has in the lambda.
struct NamedEntity {
    Entity entity;
    Binding binding; ///< a copy of the entity's binding, if it has one
};

class Environment {
  public:
    Environment(const Context& context, const FunctionInfo& info)
        : context_(context), info_(info), file_(info.file), function_(info.scope) {}

    Entity name(const std::string& id);
    /// Returns whether `len` means Python's own.
    bool has_len();
    /// Returns the thing that a Python object stands for, which is bound to the name.
    Entity from_binding(const Binding& binding, const std::string& name);
    /// Returns the meaning of `owner.name`. It is unknown if the checker does not know the members of the
    /// owner.
    Entity attribute(const Entity& owner, const std::string& name);
    /// Returns the meaning of an item of a tuple from outside that is no tuple of numbers, such as one of
    /// functions. Returns nothing for any other owner, and for an index that is not written out.
    std::optional<Entity> item(const Entity& owner, const syntax::Expr& index);
    /// Returns what an overloaded function is for arguments of these types, "(float, int*)": a function, or
    /// the built-in one that it hides, or Kind::unknown where it is neither.
    Entity chosen(const Entity& overloaded, const std::string& types);
    /// Returns the meaning of an attribute, given that of its owner.
    static NameMeaning of_attribute(const NameMeaning& owner, Entity attribute);
    /// Returns the thing that messages name for a name or names with dots, or nothing for any other
    /// expression.
    std::optional<Entity> entity(const syntax::Expr& expr);

    /// A name in the text of a module that is bound only further down.
    struct Unbound {
        std::string name;
        Span span, bound;
    };
    /// Returns the first name in an expression at the top level of the module that Python does not know there
    /// yet, since the module binds it further down.
    std::optional<Unbound> unbound(const syntax::Expr& expr);
    std::optional<Unbound> unbound(const std::string& id, Span span);

    /// The type that an annotation names; null if it names none (see annotations.cpp).
    struct Annotation {
        const Type* type = nullptr;
        bool reported = false; ///< the thing that it names has errors of its own
    };
    Annotation annotation(const syntax::Expr& expr);

    /// Returns names for "did you mean" suggestions, without those of the function itself.
    std::vector<std::string> candidates() const;
    /// Returns the names of the members of `owner`, a module or coordinate.
    static std::vector<std::string> members(const std::string& owner);

  private:
    std::optional<NameMeaning> meaning(const syntax::Expr& expr);
    Annotation tuple_annotation(const syntax::Tuple& parts);
    Annotation string_annotation(const syntax::String& string);
    Annotation written_annotation(const std::string& written);
    Annotation subscript_annotation(const syntax::Expr& expr);
    std::optional<Annotation> function_annotation(const Entity& head, const syntax::Expr& types);
    /// Returns whether the name in an annotation means a type variable.
    bool is_type_variable(const std::string& id, const Entity& meaning) const;
    const Binding& binding(std::vector<std::string> path);
    Entity from_path(const std::string& path, const std::string& name);
    /// Returns the module `cudapy.cuda`, or one in it. Only some dialects know its names.
    Entity cuda_module(const std::string& path, const std::string& name);

    const Context& context_;
    const FunctionInfo& info_;
    /// Returns whether the name of the function stands for that function in this file.
    bool is_meant(const FunctionInfo& function);
    /// Returns the file of the text that binds it, or the file of this function if no text is known.
    uint32_t file_of(const Binding& binding) const {
        return binding.span.empty() ? file_ : binding.span.file;
    }

    uint32_t file_;
    std::string function_;
    std::map<std::vector<std::string>, Binding> bindings_;
    /// The meanings of the built-in names that were asked for. Neither the function nor its module gives
    /// these names another meaning.
    std::unordered_map<std::string, Entity> predefined_;
    bool in_quotes_ = false; ///< the expression is in an annotation in quotes
};

} // namespace cudapy::checker
