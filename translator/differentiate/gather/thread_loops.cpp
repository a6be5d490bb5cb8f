#include "translator/differentiate/gather/thread_loops.h"

#include "translator/builtins/builtins.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;
using lower::Symbol;
using lower::SymbolicSum;

bool ThreadLoops::add_bound(const Expr& condition, const Positions& positions) {
    if (condition.kind != ExprKind::compare || as<Compare>(condition).ops.size() != 1) return false;
    const auto& compare = as<Compare>(condition);
    const auto left = positions.form(*compare.operands[0]), right = positions.form(*compare.operands[1]);
    const auto difference = left && right ? lower::added(*left, *right, -1) : std::nullopt;
    if (!difference) return false;
    for (const int axis : axes_) {
        const Symbol symbol = Symbol::of(made_.thread(axis));
        const auto stride = lower::stride_along(*difference, symbol);
        const auto factor = stride ? stride->as_constant() : std::nullopt;
        if (!factor || (*factor != 1 && *factor != -1)) continue;
        auto rest = lower::added(*difference, SymbolicSum(symbol), -*factor);
        auto bound = rest ? lower::added({}, *rest, -*factor) : std::nullopt;
        if (!bound || !is_outside(*bound, axis)) return false;
        has_bound_ = put_bound(axis, *factor == 1 ? compare.ops[0] : mirrored(compare.ops[0]), *bound);
        return has_bound_;
    }
    return false;
}

bool ThreadLoops::put_bound(int axis, CompareOp op, const SymbolicSum& bound) {
    const SymbolicSum after = bound.with_constant(bound.constant() + 1);
    switch (op) {
    case CompareOp::lt:
        below_[axis].push_back(bound);
        return true;
    case CompareOp::le:
        below_[axis].push_back(after);
        return true;
    case CompareOp::ge:
        from_[axis].push_back(bound);
        return true;
    case CompareOp::gt:
        from_[axis].push_back(after);
        return true;
    case CompareOp::eq:
        from_[axis].push_back(bound);
        below_[axis].push_back(after);
        return true;
    default:
        return false;
    }
}

/// Returns whether a bound is known outside of the loop over an axis.
bool ThreadLoops::is_outside(const SymbolicSum& bound, int axis) const {
    return std::all_of(bound.products.begin(), bound.products.end(), [&](const auto& product) {
        const Symbol* symbol = lower::counted_by(product.first);
        if (!symbol || symbol->kind == Symbol::Kind::coordinate || made_.elements().has(*symbol)) return true;
        if (symbol->variable->role == VariableRole::parameter) return true;
        for (const int outer : axes_) {
            if (outer == axis) return false;
            if (symbol->variable == made_.thread(outer)) return true;
        }
        return false;
    });
}

Block ThreadLoops::around(Block inside) {
    for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis)
        inside = put_in_loop(*axis, std::move(inside));
    return inside;
}

/// Returns the loop over the threads along an axis. The threads of an element are divided in parts along the
/// outer one.
Block ThreadLoops::put_in_loop(int axis, Block inside) {
    ExprPtr end = end_of(axis), begin = begin_of(axis);
    Block all;
    if (axis == axes_.front() && made_.part_axis >= 0) divide(axis, begin, end, all);
    auto loop = std::make_unique<ForRange>(span_, made_.thread(axis), made_.index_type,
                                           begin ? std::move(begin) : made_.number(0, span_), std::move(end),
                                           made_.number(1, span_));
    loop->body = std::move(inside);
    all.push_back(std::move(loop));
    return all;
}

ExprPtr ThreadLoops::end_of(int axis) const {
    ExprPtr end = make_ref(made_.parameters.asked[static_cast<std::size_t>(axis)], span_);
    const auto bounds = below_.find(axis);
    if (bounds == below_.end()) return end;
    std::vector<SymbolicSum> known;
    for (const SymbolicSum& bound : bounds->second) {
        if (std::find(known.begin(), known.end(), bound) != known.end()) continue;
        known.push_back(bound);
        end = extremum("min", std::move(end), made_.expression(bound, span_));
    }
    return end;
}

/// Returns null where the loop begins with 0.
ExprPtr ThreadLoops::begin_of(int axis) const {
    const auto bounds = from_.find(axis);
    if (bounds == from_.end()) return nullptr;
    ExprPtr begin;
    std::vector<SymbolicSum> known;
    for (const SymbolicSum& bound : bounds->second) {
        if (const auto value = bound.as_constant(); value && *value <= 0) continue;
        if (std::find(known.begin(), known.end(), bound) != known.end()) continue;
        known.push_back(bound);
        ExprPtr made = made_.expression(bound, span_);
        begin = begin ? extremum("max", std::move(begin), std::move(made)) : std::move(made);
    }
    const bool may_be_negative = std::any_of(known.begin(), known.end(),
                                             [](const SymbolicSum& bound) { return !bound.as_constant(); });
    return may_be_negative ? extremum("max", made_.number(0, span_), std::move(begin)) : std::move(begin);
}

/// Makes of bounds those of the part of this thread.
void ThreadLoops::divide(int axis, ExprPtr& begin, ExprPtr& end, Block& before) {
    Variable* const first =
        made_.kernel.add_variable("first", made_.index_type, VariableRole::temporary, span_);
    Variable* const share_of_part = made_.parameters.shares[static_cast<std::size_t>(axis)];
    const auto share = [&] { return make_ref(share_of_part, span_); };
    before.push_back(make_assign(first, make_binary(BinaryOp::mul, made_.part(span_), share()), span_));
    end = extremum("min", make_binary(BinaryOp::add, make_ref(first, span_), share()), std::move(end));
    begin = begin ? extremum("max", make_ref(first, span_), std::move(begin)) : make_ref(first, span_);
}

ExprPtr ThreadLoops::extremum(const char* name, ExprPtr a, ExprPtr b) const {
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(a));
    arguments.push_back(std::move(b));
    return std::make_unique<BuiltinCall>(span_, made_.index_type, find_builtin(name), nullptr,
                                         std::move(arguments));
}

} // namespace cudapy::differentiate
