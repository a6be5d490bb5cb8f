#include "translator/lower/expressions/narrow_integers.h"

#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

/// The low bits of the result depend on the low bits of the operands alone.
bool is_modular(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return true;
    default:
        return false;
    }
}

/// The result of operands of the type is one of the type.
bool stays_inside(BinaryOp op, const Type* type) {
    switch (op) {
    case BinaryOp::floor_modulo:
    case BinaryOp::shift_right:
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return true;
    case BinaryOp::floor_divide:
        return type->is_unsigned(); // -128 // -1 is 128
    default:
        return false;
    }
}

bool is_shift(BinaryOp op) {
    return op == BinaryOp::shift_left || op == BinaryOp::shift_right;
}

/// The type that C++ is to compute in.
const Type* type_for(BinaryOp op, const Type* narrow) {
    const bool may_overflow =
        (op == BinaryOp::mul && narrow == Type::uint16()) || (op == BinaryOp::power && narrow->is_unsigned());
    return may_overflow ? Type::uint32() : Type::int32();
}

/// What an implicit cast of a wider integer to a narrow one is of; null for any other expression.
Expr* cut(const Expr& expr) {
    if (expr.kind != ExprKind::cast || as<Cast>(expr).is_explicit || !expr.type->is_narrow()) return nullptr;
    Expr* operand = as<Cast>(expr).operand.get();
    const bool keeps = as<Cast>(expr).keeps_value || holds(expr.type, operand->type);
    return operand->type->is_integer() && !keeps ? operand : nullptr;
}

/// Casts that change no value are left out on the way to a wider type.
ExprPtr widened(ExprPtr expr, const Type* type) {
    const auto keeps = [](const Cast& cast) {
        return !cast.is_explicit && (cast.keeps_value || holds(cast.type, cast.operand->type));
    };
    while (expr->kind == ExprKind::cast && keeps(as<Cast>(*expr)))
        expr = ExprPtr(std::move(as<Cast>(*expr).operand));
    return convert(std::move(expr), type);
}

/// An operand of an operator that needs its low bits only.
ExprPtr low_bits(ExprPtr expr, const Type* type) {
    if (!cut(*expr)) return widened(std::move(expr), type);
    return widened(ExprPtr(std::move(as<Cast>(*expr).operand)), type);
}

bool is_uint32_inside(const Expr& expr) {
    const Expr* inner = cut(expr);
    return inner && inner->type == Type::uint32();
}

void binary(ExprPtr& expr) {
    auto& node = as<Binary>(*expr);
    const Type* narrow = node.type;
    const bool modular = is_modular(node.op);
    const bool modular_left = modular || node.op == BinaryOp::shift_left;
    const Type* type = type_for(node.op, narrow);
    const bool was_cut = (modular_left && cut(*node.left)) || (modular && cut(*node.right));
    if ((modular_left && is_uint32_inside(*node.left)) || (modular && is_uint32_inside(*node.right)))
        type = Type::uint32();
    node.left = modular_left ? low_bits(std::move(node.left), type) : widened(std::move(node.left), type);
    node.right = modular || is_shift(node.op) ? low_bits(std::move(node.right), type)
                                              : widened(std::move(node.right), type);
    node.type = type;
    const bool keeps = stays_inside(node.op, narrow) && !was_cut;
    auto cast = std::make_unique<Cast>(node.span, narrow, std::move(expr), false);
    cast->keeps_value = keeps;
    expr = std::move(cast);
}

void unary(ExprPtr& expr) {
    auto& node = as<Unary>(*expr);
    const Type* narrow = node.type;
    const Type* type = is_uint32_inside(*node.operand) ? Type::uint32() : Type::int32();
    node.operand = low_bits(std::move(node.operand), type);
    node.type = type;
    expr = std::make_unique<Cast>(node.span, narrow, std::move(expr), false);
}

void compare(Compare& node) {
    if (!node.operands[0]->type->is_narrow()) return;
    for (ExprPtr& operand : node.operands)
        operand = widened(std::move(operand), Type::int32());
}

} // namespace

void lower_narrow_integers(Function& function) {
    rewrite_expressions(function.body, [](ExprPtr& expr) {
        if (expr->kind == ExprKind::compare)
            compare(as<Compare>(*expr));
        else if (expr->kind == ExprKind::binary && expr->type->is_narrow())
            binary(expr);
        else if (expr->kind == ExprKind::unary && expr->type->is_narrow())
            unary(expr);
    });
}

} // namespace cudapy::lower
