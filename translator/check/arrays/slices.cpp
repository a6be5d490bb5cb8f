#include "translator/check/arrays/slices.h"

#include "translator/check/arrays/constant_index.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/subscripts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <limits>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using program::Helper;
using syntax::ExprKind;

namespace {

program::ExprPtr slice_bound(program::ExprPtr at, program::ExprPtr length);
program::ExprPtr clamped(program::ExprPtr at, program::ExprPtr length, Span span);

bool reads_or_decides(const program::Expr& expr) {
    bool found = false;
    program::visit_all(expr, [&](const program::Expr& part) {
        found = found || part.kind == program::ExprKind::load || part.kind == program::ExprKind::conditional;
    });
    return found;
}

/// These two functions compute what the emitted helpers of the same names compute, for slices with a step.
int64_t bound_of(int64_t at, int64_t length, int64_t step) {
    if (at < 0) at += length;
    return std::clamp<int64_t>(at, step < 0 ? -1 : 0, step < 0 ? length - 1 : length);
}

int64_t count_of(int64_t from, int64_t to, int64_t step) {
    if (step > 0 && from < to) return 1 + (to - from - 1) / step;
    if (step < 0 && from > to) return 1 - (from - to - 1) / step;
    return 0;
}

template <typename... Operands>
ExprPtr helper_of(Span span, Helper helper, Operands... operands) {
    std::vector<ExprPtr> arguments;
    (arguments.push_back(std::move(operands)), ...);
    return helper_call(span, helper, std::move(arguments));
}

/// Does the same as cut() for a step that is not 1, or not known to be 1.
ExprPtr cut_by_step(Body& body, Index& index, program::Variable* array, Part::Axis& axis) {
    const Span span = index.written->span;
    const Type* type = body.context.index_type();
    const auto length = [&] {
        return axis.length ? program::clone(*axis.length) : extent(body, span, array, axis.along);
    };
    const auto step = [&] { return program::clone(*index.step); };
    const auto known = literal(*index.step);
    // The place where a slice without that bound begins or ends depends on the direction.
    const auto by_direction = [&](ExprPtr up, ExprPtr down) {
        if (known) return *known > 0 ? std::move(up) : std::move(down);
        std::vector<ExprPtr> operands;
        operands.push_back(step());
        operands.push_back(program::make_int(index.step->type, 0, span));
        auto is_down = std::make_unique<program::Compare>(
            span, std::move(operands), std::vector<program::CompareOp>{program::CompareOp::lt});
        widen_together({&up, &down});
        const Type* both = up->type;
        return ExprPtr(std::make_unique<program::Conditional>(span, both, std::move(is_down), std::move(down),
                                                              std::move(up)));
    };
    const auto bound = [&](ExprPtr at) {
        if (known && *known > 0) return slice_bound(std::move(at), length());
        const auto value = literal(*at), extent = literal(*length());
        if (value && extent && known) return program::make_int(type, bound_of(*value, *extent, *known), span);
        const Type* as_wide_as = length()->type;
        return as_type(helper_of(span, Helper::slice_bound_step, std::move(at), length(), step()),
                       as_wide_as);
    };
    const auto before = [&](ExprPtr end) {
        const Type* end_type = end->type;
        return operation(BinaryOp::sub, std::move(end), program::make_int(end_type, 1, span));
    };
    const auto count_to = [&](const ExprPtr& first, ExprPtr end) {
        const auto a = literal(*first), b = literal(*end);
        if (a && b && known) return program::make_int(type, count_of(*a, *b, *known), span);
        return as_type(helper_of(span, Helper::slice_count, program::clone(*first), std::move(end), step()),
                       length()->type);
    };
    const bool is_reversed = known == -1 && !index.lower && !index.upper;
    ExprPtr from = index.lower ? bound(std::move(index.lower))
                               : by_direction(program::make_int(type, 0, span), before(length()));
    ExprPtr to = index.upper ? bound(std::move(index.upper))
                             : by_direction(length(), program::make_int(type, -1, span));
    ExprPtr count = is_reversed ? length() : count_to(from, std::move(to));
    axis.length = std::move(count);
    ExprPtr apart = axis.step ? std::move(axis.step) : stride(body, span, array, axis.along);
    // A step that is no index is longer than the array: it is never made.
    axis.step = product(as_type(step(), type), std::move(apart));
    return literal(*from) == 0 ? nullptr : std::move(from);
}

/// Returns the index of a bound. It has the type of the length, since it is between 0 and the length.
ExprPtr slice_bound(ExprPtr at, ExprPtr length) {
    const Type* type = length->type;
    const Span span = at->span;
    return as_type(clamped(std::move(at), std::move(length), span), type);
}

ExprPtr clamped(ExprPtr at, ExprPtr length, Span span) {
    if (const auto value = literal(*at)) {
        if (*value == 0) return at;
        if (*value > 0) return call_of_two("min", std::move(at), std::move(length));
        if (*value == INT64_MIN) return program::make_int(at->type, 0, span);
        ExprPtr back = from_end(std::move(length), *at, *value);
        ExprPtr first = program::make_int(back->type, 0, span);
        return call_of_two("max", std::move(first), std::move(back));
    }
    if (at->kind == program::ExprKind::coordinate)
        return call_of_two("min", std::move(at), std::move(length));
    return helper_of(span, Helper::slice_bound, std::move(at), std::move(length));
}

} // namespace

ExprPtr within_int64(ExprPtr bound) {
    if (!bound || bound->kind != program::ExprKind::cast) return bound;
    auto& cast = program::as<program::Cast>(*bound);
    if (cast.operand->type != Type::uint64() || cast.is_explicit) return bound;
    ExprPtr most = program::make_int(Type::uint64(), std::numeric_limits<int64_t>::max(), bound->span);
    cast.operand = call_of_two("min", std::move(cast.operand), std::move(most));
    return bound;
}

ExprPtr slice_step(Body& body, const syntax::Expr& step, const std::string& array) {
    ExprPtr value = within_int64(integer_index(body, step, array));
    if (!value || constant_bounds(body, *value) != Bounds{0, 0}) return value;
    report(body, diag::ZeroStep{true}, step.span);
    return nullptr;
}

/// Returns assignments that keep the contents of the brackets in variables, in order. They are needed if a
/// bound calls something, because bounds are evaluated several times.
std::vector<ExprPtr> keep_bounds(Body& body, std::vector<Brackets>& all, bool lists) {
    // The begin and the end of a row of lists are found with the same index.
    const auto happens_once = [&](const program::Expr& expr) {
        // If a trace counts accesses, each of them must be made only once.
        return checker::happens_once(expr) || (body.context.options.trace && reads_or_decides(expr));
    };
    bool needed = lists && (happens_once(*all[0].indices[0].at) ||
                            all[0].indices[0].at->kind == program::ExprKind::helper_call); // a check
    std::vector<std::pair<ExprPtr*, const char*>> values;
    for (Brackets& brackets : all)
        for (Index& index : brackets.indices) {
            const bool is_slice = index.written->kind == ExprKind::slice;
            values.insert(values.end(), {{&index.at, "index"},
                                         {&index.lower, "begin"},
                                         {&index.upper, "end"},
                                         {&index.step, "step"}});
            for (const ExprPtr* bound : {&index.lower, &index.upper, &index.step})
                needed = needed || (is_slice && *bound && happens_once(**bound));
        }
    std::vector<ExprPtr> assignments;
    if (!needed || !body.is_final()) return assignments; // other passes look only at types
    for (auto& [value, name] : values) {
        if (!*value || (*value)->kind == program::ExprKind::literal) continue;
        const Span span = (*value)->span;
        program::Variable* kept =
            body.function.add_variable(name, (*value)->type, program::VariableRole::temporary, span);
        auto assign = std::make_unique<program::AssignExpr>(span, kept, std::move(*value));
        assign->hoists = true;
        assignments.push_back(std::move(assign));
        *value = program::make_ref(kept, span);
    }
    return assignments;
}

/// Returns the index along the axis at which the slice begins, or null for 0, and makes the axis that of the
/// slice. A missing bound is the end, a negative one counts from the end, and no bound reaches past it.
ExprPtr cut(Body& body, Index& index, program::Variable* array, Part::Axis& axis) {
    const Span span = index.written->span;
    const auto step = index.step ? literal(*index.step) : std::optional<int64_t>(1);
    if (step != 1) return cut_by_step(body, index, array, axis);
    if (!index.lower && !index.upper) return nullptr;
    const auto length = [&] {
        return axis.length ? program::clone(*axis.length) : extent(body, span, array, axis.along);
    };
    ExprPtr from, to;
    if (index.lower) from = slice_bound(std::move(index.lower), length());
    if (index.upper) to = slice_bound(std::move(index.upper), length());
    if (from && literal(*from) == 0) from = nullptr;
    if (!from) {
        axis.length = to ? std::move(to) : length();
    } else {
        ExprPtr count = operation(BinaryOp::sub, to ? program::clone(*to) : length(), program::clone(*from));
        ExprPtr none = program::make_int(count->type, 0, span);
        axis.length = to ? call_of_two("max", std::move(none), std::move(count)) : std::move(count);
    }
    return from;
}

} // namespace cudapy::checker
