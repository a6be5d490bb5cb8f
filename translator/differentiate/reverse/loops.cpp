// Both sweeps of loops. At the beginning of an iteration its state is recorded: what the body reads before it
// assigns it, and assigns. The reverse sweep goes through the iterations backwards. It takes the state of
// each, runs it again, and reverses it. What a sum adds up is not needed for that, so that nothing is
// recorded of it.

#include "translator/differentiate/reverse/barriers.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace cudapy::differentiate {

using namespace program;

namespace {

void append(Block from, Block& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

bool is_literal(const Expr& expr, int64_t number) {
    return expr.kind == ExprKind::literal && expr.type->is_integer() &&
           std::get<int64_t>(as<Literal>(expr).value) == number;
}

ExprPtr plus(ExprPtr value, int64_t number) {
    const Span span = value->span;
    const Type* type = value->type;
    if (value->kind == ExprKind::literal)
        return make_int(type, std::get<int64_t>(as<Literal>(*value).value) + number, span);
    if (value->kind == ExprKind::binary && as<Binary>(*value).op == BinaryOp::add) {
        auto& sum = as<Binary>(*value);
        if (is_literal(*sum.right, -number)) return std::move(sum.left);
    }
    const BinaryOp op = number < 0 ? BinaryOp::sub : BinaryOp::add;
    return make_binary(op, std::move(value), make_int(type, number < 0 ? -number : number, span));
}

/// Returns the number of iterations of `range(start, stop, step)`.
ExprPtr trips_of(const Expr& start, const Expr& stop, const Expr& step, Span span) {
    const Type* type = start.type;
    const auto up = [&](const Expr& from, const Expr& to, ExprPtr by) {
        ExprPtr distance =
            is_literal(from, 0) ? clone(to) : make_binary(BinaryOp::sub, clone(to), clone(from));
        ExprPtr count;
        // Of nothing there are (0 - 1) // by + 1 iterations, which is 0.
        const bool needs_none = is_literal(from, 0) && to.kind == ExprKind::length;
        if (is_literal(*by, 1)) {
            count = std::move(distance);
        } else { // (to - from - 1) // by + 1
            ExprPtr whole = make_binary(BinaryOp::floor_divide, plus(std::move(distance), -1), std::move(by));
            count = plus(std::move(whole), 1);
        }
        if (needs_none) return count;
        return make_select(make_compare(CompareOp::lt, clone(from), clone(to)), std::move(count),
                           make_int(type, 0, span));
    };
    const auto negative = [&] {
        return ExprPtr(std::make_unique<Unary>(span, type, UnaryOp::negate, clone(step)));
    };
    if (const auto known = lower::constant_value(step))
        return *known > 0 ? up(start, stop, clone(step)) : up(stop, start, make_int(type, -*known, span));
    return make_select(make_compare(CompareOp::gt, clone(step), make_int(type, 0, span)),
                       up(start, stop, clone(step)), up(stop, start, negative()));
}

/// Returns the most iterations of `while s > 0: …; s //= 2` and similar loops, of which each iteration takes
/// at least a bit from an integer, or gives it one. Returns nothing for other loops.
std::optional<int64_t> most_halvings(const While& loop) {
    std::map<const Variable*, int> assignments;
    visit_statements(loop.body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { ++assignments[place.variable]; });
        if (stmt.kind == StmtKind::for_range) ++assignments[as<ForRange>(stmt).variable];
    });
    for (const StmtPtr& stmt : loop.body) {
        if (stmt->kind != StmtKind::assign || !as<Assign>(*stmt).lvalue.is_variable()) continue;
        const Variable* const variable = as<Assign>(*stmt).lvalue.variable;
        const Expr& value = without_casts(*as<Assign>(*stmt).value);
        if (assignments[variable] != 1 || !variable->type->is_integer() || value.kind != ExprKind::binary)
            continue;
        const auto& step = as<Binary>(value);
        const auto factor = lower::constant_value(*step.right);
        if (!factor || !is_read_of(without_casts(*step.left), variable)) continue;
        const bool shrinks = (step.op == BinaryOp::floor_divide && *factor >= 2) ||
                             (step.op == BinaryOp::shift_right && *factor >= 1 && *factor < 32);
        const bool grows = (step.op == BinaryOp::mul && *factor >= 2) ||
                           (step.op == BinaryOp::shift_left && *factor >= 1 && *factor < 32);
        if (!shrinks && !(grows && variable->type->is_signed())) continue;
        // A condition that always holds once the number is 0 or -1 would never end.
        const int64_t bits = 8 * variable->type->size();
        const Expr* condition = loop.condition.get();
        if (condition->kind != ExprKind::compare) continue;
        const auto& compare = as<Compare>(*condition);
        if (compare.operands.size() != 2 || !is_read_of(without_casts(*compare.operands[0]), variable))
            continue;
        const CompareOp op = compare.ops[0];
        const auto limit = lower::constant_value(*compare.operands[1]);
        const bool ends_at_zero =
            limit && ((op == CompareOp::gt && *limit >= 0) || (op == CompareOp::ge && *limit >= 1) ||
                      (op == CompareOp::ne && *limit == 0));
        if (shrinks && ends_at_zero) return bits;
        // What grows beyond the type is undefined, so that it ends before; 0 would never end.
        if (grows && (op == CompareOp::lt || op == CompareOp::le)) return bits;
    }
    return std::nullopt;
}

/// `x //= 2` at the top of a loop, or `x *= 4`: each iteration moves the bits of an integer.
struct MovedBits {
    bool up;
    int64_t by;
};

/// Returns by how many bits every iteration moves a variable; nothing if it does something else.
std::optional<MovedBits> moved_bits(const Variable* variable, const Block& body) {
    int assignments = 0;
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { assignments += place.variable == variable; });
        if (stmt.kind == StmtKind::for_range) assignments += as<ForRange>(stmt).variable == variable;
    });
    if (assignments != 1 || !variable->type->is_integer()) return std::nullopt;
    for (const StmtPtr& stmt : body) {
        if (stmt->kind != StmtKind::assign || as<Assign>(*stmt).lvalue.variable != variable) continue;
        const Expr& value = *as<Assign>(*stmt).value;
        if (value.kind != ExprKind::binary || value.type != variable->type) return std::nullopt;
        const auto& step = as<Binary>(value);
        const auto factor = lower::constant_value(*step.right);
        if (!factor || *factor < 1 || !is_read_of(*step.left, variable)) return std::nullopt;
        const bool shifts = step.op == BinaryOp::shift_left || step.op == BinaryOp::shift_right;
        const bool scales = step.op == BinaryOp::mul || step.op == BinaryOp::floor_divide;
        if (shifts) return MovedBits{step.op == BinaryOp::shift_left, *factor};
        if (!scales || (*factor & (*factor - 1)) != 0) return std::nullopt;
        return MovedBits{step.op == BinaryOp::mul, std::countr_zero(static_cast<uint64_t>(*factor))};
    }
    return std::nullopt;
}

/// Returns whether a loop ends before it has moved a variable by all of its bits.
bool moves_bits(const While& loop, const Variable& variable, int64_t by) {
    const auto most = most_halvings(loop);
    if (!most || 8 * variable.type->size() < *most) return false;
    const Expr& counted = *as<Compare>(*loop.condition).operands[0];
    return by == 1 || is_read_of(without_casts(counted), &variable);
}

} // namespace

/// Keeps a value that a block may change. In a block that `waits`, other threads may change elements, too.
ExprPtr Reverse::unchanged(const ExprPtr& expr, const Variables& changing, bool waits, const char* name,
                           Block& before) {
    bool may_change = reads_any(*expr, changing);
    if (waits)
        visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
            if (part.kind != ExprKind::load) return;
            const Variable* array = as<Load>(part).array;
            may_change = may_change || array->role == VariableRole::shared || stored_.count(array);
        });
    if (!may_change) return clone(*expr);
    Variable* kept = temporary(name, expr->type, expr->span);
    emit(before, make_assign(kept, clone(*expr), expr->span));
    return make_ref(kept, expr->span);
}

void Reverse::for_loop(const ForRange& stmt, Block& forward, Block& reverse) {
    const Span span = stmt.span;
    Effects effects = effects_of(stmt.body, [&](const Variable* array) { return is_stored(array); });
    const bool reassigns = effects.assigned.count(stmt.variable) > 0;
    effects.assigned.insert(stmt.variable);
    Block before, recording, back, after;
    KeptAtStores at_stores;
    const bool waits = holds_wait(stmt.body);
    const ExprPtr start = unchanged(stmt.start, effects.assigned, waits, "start", before);
    const ExprPtr stop = unchanged(stmt.stop, effects.assigned, waits, "stop", before);
    const ExprPtr step = unchanged(stmt.step, effects.assigned, waits, "step", before);
    const auto first = lower::constant_value(*start), end = lower::constant_value(*stop),
               distance = lower::constant_value(*step);
    std::optional<int64_t> most;
    if (first && end && distance && *distance != 0)
        most = std::max<int64_t>(0, (*end - *first + *distance + (*distance > 0 ? -1 : 1)) / *distance);
    Variable* const i = stmt.variable;
    const bool is_unit = distance && (*distance == 1 || *distance == -1);
    // The number of the iteration, from 0 on.
    ExprPtr trip;
    Variable* count = nullptr;
    if (is_unit && !reassigns && is_literal(*start, 0) && *distance == 1) {
        trip = make_ref(i, span);
    } else if (is_unit && !reassigns) {
        trip = *distance == 1 ? make_binary(BinaryOp::sub, make_ref(i, span), clone(*start))
                              : make_binary(BinaryOp::sub, clone(*start), make_ref(i, span));
    } else {
        count = temporary("trip", stmt.counter, span);
        trip = make_ref(count, span);
    }
    loop(stmt, stmt.body, trip, most, before, recording, at_stores, back, after);
    append(std::move(before), forward);
    if (count) emit(forward, make_assign(count, make_int(stmt.counter, 0, span), span));
    auto there = std::make_unique<ForRange>(span, i, stmt.counter, clone(*start), clone(*stop), clone(*step));
    there->iterable = stmt.iterable;
    there->body = std::move(recording);
    run_again(stmt.body, there->body, at_stores);
    append(std::move(at_stores.at_end), there->body);
    if (count) emit(there->body, make_assign(count, plus(make_ref(count, span), 1), span));
    note_recording(stmt, *there, trips_of(*start, *stop, *step, span), forward);
    emit(forward, std::move(there));

    std::unique_ptr<ForRange> backwards;
    const Type* counter = stmt.counter;
    if (!count) {
        backwards =
            std::make_unique<ForRange>(span, i, counter, plus(clone(*stop), -*distance),
                                       plus(clone(*start), -*distance), make_int(counter, -*distance, span));
    } else {
        ExprPtr trips = trips_of(*start, *stop, *step, span);
        backwards = std::make_unique<ForRange>(span, count, counter, plus(std::move(trips), -1),
                                               make_int(counter, -1, span), make_int(counter, -1, span));
        ExprPtr value = make_binary(BinaryOp::mul, make_ref(count, span), clone(*step));
        if (!is_literal(*start, 0)) value = make_binary(BinaryOp::add, clone(*start), std::move(value));
        back.insert(back.begin(), make_assign(i, convert(std::move(value), i->type), span));
        origins_[back.front().get()] = origin_;
    }
    backwards->body = std::move(back);
    emit(reverse, std::move(backwards));
    append(std::move(after), reverse);
}

void Reverse::while_loop(const While& stmt, Block& forward, Block& reverse) {
    const Span span = stmt.span;
    Block before, recording, back, after;
    KeptAtStores at_stores;
    // If the loop records on a tape, the count also says how much of the tape it takes.
    const TapedLoop* const taped = taped_.find(&stmt);
    const bool is_on_tape = taped && depth_ == 0 && !taped->known_trips;
    const Type* const number = is_on_tape ? Type::int64() : index_type_;
    Variable* count = is_on_tape ? taped->trips : temporary("trips", number, span);
    const auto known = kernel_.most_trips.find(&stmt);
    const std::optional<int64_t> most =
        known == kernel_.most_trips.end() ? most_halvings(stmt) : std::optional(known->second);
    Variable* trip = temporary("trip", number, span);
    loop(stmt, stmt.body, make_ref(trip, span), most, before, recording, at_stores, back, after);
    const auto count_so_far = [&](Block& recorded) { // there the trip is the count so far
        visit_statements(recorded, [&](Stmt& each) {
            visit_expressions(each, [&](ExprPtr& expr) {
                visit_all(*expr, [&](Expr& part) {
                    if (is_read_of(part, trip)) as<VariableRef>(part).variable = count;
                });
            });
        });
    };
    count_so_far(recording);
    count_so_far(at_stores.at_end);
    for (auto& [store, recorded] : at_stores.before)
        count_so_far(recorded);
    append(std::move(before), forward);
    emit(forward, make_assign(count, make_int(number, 0, span), span));
    auto there = std::make_unique<While>(span, clone(*stmt.condition));
    there->test = stmt.test;
    there->body = std::move(recording);
    run_again(stmt.body, there->body, at_stores);
    append(std::move(at_stores.at_end), there->body);
    emit(there->body, make_assign(count, plus(make_ref(count, span), 1), span));
    note_recording(stmt, *there, nullptr, forward);
    emit(forward, std::move(there));
    auto backwards = std::make_unique<ForRange>(span, trip, number, plus(make_ref(count, span), -1),
                                                make_int(number, -1, span), make_int(number, -1, span));
    backwards->body = std::move(back);
    emit(reverse, std::move(backwards));
    append(std::move(after), reverse);
}

/// Returns how often a loop runs, where that is known when the kernel begins; else null.
ExprPtr Reverse::known_trips(const Stmt& loop) const {
    if (loop.kind != StmtKind::for_range) return nullptr;
    const auto& node = as<ForRange>(loop);
    const ExprPtr start = value_at_entry(*node.start, primal_), stop = value_at_entry(*node.stop, primal_),
                  step = value_at_entry(*node.step, primal_);
    if (!start || !stop || !step || !lower::constant_value(*step)) return nullptr;
    return convert(trips_of(*start, *stop, *step, loop.span), Type::int64());
}

/// Records a value, number by number. Returns what it was.
ExprPtr Reverse::record(const std::string& name, const char* suffix, ExprPtr value, const Slot& slot,
                        Block& recording) {
    const Span span = slot.span;
    const Type* type = value->type;
    const bool has_parts = type->is_aggregate() || type->is_complex();
    if (!has_parts) {
        Variable* made = records_.add(name + suffix, type, slot.most, 1, slot.loop, span);
        emit(recording, make_assign(Lvalue{made, clone(*slot.number), span}, std::move(value), span));
        return std::make_unique<Load>(span, made, clone(*slot.number));
    }
    std::vector<ExprPtr> parts;
    for (std::size_t i = 0; i < type->fields().size(); ++i) {
        ExprPtr part = std::make_unique<FieldExpr>(span, clone(*value), i);
        if (part->type->is_array()) {
            refuse(span, "a loop that changes a struct with an array in it",
                   "the array cannot be recorded yet", "use a local array");
            return value;
        }
        parts.push_back(
            record(name + "_" + type->fields()[i].name, suffix, std::move(part), slot, recording));
    }
    return std::make_unique<Construct>(span, type, std::move(parts));
}

/// Notes which loop of the forward sweep records on the tape, and how often it runs, where that is known.
void Reverse::note_recording(const Stmt& stmt, const Stmt& made, ExprPtr trips, Block& forward) {
    TapedLoop* const taped = taped_.find(&stmt);
    if (!taped || depth_ > 0 || taped->known_trips) return;
    taped->forward = &made;
    if (trips) emit(forward, make_assign(taped->trips, convert(std::move(trips), Type::int64()), stmt.span));
}

/// Counts the iterations of a loop inside the one that records: the most of all times that it runs. Its own
/// records come only in the reverse sweep.
void Reverse::count_trips(const Stmt& stmt, StmtPtr made, Block& out) {
    const TapedLoop* const taped = taped_.find(&stmt);
    if (!taped || depth_ > 0 || taped->known_trips) return emit(out, std::move(made));
    const Span span = stmt.span;
    Variable* const most = taped->trips;
    Variable* const trips = temporary("trips", Type::int64(), span);
    if (made->kind == StmtKind::for_range) {
        const auto& node = as<ForRange>(*made);
        emit(out,
             make_assign(trips, convert(trips_of(*node.start, *node.stop, *node.step, span), Type::int64()),
                         span));
        emit(out, std::move(made));
    } else {
        emit(out, make_assign(trips, make_int(Type::int64(), 0, span), span));
        emit(as<While>(*made).body, make_assign(trips, plus(make_ref(trips, span), 1), span));
        emit(out, std::move(made));
    }
    emit(out, make_if(make_compare(CompareOp::gt, make_ref(trips, span), make_ref(most, span)),
                      make_assign(most, make_ref(trips, span), span), span));
}

/// Makes what records the state of iteration `trip`, what reverses that iteration, and what comes before the
/// loop and after its reverse.
void Reverse::loop(const Stmt& stmt, const Block& body, const ExprPtr& trip, std::optional<int64_t> most,
                   Block& before, Block& recording, KeptAtStores& at_stores, Block& reverse, Block& after) {
    const Span span = stmt.span;
    const Effects effects = effects_of(body, [&](const Variable* array) { return is_stored(array); });
    Variables assigned = effects.assigned;
    if (stmt.kind == StmtKind::for_range) assigned.insert(as<ForRange>(stmt).variable);
    const auto in_array = [&](const std::string& name, Variable* array, bool records, Block& to,
                              Block& from) {
        const int64_t elements = array->element_count();
        array->is_flat = true;
        Variable* copy;
        ExprPtr first;
        Variable* j = temporary("j", Type::int32(), span);
        if (records) {
            copy = records_.add(name, array->type->element(), most, elements, &stmt, span);
            first = make_binary(BinaryOp::mul, clone(*trip), make_int(trip->type, elements, span));
        } else {
            copy = function_.add_variable(name, Type::array(array->type->element()),
                                          VariableRole::local_array, span);
            copy->shape = {elements};
        }
        const auto each = [&](Block& out, bool gives_back) {
            auto all = std::make_unique<ForRange>(span, j, Type::int32(), make_int(Type::int32(), 0, span),
                                                  make_int(Type::int32(), elements, span),
                                                  make_int(Type::int32(), 1, span));
            ExprPtr at = make_ref(j, span);
            if (first) at = make_binary(BinaryOp::add, clone(*first), convert(std::move(at), first->type));
            Lvalue here{array, make_ref(j, span), span}, there{copy, std::move(at), span};
            if (gives_back) std::swap(here, there);
            ExprPtr value = make_read(here);
            emit(all->body, make_assign(std::move(there), std::move(value), span));
            emit(out, std::move(all));
        };
        each(to, false);
        each(from, true);
    };
    Block restoring;
    std::vector<Variable*> arrays, variables, generators;
    for (const auto& owned : function_.variables)
        if (assigned.count(owned.get())) variables.push_back(owned.get());
    for (Variable* const variable : variables) {
        const bool is_array = variable->type->is_array();
        if (is_array && variable->role != VariableRole::local_array) continue; // see keep_elements
        if (variable->type->is_random_state()) {
            if (effects.read_first.count(variable)) generators.push_back(variable);
            continue;
        }
        const bool is_state = effects.read_first.count(variable) && effects.assigned.count(variable);
        if (is_array) {
            arrays.push_back(variable);
            continue;
        }
        ExprPtr step;
        BinaryOp op{};
        if (is_state &&
            step_of(variable, body, assigned, step, op)) { // it is the beginning plus so many steps
            Variable* begin = temporary(variable->name + "_begin", variable->type, span);
            emit(before, make_assign(begin, make_ref(variable, span), span));
            ExprPtr distance = convert(clone(*trip), variable->type);
            if (!is_literal(*step, 1))
                distance = make_binary(BinaryOp::mul, std::move(distance), std::move(step));
            emit(restoring,
                 make_assign(variable, make_binary(op, make_ref(begin, span), std::move(distance)), span));
            emit(after, make_assign(variable, make_ref(begin, span), span));
        } else if (const auto bits = is_state ? moved_bits(variable, body) : std::nullopt;
                   bits && stmt.kind == StmtKind::while_ &&
                   moves_bits(as<While>(stmt), *variable, bits->by)) {
            Variable* begin = temporary(variable->name + "_begin", variable->type, span);
            emit(before, make_assign(begin, make_ref(variable, span), span));
            ExprPtr by = convert(clone(*trip), variable->type);
            if (bits->by != 1)
                by = make_binary(BinaryOp::mul, std::move(by), make_int(variable->type, bits->by, span));
            const BinaryOp shift = bits->up ? BinaryOp::shift_left : BinaryOp::shift_right;
            emit(restoring,
                 make_assign(variable, make_binary(shift, make_ref(begin, span), std::move(by)), span));
            emit(after, make_assign(variable, make_ref(begin, span), span));
        } else if (is_state) {
            ExprPtr before_it = record(variable->name, "_before", make_ref(variable, span),
                                       {trip, most, &stmt, span}, recording);
            emit(restoring, make_assign(variable, std::move(before_it), span));
        } else {
            Variable* old = temporary(variable->name + "_old", variable->type, span);
            emit(before, make_assign(old, make_ref(variable, span), span));
            emit(after, make_assign(variable, make_ref(old, span), span));
        }
    }
    for (Variable* array : arrays) {
        if (effects.read_first.count(array))
            in_array(array->name + "_before", array, true, recording, restoring);
        else
            in_array(array->name + "_old", array, false, before, after);
    }
    for (Variable* generator : generators)
        seek(generator, restoring);
    loops_around_.push_back(&stmt);
    const Slot slot = {trip, most, &stmt, span};
    const bool waits = lower::holds_barrier(body);
    if (waits_for_warp(body)) refuse_shared_of_warps(stmt, body);
    if (waits)
        keep_shared_elements(stmt, body, slot, recording, at_stores, restoring);
    else
        keep_elements(stmt, body, slot, recording, at_stores, restoring);
    reverse = std::move(restoring);
    Block again, back;
    ++depth_;
    const bool adds_again = std::exchange(adds_again_, adds_again_ && waits);
    sweep(body, again, back);
    adds_again_ = adds_again;
    --depth_;
    loops_around_.pop_back();
    append(std::move(again), reverse);
    append(std::move(back), reverse);
}

namespace {

/// Returns the sum or difference that a statement makes of a variable and an amount, or null if it is no such
/// statement.
const Binary* step_in(const Stmt& stmt, const Variable* variable) {
    if (stmt.kind != StmtKind::assign || as<Assign>(stmt).lvalue.variable != variable) return nullptr;
    const Expr& value = *as<Assign>(stmt).value;
    if (value.kind != ExprKind::binary || value.type != variable->type) return nullptr;
    const auto& sum = as<Binary>(value);
    if (sum.op != BinaryOp::add && sum.op != BinaryOp::sub) return nullptr;
    return is_read_of(*sum.left, variable) && lower::is_simple(*sum.right) ? &sum : nullptr;
}

ExprPtr negated_amount(const Expr& amount) {
    if (amount.kind == ExprKind::literal)
        return make_int(amount.type, -std::get<int64_t>(as<Literal>(amount).value), amount.span);
    return std::make_unique<Unary>(amount.span, amount.type, UnaryOp::negate, clone(amount));
}

} // namespace

/// Returns whether every iteration adds the same to an integer, or takes the same from an unsigned one (then
/// `op` is sub), at the top of the body.
bool Reverse::step_of(const Variable* variable, const Block& body, const Variables& assigned, ExprPtr& step,
                      BinaryOp& op) const {
    if (!variable->type->is_integer()) return false;
    int assignments = 0;
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { assignments += place.variable == variable; });
        if (stmt.kind == StmtKind::for_range) assignments += as<ForRange>(stmt).variable == variable;
    });
    op = BinaryOp::add;
    for (const StmtPtr& stmt : body) {
        const Binary* const sum = step_in(*stmt, variable);
        if (!sum || reads_any(*sum->right, assigned)) continue;
        --assignments;
        const bool is_signed = variable->type->is_signed();
        if (!is_signed && step && sum->op != op) return false;
        if (!is_signed) op = sum->op;
        ExprPtr amount = sum->op == op ? clone(*sum->right) : negated_amount(*sum->right);
        if (!step)
            step = std::move(amount);
        else if (step->kind == ExprKind::literal && amount->kind == ExprKind::literal)
            step = plus(std::move(step), std::get<int64_t>(as<Literal>(*amount).value));
        else
            step = make_binary(BinaryOp::add, std::move(step), std::move(amount));
    }
    return assignments == 0 && step;
}

} // namespace cudapy::differentiate
