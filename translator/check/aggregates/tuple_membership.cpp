#include "translator/check/aggregates/tuple_membership.h"

#include "translator/check/aggregates/tuple_compare.h"
#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;

Value membership(Body& body, const Comparison& comparison) {
    const bool is_in = comparison.ops[0] == syntax::CompareOp::in;
    const char* const op = is_in ? "`in`" : "`not in`";
    using Reason = diag::NoMembership::Reason;
    const auto refuse = [&](Reason reason, std::size_t at) {
        const syntax::Expr& container = *comparison.operands.back();
        const bool says_in = comparison.ops[at] == syntax::CompareOp::in;
        report(body, diag::NoMembership{reason, says_in ? "in" : "not in", text(body, container)},
               comparison.op_spans[at]);
        return Value{};
    };
    if (comparison.ops.size() > 1) {
        std::size_t at = 0;
        while (comparison.ops[at] < syntax::CompareOp::in)
            ++at;
        return refuse(Reason::chain, at);
    }
    if (dimensions(body, *comparison.operands[1]) > 0) return refuse(Reason::array, 0);
    Value sought = storable(body, *comparison.operands[0], op);
    Value tuple = expression(body, *comparison.operands[1]);
    if (!sought || !tuple) return {};
    if (!tuple.type()->is_tuple()) return refuse(Reason::no_tuple, 0);
    const Span span = comparison.span;
    KeptValues kept(body), after(body);
    std::vector<Value> parts = take_parts(body, std::move(tuple), after);
    const auto repeats = [&] { return parts.size() > 1 || !after.is_empty() || !is_pure(*sought.node); };
    if (body.is_final() && !sought.type()->is_tuple() && repeats()) kept.keep_in_place(sought.node, "sought");
    if (body.is_final() && sought.type()->is_tuple()) {
        std::vector<Value> own = take_parts(body, std::move(sought), kept);
        for (Value& part : own)
            kept.keep_in_place(part.node, "sought");
        sought = tuple_of(body, span, std::move(own), KeptValues(body));
    }
    kept.take_all(std::move(after));
    ExprPtr found;
    for (const Value& part : parts) {
        // A number is never equal to a tuple.
        if (part.type()->is_tuple() != sought.type()->is_tuple()) continue;
        if (!comparable_parts(body, sought, part, syntax::CompareOp::eq, span)) return {};
        ExprPtr equal = compare_parts(body, sought, part, program::CompareOp::eq, span);
        found = found ? program::make_or(std::move(found), std::move(equal)) : std::move(equal);
    }
    if (!found) found = program::make_bool(false, span);
    if (!is_in)
        found = std::make_unique<program::Unary>(span, Type::bool_(), program::UnaryOp::logical_not,
                                                 std::move(found));
    return strong(kept.before(std::move(found)));
}

} // namespace cudapy::checker
