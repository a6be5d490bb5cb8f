// Several neighbouring blocks that run at once.

#include "translator/lower/cpu/block_coarsening.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/cpu/block_maker.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

/// The number of blocks from which on it is worth it to run them together, and the most of them.
constexpr int64_t least_blocks = 8, most_blocks = 64;
/// The most memory that the shared arrays of blocks take that run together, and the variables of their
/// threads.
constexpr int64_t most_bytes = 256 * 1024;

bool is_loop(const Stmt& stmt) {
    return stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_c;
}

/// Returns whether one thread might wait in the block for another, or the order of blocks might be seen.
bool orders_blocks(const Block& block, bool in_loop) {
    bool found = false;
    for (const StmtPtr& stmt : block) {
        const bool inside = in_loop || is_loop(*stmt);
        found |= stmt->kind == StmtKind::return_;
        visit_expressions(*stmt, [&](const ExprPtr& expr) {
            visit_all(*expr, [&](const Expr& part) {
                found |= is_draw(part) || is_report(part) || (inside && is_atomic(part));
                if (part.kind == ExprKind::builtin_call)
                    found |= as<BuiltinCall>(part).builtin->special == Special::fence;
                if (part.kind != ExprKind::call) return;
                const Function& callee = *as<Call>(part).function;
                found |= callee.foreign || callee.facts.has_effects || callee.cooperates() ||
                         callee.facts.coordinates.contains(Coordinate::block_x);
            });
        });
        visit_blocks(*stmt, [&](const Block& inner) { found |= orders_blocks(inner, inside); });
    }
    return found;
}

bool is_coordinate(const Expr& expr, Coordinate coordinate) {
    return expr.kind == ExprKind::coordinate && as<CoordinateExpr>(expr).coordinate == coordinate;
}

/// Returns whether the expression is the coordinate times the length of a block.
bool is_in_threads(const Expr& expr, Coordinate coordinate) {
    if (expr.kind == ExprKind::cast) return is_in_threads(*as<Cast>(expr).operand, coordinate);
    if (expr.kind != ExprKind::binary || as<Binary>(expr).op != BinaryOp::mul) return false;
    const Expr& left = *as<Binary>(expr).left;
    const Expr& right = *as<Binary>(expr).right;
    return (is_coordinate(left, coordinate) && is_coordinate(right, Coordinate::block_dim_x)) ||
           (is_coordinate(right, coordinate) && is_coordinate(left, Coordinate::block_dim_x));
}

/// Returns whether the expression is the place of a thread among those of blocks that run together.
bool is_place(const Expr& expr) {
    if (expr.kind != ExprKind::binary || as<Binary>(expr).op != BinaryOp::add) return false;
    const Expr& left = *as<Binary>(expr).left;
    const Expr& right = *as<Binary>(expr).right;
    return (is_in_threads(left, Coordinate::within_x) && is_coordinate(right, Coordinate::thread_x)) ||
           (is_in_threads(right, Coordinate::within_x) && is_coordinate(left, Coordinate::thread_x));
}

/// Returns whether the statements load elements of arrays that are given, and compute, and do nothing else.
bool only_computes(const Block& body) {
    constexpr int most_statements = 8;
    int statements = 0, loads = 0;
    bool computes = true;
    visit_statements(body, [&](const Stmt& stmt) {
        ++statements;
        computes = computes && (stmt.kind == StmtKind::declare || stmt.kind == StmtKind::assign ||
                                stmt.kind == StmtKind::augmented_assign || stmt.kind == StmtKind::if_);
        visit_lvalues(stmt, [&](const Lvalue& place) { computes = computes && !place.index; });
    });
    visit_all(body, [&](const Expr& expr) {
        loads += expr.kind == ExprKind::load;
        computes = computes && expr.kind != ExprKind::call && expr.kind != ExprKind::view &&
                   !has_effects(expr) && !has_check(expr);
        if (expr.kind == ExprKind::load)
            computes = computes && as<Load>(expr).array->role == VariableRole::parameter &&
                       !as<Load>(expr).array->is_pointer();
    });
    return computes && loads > 0 && statements <= most_statements;
}

} // namespace

bool can_coarsen_blocks(const Function& kernel) {
    const Cooperation& cooperation = kernel.facts.cooperation;
    if (!cooperation.grid || cooperation.grid_barrier || cooperation.warp) return false;
    if (kernel.takes_all_shapes) return false; // its blocks may be wider than 1 along y and z
    for (const Coordinate coordinate : kernel.facts.coordinates)
        if (axis_of(coordinate) != 0 || coordinate == Coordinate::lane_id) return false;
    for (const auto& variable : kernel.variables)
        if (variable->is_dynamic()) return false;
    return !orders_blocks(kernel.body, false);
}

bool is_interchanged_across_blocks(const ForC& loop, const InterchangedLoop& interchanged) {
    return is_in_threads(*loop.step, Coordinate::grid_dim_x) &&
           is_in_threads(*interchanged.start, Coordinate::block_x) && is_place(*interchanged.offset) &&
           only_computes(loop.body);
}

int most_blocks_together(const Function& block) {
    int64_t shared = 0, of_thread = 0;
    for (const auto& variable : block.variables) {
        const bool is_array = variable->is_declared_array();
        int64_t bytes = is_array ? variable->type->element()->size() : variable->type->size();
        for (const int64_t extent : variable->shape)
            bytes *= extent;
        if (variable->role == VariableRole::shared) shared += bytes;
        if (variable->per_lane) of_thread += bytes;
    }
    if (of_thread * most_threads_together > most_bytes) return 1;
    const int64_t blocks = shared == 0 ? most_blocks : std::min(most_blocks, most_bytes / shared);
    return blocks < least_blocks ? 1 : static_cast<int>(blocks);
}

int loops_of_threads(const Function& block) {
    int loops = 0;
    visit_statements(block.body, [&](const Stmt& stmt) {
        if (stmt.kind != StmtKind::work_item_loop) return;
        visit_statements(as<WorkItemLoop>(stmt).body, [&](const Stmt& inner) {
            const bool is_unrolled = inner.kind == StmtKind::for_c && as<ForC>(inner).is_unrolled;
            loops += is_loop(inner) && !is_unrolled;
        });
    });
    return loops;
}

bool BlockMaker::gains_from_block_coarsening() const {
    return has_steps_ && !has_short_steps_ && function_.result->is_void() &&
           most_blocks_together(function_) > 1;
}

void BlockMaker::tell_blocks_apart() {
    const auto place = [](ExprPtr& expr) {
        if (!is_coordinate(*expr, Coordinate::block_x)) return;
        auto within = std::make_unique<CoordinateExpr>(expr->span, expr->type, Coordinate::within_x);
        expr = make_binary(BinaryOp::add, std::move(expr), std::move(within));
    };
    visit_statements(function_.body, [&](Stmt& stmt) {
        if (stmt.kind != StmtKind::work_item_loop) return;
        rewrite_expressions(stmt, place);
        rewrite_expressions(as<WorkItemLoop>(stmt).body, place);
    });
}

} // namespace cudapy::lower
