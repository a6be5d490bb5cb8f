#include "translator/lower/analysis/divergent_trip_counts.h"

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_loop(const Stmt& stmt) {
    return stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_c;
}

bool uses_arrays(const Expr& expr) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        found = found || part.kind == ExprKind::load || part.type->is_array() || is_atomic(part);
    });
    return found;
}

/// Returns whether a statement in the loop, or the condition of a `while`, loads or stores an element of an
/// array. The bounds of a counting loop are loaded once, wherever they are.
bool uses_arrays(const Stmt& loop) {
    bool found = false;
    const auto look = [&](const Stmt& stmt) {
        visit_expressions(stmt, [&](const ExprPtr& expr) { found = found || uses_arrays(*expr); });
        visit_lvalues(stmt, [&](const Lvalue& place) { found = found || place.index; });
    };
    if (loop.kind == StmtKind::while_) look(loop);
    visit_blocks(loop, [&](const Block& block) { visit_statements(block, look); });
    return found;
}

} // namespace

bool has_divergent_trip_counts(const Function& kernel) {
    const auto& coordinates = kernel.facts.coordinates;
    if (!coordinates.contains(Coordinate::idx) || !coordinates.contains(Coordinate::idy)) return false;
    bool has_loop = false;
    visit_statements(kernel.body, [&](const Stmt& stmt) { has_loop = has_loop || is_loop(stmt); });
    if (!has_loop) return false;
    const Uniformity uniformity(kernel, ThreadSet::strip); // neighbours along x: a usual warp
    bool is_uneven = false, has_arrays = false;
    visit_statements(kernel.body, [&](const Stmt& stmt) {
        if (!is_loop(stmt)) return;
        is_uneven = is_uneven || uniformity.diverges(stmt);
        has_arrays = has_arrays || uses_arrays(stmt);
    });
    return is_uneven && !has_arrays;
}

} // namespace cudapy::lower
