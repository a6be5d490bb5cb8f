#pragma once
// The side effects of an expression, and the state that it depends on. Locals belong to one thread and one
// call, so that only arrays are shared between the parts of an expression. Two arrays may be one memory, so
// that they all count as one.

#include "translator/program/program.h"

#include <optional>
#include <unordered_set>

namespace cudapy::lower {

/// Returns whether the expression calls a function that writes to an array, is an atomic, waits at a barrier,
/// is an operation of a warp or a fence, makes or uses a generator of random numbers, or prints or asserts.
/// (Function::has_effects must be known.)
bool has_effects(const program::Expr& expr);
/// Returns whether the expression holds a part that the checker keeps, to become a statement before the one
/// that it is in.
bool has_kept(const program::Expr& expr);
/// Returns whether the value of the expression depends on elements of an array. (Function::array_uses must be
/// known.)
bool reads_memory(const program::Expr& expr);
/// Returns whether the expression may report something in checked mode, or notes what runs, so that it cannot
/// be left out.
bool has_check(const program::Expr& expr);
/// Returns whether it matters when the expression is evaluated, relative to other such expressions.
inline bool is_order_sensitive(const program::Expr& expr) {
    return has_effects(expr) || reads_memory(expr);
}
/// Returns whether the two expressions may not change places.
bool must_keep_order(const program::Expr& first, const program::Expr& second);

/// Returns whether the expression is a literal, a variable, a length, a coordinate, or a cast of one: as
/// cheap and readable twice as once.
bool is_simple(const program::Expr& expr);
/// Returns whether both are simple expressions, of the same variable, length, coordinate or literal.
bool is_same_simple(const program::Expr& a, const program::Expr& b);
/// Returns whether the expression is arithmetic on simple integers that the hardware does at once, so that it
/// may be in a loop's condition or be written twice.
bool is_simple_arithmetic(const program::Expr& expr);

bool mentions(const program::Expr& expr, const program::Variable* variable);
/// Returns the value of an integer expression that is made of literals only, or nothing for any other.
std::optional<int64_t> constant_value(const program::Expr& expr);

using VariableSet = std::unordered_set<const program::Variable*>;
/// Returns the variables that a statement of the block assigns, at any depth.
VariableSet assigned_variables(const program::Block& block);
/// Returns the variables that something other than their declarations assigns. A declaration of one of them
/// stays, also where nothing reads the variable.
VariableSet reassigned_variables(const program::Block& block);
/// Returns whether a statement of the block may write to an array.
bool writes_memory(const program::Block& block);
/// Calls visit(Variable*) for each variable that the statement itself assigns, its expressions included. An
/// element of an array is no such variable.
template <typename Visit>
void visit_assigned(const program::Stmt& stmt, Visit&& visit);

} // namespace cudapy::lower

#include "translator/program/walk.h"

namespace cudapy::lower {

template <typename Visit>
void visit_assigned(const program::Stmt& stmt, Visit&& visit) {
    using namespace program;
    visit_lvalues(stmt, [&](const Lvalue& place) {
        if (!place.index) visit(place.variable);
    });
    switch (stmt.kind) {
    case StmtKind::for_range:
        visit(as<ForRange>(stmt).variable);
        break;
    case StmtKind::for_each:
        if (as<ForEach>(stmt).counter) visit(as<ForEach>(stmt).counter);
        for (const auto& element : as<ForEach>(stmt).elements)
            visit(element.variable);
        break;
    case StmtKind::for_c:
        visit(as<ForC>(stmt).variable);
        break;
    case StmtKind::declare:
        if (!as<Declare>(stmt).variable->type->is_array() || as<Declare>(stmt).variable->is_pointer())
            visit(as<Declare>(stmt).variable);
        break;
    default:
        break;
    }
    visit_expressions(stmt, [&](const ExprPtr& expr) {
        visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
            if (part.kind == ExprKind::assign_expr) visit(as<AssignExpr>(part).variable);
        });
    });
}

} // namespace cudapy::lower
