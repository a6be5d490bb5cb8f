#include "translator/lower/cpu/blocks.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/cpu/block_coarsening.h"
#include "translator/lower/cpu/block_maker.h"
#include "translator/lower/cpu/branch_live_ranges.h"
#include "translator/lower/cpu/counting_loops.h"
#include "translator/lower/cpu/lane_range.h"
#include "translator/lower/cpu/lane_variables.h"
#include "translator/lower/cpu/own_parameters.h"
#include "translator/lower/cpu/rematerialize.h"
#include "translator/lower/cpu/scalar_replacement.h"
#include "translator/lower/cpu/turns.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/inline_calls.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

bool has_loop(const Stmt& stmt) {
    bool found = false;
    visit_blocks(stmt, [&](const Block& block) {
        visit_statements(block, [&](const Stmt& inner) {
            found = found || inner.kind == StmtKind::while_ || inner.kind == StmtKind::for_c;
        });
    });
    return found;
}

} // namespace

void ask_for_shape(Function& function) {
    bool axes[3] = {true, function.takes_all_shapes, function.takes_all_shapes};
    for (const Coordinate coordinate : function.facts.coordinates)
        axes[axis_of(coordinate)] = true;
    for (int axis = 0; axis < 3; ++axis)
        if (axes[axis]) function.facts.coordinates.insert(coordinate_of(CoordinateGroup::block_dim, axis));
}

void BlockMaker::make() {
    Block arrays = take_shared();
    std::vector<StmtPtr> cheap;
    if (!function_.is_plain) cheap = take_rematerializable(function_, uniformity_);
    for (const StmtPtr& declaration : cheap) {
        remade_.insert(as<Declare>(*declaration).variable);
        remade_values_[as<Declare>(*declaration).variable] = as<Declare>(*declaration).init.get();
    }
    // Operations of warps must know which threads have returned, wherever they are.
    if (holds_warp_operation(function_.body) && returns_early(function_.body)) {
        live(function_.span);
        needs_first_life_ = knows_life_ = true;
    }
    Block body;
    transform(std::move(function_.body), body);
    if (live_) guard_lanes(body);
    if (diverges_) { // Diverged gives a line, every other end 0
        function_.result = Type::int32();
        for (Return* each : returns_)
            each->value = make_int(Type::int32(), 0, each->span);
        body.push_back(std::make_unique<Return>(function_.span, make_int(Type::int32(), 0, function_.span)));
    }
    function_.body = std::move(body);
    rematerialize_in_lanes(function_, cheap);
    place_lane_variables(function_, uniformity_);
    merge_lane_arrays(function_, origins_);
    drop_idle(function_.body);
    limit_lanes(function_);
    if (threads_ == ThreadSet::blocks) tell_blocks_apart();
    if (is_instrumented_) {
        Block records = array_records();
        std::move(records.begin(), records.end(), std::back_inserter(arrays));
    }
    function_.body.insert(function_.body.begin(), std::make_move_iterator(arrays.begin()),
                          std::make_move_iterator(arrays.end()));
}

Block BlockMaker::take_shared() {
    Block arrays;
    take_shared(function_.body, arrays);
    return arrays;
}

void BlockMaker::take_shared(Block& block, Block& arrays) {
    Block rest;
    for (StmtPtr& stmt : block) {
        visit_blocks(*stmt, [&](Block& inner) { take_shared(inner, arrays); });
        const bool shared =
            stmt->kind == StmtKind::declare && as<Declare>(*stmt).variable->role == VariableRole::shared;
        const bool again = shared && std::any_of(arrays.begin(), arrays.end(), [&](const StmtPtr& other) {
                               return as<Declare>(*other).variable == as<Declare>(*stmt).variable;
                           });
        // An array that is sized at the launch comes from the launch.
        if (shared && as<Declare>(*stmt).variable->is_dynamic()) continue;
        if (!again) (shared ? arrays : rest).push_back(std::move(stmt));
    }
    block = std::move(rest);
}

void BlockMaker::statement(StmtPtr stmt, Block& run, Block& out) {
    const bool is_flow =
        stmt->kind == StmtKind::if_ || stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::for_c;
    if (!is_flow && holds_barrier(*stmt)) {
        barrier(std::move(stmt), run, out);
        return;
    }
    if (!is_flow && holds_warp_operation(*stmt)) {
        warp_operation(std::move(stmt), run, out);
        return;
    }
    switch (stmt->kind) {
    case StmtKind::if_:
        if (is_masked(as<If>(*stmt))) {
            flush(run, out);
            masked_branch(std::move(stmt), out);
        } else if (is_once(as<If>(*stmt))) {
            flush(run, out);
            branch(std::move(stmt), out);
        } else {
            run.push_back(std::move(stmt));
        }
        break;
    case StmtKind::while_:
    case StmtKind::for_c:
        if (uniformity_.diverges(*stmt) && holds_warp_operation(*stmt)) {
            flush(run, out);
            masked_loop(std::move(stmt), out);
        } else if (uniformity_.diverges(*stmt)) {
            if (!interchange(stmt, run, out)) run.push_back(std::move(stmt));
        } else {
            flush(run, out);
            at_end_ = false; // the next iteration comes
            loop(std::move(stmt), out);
        }
        break;
    case StmtKind::break_:
    case StmtKind::continue_:
        if (in_masked_loop()) {
            run.push_back(std::move(stmt));
            break;
        }
        flush(run, out);
        out.push_back(std::move(stmt));
        break;
    case StmtKind::return_:
        if (!masks_.empty()) {
            run.push_back(std::move(stmt));
            break;
        }
        flush(run, out, true);
        leave(*stmt, out);
        break;
    case StmtKind::block: { // a scope that is not needed any more: its names are its own
        flush(run, out);
        auto scope = std::make_unique<BlockStmt>(stmt->span, Block());
        transform(std::move(as<BlockStmt>(*stmt).body), scope->body);
        out.push_back(std::move(scope));
        break;
    }
    default:
        simple(std::move(stmt), run, out);
    }
}

void BlockMaker::simple(StmtPtr stmt, Block& run, Block& out) {
    const Variable* target = nullptr;
    if (stmt->kind == StmtKind::declare) target = as<Declare>(*stmt).variable;
    if (stmt->kind == StmtKind::assign && !as<Assign>(*stmt).lvalue.index)
        target = as<Assign>(*stmt).lvalue.variable;
    if (stmt->kind == StmtKind::augmented_assign && !as<AugmentedAssign>(*stmt).lvalue.index)
        target = as<AugmentedAssign>(*stmt).lvalue.variable;
    const bool is_value = target && (!target->type->is_array() || target->is_pointer());
    const bool once = is_value && !uniformity_.varies(target);
    const bool alone = stmt->kind == StmtKind::note && run.empty(); // no work-item loop for nothing
    if (!once && !alone) {
        run.push_back(std::move(stmt));
        return;
    }
    if (once && (mentions(run, target) || (returns(run) && may_fail(*stmt)))) flush(run, out);
    out.push_back(std::move(stmt));
}

bool BlockMaker::may_fail(const Stmt& stmt) {
    const auto divides = [](BinaryOp op, const Expr& by) {
        return (op == BinaryOp::divide || op == BinaryOp::remainder) && by.type->is_integer() &&
               constant_value(by).value_or(0) == 0;
    };
    bool found = stmt.kind == StmtKind::augmented_assign &&
                 divides(as<AugmentedAssign>(stmt).op, *as<AugmentedAssign>(stmt).value);
    visit_expressions(stmt, [&](const ExprPtr& expr) {
        visit_all(*expr, [&](const Expr& part) {
            found |= part.kind == ExprKind::load || part.kind == ExprKind::call ||
                     part.kind == ExprKind::builtin_call || part.kind == ExprKind::helper_call;
            found |= part.kind == ExprKind::binary && divides(as<Binary>(part).op, *as<Binary>(part).right);
        });
    });
    return found;
}

bool BlockMaker::mentions(const Block& run, const Variable* variable) {
    bool found = false;
    visit_statements(run, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { found = found || place.variable == variable; });
        visit_assigned(stmt, [&](const Variable* assigned) { found = found || assigned == variable; });
        visit_expressions(stmt,
                          [&](const ExprPtr& expr) { found = found || lower::mentions(*expr, variable); });
    });
    return found;
}

bool BlockMaker::is_once(const If& branch) const {
    if (in_masked_loop() && (jumps_out(branch.then_body) || jumps_out(branch.else_body))) return false;
    if (holds_barrier(branch) || holds_warp_operation(branch) || jumps_out(branch.then_body) ||
        jumps_out(branch.else_body))
        return true;
    if (uniformity_.varies(*branch.condition)) return false;
    return has_loop(branch) || changes_uniform(branch) || returns(branch.then_body) ||
           returns(branch.else_body);
}

bool BlockMaker::is_masked(const If& branch) const {
    if (holds_barrier(branch)) return false;
    const bool jumps = in_masked_loop() && (jumps_out(branch.then_body) || jumps_out(branch.else_body));
    if (holds_warp_operation(branch)) return jumps || uniformity_.varies(*branch.condition);
    return jumps && changes_uniform(branch);
}

bool BlockMaker::returns_early(const Block& body) {
    const bool last = !body.empty() && body.back()->kind == StmtKind::return_;
    std::size_t count = 0;
    visit_statements(body, [&](const Stmt& stmt) { count += stmt.kind == StmtKind::return_; });
    return count > (last ? 1U : 0U);
}

namespace {

/// Makes the variant for a whole block, or for several. Returns null where it is of no use.
std::unique_ptr<Function> made_block(const Function& function, const Program& program, ThreadSet threads) {
    auto block = copy_function(function);
    const Variables origins =
        inline_calls(*block, [](const Function& callee) { return callee.cooperates(); });
    if (!function.is_plain) replace_structs_by_scalars(*block);
    split_branch_live_ranges(*block);
    block->variant = program::Variant::block;
    ask_for_shape(*block);
    own_varying_parameters(*block, threads);
    if (!program.is_instrumented && !function.is_plain) make_counting_loops(*block);
    BlockMaker maker(*block, origins, program, threads);
    maker.make();
    if (threads == ThreadSet::blocks) return maker.gains_from_block_coarsening() ? std::move(block) : nullptr;
    return function.cooperates() || maker.has_steps() ? std::move(block) : nullptr;
}

} // namespace

void make_block(Function& kernel, const Program& program) {
    if (!kernel.is_kernel) return;
    if (kernel.takes_turns()) {
        kernel.block = make_turns(kernel, program);
        return;
    }
    // Threads that only count on each other go through loops in step, too, where there are such loops.
    const bool may_step =
        kernel.runs_whole_blocks() && !kernel.facts.is_called && !kernel.is_plain && !program.is_instrumented;
    if (!kernel.cooperates() && !may_step) return;
    kernel.block = made_block(kernel, program, ThreadSet::block);
    if (!kernel.block || !may_step || !can_coarsen_blocks(kernel)) return;
    auto blocks = made_block(kernel, program, ThreadSet::blocks);
    if (!blocks || loops_of_threads(*blocks) > loops_of_threads(*kernel.block)) return;
    kernel.block = std::move(blocks);
    kernel.block->most_blocks = most_blocks_together(*kernel.block);
}

} // namespace cudapy::lower
