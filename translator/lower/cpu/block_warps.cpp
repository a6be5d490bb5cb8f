// Operations of warps, and the control flow around them that only some threads take. A loop or a
// branch uses masks there.

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/cpu/block_maker.h"
#include "translator/lower/cpu/blocks.h"
#include "translator/lower/cpu/warps.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>
#include <utility>

namespace cudapy::lower {

using namespace program;

void BlockMaker::add_masked(Block body, Block& out) {
    if (body.empty()) return;
    const Span span = body.front()->span;
    auto guard = std::make_unique<If>(span, make_ref(masks_.top(), span));
    guard->then_body = std::move(body);
    Block guarded;
    guarded.push_back(std::move(guard));
    WorkItemLoop* lanes = add_work_item_loop(std::move(guarded), out);
    if (first_threads_) lanes->end = clone(*first_threads_);
}

const Expr& BlockMaker::resolved(const Expr& expr) const {
    if (expr.kind != ExprKind::variable) return expr;
    const auto found = remade_values_.find(as<VariableRef>(expr).variable);
    return found == remade_values_.end() ? expr : resolved(*found->second);
}

bool BlockMaker::is_thread_x(const Expr& expr) const {
    const Expr& value = resolved(expr);
    return value.kind == ExprKind::coordinate && as<CoordinateExpr>(value).coordinate == Coordinate::thread_x;
}

ExprPtr BlockMaker::first_threads(const Expr& condition) const {
    const bool has_axes = function_.facts.coordinates.count(Coordinate::block_dim_y) != 0 ||
                          function_.facts.coordinates.count(Coordinate::block_dim_z) != 0;
    if (has_axes || condition.kind != ExprKind::compare) return nullptr;
    const auto& compare = as<Compare>(condition);
    const Expr& left = resolved(*compare.operands[0]);
    const auto right = constant_value(*compare.operands[1]);
    if (!right || *right < 0 || *right > most_block_threads) return nullptr;
    if (compare.ops[0] == CompareOp::lt && is_thread_x(left))
        return make_int(left.type, *right, condition.span);
    if (compare.ops[0] != CompareOp::eq || *right != 0) return nullptr;
    if (is_thread_x(left)) return make_int(left.type, 1, condition.span);
    if (left.kind != ExprKind::binary || as<Binary>(left).op != BinaryOp::divide) return nullptr;
    const auto divisor = constant_value(*as<Binary>(left).right);
    if (!divisor || *divisor < 1 || *divisor > most_block_threads || !is_thread_x(*as<Binary>(left).left))
        return nullptr;
    return make_int(left.type, *divisor, condition.span);
}

/// Returns the threads that a barrier of warps names; null for other operations.
static ExprPtr mask_of_barrier(const Stmt& stmt) {
    if (stmt.kind != StmtKind::evaluate || as<Evaluate>(stmt).value->kind != ExprKind::builtin_call)
        return nullptr;
    const auto& call = as<BuiltinCall>(*as<Evaluate>(stmt).value);
    if (call.builtin->special != Special::warp_sync) return nullptr;
    return call.arguments.empty() ? make_int(mask_type(), full_mask, stmt.span) : clone(*call.arguments[0]);
}

void BlockMaker::warp_operation(StmtPtr stmt, Block& run, Block& out) {
    ExprPtr mask = is_instrumented_ ? mask_of_barrier(*stmt) : nullptr;
    const Span span = stmt->span;
    WarpStep step =
        make_warp_step(function_, std::move(stmt), ActiveThreads{masks_.top(), live_}, uniformity_, remade_);
    std::move(step.operands.begin(), step.operands.end(), std::back_inserter(run));
    flush(run, out);
    std::move(step.before.begin(), step.before.end(), std::back_inserter(out));
    if (step.loop) out.push_back(std::move(step.loop));
    diverges_ = diverges_ || step.may_diverge;
    if (mask) record_warp_sync(std::move(mask), span, out);
}

ExprPtr BlockMaker::is_here(Span span) {
    Variable* here = masks_.empty() ? live_ : masks_.top();
    return here ? make_ref(here, span) : nullptr;
}

ExprPtr BlockMaker::and_(ExprPtr left, ExprPtr right) {
    if (!left) return right;
    return make_and(std::move(left), std::move(right));
}

void BlockMaker::add_mask_loop(Block body, std::vector<Variable*> sums, Block& out) {
    add_work_item_loop(std::move(body), out)->sums = std::move(sums);
}

Variable* BlockMaker::add_mask(const char* name, Span span) {
    return function_.add_variable(name, Type::bool_(), VariableRole::temporary, span);
}

void BlockMaker::masked_branch(StmtPtr stmt, Block& out) {
    auto& branch = as<If>(*stmt);
    const Span span = branch.span;
    const bool has_else = !branch.else_body.empty();
    Variable* taken = add_mask("taken", span);
    Variable* other = has_else ? add_mask("not_taken", span) : nullptr;
    Variable* some = add_count("some", span, out);
    Variable* others = has_else ? add_count("others", span, out) : nullptr;
    const bool is_outermost = masks_.empty();
    if (is_outermost && !has_else) first_threads_ = first_threads(*branch.condition);
    Block choice;
    choice.push_back(make_assign(taken, and_(is_here(span), std::move(branch.condition))));
    choice.push_back(add_to(some, make_ref(taken, span)));
    std::vector<Variable*> sums{some};
    if (has_else) {
        choice.push_back(make_assign(other, and_(is_here(span), make_not(make_ref(taken, span)))));
        choice.push_back(add_to(others, make_ref(other, span)));
        sums.push_back(others);
    }
    add_mask_loop(std::move(choice), std::move(sums), out);
    const auto side = [&](Variable* count, Variable* mask, Block body) {
        auto result = std::make_unique<If>(
            span, make_compare(CompareOp::ne, make_ref(count, span), make_int(Type::int32(), 0, span)));
        masks_.push(mask, Masks::Scope::branch);
        inside(std::move(body), result->then_body);
        masks_.pop();
        return result;
    };
    auto then_side = side(some, taken, std::move(branch.then_body));
    then_side->comments = std::move(branch.comments);
    out.push_back(std::move(then_side));
    if (is_outermost) first_threads_ = nullptr;
    if (!has_else) return;
    auto else_side = side(others, other, std::move(branch.else_body));
    else_side->comments.above = std::move(branch.comments_above_else);
    out.push_back(std::move(else_side));
}

bool BlockMaker::continues(const Block& body) {
    bool found = false;
    for (const StmtPtr& stmt : body) {
        found = found || stmt->kind == StmtKind::continue_;
        if (stmt->kind != StmtKind::while_ && stmt->kind != StmtKind::for_c)
            visit_blocks(*stmt, [&](const Block& inner) { found = found || continues(inner); });
    }
    return found;
}

bool BlockMaker::is_true(const Expr& condition) {
    const auto* value =
        condition.kind == ExprKind::literal ? std::get_if<bool>(&as<Literal>(condition).value) : nullptr;
    return value && *value;
}

void BlockMaker::masked_loop(StmtPtr stmt, Block& out) {
    const Span span = stmt->span;
    const bool counts = stmt->kind == StmtKind::for_c;
    Variable* inside_loop = add_mask("inside", span);
    ExprPtr here = is_here(span);
    Block entry;
    entry.push_back(make_assign(inside_loop, here ? std::move(here) : make_bool(true, span)));
    add_mask_loop(std::move(entry), {}, out);
    masks_.push(inside_loop, Masks::Scope::loop);
    if (counts) {
        Block start;
        start.push_back(make_assign(as<ForC>(*stmt).variable, std::move(as<ForC>(*stmt).start)));
        add_masked(std::move(start), out);
    }
    auto endless = std::make_unique<While>(span, make_bool(true, span));
    endless->comments = std::move(stmt->comments);
    Block& body = endless->body;
    Block& work = counts ? as<ForC>(*stmt).body : as<While>(*stmt).body;
    ExprPtr& condition = counts ? as<ForC>(*stmt).condition : as<While>(*stmt).condition;
    Variable* running = add_count("running", span, body);
    Block head;
    if (!is_true(*condition))
        head.push_back(make_assign(inside_loop, and_(make_ref(inside_loop, span), std::move(condition))));
    head.push_back(add_to(running, make_ref(inside_loop, span)));
    add_mask_loop(std::move(head), {running}, body);
    body.push_back(
        make_if(make_compare(CompareOp::eq, make_ref(running, span), make_int(Type::int32(), 0, span)),
                std::make_unique<Break>(span), span));
    const bool has_continue = continues(work);
    if (has_continue) {
        Variable* going = add_mask("going", span);
        Block iteration;
        iteration.push_back(make_assign(going, make_ref(inside_loop, span)));
        add_mask_loop(std::move(iteration), {}, body);
        masks_.push(going, Masks::Scope::iteration);
    }
    masked_loops_.push_back(true);
    inside(std::move(work), body);
    masked_loops_.pop_back();
    if (has_continue) masks_.pop();
    if (counts) {
        Block step;
        Variable* variable = as<ForC>(*stmt).variable;
        step.push_back(make_add(variable, std::move(as<ForC>(*stmt).step), span));
        add_masked(std::move(step), body);
    }
    masks_.pop();
    out.push_back(std::move(endless));
}

} // namespace cudapy::lower
