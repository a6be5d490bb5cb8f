#include "translator/lower/groups/group_obstacles.h"

#include "translator/lower/analysis/purity.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether the type is one that a register holds as it is.
bool is_plain(const Type* type) {
    return (type->is_integer() || type->is_bool() || type == Type::float32() || type == Type::float64()) &&
           !type->is_array();
}

// The reasons why a kernel has no form for groups, each a clause for people.
constexpr const char* no_effect = "it writes nothing";
constexpr const char* other_places = "its threads are told apart by more than idx and idy";
constexpr const char* large_variables =
    "it keeps arrays, structs, vectors, halves or complex numbers, or arrays without a length";
constexpr const char* reports =
    "it prints, asserts, draws random numbers or uses the result of an atomic operation";
constexpr const char* calls = "it calls a function that reads arrays, writes, or is CUDA C++ or recursive";

/// Returns why the threads of a variable's kernel cannot be put together, or null.
const char* obstacle_in(const Variable& variable) {
    const Type* type = variable.type;
    if (variable.is_own_array() || variable.is_pointer() || variable.is_reference) return large_variables;
    if (variable.role == VariableRole::table) return nullptr;
    if (!is_plain(type->is_array() ? type->element() : type)) return large_variables;
    return type->is_array() && !variable.has_length ? large_variables : nullptr;
}

const char* obstacle_in(const Expr& expr) {
    if (is_report(expr) || is_draw(expr) || is_warp_wide(expr)) return reports;
    if (expr.kind == ExprKind::assign_expr || expr.kind == ExprKind::sequence) return reports;
    if (expr.kind != ExprKind::call) return nullptr;
    const Function& callee = *as<Call>(expr).function;
    const bool is_simple = !callee.foreign && !callee.facts.is_recursive && !callee.facts.has_effects &&
                           callee.facts.coordinates.empty() && is_plain(expr.type);
    const auto touches = [](const ArrayUse& use) { return use.writes || use.reads; };
    const auto& uses = callee.facts.array_uses;
    return is_simple && std::none_of(uses.begin(), uses.end(), touches) ? nullptr : calls;
}

} // namespace

const char* obstacle_to_group(const Function& kernel) {
    if (!kernel.facts.has_effects) return no_effect;
    for (const Coordinate coordinate : kernel.facts.coordinates)
        if (!is_global(coordinate) || coordinate == Coordinate::idz) return other_places;
    if (!kernel.facts.coordinates.contains(Coordinate::idx)) return other_places;
    const char* found = nullptr;
    for (const auto& variable : kernel.variables)
        if (!found) found = obstacle_in(*variable);
    int unused_results = 0;
    visit_all(kernel.body, [&](const Expr& expr) {
        if (!found) found = obstacle_in(expr);
        unused_results -= is_atomic(expr);
    });
    visit_statements(kernel.body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::builtin_unpack) found = reports;
        if (stmt.kind != StmtKind::evaluate) return;
        if (is_atomic(*as<Evaluate>(stmt).value))
            ++unused_results;
        else
            found = reports;
    });
    return found || unused_results == 0 ? found : reports;
}

} // namespace cudapy::lower
