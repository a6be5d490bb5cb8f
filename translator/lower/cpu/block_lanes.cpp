// Loops over the threads of a block. They know which threads have not returned yet.

#include "translator/lower/cpu/block_maker.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/rewriting/single_exit.h"
#include "translator/program/walk.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

bool returns(const Block& block) {
    bool found = false;
    visit_statements(block, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::return_; });
    return found;
}

void BlockMaker::flush(Block& run, Block& out, bool is_last) {
    if (run.empty()) return;
    Block body = std::exchange(run, {});
    if (!masks_.empty()) {
        add_masked(masks_.without_jumps(std::move(body), live_, function_), out);
        return;
    }
    const bool some_return = returns(body);
    const bool is_first_return = !live_ && some_return;
    Variable* living = nullptr;
    if (some_return) {
        const Span span = body.front()->span;
        body = without_returns(std::move(body));
        if (!is_last) {
            living = add_count("living", span, out);
            body.push_back(add_to(living, make_ref(live_, span)));
        }
    }
    WorkItemLoop* lanes = add_work_item_loop(std::move(body), out);
    if (is_first_return && depth_ == 0) {
        // No thread has returned before.
        lanes->body.insert(lanes->body.begin(), set_live(true, lanes->span));
        guarded_.clear();
    } else {
        needs_first_life_ = needs_first_life_ || is_first_return;
        guarded_.push_back(lanes);
    }
    if (living) {
        lanes->sums = {living};
        leave_without(living, out);
    }
}

void BlockMaker::leave_without(Variable* living, Block& out) {
    const Span span = out.back()->span;
    auto leave = std::make_unique<If>(
        span, make_compare(CompareOp::eq, make_ref(living, span), make_int(Type::int32(), 0, span)));
    auto result = std::make_unique<Return>(span, nullptr);
    returns_.push_back(result.get());
    leave->then_body.push_back(std::move(result));
    out.push_back(std::move(leave));
    counts_living_ = true;
}

Variable* BlockMaker::live(Span span) {
    if (!live_) live_ = function_.add_variable("live", Type::bool_(), VariableRole::temporary, span);
    return live_;
}

StmtPtr BlockMaker::set_live(bool value, Span span) {
    return make_assign(live(span), make_bool(value, span), span);
}

Block BlockMaker::without_returns(Block body) {
    mark_returns(body);
    return single_exit(std::move(body), nullptr, function_);
}

void BlockMaker::mark_returns(Block& body) {
    rewrite_statements(body, [&](StmtPtr stmt, Block& out) {
        if (stmt->kind == StmtKind::return_) out.push_back(set_live(false, stmt->span));
        out.push_back(std::move(stmt));
    });
}

void BlockMaker::guard_lanes(Block& body) {
    // Nothing comes after a thread's return.
    if (guarded_.empty() && !counts_living_ && !knows_life_) return forget_live(body);
    for (WorkItemLoop* lanes : guarded_) {
        auto guard = std::make_unique<If>(lanes->span, make_ref(live_, lanes->span));
        guard->then_body = std::move(lanes->body);
        lanes->body.clear();
        lanes->body.push_back(std::move(guard));
    }
    if (!needs_first_life_) return;
    Block birth;
    birth.push_back(set_live(true, function_.span));
    Block first;
    add_work_item_loop(std::move(birth), first);
    body.insert(body.begin(), std::move(first.front()));
}

void BlockMaker::drop_idle(Block& body) const {
    std::erase_if(body, [&](const StmtPtr& stmt) {
        if (stmt->kind != StmtKind::work_item_loop) {
            visit_blocks(*stmt, [&](Block& inner) { drop_idle(inner); });
            return false;
        }
        const Block& work = as<WorkItemLoop>(*stmt).body;
        return work.empty() || (live_ && work.size() == 1 && is_idle_guard(*work.front()));
    });
}

bool BlockMaker::is_idle_guard(const Stmt& stmt) const {
    if (stmt.kind != StmtKind::if_) return false;
    const auto& guard = as<If>(stmt);
    return guard.condition->kind == ExprKind::variable &&
           as<VariableRef>(*guard.condition).variable == live_ && guard.then_body.empty() &&
           guard.else_body.empty();
}

void BlockMaker::forget_live(Block& body) {
    rewrite_statements(body, [&](StmtPtr stmt, Block& out) {
        const bool sets = stmt->kind == StmtKind::assign && as<Assign>(*stmt).lvalue.variable == live_;
        if (!sets) out.push_back(std::move(stmt));
    });
}

} // namespace cudapy::lower
