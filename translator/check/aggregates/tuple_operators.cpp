#include "translator/check/aggregates/tuple_operators.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace cudapy::checker {

namespace {

Value repeated(Body& body, Span span, Value tuple, const syntax::Expr& count) {
    const auto times = known_integer(body, count);
    if (!times) {
        report(body, diag::TupleRepeated{text(body, count)}, count.span);
        return {};
    }
    KeptValues kept(body);
    std::vector<Value> parts = take_parts(body, std::move(tuple), kept);
    if (*times > 1 && body.is_final())
        for (Value& part : parts)
            if (!part.is_weak()) kept.keep_in_place(part.node, "part");
    constexpr int64_t most = 1001; // is refused as too large
    std::vector<Value> all;
    for (int64_t i = 0; i < std::min(*times, most); ++i)
        for (const Value& part : parts)
            all.push_back(copy(part));
    return tuple_of(body, span, std::move(all), std::move(kept));
}

} // namespace

bool is_of_tuples(syntax::BinaryOp op, const Value& left, const Value& right) {
    if (op == syntax::BinaryOp::add) return left.type()->is_tuple() && right.type()->is_tuple();
    if (op != syntax::BinaryOp::mul || left.type()->is_tuple() == right.type()->is_tuple()) return false;
    const Type* count = (left.type()->is_tuple() ? right : left).type();
    return count->is_integer() || count->is_bool();
}

Value tuple_operation(Body& body, syntax::BinaryOp op, Span span, Value left, Value right,
                      const syntax::Expr& left_syntax, const syntax::Expr& right_syntax) {
    if (op == syntax::BinaryOp::mul)
        return left.type()->is_tuple() ? repeated(body, span, std::move(left), right_syntax)
                                       : repeated(body, span, std::move(right), left_syntax);
    KeptValues kept(body);
    // If the parts on the right do something, those on the left are computed before.
    std::vector<Value> parts = take_parts(body, std::move(left), kept);
    KeptValues after(body);
    std::vector<Value> more = take_parts(body, std::move(right), after);
    if (!after.is_empty() && body.is_final())
        for (Value& part : parts)
            kept.keep_in_place(part.node, "part");
    kept.take_all(std::move(after));
    std::move(more.begin(), more.end(), std::back_inserter(parts));
    return tuple_of(body, span, std::move(parts), std::move(kept));
}

Value tuple_slice(Body& body, const syntax::Subscript& expr, Value tuple) {
    const auto& slice = syntax::as<syntax::Slice>(*expr.index);
    std::array<std::optional<int64_t>, 3> bounds;
    const syntax::Expr* const written[] = {slice.lower.get(), slice.upper.get(), slice.step.get()};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!written[i] || written[i]->kind == syntax::ExprKind::none) continue;
        bounds[i] = known_integer(body, *written[i]);
        if (bounds[i] && (i < 2 || *bounds[i] != 0)) continue;
        using Reason = diag::TuplePartIndex::Reason;
        report(body,
               diag::TuplePartIndex{bounds[i] ? Reason::step : Reason::slice, text(body, *expr.value),
                                    tuple.type()->name(), tuple.type()->fields().size()},
               written[i]->span);
        return {};
    }
    KeptValues kept(body);
    std::vector<Value> all = take_parts(body, std::move(tuple), kept);
    std::vector<Value> parts;
    for (const std::size_t place : slice_places(bounds[0], bounds[1], bounds[2].value_or(1), all.size()))
        parts.push_back(std::move(all[place]));
    return tuple_of(body, expr.span, std::move(parts), std::move(kept));
}

} // namespace cudapy::checker
