#pragma once
// The tables of rules by which dialects of the language differ. The checker asks the table of the dialect
// that it checks, and never which one that is. A dialect leaves out the rules that it shares with CudaPy's
// own language.

#include "translator/check/dialect_state.h"
#include "translator/check/expressions/value.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/instance_request.h"
#include "translator/program/program.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudapy {
struct Binding;
struct Builtin;
namespace syntax {
struct AugmentedAssign;
struct Call;
struct Expr;
struct For;
struct Function;
struct Name;
struct Stmt;
} // namespace syntax
} // namespace cudapy

namespace cudapy::checker {

struct Body;
struct Brackets;
struct Context;
struct Entity;
struct FunctionInfo;
struct Local;
struct NumberRules;
struct Part;
struct Stores;
struct TypeRules;

/// Does what a dialect without a rule does: nothing, and returns nothing.
template <typename Result, typename... Arguments>
Result nothing(Arguments...) {
    return Result();
}
Entity no_member(const std::string& module, const std::string& name);

/// The steps that a dialect adds to the check of a body.
struct BodyRules {
    /// Returns what the dialect keeps for a body; may be null.
    std::unique_ptr<DialectState> (*state)() = nothing;
    /// Writes the function anew in the language that the checker knows, before its names are collected.
    void (*desugar)(Body& body) = nothing;
    /// Divides the symbols of the body before they have locals.
    void (*separate)(Body& body) = nothing;
    /// Looks at a parameter that has become a local.
    void (*parameter)(Body& body, Local& local) = nothing;
    /// Adds what comes before all statements of a pass.
    void (*begin_pass)(Body& body) = nothing;
    /// Ends a pass that infers types.
    void (*end_pass)(Body& body) = nothing;
    bool are_independent = true; ///< several bodies may be checked at the same time
    /// Adds to what the last pass has made of a statement.
    void (*finish)(Body& body, const syntax::Stmt& stmt, program::Block& out) = nothing;
    /// Reports mistakes after the last pass.
    void (*report)(Body& body) = nothing;
    /// Reports mistakes that only matter in a body without others.
    void (*report_late)(Body& body) = nothing;
};

/// Returns the variable of the local.
program::Variable* only_variable(Body& body, const Local& local, const syntax::Expr& name);

/// A function that was written anew for the arguments of a launch or a call, and the arguments that it takes.
struct Rewritten {
    std::shared_ptr<const syntax::Function> function;
    std::vector<InstanceRequest::Argument> arguments;
};
/// Why a function cannot be written anew.
struct NotRewritten {
    diag::NoOther reason;
    Span span;
};
using Rewriting = std::variant<Rewritten, NotRewritten>;

/// The rules for a translation as a whole.
struct ProgramRules {
    /// Returns what the dialect keeps for a translation; may be null.
    std::unique_ptr<DialectState> (*state)() = nothing;
    /// Writes a function anew in the language that the checker knows, if the arguments need that.
    std::optional<Rewriting> (*rewritten)(const Context& context, const FunctionInfo& generic,
                                          const std::vector<InstanceRequest::Argument>& arguments) = nothing;
    /// Completes the checked program.
    void (*finish)(program::Program& program, const Context& context) = nothing;
    /// If a translation asks for instances, only these are kernels. The text's other functions are there for
    /// their names.
    bool has_libraries = false;
    /// A launch runs all threads of a grid of blocks of any shape.
    bool takes_all_shapes = false;
};

/// The rules for names.
struct NameRules {
    /// Kernels know the module `cudapy.cuda`. For others it is a module like any.
    bool has_cuda_module = false;
    /// Functions may have several signatures, of which a call chooses one.
    bool has_overloads = false;
    /// Returns whether a name that is bound nowhere has the meaning that it has in CudaPy's own language.
    bool (*is_known)(const Entity& predefined) = [](const Entity&) { return true; };
    /// Unknown names may be such names, misspelt.
    bool suggests_predefined = true;
    /// Returns a member of a module that only the dialect has, or an unknown entity.
    Entity (*member)(const std::string& module, const std::string& name) = no_member;
    /// Returns whether a member of a module means what the resolver says. If it is null, the resolver is not
    /// asked.
    bool (*takes_member)(const Binding& member, const std::string& module) = nullptr;
};

/// The rules for signatures.
struct SignatureRules {
    bool has_annotations = true;      ///< annotations say the types
    bool has_star_parameters = false; ///< `*rest` takes any number of arguments
    /// Returns the type that the dialect calls by the name, or null.
    const Type* (*type_named)(std::string_view name) = nothing;
};

/// The rules for the types of locals.
struct LocalRules {
    /// A value that is assigned to a local.
    struct Assigned {
        const Type* type;
        bool is_first;       ///< the local has no type yet
        bool never_negative; ///< no such value is below zero
        Span span;
        const program::Expr* node = nullptr; ///< the value; null where no expression gives it
    };
    /// Takes note of the value. Returns whether the dialect itself finds the local's type.
    bool (*join)(Body& body, Local& local, const Assigned& value) = nothing;
    /// Returns the variable that a name means where it is read, or where a statement gives it a value.
    program::Variable* (*variable)(Body& body, const Local& local, const syntax::Expr& name) = only_variable;
    /// Returns a name for what `x += y` reads, if that may be another variable than the one that it changes.
    const syntax::Name* (*read_by)(const Body& body, const syntax::AugmentedAssign& stmt) = nothing;
    /// Returns that name, if the statement reads another variable than it changes.
    const syntax::Name* (*other_read)(Body& body, const syntax::AugmentedAssign& stmt) = nothing;
};

/// The rules for records whose fields may be arrays, and for names of a field of all records of an array.
struct RecordRules {
    bool has_fields_by_name = false; ///< `a["x"]` is `a.x`
    /// Return whether the expression is a field of all records of an array, such as `a.x`, or a name for one;
    /// make the target a name for it, and return whether anything changed; add the stores that do so when the
    /// kernel runs, and return false if that is impossible, which is reported; report that it is no value.
    bool (*is_column)(Body& body, const syntax::Expr& expr) = nothing;
    bool (*collect_column)(Body& body, const syntax::Expr& target, const syntax::Expr& value) = nothing;
    bool (*bind_column)(Body& body, Span span, Local& local, const syntax::Expr& value,
                        Stores& stores) = nothing;
    Value (*refuse_column)(Body& body, const syntax::Expr& name) = nothing;
    /// Returns the number of dimensions of what an expression is the `.shape` of, and 0 for other
    /// expressions.
    std::size_t (*rank_of_shape)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns the length of such a field or array along its first dimension, or nothing for anything else.
    std::optional<Value> (*length)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns whether the expression is an array inside a record, of one dimension.
    bool (*is_unpackable)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns the elements of such an array, or nothing where there was an error.
    std::optional<std::vector<Value>> (*items)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns the place that a part of a record is as a target, or nothing for any other expression. Where
    /// it is one and has an error, the place has no variable.
    std::optional<program::Lvalue> (*place)(Body& body, const syntax::Expr& target) = nothing;
    /// Reports a value that is an array inside a record. Returns whether it is.
    bool (*refuse_nested)(Body& body, const Value& value, const syntax::Expr& expr) = nothing;
    /// Evaluates the index of an element of an array inside a record before the statement that stores there.
    /// A value with effects is evaluated before that.
    void (*keep_item)(Body& body, program::Lvalue& place, program::ExprPtr& value,
                      program::Block& out) = nothing;
    /// Reports a target that is a record, or an element inside one whose index is not written out, where it
    /// is not the only one. Returns whether it is.
    bool (*refuse_item)(Body& body, const program::Lvalue& place, bool is_only_target) = nothing;
};

/// The rules for arrays of other dimensions: `a.reshape(4, -1)`, `a.ravel()`, `a.flat` and `a.T`.
struct ArrayRules {
    bool has_transposes = false;
    /// Returns the array, or the part of one, that such an expression is made of; null for any other one.
    const syntax::Expr* (*reshaped)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns the extents that are written in it; none for a single one, the size.
    std::vector<const syntax::Expr*> (*extents)(Body& body, const syntax::Expr& reshape) = nothing;
    /// Gives the part the extents. Returns false, and reports it, where it cannot have them.
    bool (*reshape)(Body& body, const Brackets& brackets, std::vector<program::ExprPtr> extents,
                    Part& part) = nothing;
    /// Returns the index of an element in such a part so that nobody takes it for one along the last
    /// dimension of the array.
    program::ExprPtr (*beyond_rows)(Body& body, program::ExprPtr start, program::Variable* array) = nothing;
};

/// The arguments of a call that declares an array.
struct ArrayArguments {
    const syntax::Expr* element;        ///< the type of its elements
    const syntax::Expr* shape;          ///< null if none is given
    const syntax::Expr* fill = nullptr; ///< the value that the elements begin with; null for none
    std::string function;               ///< the call's name for messages about its arguments
};
std::optional<ArrayArguments> python_array_arguments(Body& body, const syntax::Call& call,
                                                     const Builtin& maker);
std::optional<const Type*> python_element_type(Body& body, const syntax::Expr& expr);
const syntax::Expr* python_size_argument(const syntax::Call& call);

/// The rules for arrays that a function declares itself.
struct DeclarationRules {
    /// Returns the arguments of such a call, or reports what is wrong with them.
    std::optional<ArrayArguments> (*arguments)(Body& body, const syntax::Call& call,
                                               const Builtin& maker) = python_array_arguments;
    /// Returns the type that an expression names, null for one with an error that is reported, or nothing if
    /// it names none.
    std::optional<const Type*> (*element_type)(Body& body, const syntax::Expr& expr) = python_element_type;
    /// Returns the count of elements in a call that looks like one that declares an array, or null.
    const syntax::Expr* (*size)(const syntax::Call& call) = python_size_argument;
    bool takes_shapes = false; ///< a parameter may be a shape, a tuple of sizes
    /// They are declared in any block, where an array is the same memory each time.
    bool are_anywhere = false;
    /// Reports an array that cannot be next to the others. Returns whether it is one.
    bool (*refuse)(Body& body, const syntax::Call& call, const program::Variable& array) = nothing;
};

/// The rules for atomic operations.
struct AtomicRules {
    bool are_called_as_written = false; ///< messages name them as the user did
    /// Returns the place that a field of records is at an index, or nothing for any other array. Where there
    /// was an error, the place has no variable.
    std::optional<program::Lvalue> (*field)(Body& body, const syntax::Expr& array,
                                            const syntax::Expr& index) = nothing;
    /// Returns the operation that does the same on elements of the type, or null if that is the operation
    /// itself.
    const Builtin* (*same)(const Builtin& builtin, const Type& element) = nothing;
    /// Changes the value of a call of `builtin` so that `same`, which is done instead of it, does the same.
    void (*fit)(const Builtin& builtin, const Builtin& same,
                std::vector<program::ExprPtr>& arguments) = nothing;
};

program::ExprPtr plain_condition(Body& body, const syntax::Expr& expr, const std::string& function);

/// The rules for what the threads of a warp or of a block do together.
struct CooperationRules {
    bool has_widths = true; ///< shuffles have a width
    /// Changes a mask to what the dialect makes of it. Returns false, and reports it, if it is none.
    bool (*fit_mask)(Body& body, const syntax::Expr& expr, const std::string& function, Value& mask) =
        [](Body&, const syntax::Expr&, const std::string&, Value&) { return true; };
    /// Check the condition of a vote of a warp, and the argument of a barrier with a value.
    program::ExprPtr (*vote)(Body& body, const syntax::Expr& expr,
                             const std::string& function) = plain_condition;
    program::ExprPtr (*predicate)(Body& body, const syntax::Expr& expr,
                                  const std::string& function) = plain_condition;
    /// A barrier that some threads may miss is no mistake for sure.
    bool allows_divergence = false;
};

/// A call in place of the one that was written, and what it calls. Both are null where there was an error.
struct OtherCall {
    const syntax::Call* call = nullptr;
    FunctionInfo* callee = nullptr;
};

/// The rules for calls. Each returns nothing for a call that is one as in any kernel.
struct CallRules {
    bool takes_none = false; ///< a parameter may be `None`
    /// Checks a call before its function is looked up.
    std::optional<Value> (*unnamed)(Body& body, const syntax::Call& call) = nothing;
    /// Checks a call of a method of a value.
    std::optional<Value> (*method)(Body& body, const syntax::Call& call) = nothing;
    /// Checks a call of what a name means.
    std::optional<Value> (*named)(Body& body, const syntax::Call& call, const Entity& entity) = nothing;
    /// Checks a call of a built-in function.
    std::optional<Value> (*builtin)(Body& body, const syntax::Call& call, const Entity& entity) = nothing;
    /// Returns the call that is made in place of a call of a user's function.
    std::optional<OtherCall> (*other)(Body& body, const syntax::Call& call, FunctionInfo& callee) = nothing;
};

/// The rules for expressions.
struct ExpressionRules {
    /// Checks an attribute, a subscript or a comparison that means something of its own. Returns nothing for
    /// any other expression.
    std::optional<Value> (*special)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns whether the condition of `a if c else b` is true, if only one side is looked at.
    std::optional<bool> (*known_choice)(Body& body, const syntax::Expr& condition) = nothing;
    /// Returns the reason why an object from outside is no value, if the dialect has one of its own.
    std::optional<diag::NoOther> (*no_value)(Body& body, const syntax::Expr& expr,
                                             const Entity& object) = nothing;
};

/// The rules for statements.
struct StatementRules {
    /// Checks a statement that means something of its own. Returns false for any other one.
    bool (*special)(Body& body, const syntax::Stmt& stmt, program::Block& out) = nothing;
    /// Does so for one target and value of an assignment.
    bool (*assign)(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target,
                   const syntax::Expr& value, program::Block& out) = nothing;
    /// Returns whether an expression is no value, but a name for something.
    bool (*is_no_value)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns whether a statement that is this expression does nothing.
    bool (*does_nothing)(Body& body, const syntax::Expr& expr) = nothing;
    /// Returns whether the condition of an `if` is true, if only one side is looked at.
    std::optional<bool> (*known_condition)(Body& body, const syntax::Expr& condition) = nothing;
    /// Reports a loop that should have been written out. Returns whether it is one.
    bool (*refuse_loop)(Body& body, const syntax::For& loop) = nothing;
    /// An expression that a checked launch looks at is a statement.
    bool has_checked_values = false;
    /// Tuples that are taken apart are not stored as a whole, if their parts are known.
    bool takes_tuples_apart = false;
};

/// The rules for `print`.
struct PrintRules {
    bool shows_tuples = false;
    char floats = 0;      ///< the conversion of `printf` for floats; 0 for that of Python
    std::size_t most = 0; ///< the greatest number of values; 0 for any
};

/// A dialect of the language.
struct DialectRules {
    const NumberRules& numbers;
    /// Returns the rules of a type that only the dialect has, or null.
    const TypeRules* (*types)(const Type* type) = nothing;
    ProgramRules program = {};
    NameRules names = {};
    SignatureRules signatures = {};
    BodyRules bodies = {};
    LocalRules locals = {};
    RecordRules records = {};
    ArrayRules arrays = {};
    DeclarationRules declarations = {};
    AtomicRules atomics = {};
    CooperationRules cooperation = {};
    CallRules calls = {};
    ExpressionRules expressions = {};
    StatementRules statements = {};
    PrintRules prints = {};
};

/// CudaPy's own language.
extern const DialectRules python_rules;

} // namespace cudapy::checker
