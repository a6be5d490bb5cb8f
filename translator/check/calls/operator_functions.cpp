#include "translator/check/calls/operator_functions.h"

#include "translator/builtins/operators.h"
#include "translator/check/body/body.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"

namespace cudapy::checker {

using namespace syntax;

namespace {

constexpr struct {
    std::string_view spelling;
    BinaryOp op;
} binary_operators[] = {
    {"+", BinaryOp::add},        {"-", BinaryOp::sub},     {"*", BinaryOp::mul},    {"/", BinaryOp::true_div},
    {"//", BinaryOp::floor_div}, {"%", BinaryOp::mod},     {"**", BinaryOp::pow},   {"<<", BinaryOp::shl},
    {">>", BinaryOp::shr},       {"&", BinaryOp::bit_and}, {"|", BinaryOp::bit_or}, {"^", BinaryOp::bit_xor},
};

constexpr struct {
    std::string_view spelling;
    CompareOp op;
} comparisons[] = {
    {"<", CompareOp::lt},  {"<=", CompareOp::le}, {">", CompareOp::gt},
    {">=", CompareOp::ge}, {"==", CompareOp::eq}, {"!=", CompareOp::ne},
};

constexpr struct {
    std::string_view spelling;
    UnaryOp op;
} unary_operators[] = {
    {"+", UnaryOp::plus}, {"-", UnaryOp::minus}, {"~", UnaryOp::invert}, {"not", UnaryOp::logical_not}};

/// Returns an argument of the call as an operand. The call keeps the ownership, because give_up() leaves the
/// argument there.
ExprPtr borrowed(const Argument& argument) {
    return ExprPtr(argument.value.get());
}

void give_up(Expr* expr) {
    switch (expr->kind) {
    case ExprKind::unary:
        static_cast<void>(static_cast<Unary&>(*expr).operand.release());
        break;
    case ExprKind::binary:
        static_cast<void>(static_cast<Binary&>(*expr).left.release());
        static_cast<void>(static_cast<Binary&>(*expr).right.release());
        break;
    default:
        for (ExprPtr& operand : static_cast<Compare&>(*expr).operands)
            static_cast<void>(operand.release());
    }
    delete expr;
}

/// Returns the expression that the call means.
Expr* meaning_of(const Call& call, const OperatorFunction& function) {
    const Span at = call.function->span;
    const auto& arguments = call.arguments;
    if (function.operands == 1) {
        for (const auto& row : unary_operators)
            if (row.spelling == function.spelling)
                return new Unary(call.span, row.op, borrowed(arguments[0]));
    }
    for (const auto& row : binary_operators)
        if (row.spelling == function.spelling)
            return new Binary(call.span, row.op, at, borrowed(arguments[0]), borrowed(arguments[1]));
    for (const auto& row : comparisons)
        if (row.spelling == function.spelling) {
            std::vector<ExprPtr> operands;
            operands.push_back(borrowed(arguments[0]));
            operands.push_back(borrowed(arguments[1]));
            return new Compare(call.span, std::move(operands), {row.op}, {at});
        }
    return nullptr;
}

} // namespace

Value operator_call(Body& body, const Call& expr, const Entity& entity) {
    const OperatorFunction& function = *find_operator_function(entity.builtin->name);
    const auto count = static_cast<std::size_t>(function.operands);
    if (!plain_arguments(body, expr, entity.name, count, count)) return {};
    if (function.spelling.empty()) { // index
        Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
        if (!value || !need_integer(body, value, "an argument of `" + entity.name + "`")) return {};
        return value;
    }
    auto& known = body.operations[&expr];
    if (!known) known = std::shared_ptr<Expr>(meaning_of(expr, function), give_up);
    return expression(body, *known);
}

} // namespace cudapy::checker
