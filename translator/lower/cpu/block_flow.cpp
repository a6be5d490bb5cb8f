// Barriers and the control flow around them, which all threads of a block take together.

#include "translator/lower/cpu/block_maker.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

void BlockMaker::barrier(StmtPtr stmt, Block& run, Block& out) {
    flush(run, out);
    const bool is_of_grid = stmt->kind == StmtKind::evaluate && is_grid_barrier(*as<Evaluate>(*stmt).value);
    if (is_instrumented_ && !is_of_grid) record_sync(generated::Order::block, stmt->span, out);
    if (stmt->kind == StmtKind::evaluate && is_grid_barrier(*as<Evaluate>(*stmt).value)) {
        const Span span = stmt->span;
        out.push_back(std::move(stmt)); // the block waits for the others
        if (is_instrumented_) record_sync(generated::Order::grid, span, out);
        diverges_ = true;
        return;
    }
    if (stmt->kind == StmtKind::evaluate) {
        // The end of one work-item loop and the beginning of the next are all that is left of it.
        auto note = std::make_unique<Note>(stmt->span);
        note->comments = std::move(stmt->comments);
        if (!note->comments.above.empty() || !note->comments.trailing.empty()) out.push_back(std::move(note));
        return;
    }
    ExprPtr* value = stmt->kind == StmtKind::assign    ? &as<Assign>(*stmt).value
                     : stmt->kind == StmtKind::declare ? &as<Declare>(*stmt).init
                                                       : nullptr;
    if (!value || !is_barrier(**value)) throw InternalError("a barrier inside an expression of a block");
    auto& call = as<BuiltinCall>(**value);
    const Span span = call.span;
    const Special special = call.builtin->special;
    ExprPtr condition = std::move(call.arguments[0]);
    if (special == Special::barrier_and)
        condition = make_not(std::move(condition)); // counts the threads for which it does not hold
    Variable* count = count_lanes(std::move(condition), out);
    ExprPtr result = make_ref(count, span);
    if (special != Special::barrier_count)
        result = make_compare(special == Special::barrier_and ? CompareOp::eq : CompareOp::ne,
                              std::move(result), make_int(Type::int32(), 0, span));
    *value = std::move(result);
    simple(std::move(stmt), run, out);
}

Variable* BlockMaker::add_count(const std::string& name, Span span, Block& out) {
    Variable* count = function_.add_variable(name, Type::int32(), VariableRole::temporary, span);
    out.push_back(make_declare(count, make_int(Type::int32(), 0, span), span));
    return count;
}

StmtPtr BlockMaker::add_to(Variable* count, ExprPtr condition) {
    const Span span = condition->span;
    return make_add(count, make_cast(Type::int32(), std::move(condition)), span);
}

Variable* BlockMaker::count_lanes(ExprPtr condition, Block& out) {
    Variable* count = add_count("count", condition->span, out);
    Block body;
    body.push_back(add_to(count, std::move(condition)));
    WorkItemLoop* lanes = add_work_item_loop(std::move(body), out);
    lanes->sums = {count};
    guarded_.push_back(lanes);
    return count;
}

ExprPtr BlockMaker::decide(ExprPtr condition, Block& out) {
    if (!uniformity_.varies(*condition)) return condition;
    const Span span = condition->span;
    Variable* yes = add_count("yes", span, out);
    Variable* no = add_count("no", span, out);
    Variable* vote = function_.add_variable("vote", Type::bool_(), VariableRole::temporary, span);
    Block body;
    body.push_back(make_declare(vote, std::move(condition), span));
    body.push_back(add_to(yes, make_ref(vote, span)));
    body.push_back(add_to(no, make_not(make_ref(vote, span))));
    WorkItemLoop* lanes = add_work_item_loop(std::move(body), out);
    lanes->sums = {yes, no};
    guarded_.push_back(lanes);
    auto some = [&](Variable* count) {
        return make_compare(CompareOp::ne, make_ref(count, span), make_int(Type::int32(), 0, span));
    };
    out.push_back(make_if(make_and(some(yes), some(no)), std::make_unique<Diverged>(span), span));
    diverges_ = true;
    return some(yes);
}

void BlockMaker::inside(Block body, Block& out) {
    ++depth_;
    transform(std::move(body), out);
    --depth_;
}

void BlockMaker::branch(StmtPtr stmt, Block& out) {
    auto& branch = as<If>(*stmt);
    auto result = std::make_unique<If>(branch.span, decide(std::move(branch.condition), out));
    result->comments = branch.comments;
    result->comments_above_else = branch.comments_above_else;
    inside(std::move(branch.then_body), result->then_body);
    inside(std::move(branch.else_body), result->else_body);
    out.push_back(std::move(result));
}

void BlockMaker::loop(StmtPtr stmt, Block& out) {
    masked_loops_.push_back(false);
    plain_loop(std::move(stmt), out);
    masked_loops_.pop_back();
}

void BlockMaker::plain_loop(StmtPtr stmt, Block& out) {
    Block body;
    if (stmt->kind == StmtKind::while_) {
        auto& loop = as<While>(*stmt);
        if (uniformity_.varies(*loop.condition))
            leave_unless(std::exchange(loop.condition, make_bool(true, loop.span)), body);
        inside(std::move(loop.body), body);
        loop.body = std::move(body);
        out.push_back(std::move(stmt));
        return;
    }
    auto& loop = as<ForC>(*stmt);
    if (uniformity_.varies(loop.variable)) {
        counted_by_threads(std::move(stmt), out);
        return;
    }
    if (uniformity_.varies(*loop.condition))
        leave_unless(std::exchange(loop.condition, make_bool(true, loop.span)), body);
    inside(std::move(loop.body), body);
    loop.body = std::move(body);
    out.push_back(std::move(stmt));
}

void BlockMaker::leave_unless(ExprPtr condition, Block& body) {
    const Span span = condition->span;
    ++depth_;
    ExprPtr leaves = make_not(decide(std::move(condition), body));
    --depth_;
    body.push_back(make_if(std::move(leaves), std::make_unique<Break>(span), span));
}

void BlockMaker::counted_by_threads(StmtPtr stmt, Block& out) {
    auto& loop = as<ForC>(*stmt);
    const Span span = loop.span;
    Block start;
    start.push_back(make_assign(loop.variable, std::move(loop.start), span));
    guarded_.push_back(add_work_item_loop(std::move(start), out));
    Variable* again = function_.add_variable("again", Type::bool_(), VariableRole::temporary, span);
    out.push_back(make_declare(again, make_bool(false, span), span));
    auto endless = std::make_unique<While>(span, make_bool(true, span));
    endless->comments = std::move(loop.comments);
    Block step;
    step.push_back(make_add(loop.variable, std::move(loop.step), span));
    auto not_first = std::make_unique<If>(span, make_ref(again, span));
    guarded_.push_back(add_work_item_loop(std::move(step), not_first->then_body));
    endless->body.push_back(std::move(not_first));
    endless->body.push_back(make_assign(again, make_bool(true, span)));
    leave_unless(std::move(loop.condition), endless->body);
    inside(std::move(loop.body), endless->body);
    out.push_back(std::move(endless));
}

void BlockMaker::leave(const Stmt& stmt, Block& out) {
    auto result = std::make_unique<Return>(stmt.span, nullptr);
    result->comments = stmt.comments;
    returns_.push_back(result.get());
    out.push_back(std::move(result));
}

} // namespace cudapy::lower
