#pragma once
// Instances of generic functions. A call chooses types, and an instance for these types is made once.

#include "translator/check/context.h"

#include <deque>
#include <optional>
#include <set>
#include <tuple>

namespace cudapy::checker {

class Instances {
  public:
    /// The argument that a call gives for a parameter.
    struct GivenArgument {
        const Type* type = nullptr; ///< null: a function, or nothing that says a type
        bool is_weak = false;       ///< takes the type of what it meets: a literal, a float without a width
        bool needs_double = false;  ///< weak, and a `float` has no room for it
        FunctionInfo* function = nullptr;
    };
    /// The types and functions that type variables and function parameters stand for, by their names.
    struct Choice {
        std::map<std::string, const Type*> types;
        std::map<std::string, FunctionInfo*> functions;
        /// Of parameters that are types or sizes of arrays: what the call gives. The instance knows them by
        /// the parameters' names, and has no such parameters.
        std::map<std::string, std::shared_ptr<const NamedEntity>> constants;
        const Type* result = nullptr; ///< what the call says of the result; null if it says nothing
    };
    /// The reason why there is no instance, and the index of the parameter that it concerns. The index is the
    /// number of parameters if it concerns none of them.
    struct Failure {
        diag::Payload payload;
        std::size_t parameter;
        /// A function among the arguments whose result has no type. Its error is reported when that function
        /// is checked.
        FunctionInfo* broken = nullptr;
    };

    explicit Instances(Context& context) : context_(context) {}

    /// The instance that a call asks for: null where the call has an error, with `failure` set where it is to
    /// be reported. `known` says what is chosen already.
    FunctionInfo* choose(FunctionInfo& generic, const std::vector<GivenArgument>& arguments, Choice known,
                         Span call, FunctionInfo* caller, std::optional<Failure>& failure);
    /// The version of a function for arrays whose elements are apart along their first dimensions: for each
    /// parameter, along how many. Each of these strides is a parameter after the array.
    FunctionInfo& strided(FunctionInfo& plain, const std::vector<std::size_t>& strides, Span call,
                          FunctionInfo* caller);
    /// The version of a function for parameters that are given negative constants, which count from the end
    /// where they are indices. It is the function itself where only these parameters make no index.
    FunctionInfo& from_end(FunctionInfo& plain, const std::set<std::size_t>& parameters, Span call,
                           FunctionInfo* caller);
    /// A lambda in the body of `owner`, which is called `name`.
    struct LambdaNames { ///< what it knows by the local names of functions
        std::map<std::string, FunctionInfo*> functions;
        std::map<std::string, std::shared_ptr<const NamedEntity>> others;
    };
    FunctionInfo& lambda(const syntax::Lambda& lambda, FunctionInfo& owner, std::vector<Capture> captures,
                         const std::string& name, LambdaNames names = {});
    /// Returns a new function without a signature that is like another one, with parameters and a body of
    /// its own.
    FunctionInfo& like(const FunctionInfo& plain, std::shared_ptr<const syntax::Function> syntax);
    /// The lambda that calls a built-in, which the expression names, with so many arguments.
    const syntax::Lambda& call_of(const syntax::Expr& callee, std::size_t arity);

    /// Gives up the ownership of the functions of the instances.
    std::vector<std::unique_ptr<program::Function>> take() { return std::move(functions_); }

    /// Returns the choices of an instance for messages: "A = `float`, f = `add`".
    static std::string text(const FunctionInfo& instance);

  private:
    using Key =
        std::tuple<FunctionInfo*, std::map<std::string, const Type*>, std::map<std::string, FunctionInfo*>,
                   const Type*, std::map<std::string, std::string>, const Type*>;

    class FunctionChoice; // defined in choices.cpp

    FunctionInfo* make(FunctionInfo& generic, Choice choice, Span call, FunctionInfo* caller,
                       std::optional<Failure>& failure);
    FunctionInfo& add(const FunctionInfo& like);
    FunctionInfo& version(FunctionInfo& plain, const std::vector<std::size_t>& strides, Span call,
                          FunctionInfo* caller);
    std::map<std::pair<FunctionInfo*, std::vector<std::size_t>>, FunctionInfo*> strided_;
    std::map<std::pair<FunctionInfo*, std::set<std::size_t>>, FunctionInfo*> from_end_;

    Context& context_;
    std::deque<FunctionInfo> infos_; // pointers to its elements are kept
    std::vector<std::unique_ptr<program::Function>> functions_;
    std::map<Key, FunctionInfo*> instances_;
    std::map<std::tuple<const syntax::Lambda*, FunctionInfo*, std::vector<const void*>>, FunctionInfo*>
        lambdas_; ///< by the types of what they capture, and by what they know by local names, too
    std::map<std::pair<const syntax::Expr*, std::size_t>, std::unique_ptr<syntax::Lambda>> calls_;
};

/// Returns the name of a function in messages: its own name, "lambda", or the name of the built-in that it
/// calls.
std::string called(const FunctionInfo& info);

/// Gives a function a parameter after all others.
void add_capture(FunctionInfo& info, Capture capture);

/// Returns the precision of an instance according to its types, as far as they are chosen. Returns null if
/// they say none.
const Type* types_precision(const FunctionInfo& generic, const Instances::Choice& choice);

/// Returns the type variables of a generic function, in the order of their first places in its signature.
std::vector<std::string> type_variables(const FunctionInfo& generic);

/// Makes a function without types generic in every parameter.
void make_unsigned_generic(FunctionInfo& info);

/// Returns whether the constant is a function that a call has given, a built-in one or another.
bool is_function(const NamedEntity& constant);
/// Returns whether the constant is an integer, or a tuple of integers: the sizes of an array.
bool is_sizes(const NamedEntity& constant);
/// Returns a text that tells sizes, with their types, from all others.
std::string sizes_as_key(const NamedEntity& constant);
/// Returns sizes as the end of a function's name, such as `_4_8`.
std::string sizes_as_name(const NamedEntity& constant);
/// Returns sizes as Python shows them, such as `(4, 8)`.
std::string sizes_as_text(const Binding& sizes);

/// Returns the argument of a parameter for which a call uses the default.
Instances::GivenArgument given_by_default(const FunctionInfo& generic, std::size_t parameter);

/// Returns the type with its variables replaced by the types that they stand for. Returns null if the result
/// is no type (an array of arrays) or if a variable stands for nothing yet.
const Type* substitute(const Type* type, const std::map<std::string, const Type*>& types);

} // namespace cudapy::checker
