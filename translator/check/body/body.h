#pragma once
// The state that is kept while the body of one function is checked and its typed form is built. The body is
// gone through several times: silently, until the types of the locals no longer change, and once more to
// report and build. All passes are the same code.

#include "translator/check/aggregates/same_objects.h"
#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/chosen_arrays.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/symbols.h"
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

/// Why the body is gone through.
enum class Pass {
    collect,  ///< to find what its names are; the names of functions stand for what they will be
    infer,    ///< to find the types of locals, in which literals have no say yet
    literals, ///< … in which literals have a say, too
    report,   ///< to report mistakes, and to build the typed form
};

/// What is known of the result of a function while its type is looked for.
struct Result {
    const Type* inferred = nullptr; ///< what `return`s have given
    bool is_sought = false;
    bool returns_value = false;
};

/// What the passes that find the types of locals have come upon.
struct Inference {
    bool gave_up = false; ///< after so many passes types still change
    bool waited = false;  ///< there were literals that have no say yet
    bool again = false;   ///< a local that was already read in this pass has changed its type
};

/// What was reported of a body, and what errors may follow from that.
struct Reports {
    std::size_t count = 0;
    /// A statement or a `:=` that was reported on may have bound names: unknown ones follow from it.
    bool hides_names = false;
    /// The first variable of this pass that was read and whose type is not known.
    std::optional<std::pair<std::string, Span>> poisoned_read;
};

/// What stands around the statement that is looked at.
struct Nesting {
    int loops = 0;
    int blocks = 0;
};

struct Body {
    Body(Context& context, FunctionInfo& info);
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

    Context& context;
    FunctionInfo& info;
    Environment environment;
    program::Function& function;
    const Type* precision; ///< of floats without a width
    Symbols symbols;

    std::map<const Symbol*, Local, InOrder> locals;
    std::unordered_map<const program::Variable*, const Symbol*> of_variables;
    LocalFunctions local_functions;
    std::vector<const syntax::Lambda*> open_lambdas; ///< whose captures are being looked for

    Pass pass = Pass::report;
    /// Returns whether mistakes are reported, and nodes are made that stay.
    bool is_final() const { return pass == Pass::report; }
    /// Returns whether literals have no say in the type of a local yet.
    bool literals_wait() const { return pass == Pass::infer; }
    bool in_size = false; ///< a count of elements is looked at, where locals that are constant are constants
    Inference inference;
    Result result;
    Reports reports;
    Nesting nesting;

    TupleShapes tuple_shapes;
    std::vector<ComparedParts> compared_parts;
    std::unordered_map<const syntax::Expr*, program::Variable*> tuple_arrays; ///< by the name of a loop
    Choices choices;
    RowLoops row_loops;
    const syntax::Block* loop_syntax = nullptr; ///< the body of the loop whose head is looked at
    /// The variables that hold the extents of pointers.
    std::unordered_map<const program::Variable*, std::vector<program::Variable*>> extents;
    /// What the calls of functions of `operator` mean, over the arguments of the call.
    std::unordered_map<const syntax::Call*, std::shared_ptr<const syntax::Expr>> operations;
};

/// Fills the body and the variables of FunctionInfo::function. The signature must be valid.
void check_body(Context& context, FunctionInfo& info);
/// Reports that nothing tells the type of the result.
void report_unknown_result(Body& body);
/// Finds the result type of a function without a signature by its `return`s, and reports nothing else.
void infer_result(Context& context, FunctionInfo& info);
/// Returns whether a name that the function binds means something outside it, too.
bool hides_outer(Body& body, const std::string& name);
/// Looks for the result of a function that is called, anew where it is not known for good and something has
/// been learnt since.
void settle_result(Body& body, FunctionInfo& callee);

} // namespace cudapy::checker
