#pragma once
// The data that all functions of one translation share while they are checked.

#include "translator/check/calls/spread_call.h"
#include "translator/check/check.h"
#include "translator/check/dialect_state.h"

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
struct DialectRules;
class Instances;
class Structs;
struct NamedEntity;

/// A variable of an outer function that a lambda uses. It is given to the lambda, and to each function that
/// the lambda is passed through, as a parameter after all others.
struct Capture {
    std::string function; ///< the parameter that the lambda was given for; empty in the lambda itself
    std::string name;
    const Type* type;
    Span span;                             ///< where the variable is first bound
    program::Variable* variable = nullptr; ///< the parameter; null in a generic function
    bool from_end = false;                 ///< it may be a negative constant
};

/// An array from outside that a function reads or writes. A kernel has a parameter for it, and whatever is
/// called is given it.
struct CapturedArray {
    int64_t number; ///< the resolver's
    bool is_read_only;
    program::Variable* variable; ///< the parameter
};

/// A function of the translation, and the places in the source that say its types.
struct FunctionInfo {
    const syntax::Function* syntax = nullptr;
    const syntax::Function* as_written = nullptr; ///< null: `syntax` is what was written
    /// Holds `syntax` where that is a copy of what was written, with loops that are written out.
    std::shared_ptr<const syntax::Function> written_out;
    /// The function's own names that only sides which are not run give values to. No reading of them has one.
    std::set<std::string> dropped_names;
    bool is_desugared = false; ///< `syntax` has the body that is checked
    /// Gives the function another body than the one that was written.
    void rewrite(syntax::Block block);
    uint32_t file = 0;
    program::Function* function = nullptr;
    bool valid = false;                     ///< its signature has no error; else calls of it report nothing
    Span result_span;                       ///< empty if the result type was not written
    std::vector<Span> type_spans;           ///< the places of the parameters' types
    std::vector<program::ExprPtr> defaults; ///< for each parameter its converted default; null if it has none
    std::vector<FunctionInfo*> calls;       ///< the functions that its body calls
    std::size_t order = 0;                  ///< its position in the source, among all functions
    /// The name of the function in whose scope its free names are looked up. This is the function itself, or
    /// for a lambda the function that it is in.
    std::string scope;

    /// The type that the default of a parameter gives to the parameter's type variable. `type` is null if
    /// there is no default.
    struct DefaultType {
        const Type* type = nullptr;
        bool is_weak = false;
        bool needs_double = false; ///< the value is weak and out of the range of `float`
    };
    /// This is the kind of a generic function. Its body is checked only in its instances.
    struct Pattern {
        bool is_unsigned = false; ///< no signature says its types
        /// The types of the parameters, with type variables and function types in them.
        std::vector<const Type*> declared;
        std::set<std::size_t> untyped; ///< the parameters without an annotation, if others have one
        /// This is null if no signature says it; each instance then infers its result.
        const Type* declared_result = nullptr;
        std::vector<DefaultType> default_types; ///< by parameter
    };
    /// This is the kind of a function that was made for the types, functions and constants that a call chose.
    struct Instance {
        FunctionInfo* generic;
        /// That of the caller, where the types do not say what precision it computes in; else null.
        const Type* precision = nullptr;
        Span called_at;                 ///< the call that first asked for it
        FunctionInfo* caller = nullptr; ///< … and where that is; null for a launch
        bool has_constants = false;     ///< parameters that are types or sizes are among its names
        /// Its result was found by the results of functions that were not known for good then.
        bool is_tentative = false;
        std::size_t inferred_at = 0; ///< the value of Context::results when its result was last inferred
    };
    /// The alternative `std::monostate` stands for any other function, which is just as it is written.
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

    /// The two parameters that follow the elements in the program if a parameter is lists (`T**`).
    struct Lists {
        program::Variable* offsets = nullptr; ///< null for a parameter that is no lists
        program::Variable* count = nullptr;
    };
    std::vector<Lists> lists; ///< by parameter

    // The next members belong to a version for arrays whose elements are apart, or for parameters that are
    // given negative constants.
    FunctionInfo* plain = nullptr; ///< the version for all others
    /// Of each parameter: the strides that an array has along its first dimensions.
    std::vector<std::vector<program::Variable*>> strides;
    std::set<std::size_t> from_end; ///< the parameters whose negative numbers count from the end, as indices
    bool counts_from_end = false;   ///< its body has an index that is made of constants and may be negative

    // What its names mean that a call has chosen, and that a lambda knows of the function around it.
    std::map<std::string, const Type*> types;                 ///< what type variables stand for
    std::map<std::string, FunctionInfo*> function_parameters; ///< what is called by a parameter's name
    /// Other entities that are known by names of parameters, and by local names of functions around a lambda.
    std::map<std::string, std::shared_ptr<const NamedEntity>> named;
    FunctionInfo* outer = nullptr; ///< of a lambda: the function that it is in
    /// The variables that lambdas use of the functions around them, here or in what is called.
    std::vector<Capture> captures;
    std::vector<CapturedArray> arrays; ///< those that its own body names
    /// If the function was made for a built-in that is given for a parameter, the text that the user wrote,
    /// such as `math.sqrt`.
    std::string built_in;
    /// The name that messages use for the function; if this is empty, they use its own name.
    std::string shown;
    /// The index of each parameter among the parameters of `function`. It is -1 for a parameter that has none
    /// there, because it is a function, a type or a size. If this is empty, the indices are the same.
    std::vector<int> places;

    int place(std::size_t parameter) const {
        return places.empty() ? static_cast<int>(parameter) : places[parameter];
    }
};

/// The functions of a translation.
struct KnownFunctions {
    std::unordered_map<std::string, FunctionInfo*> by_name; ///< the name that the user gave
    /// Lambdas that are units of their own. The translator has made up their names, which no code can use.
    std::unordered_map<std::string, FunctionInfo*> lambdas;
    std::unordered_map<const program::Function*, FunctionInfo*> infos;
};

/// This is thrown when a function that is checked at the same time as others needs what is made for all of
/// them, such as an instance of a generic function.
struct NeedsAll {};

struct Context {
    const SourceSet& sources;
    const Options& options;
    const DialectRules& dialect;
    NameResolver& resolver;
    diag::Sink& sink;
    KnownFunctions& known;
    Structs* structs = nullptr; ///< the structs that the texts of the units define
    // The next two are null in the context of a function that is checked at the same time as others.
    Instances* instances = nullptr;
    DeviceCalls* device_calls = nullptr;
    /// Arguments that are copies (`p.copy()`). They are nodes of finished bodies.
    std::unordered_set<const program::Expr*> copies = {};
    /// The functions whose results are being inferred, each one called by the one before it.
    std::vector<FunctionInfo*> inferring = {};
    std::size_t results = 1; ///< counts how often the result type of a function has become known, or wider
    /// The first statement that made no code without an error of its own. Some error elsewhere must explain
    /// it.
    Span lost = {};
    /// Variables whose values nobody reads. They are reported only if there is no error. Several instances of
    /// one function have the same variables.
    struct LostVariable {
        std::string name;
        bool is_parameter;
        Span write, declared;
    };
    std::vector<LostVariable> lost_variables = {};
    /// Says which parameters of functions without a signature are sizes of arrays. A parameter is added when
    /// the checker first asks about it.
    std::map<std::pair<const syntax::Function*, std::string>, bool> size_parameters = {};
    /// Functions whose result types are not known, and that call others whose result types are not known
    /// either.
    std::vector<FunctionInfo*> unknown_results = {};

    std::unique_ptr<DialectState> dialect_state = {}; ///< what the dialect keeps of its own; may be null

    /// The versions of functions with a star parameter, by the number of arguments that it takes.
    std::map<std::pair<const FunctionInfo*, std::size_t>, FunctionInfo*> star_versions = {};
    /// Calls with the items of tuples in place of `*items`, by the call and the numbers of items.
    std::map<std::pair<const syntax::Expr*, std::vector<std::size_t>>, std::unique_ptr<SpreadCall>>
        spread_calls = {};

    /// This is true if some units are modules that others import. A name then means a function only if the
    /// file binds it to that function.
    bool has_modules = false;

    /// Returns the information on a function of the program.
    const FunctionInfo& info_of(const program::Function* function) const { return *known.infos.at(function); }
    /// Return what is made for all functions, or throw NeedsAll.
    Instances& all_instances() const { return instances ? *instances : throw NeedsAll(); }
    DeviceCalls& all_device_calls() const { return device_calls ? *device_calls : throw NeedsAll(); }

    const Type* index_type() const { return options.index64 ? Type::int64() : Type::int32(); }
};

} // namespace cudapy::checker
