#pragma once
// The state that is kept while the body of one function is checked and its typed form is built. The checker
// goes through the body several times: silently, until the types of the locals no longer change, and once
// more to report mistakes and to build the typed form. All passes run the same code.

#include "translator/check/aggregates/same_objects.h"
#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/chosen_arrays.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/symbols.h"
#include "translator/check/dialect.h"
#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cudapy::checker {

/// The purpose of a pass over the body.
enum class Pass {
    collect,  ///< finds what the names are; a name of a function has its later meaning everywhere
    infer,    ///< finds the types of locals; literals have no influence on them yet
    literals, ///< does the same, and literals have an influence, too
    report,   ///< reports mistakes, and builds the typed form
};

/// The state of the search for the result type of a function.
struct Result {
    const Type* inferred = nullptr; ///< the type of the values that `return`s have given
    bool is_sought = false;
    bool returns_value = false;
    bool returns_none = false;   ///< a `return` gives nothing
    bool returns_itself = false; ///< a `return` calls the function, whose other `return`s say what that gives

    /// Returns whether the function gives nothing. `may_end` says that a path reaches its end.
    bool is_nothing(bool may_end) const {
        return !returns_value && (!returns_itself || returns_none || may_end);
    }
};

/// The findings of the passes that infer the types of locals.
struct Inference {
    bool gave_up = false;   ///< types still change after the greatest number of passes
    bool waited = false;    ///< there were literals that had no influence yet
    bool again = false;     ///< a local that was already read in this pass has changed its type
    Local* noted = nullptr; ///< the local whose next value is searched for constants
};

/// The reports on a body, and the errors that may follow from them.
struct Reports {
    std::size_t count = 0;
    /// An error was reported in a statement or a `:=` that may bind names. Unknown names may follow from that
    /// error.
    bool hides_names = false;
    /// The first variable that was read in this pass although its type is not known.
    std::optional<std::pair<std::string, Span>> poisoned_read;
};

/// The numbers of loops and blocks around the current statement.
struct Nesting {
    int loops = 0;
    int blocks = 0;
};

/// A variable that a loop over a tuple gives the elements of an array.
struct TupleArray {
    program::Variable* element;
    program::Variable* array;
};

struct Body {
    Body(Context& context, FunctionInfo& info);
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

    Context& context;
    FunctionInfo& info;
    const DialectRules& dialect;
    Environment environment;
    program::Function& function;
    const NumberRules& numbers;
    const Type* precision; ///< the precision of floats without a width
    Symbols symbols;
    std::unique_ptr<DialectState> dialect_state; ///< what the dialect keeps of its own; may be null

    std::map<const Symbol*, Local, InOrder> locals;
    std::unordered_map<const program::Variable*, const Symbol*> of_variables;
    LocalFunctions local_functions;
    std::vector<const syntax::Lambda*> open_lambdas; ///< lambdas whose captures are being searched

    Pass pass = Pass::report;
    /// Returns whether this pass reports mistakes and makes the nodes that are kept.
    bool is_final() const { return pass == Pass::report; }
    /// Returns whether literals have no influence on the type of a local yet.
    bool literals_wait() const { return pass == Pass::infer; }
    bool in_size = false; ///< the checker is in a count of elements, where constant locals count as constants
    Inference inference;
    Result result;
    Reports reports;
    Nesting nesting;
    const syntax::Stmt* statement = nullptr; ///< the innermost statement that is being checked

    TupleShapes tuple_shapes;
    std::vector<ComparedParts> compared_parts;
    /// The arrays that a loop over a tuple goes through, by the target name of the loop.
    std::unordered_map<const syntax::Expr*, std::vector<TupleArray>> tuple_arrays;
    Choices choices;
    RowLoops row_loops;
    const syntax::Block* loop_syntax = nullptr; ///< the body of the loop whose head is being checked
    /// The variables that hold the extents of pointers.
    std::unordered_map<const program::Variable*, std::vector<program::Variable*>> extents;
};

/// Fills the body and the variables of FunctionInfo::function. The signature must be valid.
void check_body(Context& context, FunctionInfo& info);
/// Takes back the results of a check that was not finished, so that the function can be checked again.
/// `variables` says how many variables it had before.
void forget_body(FunctionInfo& info, std::size_t variables);
/// Reports that nothing tells the type of the result.
void report_unknown_result(Body& body);
/// Finds the result type of a function without a signature by its `return`s, and reports nothing else.
void infer_result(Context& context, FunctionInfo& info);
/// Returns whether the body has an index that is made of constants, or of parameters that are given such, and
/// may be negative. It reports nothing.
bool uses_constants(Context& context, FunctionInfo& info);
/// Returns whether a name that the function binds means something outside it, too.
bool hides_outer(Body& body, const std::string& name);
/// Infers the result type of a function that is called. If the type is not final and other result types have
/// changed since, it is inferred anew.
void settle_result(Body& body, FunctionInfo& callee);

} // namespace cudapy::checker
