#include "translator/check/fold.h"

#include <cmath>

namespace cudapy::checker {

using program::BinaryOp;

namespace {

std::optional<int64_t> floor_divide(int64_t a, int64_t b) {
    if (b == 0 || (b == -1 && a == INT64_MIN)) return std::nullopt;
    int64_t quotient = a / b;
    return a % b != 0 && (a % b < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::optional<int64_t> floor_modulo(int64_t a, int64_t b) {
    if (b == 0) return std::nullopt;
    if (b == -1) return 0; // INT64_MIN % -1 would trap
    int64_t remainder = a % b;
    return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

std::optional<int64_t> power(int64_t base, int64_t exponent) {
    int64_t result = 1;
    while (exponent > 0) {
        if (exponent & 1 && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
        exponent >>= 1;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) return std::nullopt;
    }
    return result;
}

std::optional<int64_t> shift_left(int64_t a, int64_t count) {
    if (count < 0 || count > 63) return std::nullopt;
    auto result = static_cast<int64_t>(static_cast<uint64_t>(a) << count);
    return result >> count == a ? std::optional(result) : std::nullopt;
}

} // namespace

std::optional<int64_t> fold(BinaryOp op, int64_t a, int64_t b) {
    int64_t result = 0;
    switch (op) {
    case BinaryOp::add:
        return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::sub:
        return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::mul:
        return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::floor_divide:
        return floor_divide(a, b);
    case BinaryOp::floor_modulo:
        return floor_modulo(a, b);
    case BinaryOp::power:
        return b < 0 ? std::nullopt : power(a, b);
    case BinaryOp::shift_left:
        return shift_left(a, b);
    case BinaryOp::shift_right:
        return b < 0 ? std::nullopt : std::optional(a >> (b > 63 ? 63 : b));
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

std::optional<int64_t> fold_tree(const program::Expr& expr) {
    switch (expr.kind) {
    case program::ExprKind::literal: {
        auto* value = std::get_if<int64_t>(&program::as<program::Literal>(expr).value);
        return value ? std::optional(*value) : std::nullopt;
    }
    case program::ExprKind::unary: {
        auto& unary = program::as<program::Unary>(expr);
        auto operand = fold_tree(*unary.operand);
        if (!operand) return std::nullopt;
        if (unary.op == program::UnaryOp::negate) return fold(BinaryOp::sub, int64_t{0}, *operand);
        return unary.op == program::UnaryOp::invert ? std::optional(~*operand) : std::nullopt;
    }
    case program::ExprKind::binary: {
        auto& binary = program::as<program::Binary>(expr);
        auto left = fold_tree(*binary.left);
        auto right = fold_tree(*binary.right);
        return left && right ? fold(binary.op, *left, *right) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

} // namespace cudapy::checker
