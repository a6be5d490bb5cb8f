#include "translator/check/numba/number_types.h"

#include <algorithm>

namespace cudapy::checker::numba {

using program::BinaryOp;

namespace {

/// Returns whether the dialect has numbers of the type.
bool is_known(const Type* type) {
    return type->is_number() && !type->is_small_float();
}

bool is_whole(const Type* type) {
    return type->is_integer() || type->is_bool();
}

/// Returns the type of 64 bits that an integer or a bool is computed in. A bool counts as signed.
const Type* wide(const Type* type) {
    return type->is_unsigned() ? Type::uint64() : Type::int64();
}

/// Returns the floating or complex type with the same kind of parts in the wider precision.
const Type* with_precision(bool is_complex, bool is_double) {
    if (is_complex) return is_double ? Type::complex128() : Type::complex64();
    return is_double ? Type::float64() : Type::float32();
}

bool is_double(const Type* type) {
    return type == Type::float64() || type == Type::complex128();
}

/// Returns the type in which numbers meet of which at least one is floating or complex. An integer meets
/// single precision there only if `fits_single` says so.
const Type* real_meeting(const Type* a, const Type* b, bool (*fits_single)(const Type*)) {
    const auto needs_double = [&](const Type* type) {
        return is_double(type) || (is_whole(type) && !fits_single(type));
    };
    return with_precision(a->is_complex() || b->is_complex(), needs_double(a) || needs_double(b));
}

/// Returns whether arithmetic takes an integer to a float32. numba prefers a conversion that it holds for
/// safe, and has none from uint16 on.
bool is_safe_in_single(const Type* type) {
    return type->size() == 1 || type == Type::int16();
}

bool holds_in_single(const Type* type) {
    return type->size() <= 2;
}

Operation shift(const Type* left, const Type* right) {
    if (!is_whole(left) || !is_whole(right)) return {};
    // numba widens what is shifted to the type of the result, and has no bool to shift.
    const Type* shifted = left->is_bool() ? Type::int8() : left;
    const Type* count = right->is_bool() ? Type::uint64() : wide(right);
    return {shifted, count, wide(left)};
}

Operation power(const Type* left, const Type* right) {
    if (left->is_floating() && is_whole(right)) {
        const bool is_int = !right->is_unsigned() && right->size() <= 4;
        return {left, is_int ? Type::int32() : wide(right), left};
    }
    // The overload for a float32 and an int32 is the nearest to a bool and an int32.
    if (left->is_bool() && right == Type::int32()) return {Type::float32(), Type::int32(), Type::float32()};
    return {};
}

} // namespace

Operation operation(BinaryOp op, const Type* left, const Type* right) {
    if (!is_known(left) || !is_known(right)) return {};
    const auto both = [](const Type* operands, const Type* result) {
        return Operation{operands, operands, result};
    };
    const bool has_complex = left->is_complex() || right->is_complex();
    switch (op) {
    case BinaryOp::shift_left:
    case BinaryOp::shift_right:
        return shift(left, right);
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        if (!is_whole(left) || !is_whole(right)) return {};
        if (left->is_bool() && right->is_bool()) return both(left, left);
        break;
    case BinaryOp::floor_divide:
    case BinaryOp::floor_modulo:
        if (has_complex) return {};
        break;
    case BinaryOp::power:
        if (const Operation found = power(left, right)) return found;
        break;
    default:
        break;
    }
    if (!is_whole(left) || !is_whole(right)) {
        const Type* type = real_meeting(left, right, is_safe_in_single);
        return both(type, type);
    }
    const Type *a = wide(left), *b = wide(right);
    if (op == BinaryOp::divide) return {a, b, Type::float64()};
    return {a, b, a->is_unsigned() && b->is_unsigned() ? Type::uint64() : Type::int64()};
}

const Type* unified(const Type* a, const Type* b) {
    if (!is_known(a) || !is_known(b)) return nullptr;
    if (a == b) return a;
    if (!is_whole(a) || !is_whole(b)) return real_meeting(a, b, holds_in_single);
    if (a->is_bool() || b->is_bool()) return a->is_bool() ? b : a;
    if (a->is_signed() == b->is_signed()) return a->size() > b->size() ? a : b;
    const Type* of_unsigned = a->is_unsigned() ? a : b;
    const Type* of_signed = a->is_unsigned() ? b : a;
    switch (std::max(of_unsigned->size() * 2, of_signed->size())) {
    case 2:
        return Type::int16();
    case 4:
        return Type::int32();
    case 8:
        return Type::int64();
    default:
        return Type::float64();
    }
}

const Type* compared(const Type* left, const Type* right, bool ordering) {
    if (!is_known(left) || !is_known(right)) return nullptr;
    if (ordering && (left->is_complex() || right->is_complex())) return nullptr;
    if (!is_whole(left) || !is_whole(right)) return real_meeting(left, right, is_safe_in_single);
    return unified(left, right);
}

const Type* negated(const Type* type) {
    if (!is_known(type)) return nullptr;
    return is_whole(type) ? wide(type) : type;
}

const Type* inverted(const Type* type) {
    if (!is_known(type) || !is_whole(type)) return nullptr;
    return type->is_bool() ? type : wide(type);
}

} // namespace cudapy::checker::numba
