#include "translator/lower/coarsening/coarsening_obstacles.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

bool is_fence(const Expr& expr) {
    return expr.kind == ExprKind::builtin_call && as<BuiltinCall>(expr).builtin->special == Special::fence;
}

/// Returns whether the type is one that a register holds as it is.
bool is_plain(const Type* type) {
    return (type->is_integer() || type->is_bool() || type == Type::float32() || type == Type::float64()) &&
           !type->is_array();
}

// The reasons why a kernel has no coarsened variant, as explain() shows them.
constexpr const char* no_effect = "it writes nothing";
constexpr const char* other_places = "it depends on more than idx and idy";
constexpr const char* large_variables =
    "it keeps arrays, structs, vectors, halves or complex numbers, or arrays without a length";
constexpr const char* reports =
    "it prints, asserts, draws random numbers or uses the result of an atomic operation";
constexpr const char* calls =
    "it calls a function that reads arrays, writes, waits, asks for its place, or is CUDA C++ or recursive";
constexpr const char* fences = "it orders what it does by fences";

constexpr const char* works_together = "its threads work together in blocks or warps";
constexpr const char* sized_at_launch = "it has shared arrays that are sized at the launch";
constexpr const char* counts = "it uses the result of a barrier";

/// Returns why the threads of a variable's kernel cannot be put together, or null.
const char* obstacle_in(const Variable& variable, bool in_blocks) {
    const Type* type = variable.type;
    if (in_blocks && variable.role == VariableRole::shared) {
        if (variable.is_dynamic()) return sized_at_launch;
        return is_plain(type->element()) ? nullptr : large_variables;
    }
    if (variable.is_declared_array() || variable.is_pointer() || variable.is_reference)
        return large_variables;
    if (variable.role == VariableRole::table) return nullptr;
    if (!is_plain(type->is_array() ? type->element() : type)) return large_variables;
    return type->is_array() && !variable.has_length ? large_variables : nullptr;
}

const char* obstacle_in(const Expr& expr, bool in_blocks) {
    if (in_blocks && is_barrier(expr)) return expr.type->is_void() ? nullptr : counts;
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

const char* obstacle_in_body(const Function& kernel, bool in_blocks) {
    const char* found = nullptr;
    for (const auto& variable : kernel.variables)
        if (!found) found = obstacle_in(*variable, in_blocks);
    int unused_results = 0;
    visit_all(kernel.body, [&](const Expr& expr) {
        if (!found) found = obstacle_in(expr, in_blocks);
        unused_results -= is_atomic(expr);
    });
    visit_statements(kernel.body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::builtin_unpack) found = reports;
        if (stmt.kind != StmtKind::evaluate) return;
        const Expr& value = *as<Evaluate>(stmt).value;
        if (is_atomic(value))
            ++unused_results;
        else if (!found && (!in_blocks || !is_barrier(value)))
            found = is_fence(value) ? fences : reports;
    });
    return found || unused_results == 0 ? found : reports;
}

} // namespace

const char* obstacle_to_coarsening(const Function& kernel) {
    if (!kernel.facts.has_effects) return no_effect;
    for (const Coordinate coordinate : kernel.facts.coordinates)
        if (!is_global(coordinate) || coordinate == Coordinate::idz) return other_places;
    if (!kernel.facts.coordinates.contains(Coordinate::idx)) return other_places;
    return obstacle_in_body(kernel, false);
}

const char* obstacle_to_coarsening_in_blocks(const Function& kernel) {
    const Cooperation& cooperation = kernel.facts.cooperation;
    const auto& coordinates = kernel.facts.coordinates;
    const bool has_rows = coordinates.contains(Coordinate::idy) || coordinates.contains(Coordinate::thread_y);
    if (!has_rows || !cooperation.barrier || cooperation.warp || cooperation.grid_barrier ||
        coordinates.contains(Coordinate::lane_id))
        return works_together;
    return obstacle_in_body(kernel, true);
}

} // namespace cudapy::lower
