#include "translator/check/calls/operator_functions.h"

#include "translator/builtins/operators.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/diagnostics/kinds/name_kinds.h"

namespace cudapy::checker {

using Op = syntax::BinaryOp;

namespace {

constexpr struct {
    std::string_view spelling;
    Op op;
} binary_operators[] = {
    {"+", Op::add},        {"-", Op::sub},     {"*", Op::mul},    {"/", Op::true_div},
    {"//", Op::floor_div}, {"%", Op::mod},     {"**", Op::pow},   {"<<", Op::shl},
    {">>", Op::shr},       {"&", Op::bit_and}, {"|", Op::bit_or}, {"^", Op::bit_xor},
};

constexpr struct {
    std::string_view spelling;
    syntax::CompareOp op;
} comparisons[] = {
    {"<", syntax::CompareOp::lt},  {"<=", syntax::CompareOp::le}, {">", syntax::CompareOp::gt},
    {">=", syntax::CompareOp::ge}, {"==", syntax::CompareOp::eq}, {"!=", syntax::CompareOp::ne},
};

constexpr struct {
    std::string_view spelling;
    syntax::UnaryOp op;
} unary_operators[] = {{"+", syntax::UnaryOp::plus},
                       {"-", syntax::UnaryOp::minus},
                       {"~", syntax::UnaryOp::invert},
                       {"not", syntax::UnaryOp::logical_not}};

/// Checks the expression that the call means.
Value meaning_of(Body& body, const syntax::Call& call, const OperatorFunction& function) {
    const Span at = call.function->span;
    const syntax::Expr& first = *call.arguments[0].value;
    if (function.operands == 1) {
        for (const auto& row : unary_operators)
            if (row.spelling == function.spelling) return unary(body, {call.span, row.op, first, true});
        return {};
    }
    const syntax::Expr& second = *call.arguments[1].value;
    for (const auto& row : binary_operators)
        if (row.spelling == function.spelling)
            return binary(body, {call.span, row.op, at, first, second, true});
    for (const auto& row : comparisons)
        if (row.spelling == function.spelling)
            return compare(body, {call.span, {&first, &second}, {&row.op, 1}, {&at, 1}});
    return {};
}

} // namespace

Value operator_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const OperatorFunction* found = find_operator_function(entity.builtin->name);
    if (!found) { // a function that only numba's dialect has, in a kernel of CudaPy's own
        report(body, diag::ForeignModule{std::string(entity.builtin->module), text(body, *expr.function)},
               expr.function->span);
        return {};
    }
    const OperatorFunction& function = *found;
    const auto count = static_cast<std::size_t>(function.operands);
    if (!plain_arguments(body, expr, entity.name, count, count)) return {};
    if (function.spelling.empty()) { // index
        Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
        if (!value || !need_integer(body, value, "an argument of `" + entity.name + "`")) return {};
        return value;
    }
    return meaning_of(body, expr, function);
}

} // namespace cudapy::checker
