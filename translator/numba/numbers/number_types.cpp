#include "translator/numba/numbers/number_types.h"

#include <algorithm>

namespace cudapy::checker::numba {

using program::BinaryOp;

namespace {

/// Returns whether the dialect has numbers of the type.
bool is_known(const Type* type) {
    return type->is_number();
}

bool is_whole(const Type* type) {
    return type->is_integer() || type->is_bool();
}

/// Returns the type of 64 bits that an integer or a bool is computed in. A bool counts as signed.
const Type* wide(const Type* type) {
    return type->is_unsigned() ? Type::uint64() : Type::int64();
}

/// The precisions of floating and complex numbers.
enum class Precision { half, single, twice };

/// Returns the floating or complex type of a precision. No complex number has parts of 16 bits.
const Type* with_precision(bool is_complex, Precision precision) {
    if (is_complex) return precision == Precision::twice ? Type::complex128() : Type::complex64();
    return precision == Precision::half     ? Type::float16()
           : precision == Precision::single ? Type::float32()
                                            : Type::float64();
}

Precision precision_of(const Type* type) {
    if (type == Type::float16()) return Precision::half;
    return type == Type::float64() || type == Type::complex128() ? Precision::twice : Precision::single;
}

/// Returns the type in which numbers meet of which at least one is floating or complex. `of_integer` says
/// which precision an integer asks for.
const Type* real_meeting(const Type* a, const Type* b, Precision (*of_integer)(const Type*),
                         Precision least = Precision::half) {
    const auto needed = [&](const Type* type) {
        return is_whole(type) ? of_integer(type) : precision_of(type);
    };
    return with_precision(a->is_complex() || b->is_complex(), std::max({least, needed(a), needed(b)}));
}

/// Returns the precision that arithmetic takes an integer to. numba prefers a conversion that it holds for
/// safe: to a float16 from int8, and to a float32 up to int16.
Precision safe_precision(const Type* type) {
    if (type->is_bool() || type == Type::int8()) return Precision::half;
    return type == Type::uint8() || type == Type::int16() ? Precision::single : Precision::twice;
}

/// Returns the precision of a variable that holds integers of the type, too.
Precision holding_precision(const Type* type) {
    return type->size() == 1 ? Precision::half : type->size() == 2 ? Precision::single : Precision::twice;
}

/// Returns the type in which a bfloat16 meets another number, or null if numba has no such meeting. `least`
/// is the type that two numbers of 16 bits are computed in.
const Type* bfloat_meeting(const Type* a, const Type* b, const Type* least) {
    const Type* other = a == Type::bfloat16() ? b : a;
    if (other->is_complex()) return nullptr;
    if (other == Type::bfloat16() || other == Type::int8() || other == Type::uint8()) return least;
    const bool fits_single =
        other->is_bool() || other == Type::int16() || other == Type::float16() || other == Type::float32();
    return fits_single ? Type::float32() : Type::float64();
}

bool has_bfloat(const Type* a, const Type* b) {
    return a == Type::bfloat16() || b == Type::bfloat16();
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
        const Type* type = left->is_small_float() ? Type::float32() : left;
        return {type, is_int ? Type::int32() : wide(right), type};
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
        const bool has_half =
            op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::divide;
        const Type* type =
            has_bfloat(left, right)
                ? bfloat_meeting(left, right, has_half ? Type::bfloat16() : Type::float32())
                : real_meeting(left, right, safe_precision, has_half ? Precision::half : Precision::single);
        return type ? both(type, type) : Operation{};
    }
    const Type *a = wide(left), *b = wide(right);
    if (op == BinaryOp::divide) return {a, b, Type::float64()};
    return {a, b, a->is_unsigned() && b->is_unsigned() ? Type::uint64() : Type::int64()};
}

const Type* unified(const Type* a, const Type* b) {
    if (a == b && a->is_date()) return a;
    if (!is_known(a) || !is_known(b)) return nullptr;
    if (a == b) return a;
    if (has_bfloat(a, b)) return nullptr;
    if (!is_whole(a) || !is_whole(b)) return real_meeting(a, b, holding_precision);
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
    if (has_bfloat(left, right)) return bfloat_meeting(left, right, Type::bfloat16());
    if (!is_whole(left) || !is_whole(right)) return real_meeting(left, right, safe_precision);
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

namespace {

/// The numbers of bounds that a conversion takes out of the values that they may have, and that it widens.
/// numba takes the function for which the first number is the least, and among these the second one, and so
/// on.
struct Rating {
    int unsafe = 0, safe = 0, promoted = 0;
    auto operator<=>(const Rating&) const = default;
};

void rate(const Type* from, const Type* to, Rating& rating) {
    if (from == to) return;
    const bool keeps_sign = from->is_unsigned() == to->is_unsigned();
    if (from->is_bool())
        ++rating.safe;
    else if (!from->is_integer() || from->size() >= to->size() || (to->is_unsigned() && !keeps_sign))
        ++rating.unsafe;
    else if (keeps_sign)
        ++rating.promoted;
    else
        ++rating.safe;
}

} // namespace

const Type* range_type(std::span<const Type* const> bounds) {
    const Type* best = nullptr;
    Rating least;
    for (const Type* type : {Type::int32(), Type::int64(), Type::uint64()}) {
        Rating rating;
        for (const Type* bound : bounds)
            rate(bound, type, rating);
        if (!best || rating < least) {
            best = type;
            least = rating;
        }
    }
    return best;
}

} // namespace cudapy::checker::numba
