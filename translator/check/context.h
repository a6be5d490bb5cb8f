#pragma once
// What all functions of one translation share while they are checked.

#include "translator/check/check.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace cudapy::checker {

class DeviceCalls;
class Instances;
class Structs;
struct NamedEntity;

/// A variable that comes to a function as a parameter behind all others, because a lambda uses it.
struct Capture {
    std::string function; ///< the parameter whose function it is for; empty in the lambda that uses it
    std::string name;
    const Type* type;
    Span span;                             ///< of the variable, where it is first bound
    program::Variable* variable = nullptr; ///< the parameter; null in what is generic
};

/// A function of the translation and where its types were said.
struct FunctionInfo {
    const syntax::Function* syntax = nullptr;
    uint32_t file = 0;
    program::Function* function = nullptr;
    bool valid = false;                     ///< its signature is whole; else calls of it are silent
    Span result_span;                       ///< empty where the result type was not written
    std::vector<Span> type_spans;           ///< of each parameter's type
    std::vector<program::ExprPtr> defaults; ///< of each parameter, converted; null for none
    std::vector<FunctionInfo*> calls;       ///< the functions that its body calls
    std::size_t order = 0;                  ///< where it stands in the source, among all functions
    /// The function whose names its own free names are: itself, or the one that a lambda stands in.
    std::string scope;

    /// What its default says of the type variable of a parameter; null where it has none.
    struct DefaultType {
        const Type* type = nullptr;
        bool is_weak = false;
        bool needs_double = false; ///< weak, and a `float` has no room for it
    };
    /// A generic function has this for its instances, and no body of its own.
    struct Pattern {
        bool is_unsigned = false;          ///< nothing says its types
        std::vector<const Type*> declared; ///< of each parameter: with type variables and functions in them
        std::set<std::size_t> untyped;     ///< parameters without an annotation, beside some that have one
        const Type* declared_result = nullptr;  ///< null where each instance finds it: no signature says it
        std::vector<DefaultType> default_types; ///< of each parameter
    };
    /// A function that is made for the types, functions and constants that a call chose.
    struct Instance {
        FunctionInfo* generic;
        /// That of the caller, where the types do not say what precision it computes in; else null.
        const Type* precision = nullptr;
        Span called_at;                 ///< the call that first asked for it
        FunctionInfo* caller = nullptr; ///< … and where that stands; null for a launch
        bool has_constants = false;     ///< parameters that are types or sizes are among its names
        /// Its result was found by the results of functions that were not known for good then.
        bool is_tentative = false;
        std::size_t inferred_at = 0; ///< Context::results when its result was last looked for
    };
    /// Any other function is just as it is written.
    std::variant<std::monostate, Pattern, Instance> kind;

    Pattern* pattern() { return std::get_if<Pattern>(&kind); }
    const Pattern* pattern() const { return std::get_if<Pattern>(&kind); }
    Instance* instance() { return std::get_if<Instance>(&kind); }
    const Instance* instance() const { return std::get_if<Instance>(&kind); }
    bool is_generic() const { return pattern() != nullptr; }
    bool is_unsigned() const { return pattern() && pattern()->is_unsigned; }
    /// Returns what it is an instance of; null where it is none.
    FunctionInfo* generic() const { return instance() ? instance()->generic : nullptr; }
    /// Returns what asked for the instance; null for a launch, and where it is none.
    FunctionInfo* caller() const { return instance() ? instance()->caller : nullptr; }
    bool is_tentative() const { return instance() && instance()->is_tentative; }

    /// Of a parameter that is lists: what stands behind their elements.
    struct Lists {
        program::Variable* offsets = nullptr; ///< null for any other parameter
        program::Variable* count = nullptr;
    };
    std::vector<Lists> lists; ///< of each parameter

    // Of a version for arrays whose elements are apart.
    FunctionInfo* plain = nullptr; ///< the version for those whose elements are side by side
    /// Of each parameter: the strides that an array has along its first dimensions.
    std::vector<std::vector<program::Variable*>> strides;

    // What its names mean that a call has chosen, and that a lambda knows of the function around it.
    std::map<std::string, const Type*> types;                 ///< what type variables stand for
    std::map<std::string, FunctionInfo*> function_parameters; ///< what is called by a parameter's name
    /// What else is known by names of parameters, and by local names of functions around a lambda.
    std::map<std::string, std::shared_ptr<const NamedEntity>> named;
    FunctionInfo* outer = nullptr; ///< of a lambda: the function that it stands in
    /// What lambdas use of the functions around them, here or in what is called.
    std::vector<Capture> captures;
    /// Of a function made for a built-in that is given for a parameter: what the user wrote, `math.sqrt`.
    std::string built_in;
    /// What messages call it instead of its name; empty for that.
    std::string shown;
    /// The number of each parameter in `function`; -1 for a function, which is none there. Empty: all as they
    /// are.
    std::vector<int> places;

    int place(std::size_t parameter) const {
        return places.empty() ? static_cast<int>(parameter) : places[parameter];
    }
};

struct Context {
    const SourceSet& sources;
    const Options& options;
    NameResolver& resolver;
    diag::Sink& sink;
    std::unordered_map<std::string, FunctionInfo*> functions = {}; ///< by the user's name
    /// Lambdas that are units of their own. Their names are ours, which no code can mean.
    std::unordered_map<std::string, FunctionInfo*> lambdas = {};
    Instances* instances = nullptr;
    Structs* structs = nullptr; ///< those of the units' texts
    DeviceCalls* device_calls = nullptr;
    /// Arguments that are copies (`p.copy()`), of nodes in finished bodies.
    std::unordered_set<const program::Expr*> copies = {};
    /// The functions whose results are being inferred, each one called by the one before it.
    std::vector<FunctionInfo*> inferring = {};
    std::size_t results = 1; ///< counts how often the result of a function has become known, or wider
    /// A statement that nothing became of, which some error must explain.
    Span lost = {};
    /// Variables whose values nobody reads: told where nothing is wrong. An instance and the next have the
    /// same.
    struct LostVariable {
        std::string name;
        bool is_parameter;
        Span write, declared;
    };
    std::vector<LostVariable> lost_variables = {};
    /// Of parameters of functions without a signature: whether they are sizes of arrays; once somebody has
    /// asked.
    std::map<std::pair<const syntax::Function*, std::string>, bool> size_parameters = {};
    /// Functions of whose results nothing is known, nor of those of others that they call.
    std::vector<FunctionInfo*> unknown_results = {};

    /// Some units are modules that others import, so that a name is a function only where it means that one.
    bool has_modules = false;

    /// Of a function of the program.
    const FunctionInfo& info_of(const program::Function* function) const { return *infos.at(function); }
    std::unordered_map<const program::Function*, FunctionInfo*> infos = {};

    const Type* index_type() const { return options.index64 ? Type::int64() : Type::int32(); }
};

} // namespace cudapy::checker
