#include "translator/check/aggregates/tuple_functions.h"

#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"

namespace cudapy::checker {

Value tuple_length(Body& body, Span span, Value tuple) {
    Value count = weak_integer(span, static_cast<int64_t>(tuple.type()->fields().size()));
    if (is_pure(*tuple.node) || !body.is_final()) return count;
    KeptValues kept(body);
    take_parts(body, std::move(tuple), kept);
    return strong(kept.before(std::move(count.node)));
}

std::optional<std::vector<Value>> tuple_numbers(Body& body, const syntax::Call& expr, const std::string& name,
                                                KeptValues& kept) {
    const syntax::Expr& operand = *expr.arguments[0].value;
    using Reason = diag::TupleNeeded::Reason;
    if (dimensions(body, operand) > 0) {
        report(body, diag::TupleNeeded{Reason::array, name, text(body, operand), ""}, operand.span);
        return std::nullopt;
    }
    Value tuple = storable(body, operand, "`" + name + "`");
    if (!tuple) return std::nullopt;
    if (!tuple.type()->is_tuple()) {
        report(body, diag::TupleNeeded{Reason::number, name, text(body, operand), tuple.type()->name()},
               operand.span);
        return std::nullopt;
    }
    std::vector<Value> parts = take_parts(body, std::move(tuple), kept);
    for (const Value& part : parts) {
        if (part.type()->is_tuple() || part.type()->is_vector()) {
            report(body, diag::TupleNeeded{Reason::parts, name, text(body, operand), part.type()->name()},
                   operand.span);
            return std::nullopt;
        }
        if (name != "sum" && refuse_complex(body, part, "`" + name + "`")) return std::nullopt;
    }
    return parts;
}

Value tuple_sum(Body& body, const syntax::Call& expr) {
    KeptValues kept(body);
    auto values = tuple_numbers(body, expr, "sum", kept);
    Value sum = expr.arguments.size() > 1
                    ? number(body, *expr.arguments[1].value, "the start of `sum`", true)
                    : weak_integer(expr.span, 0); // which Python adds as well: -0.0 becomes 0.0
    if (!values || !sum) return {};
    if (expr.arguments.size() > 1 && body.is_final() && !is_pure(*sum.node)) // the numbers are computed first
        for (Value& value : *values)
            kept.keep_in_place(value.node, "part");
    for (Value& value : *values)
        sum = binary(body, syntax::BinaryOp::add, expr.span, expr.span, std::move(sum), std::move(value));
    if (sum && !kept.is_empty()) sum = strong(kept.before(std::move(sum.node)));
    return sum;
}

} // namespace cudapy::checker
