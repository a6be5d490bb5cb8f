// Both sweeps of assignments and branches.

#include "translator/builtins/derivatives.h"
#include "translator/differentiate/formula.h"
#include "translator/differentiate/reverse/barriers.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <iterator>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns the call of an atomic in the expression, or null.
const Expr* atomic_in(const Expr& expr) {
    const Expr* found = nullptr;
    visit_all(expr, [&](const Expr& part) {
        if (!found && is_atomic(part)) found = &part;
    });
    return found;
}

/// Returns the statement, or a barrier without a result in place of one whose result nobody takes.
StmtPtr barrier_of(const Stmt& stmt) {
    if (is_only_barrier(stmt) || is_warp_barrier(stmt)) return clone(stmt);
    return make_barrier(false, stmt.span);
}

/// Returns whether the statement is an atomic of a shared array.
bool adds_to_shared(const Stmt& stmt) {
    const Expr& call = *as<Evaluate>(stmt).value;
    return is_atomic(call) && atomic_place(call).array->role == VariableRole::shared;
}

Lvalue copy_of_place(const Lvalue& place) {
    Lvalue result{place.variable, place.index ? clone(*place.index) : nullptr, place.span, place.fields};
    if (place.item) result.item = clone(*place.item);
    return result;
}

void append(Block from, Block& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

} // namespace

void Reverse::sweep(const Block& body, Block& forward, Block& reverse) {
    std::vector<Block> parts;
    for (const StmtPtr& stmt : body) {
        const Stmt* const outer = std::exchange(origin_, stmt.get());
        const std::size_t begin = forward.size();
        parts.emplace_back();
        statement(*stmt, forward, parts.back());
        if (forward.size() > begin && !stmt->comments.above.empty())
            forward[begin]->comments = stmt->comments;
        origin_ = outer;
    }
    for (std::size_t i = parts.size(); i-- > 0;)
        append(std::move(parts[i]), reverse);
}

void Reverse::statement(const Stmt& stmt, Block& forward, Block& reverse) {
    switch (stmt.kind) {
    case StmtKind::assign:
        return assign(as<Assign>(stmt), forward, reverse);
    case StmtKind::builtin_unpack:
        return unpack(as<BuiltinUnpack>(stmt), forward, reverse);
    case StmtKind::evaluate:
        if (seeded_by(stmt)) return emit(forward, clone(stmt));
        if (as<Evaluate>(stmt).value->kind == ExprKind::call)
            return call_that_stores(as<Call>(*as<Evaluate>(stmt).value), forward, reverse);
        if (!is_barrier(*as<Evaluate>(stmt).value) && !is_warp_barrier(stmt))
            return atomic(as<Evaluate>(stmt), forward, reverse);
        // Before it, other threads have added to bars what they read after it.
        emit(forward, barrier_of(stmt));
        return emit(reverse, barrier_of(stmt));
    case StmtKind::if_:
        return branch(as<If>(stmt), forward, reverse);
    case StmtKind::for_range:
        return for_loop(as<ForRange>(stmt), forward, reverse);
    case StmtKind::while_:
        return while_loop(as<While>(stmt), forward, reverse);
    case StmtKind::declare:
        return emit(forward, clone(stmt));
    default:
        return;
    }
}

void Reverse::assign(const Assign& stmt, Block& forward, Block& reverse) {
    const Lvalue& place = stmt.lvalue;
    if (const Expr* call = atomic_in(*stmt.value)) {
        const auto* builtin = call->kind == ExprKind::builtin_call ? as<BuiltinCall>(*call).builtin : nullptr;
        return refuse(call->span,
                      builtin ? "the value that `" + std::string(builtin->name) + "` gives"
                              : "the value of an atomic",
                      "it depends on which thread came first",
                      "let a kernel before store it in an array, and read that here");
    }
    Assign plain(stmt.span, copy_of_place(place), clone(*stmt.value));
    Block restore;
    if (is_barrier(*stmt.value)) emit(reverse, make_barrier(false, stmt.span));
    if (place.index && is_stored(place.variable) && !is_undone(stmt, place.variable)) {
        emit(forward, clone(static_cast<const Stmt&>(stmt)));
    } else if (!place.index || is_stored(place.variable)) {
        if (depth_ == 0) keep_before(stmt, for_retreat_, forward);
        // The index may read what the store changes.
        if (place.index && reads_any(*place.index, {place.variable})) {
            Variable* index = temporary("index", place.index->type, place.span);
            emit(forward, make_assign(index, clone(*place.index), place.span));
            plain.lvalue.index = make_ref(index, place.span);
        }
        const std::string name = StoredPart{place.variable, place.fields}.name();
        Variable* old = temporary(name + "_old", place.type(), place.span);
        emit(forward, make_assign(old, make_read(plain.lvalue), stmt.span));
        emit(forward, make_assign(copy_of_place(plain.lvalue), clone(*stmt.value), stmt.span));
        emit(restore, make_assign(copy_of_place(plain.lvalue), make_ref(old, stmt.span), stmt.span));
        if (place.variable->role == VariableRole::shared) shared_olds_.insert(old);
    }
    make_adjoint(plain, restore, reverse);
}

/// Reverses `m, e = frexp(x)` and similar ones. The lvalues are variables.
void Reverse::unpack(const BuiltinUnpack& stmt, Block& forward, Block& reverse) {
    const Span span = stmt.span;
    const Derivative* row = find_derivative(*stmt.builtin);
    Block restore;
    for (const Lvalue& place : stmt.lvalues) {
        Variable* old = temporary(place.variable->name + "_old", place.type(), span);
        emit(forward, make_assign(old, make_ref(place.variable, span), span));
        emit(restore, make_assign(place.variable, make_ref(old, span), span));
    }
    emit(forward, clone(static_cast<const Stmt&>(stmt)));
    const bool is_active_call = is_active(*stmt.arguments[0]);
    if (is_active_call && (!row || row->kind != Derivative::Kind::pair))
        refuse(span, "`" + std::string(stmt.builtin->module) + "." + std::string(stmt.builtin->name) + "`",
               row ? std::string(row->reason) : "it has no rule",
               "write what it computes with other functions");
    Variable* sum = nullptr;
    if (is_active_call && row && row->kind == Derivative::Kind::pair) {
        const ExprPtr f = make_ref(stmt.lvalues[0].variable, span),
                      g = make_ref(stmt.lvalues[1].variable, span);
        ExprPtr total;
        for (std::size_t i = 0; i < 2; ++i) {
            Variable* bar = bars_.of(stmt.lvalues[i].variable);
            if (!bar) continue;
            ExprPtr partial =
                make_formula(row->formulas[i], stmt.precision,
                             {{"x", stmt.arguments[0].get()}, {"f", f.get()}, {"g", g.get()}}, span);
            total = make_sum(std::move(total),
                             make_product(std::move(partial), convert(make_ref(bar, span), stmt.precision)));
        }
        if (total) {
            sum = temporary("bar", total->type, span);
            emit(reverse, make_assign(sum, std::move(total), span));
        }
    }
    for (const Lvalue& place : stmt.lvalues)
        if (Variable* bar = bars_.of(place.variable))
            emit(reverse, make_assign(bar, make_zero(bar->type, span), span));
    append(std::move(restore), reverse);
    if (!sum) return;
    out_ = &reverse;
    const ExprPtr operand = prepare(clone(*stmt.arguments[0]));
    descend(*operand, convert(make_ref(sum, span), operand->type));
}

void Reverse::branch(const If& stmt, Block& forward, Block& reverse) {
    const Span span = stmt.span;
    if (is_guard(stmt)) return emit(forward, clone(static_cast<const Stmt&>(stmt)));
    Effects effects = effects_of(stmt.then_body, [&](const Variable* array) { return is_stored(array); });
    const Effects others =
        effects_of(stmt.else_body, [&](const Variable* array) { return is_stored(array); });
    effects.assigned.insert(others.assigned.begin(), others.assigned.end());
    const bool waits = holds_wait(stmt.then_body) || holds_wait(stmt.else_body);
    ExprPtr condition = unchanged(stmt.condition, effects.assigned, waits, "taken", forward);
    auto there = std::make_unique<If>(span, clone(*condition));
    auto back = std::make_unique<If>(span, std::move(condition));
    sweep(stmt.then_body, there->then_body, back->then_body);
    sweep(stmt.else_body, there->else_body, back->else_body);
    there->comments_above_else = stmt.comments_above_else;
    there->else_is_elif =
        stmt.else_is_elif && there->else_body.size() == 1 && there->else_body[0]->kind == StmtKind::if_;
    emit(forward, std::move(there));
    emit(reverse, std::move(back));
}

/// Returns whether the reverse of a store gives the element its old value back.
bool Reverse::is_undone(const Stmt& store, const Variable* array) const {
    return array->role != VariableRole::shared || !pasts_.without.count(&store);
}

void Reverse::atomic(const Evaluate& stmt, Block& forward, Block& reverse) {
    const Expr& call = *stmt.value;
    if (!is_atomic(call)) return; // what prints and asserts has done so in the kernel itself
    const Load& place = atomic_place(call);
    if (place.array->role == VariableRole::shared) {
        if (is_undone(stmt, place.array))
            return refuse(call.span, "an atomic of a shared array that was read before",
                          "what the elements held cannot be given back, since threads add in no order",
                          "use another shared array, or store to all of its elements first");
        if (adds_again_) emit(forward, clone(static_cast<const Stmt&>(stmt)));
    }
    const auto& arguments = atomic_arguments(call);
    const auto* builtin = call.kind == ExprKind::builtin_call ? as<BuiltinCall>(call).builtin : nullptr;
    Variable* bar = bars_.of(place.array);
    const bool adds =
        builtin && (builtin->special == Special::atomic_add || builtin->special == Special::atomic_sub);
    if (!bar || !is_differentiable(arguments[0]->type)) return;
    if (!adds) {
        const Derivative* row = builtin ? find_derivative(*builtin) : nullptr;
        return refuse(call.span,
                      builtin ? "an " + std::string(builtin->name) + " of an array with cotangents"
                              : "this atomic",
                      row ? std::string(row->reason) : "it has no rule",
                      "add with `atomicAdd`, or let one thread store the result");
    }
    if (!is_active(*arguments[1])) return;
    out_ = &reverse;
    ExprPtr seed = clone(*arguments[0]);
    visit_all(*seed, [&](Expr& part) {
        if (part.kind == ExprKind::load && as<Load>(part).array == place.array) as<Load>(part).array = bar;
    });
    const ExprPtr value = prepare(clone(*arguments[1]));
    seed = convert(std::move(seed), value->type);
    if (builtin->special == Special::atomic_sub)
        seed = std::make_unique<Unary>(call.span, seed->type, UnaryOp::negate, std::move(seed));
    descend(*value, std::move(seed));
}

/// Puts what is kept right before a store at the end of a block.
void Reverse::keep_before(const Stmt& store, const KeptAtStores& kept, Block& out) {
    const auto before = kept.before.find(&store);
    if (before == kept.before.end()) return;
    for (const StmtPtr& keep : before->second)
        emit(out, clone(*keep));
}

void Reverse::run_again(const Block& body, Block& out, const KeptAtStores& kept) {
    for (const StmtPtr& stmt : body) {
        const Stmt* const outer = std::exchange(origin_, stmt.get());
        switch (stmt->kind) {
        case StmtKind::assign: {
            const auto& place = as<Assign>(*stmt).lvalue;
            if (place.index && !is_stored(place.variable)) break;
            if (depth_ == 0) keep_before(*stmt, for_retreat_, out);
            keep_before(*stmt, kept, out);
            emit(out, clone(*stmt));
            break;
        }
        case StmtKind::builtin_unpack:
        case StmtKind::declare:
            emit(out, clone(*stmt));
            break;
        case StmtKind::evaluate:
            if (is_barrier(*as<Evaluate>(*stmt).value) || is_warp_barrier(*stmt))
                emit(out, barrier_of(*stmt));
            if ((adds_again_ && adds_to_shared(*stmt)) || seeded_by(*stmt) ||
                !stored_by_call(*as<Evaluate>(*stmt).value).empty())
                emit(out, clone(*stmt));
            break;
        case StmtKind::if_: {
            const auto& node = as<If>(*stmt);
            auto made = std::make_unique<If>(node.span, clone(*node.condition));
            run_again(node.then_body, made->then_body, kept);
            run_again(node.else_body, made->else_body, kept);
            emit(out, std::move(made));
            break;
        }
        case StmtKind::while_: {
            const auto& node = as<While>(*stmt);
            auto made = std::make_unique<While>(node.span, clone(*node.condition));
            run_again(node.body, made->body, kept);
            count_trips(*stmt, std::move(made), out);
            break;
        }
        case StmtKind::for_range: {
            const auto& node = as<ForRange>(*stmt);
            auto made = std::make_unique<ForRange>(node.span, node.variable, node.counter, clone(*node.start),
                                                   clone(*node.stop), clone(*node.step));
            run_again(node.body, made->body, kept);
            count_trips(*stmt, std::move(made), out);
            break;
        }
        default:
            break;
        }
        origin_ = outer;
    }
}

} // namespace cudapy::differentiate
