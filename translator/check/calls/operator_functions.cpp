#include "translator/check/calls/operator_functions.h"

#include "translator/builtins/operators.h"
#include "translator/check/body/body.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"

namespace cudapy::checker {

using syntax::ExprKind;
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

/// Returns an argument of the call as an operand. The call keeps the ownership, because give_up() leaves the
/// argument there.
syntax::ExprPtr borrowed(const syntax::Argument& argument) {
    return syntax::ExprPtr(argument.value.get());
}

void give_up(syntax::Expr* expr) {
    switch (expr->kind) {
    case ExprKind::unary:
        static_cast<void>(static_cast<syntax::Unary&>(*expr).operand.release());
        break;
    case ExprKind::binary:
        static_cast<void>(static_cast<syntax::Binary&>(*expr).left.release());
        static_cast<void>(static_cast<syntax::Binary&>(*expr).right.release());
        break;
    default:
        for (syntax::ExprPtr& operand : static_cast<syntax::Compare&>(*expr).operands)
            static_cast<void>(operand.release());
    }
    delete expr;
}

/// Returns the expression that the call means.
syntax::Expr* meaning_of(const syntax::Call& call, const OperatorFunction& function) {
    const Span at = call.function->span;
    const auto& arguments = call.arguments;
    if (function.operands == 1) {
        for (const auto& row : unary_operators)
            if (row.spelling == function.spelling)
                return new syntax::Unary(call.span, row.op, borrowed(arguments[0]));
    }
    for (const auto& row : binary_operators)
        if (row.spelling == function.spelling)
            return new syntax::Binary(call.span, row.op, at, borrowed(arguments[0]), borrowed(arguments[1]));
    for (const auto& row : comparisons)
        if (row.spelling == function.spelling) {
            std::vector<syntax::ExprPtr> operands;
            operands.push_back(borrowed(arguments[0]));
            operands.push_back(borrowed(arguments[1]));
            return new syntax::Compare(call.span, std::move(operands), {row.op}, {at});
        }
    return nullptr;
}

} // namespace

Value operator_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const OperatorFunction& function = *find_operator_function(entity.builtin->name);
    const auto count = static_cast<std::size_t>(function.operands);
    if (!plain_arguments(body, expr, entity.name, count, count)) return {};
    if (function.spelling.empty()) { // index
        Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
        if (!value || !need_integer(body, value, "an argument of `" + entity.name + "`")) return {};
        return value;
    }
    auto& known = body.operations[&expr];
    if (!known) known = std::shared_ptr<syntax::Expr>(meaning_of(expr, function), give_up);
    return expression(body, *known);
}

} // namespace cudapy::checker
