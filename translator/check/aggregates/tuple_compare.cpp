#include "translator/check/aggregates/tuple_compare.h"

#include "translator/check/aggregates/tuples.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/operators.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::CompareOp;
using program::ExprPtr;

namespace {

ExprPtr both(bool is_and, ExprPtr left, ExprPtr right, Span span) {
    return std::make_unique<program::Logical>(span, Type::bool_(), is_and, std::move(left), std::move(right));
}

} // namespace

bool comparable_parts(Body& body, const Value& left, const Value& right, syntax::CompareOp op, Span span,
                      bool decides) {
    const bool ordering = op < syntax::CompareOp::eq;
    const auto where = [&](const Value& part) { return part.syntax ? part.syntax->span : span; };
    for (const Value* side : {&left, &right}) {
        const Type* type = side->type();
        const Value& other = side == &left ? right : left;
        if (type->is_tuple() && !other.type()->is_tuple()) {
            report(body, diag::TupleAsNumber{text(body, where(*side)), type->name(), "a comparison with one"},
                   where(*side));
            return false;
        }
        if (type->is_vector()) {
            report(body,
                   diag::StructCompared{text(body, where(left)), text(body, where(right)), type->name(), "x",
                                        ordering},
                   where(*side));
            return false;
        }
    }
    if (left.type()->is_tuple()) {
        const std::size_t lengths[] = {left.type()->fields().size(), right.type()->fields().size()};
        if (!ordering && lengths[0] != lengths[1]) return true; // which CPython asks first
        const std::size_t count = std::min(lengths[0], lengths[1]);
        for (std::size_t i = 0; i < count; ++i) {
            const bool last = i + 1 == count && lengths[0] == lengths[1];
            if (!comparable_parts(body, part_of(left, i), part_of(right, i), op, span, decides && last))
                return false;
        }
        return true;
    }
    if (ordering &&
        (refuse_complex(body, left, "a comparison") || refuse_complex(body, right, "a comparison")))
        return false;
    const bool strict = op == syntax::CompareOp::lt || op == syntax::CompareOp::gt;
    const auto may_be_nan = [](const Value& part) {
        return part.type()->is_floating() || part.type()->is_complex();
    };
    // If the last parts are one NaN, neither of them is less.
    if (body.is_final() && may_be_nan(left) && may_be_nan(right) && !(strict && decides))
        body.compared_parts.push_back(
            {program::clone(*left.node),
             program::clone(*right.node),
             {text(body, where(left)), text(body, where(right)), left.type()->name(), ordering},
             where(left)});
    return common_type(body, left, right, "a comparison") != nullptr;
}

ExprPtr compare_parts(Body& body, const Value& left, const Value& right, CompareOp op, Span span) {
    if (!left.type()->is_tuple()) {
        const Type* type = common_type(body, left, right, "a comparison");
        std::vector<ExprPtr> operands;
        for (const Value* side : {&left, &right}) {
            Value value = copy(*side);
            value.node = program::clone(*side->node);
            operands.push_back(convert(std::move(value), type));
        }
        return std::make_unique<program::Compare>(span, std::move(operands), std::vector{op});
    }
    const std::size_t lengths[] = {left.type()->fields().size(), right.type()->fields().size()};
    const std::size_t count = std::min(lengths[0], lengths[1]);
    const bool same_length = lengths[0] == lengths[1];
    if (op == CompareOp::eq || op == CompareOp::ne) {
        const bool equal = op == CompareOp::eq;
        if (!same_length) return program::make_bool(!equal, span);
        ExprPtr result;
        for (std::size_t i = 0; i < count; ++i) {
            ExprPtr part = compare_parts(body, part_of(left, i), part_of(right, i), op, span);
            result = result ? both(equal, std::move(result), std::move(part), span) : std::move(part);
        }
        return result ? std::move(result) : program::make_bool(equal, span); // `() == ()`
    }
    // From the last part on: `a < c or (a == c and …)`.
    const bool less = op == CompareOp::lt || op == CompareOp::le;
    const CompareOp strict = less ? CompareOp::lt : CompareOp::gt;
    ExprPtr result;
    if (!same_length)
        result = program::make_bool((lengths[0] < lengths[1]) == less, span); // a longer one is greater
    else if (count == 0)
        result = program::make_bool(op == CompareOp::le || op == CompareOp::ge, span);
    for (std::size_t i = count; i-- > 0;) {
        const Value a = part_of(left, i), b = part_of(right, i);
        if (!result) {
            result = compare_parts(body, a, b, op, span);
            continue;
        }
        result =
            both(false, compare_parts(body, a, b, strict, span),
                 both(true, compare_parts(body, a, b, CompareOp::eq, span), std::move(result), span), span);
    }
    return result;
}

namespace {

/// Replaces parts that must be evaluated only once by variables.
void keep_parts(Body& body, ExprPtr& node, std::vector<ExprPtr>& assignments) {
    if (node->kind == program::ExprKind::literal) return;
    if (node->kind == program::ExprKind::construct && node->type->is_tuple()) {
        for (ExprPtr& part : program::as<program::Construct>(*node).parts)
            keep_parts(body, part, assignments);
        return;
    }
    const Span span = node->span;
    program::Variable* kept =
        body.function.add_variable("part", node->type, program::VariableRole::temporary, span);
    auto assign = std::make_unique<program::AssignExpr>(span, kept, std::move(node));
    assign->hoists = true;
    assignments.push_back(std::move(assign));
    node = program::make_ref(kept, span);
}

} // namespace

/// Checks a comparison of tuples. `a < b < c` is `a < b and b < c`, where c is evaluated only if a is less
/// than b.
Value compare_tuples(Body& body, const Comparison& comparison, std::vector<Value> values) {
    const std::size_t count = comparison.ops.size();
    bool once = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i < count &&
            !comparable_parts(body, values[i], values[i + 1], comparison.ops[i], comparison.span))
            return {};
        once = once || happens_once(*values[i].node);
    }
    // Other passes look only at types. In checked mode each part is looked at, as CPython evaluates all.
    const bool keeps = (once || body.context.options.checked) && body.is_final();
    std::vector<std::vector<ExprPtr>> assignments(values.size());
    for (std::size_t i = 0; keeps && i < values.size(); ++i)
        keep_parts(body, values[i].node, assignments[i]);
    const auto after = [&](std::vector<ExprPtr>& first, ExprPtr result) {
        for (; !first.empty(); first.pop_back()) {
            auto sequence = std::make_unique<program::Sequence>(comparison.span, std::move(first.back()),
                                                                std::move(result));
            sequence->hoists = true;
            result = std::move(sequence);
        }
        return result;
    };
    ExprPtr result;
    for (std::size_t i = count; i-- > 0;) {
        ExprPtr pair = compare_parts(body, values[i], values[i + 1],
                                     static_cast<CompareOp>(comparison.ops[i]), comparison.span);
        result = result ? both(true, std::move(pair), std::move(result), comparison.span) : std::move(pair);
        result = after(assignments[i + 1], std::move(result));
    }
    return strong(after(assignments[0], std::move(result)));
}

} // namespace cudapy::checker
