#include "translator/check/arrays/index_arithmetic.h"

#include "translator/check/expressions/value.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;

std::optional<int64_t> literal(const program::Expr& expr) {
    if (expr.kind != program::ExprKind::literal) return std::nullopt;
    const auto* value = std::get_if<int64_t>(&program::as<program::Literal>(expr).value);
    return value ? std::optional(*value) : std::nullopt;
}

void widen(ExprPtr& expr) {
    const Span span = expr->span;
    if (expr->kind == program::ExprKind::literal)
        expr->type = Type::int64();
    else if (expr->type != Type::int64())
        expr = std::make_unique<program::Cast>(span, Type::int64(), std::move(expr), false);
}

void widen_together(std::vector<ExprPtr*> operands) {
    const bool is_wide = std::any_of(operands.begin(), operands.end(), [](const ExprPtr* operand) {
        return (*operand)->type == Type::int64();
    });
    for (ExprPtr* operand : operands)
        if (is_wide) widen(*operand);
}

ExprPtr as_type(ExprPtr expr, const Type* type) {
    if (expr->type == type) return expr;
    const Span span = expr->span;
    if (const auto value = literal(*expr); value && (type == Type::int64() || fits_int32(*value)))
        return program::make_int(type, *value, span);
    return std::make_unique<program::Cast>(span, type, std::move(expr), false);
}

namespace {

ExprPtr folded(Span span, const Type* type, std::optional<int64_t> value) {
    const bool fits = value && (type == Type::int64() || fits_int32(*value));
    return fits ? program::make_int(type, *value, span) : nullptr;
}

std::optional<int64_t> value_of(BinaryOp op, int64_t left, int64_t right) {
    int64_t result = 0;
    const bool overflows = op == BinaryOp::add   ? __builtin_add_overflow(left, right, &result)
                           : op == BinaryOp::sub ? __builtin_sub_overflow(left, right, &result)
                                                 : __builtin_mul_overflow(left, right, &result);
    return overflows ? std::nullopt : std::optional(result);
}

} // namespace

ExprPtr operation(BinaryOp op, ExprPtr left, ExprPtr right) {
    widen_together({&left, &right});
    const Span span = Span::cover(left->span, right->span);
    const Type* type = left->type;
    const auto a = literal(*left), b = literal(*right);
    if (a && b)
        if (ExprPtr constant = folded(span, type, value_of(op, *a, *b))) return constant;
    auto result = std::make_unique<program::Binary>(span, type, op, std::move(left), std::move(right));
    result->is_position = true;
    return result;
}

ExprPtr from_end(ExprPtr length, const program::Expr& at, int64_t value) {
    const int64_t back = -std::max(value, -INT64_MAX);
    const bool is_too_large = at.type != Type::int64() && back > INT32_MAX; // no array has so many elements
    return operation(BinaryOp::sub, std::move(length),
                     program::make_int(is_too_large ? Type::int64() : at.type, back, at.span));
}

ExprPtr sum(ExprPtr left, ExprPtr right) {
    if (!left || literal(*left) == 0) return right;
    if (!right || literal(*right) == 0) return left;
    return operation(BinaryOp::add, std::move(left), std::move(right));
}

ExprPtr product(ExprPtr left, ExprPtr right) {
    if (!left || !right || literal(*left) == 0 || literal(*right) == 1) return left;
    if (literal(*left) == 1) return right;
    return operation(BinaryOp::mul, std::move(left), std::move(right));
}

ExprPtr call_of_two(const char* name, ExprPtr left, ExprPtr right) {
    widen_together({&left, &right});
    const Span span = left->span;
    const Type* type = left->type;
    const auto a = literal(*left), b = literal(*right);
    if (a && b)
        return program::make_int(type, std::string_view(name) == "min" ? std::min(*a, *b) : std::max(*a, *b),
                                 span);
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(std::move(right));
    return std::make_unique<program::BuiltinCall>(span, type, find_builtin(name), nullptr,
                                                  std::move(arguments));
}

ExprPtr helper_call(Span span, program::Helper helper, std::vector<ExprPtr> arguments) {
    std::vector<ExprPtr*> operands;
    for (ExprPtr& argument : arguments)
        operands.push_back(&argument);
    widen_together(operands);
    const Type* type = arguments[0]->type;
    return std::make_unique<program::HelperCall>(span, type, helper, std::move(arguments));
}

} // namespace cudapy::checker
