#include "translator/check/expressions/fold.h"

#include <cmath>

namespace cudapy::checker {

using program::BinaryOp;

namespace {

WideInt floor_divide(WideInt a, WideInt b) {
    const WideInt quotient = a / b;
    return a % b != 0 && (a % b < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::optional<WideInt> power(WideInt base, WideInt exponent) {
    WideInt result = 1;
    while (exponent > 0) {
        if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
        exponent >>= 1;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) return std::nullopt;
    }
    return result;
}

std::optional<WideInt> in_128_bits(BinaryOp op, WideInt a, WideInt b) {
    WideInt result = 0;
    switch (op) {
    case BinaryOp::add:
        return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::sub:
        return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::mul:
        return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::floor_divide:
        return b == 0 ? std::nullopt : std::optional(floor_divide(a, b));
    case BinaryOp::floor_modulo:
        return b == 0 ? std::nullopt : std::optional(a - floor_divide(a, b) * b);
    case BinaryOp::power:
        return b < 0 ? std::nullopt : power(a, b);
    case BinaryOp::shift_left:
        if (b < 0 || b > 126) return std::nullopt;
        return __builtin_mul_overflow(a, WideInt(1) << static_cast<int>(b), &result) ? std::nullopt
                                                                                     : std::optional(result);
    case BinaryOp::shift_right:
        return b < 0 ? std::nullopt : std::optional(a >> static_cast<int>(b > 126 ? WideInt(126) : b));
    case BinaryOp::bit_and:
        return a & b;
    case BinaryOp::bit_or:
        return a | b;
    case BinaryOp::bit_xor:
        return a ^ b;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<WideInt> fold_wide(BinaryOp op, WideInt a, WideInt b) {
    return in_128_bits(op, a, b);
}

std::optional<WideInt> fold(BinaryOp op, WideInt a, WideInt b) {
    const auto result = in_128_bits(op, a, b);
    return result && (holds(Type::int64(), *result) || holds(Type::uint64(), *result)) ? result
                                                                                       : std::nullopt;
}

std::optional<double> fold(BinaryOp op, double a, double b) {
    switch (op) {
    case BinaryOp::add:
        return a + b;
    case BinaryOp::sub:
        return a - b;
    case BinaryOp::mul:
        return a * b;
    case BinaryOp::power:
        return std::pow(a, b);
    case BinaryOp::divide:
        if (b == 0) return std::nullopt;
        return a / b;
    case BinaryOp::floor_divide:
    case BinaryOp::floor_modulo: {
        if (b == 0) return std::nullopt;
        double remainder = std::fmod(a, b);
        if (remainder != 0 && (remainder < 0) != (b < 0)) remainder += b;
        return op == BinaryOp::floor_modulo ? remainder : std::floor((a - remainder) / b + 0.5);
    }
    default:
        return std::nullopt;
    }
}

double true_quotient(WideInt a, WideInt b) {
    if (a == 0) return b < 0 ? -0.0 : 0.0; // CPython's 0 / -5 is -0.0
    __extension__ using Magnitude = unsigned __int128;
    const bool is_negative = (a < 0) != (b < 0);
    const Magnitude dividend = a < 0 ? -static_cast<Magnitude>(a) : static_cast<Magnitude>(a);
    const Magnitude divisor = b < 0 ? -static_cast<Magnitude>(b) : static_cast<Magnitude>(b);
    // At least 56 bits of the quotient. The last one is set if the division leaves something.
    Magnitude whole = dividend / divisor, rest = dividend % divisor;
    int shift = 0;
    for (; whole < Magnitude(1) << 56; ++shift) {
        rest *= 2;
        whole = whole * 2 + (rest >= divisor ? 1 : 0);
        if (rest >= divisor) rest -= divisor;
    }
    const double quotient = std::ldexp(static_cast<double>(whole | Magnitude(rest != 0)), -shift);
    return is_negative ? -quotient : quotient;
}

std::optional<WideInt> literal_integer(const program::Literal& literal) {
    const auto* value = std::get_if<int64_t>(&literal.value);
    if (!value) return std::nullopt;
    return literal.type == Type::uint64() ? WideInt(static_cast<uint64_t>(*value)) : WideInt(*value);
}

namespace {

/// Returns the number that an operation leaves in its type. An unsigned one keeps the low bits; a signed one
/// that does not hold the result says nothing of it.
std::optional<WideInt> left_in(const Type* type, std::optional<WideInt> result) {
    if (!result || !type->is_integer() || holds(type, *result)) return result;
    if (!type->is_unsigned()) return std::nullopt;
    return *result & ((WideInt(1) << (8 * type->size())) - 1);
}

/// Returns the result of an operation on integers in a type, where the contract gives it one.
std::optional<WideInt> fold_in(const Type* type, BinaryOp op, WideInt a, WideInt b) {
    if (type->is_unsigned() && op == BinaryOp::shift_left && b >= 8 * type->size()) return std::nullopt;
    return left_in(type, type->is_unsigned() ? fold_wide(op, a, b) : fold(op, a, b));
}

} // namespace

std::optional<WideInt> fold_tree(const program::Expr& expr) {
    switch (expr.kind) {
    case program::ExprKind::literal:
        return literal_integer(program::as<program::Literal>(expr));
    case program::ExprKind::unary: {
        auto& unary = program::as<program::Unary>(expr);
        auto operand = fold_tree(*unary.operand);
        if (!operand) return std::nullopt;
        if (unary.op == program::UnaryOp::negate)
            return fold_in(expr.type, BinaryOp::sub, WideInt(0), *operand);
        return unary.op == program::UnaryOp::invert ? left_in(expr.type, ~*operand) : std::nullopt;
    }
    case program::ExprKind::binary: {
        auto& binary = program::as<program::Binary>(expr);
        auto left = fold_tree(*binary.left);
        auto right = fold_tree(*binary.right);
        return left && right ? fold_in(expr.type, binary.op, *left, *right) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

} // namespace cudapy::checker
