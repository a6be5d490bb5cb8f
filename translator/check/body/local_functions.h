#pragma once
// Local names for functions, types and modules: `f = math.sqrt`, `op = lambda x: a * x`, `T = A.dtype`. Such
// a name is assigned once and stands for the same thing wherever it is read, so that it needs no variable.

#include "translator/check/body/symbols.h"
#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace cudapy::checker {

struct Body;

/// A local name that stands for a function, a type or a module.
struct LocalFunction {
    const Symbol* symbol = nullptr;
    const syntax::Expr* value = nullptr;
    Span span;             ///< the place of the name where it is assigned
    bool in_force = false; ///< the current place is after the assignment, in its block
    bool is_asked = false; ///< what it stands for is being found
};

/// The local names of a function that stand for functions, types and modules.
struct LocalFunctions {
    std::map<const Symbol*, LocalFunction, InOrder> by_symbol;
    /// Assignments of functions to names that are also bound elsewhere, with the place of the other binding.
    std::unordered_map<const syntax::Stmt*, Span> rebound;
    std::vector<LocalFunction*> in_force; ///< the names in force, in the order of their assignment
};

/// Finds the local names for functions, types and modules.
void collect_local_functions(Body& body, const syntax::Block& statements);
/// Returns the local name of a function that the expression consists of, or null for any other expression.
LocalFunction* find_local_function(Body& body, const syntax::Expr& expr);
/// Returns what a local name of a function stands for.
Entity named_function(Body& body, LocalFunction& named);
/// Checks an assignment of a function, a type or a module to a local name. Returns false for any other
/// assignment.
bool bind_function(Body& body, const syntax::Assign& stmt);
/// Returns the name of a function that the statement binds, or null for any other statement.
LocalFunction* function_named_by(Body& body, const syntax::Stmt& stmt);
/// Puts all but the first `count` names of functions out of force, at the end of the block that bound them.
void leave_functions(Body& body, std::size_t count);
/// Checks a call of a lambda by its local name.
Value lambda_call(Body& body, const syntax::Call& expr, const Entity& callee);

} // namespace cudapy::checker
