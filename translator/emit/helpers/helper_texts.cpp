#include "translator/emit/helpers/helper_texts.h"

#include "translator/emit/helpers/quotient_helpers.h"
#include "translator/support/internal_error.h"

namespace cudapy::emit {

using program::Helper;

namespace {

constexpr std::string_view floor_div_integer = R"(Q T N(T a, T b)
{
    const T quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
)";
constexpr std::string_view floor_div_integer_host = R"(Q T N(T a, T b)
{
    if (b == 0) return 0;
    if (b == -1) return T(0 - U(a));
    const T quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
)";
constexpr std::string_view floor_mod_integer = R"(Q T N(T a, T b)
{
    const T rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
)";
constexpr std::string_view floor_mod_integer_host = R"(Q T N(T a, T b)
{
    if (b == 0 || b == -1) return 0;
    const T rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
)";
constexpr std::string_view floor_div_positive = R"(Q T N(T a, T b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}
)";
constexpr std::string_view floor_div_positive_host = R"(Q T N(T a, T b)
{
    return b == 0 ? 0 : a / b - (a % b < 0 ? 1 : 0);
}
)";
constexpr std::string_view floor_mod_positive = R"(Q T N(T a, T b)
{
    const T rest = a % b;
    return rest < 0 ? rest + b : rest;
}
)";
constexpr std::string_view floor_mod_positive_host = R"(Q T N(T a, T b)
{
    if (b == 0) return 0;
    const T rest = a % b;
    return rest < 0 ? rest + b : rest;
}
)";
constexpr std::string_view floor_div_floating = R"(Q T N(T a, T b)
{
    T rest = fmodF(a, b);
    T quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysignF(ZERO, a / b);
    const T floored = floorF(quotient);
    return quotient - floored > HALF ? floored + 1 : floored;
}
)";
constexpr std::string_view floor_mod_floating = R"(Q T N(T a, T b)
{
    const T rest = fmodF(a, b);
    if (rest == 0) return copysignF(ZERO, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}
)";
// x * scale is rounded, fma is not: its sign tells on which side of a half the exact product lies.
constexpr std::string_view round_decimals = R"(Q T N(T x, T scale)
{
    const T rounded = rint(x * scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(x, scale, -(rounded + 0.5)) > 0) return (rounded + 1) / scale;
    if (fma(x, scale, -(rounded - 0.5)) < 0) return (rounded - 1) / scale;
    return rounded / scale;
}
)";
constexpr std::string_view round_tens_floating = R"(Q T N(T x, T scale)
{
    const T rounded = rint(x / scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(-(rounded + 0.5), scale, x) > 0) return (rounded + 1) * scale;
    if (fma(-(rounded - 0.5), scale, x) < 0) return (rounded - 1) * scale;
    return rounded * scale;
}
)";
constexpr std::string_view round_tens_signed = R"(Q T N(T x, T scale)
{
    const T rest = x % scale;
    const T toward_zero = x - rest;
    const T distance = rest < 0 ? -rest : rest;
    if (distance < scale / 2 || (distance == scale / 2 && toward_zero / scale % 2 == 0)) return toward_zero;
    return rest < 0 ? toward_zero - scale : toward_zero + scale;
}
)";
constexpr std::string_view round_tens_unsigned = R"(Q T N(T x, T scale)
{
    const T rest = x % scale;
    const T below = x - rest;
    const bool is_nearer = rest < scale / 2 || (rest == scale / 2 && below / scale % 2 == 0);
    return is_nearer ? below : below + scale;
}
)";
constexpr std::string_view int_power = R"(Q T N(T base, T exponent)
{
    T result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}
)";
constexpr std::string_view square = R"(Q T N(T x)
{
    return x * x;
}
)";
constexpr std::string_view frexp_mantissa = R"(Q T N(T x)
{
    int exponent;
    return frexpF(x, &exponent);
}
)";
constexpr std::string_view frexp_exponent = R"(Q int N(T x)
{
    int exponent;
    frexpF(x, &exponent);
    return exponent;
}
)";
constexpr std::string_view modf_fraction = R"(Q T N(T x)
{
    T whole;
    return modfF(x, &whole);
}
)";
constexpr std::string_view modf_whole = R"(Q T N(T x)
{
    T whole;
    modfF(x, &whole);
    return whole;
}
)";
constexpr std::string_view remquo_quotient = R"(Q int N(T x, T y)
{
    int quotient;
    remquoF(x, y, &quotient);
    return quotient;
}
)";
constexpr std::string_view minimum = R"(Q T N(T a, T b)
{
    return b < a ? b : a;
}
)";
constexpr std::string_view maximum = R"(Q T N(T a, T b)
{
    return b > a ? b : a;
}
)";
constexpr std::string_view quotient_host = R"(Q T N(T a, T b)
{
    if (b == 0) return 0;
    return b == -1 ? T(0 - U(a)) : a / b;
}
)";
constexpr std::string_view remainder_host = R"(Q T N(T a, T b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}
)";

constexpr std::string_view quotient_unsigned_host = R"(Q T N(T a, T b)
{
    return b == 0 ? 0 : a / b;
}
)";
constexpr std::string_view remainder_unsigned_host = R"(Q T N(T a, T b)
{
    return b == 0 ? 0 : a % b;
}
)";

constexpr std::string_view slice_bound = R"(Q T N(T bound, T length)
{
    if (bound < 0) {
        bound += length;
    }
    return bound < 0 ? 0 : bound > length ? length : bound;
}
)";

constexpr std::string_view slice_bound_step = R"(Q T N(T bound, T length, T step)
{
    const T first = step < 0 ? -1 : 0;
    const T last = step < 0 ? length - 1 : length;
    if (bound < 0) {
        bound += length;
    }
    return bound < first ? first : bound > last ? last : bound;
}
)";
constexpr std::string_view slice_count = R"(Q T N(T from, T to, T step)
{
    if (step > 0 && from < to) return 1 + (to - from - 1) / step;
    if (step < 0 && from > to) return 1 - (from - to - 1) / step;
    return 0;
}
)";

constexpr std::string_view clz_host = R"(Q int N(T x)
{
    return x == 0 ? WIDTH : CLZ(U(x));
}
)";
constexpr std::string_view brev_host = R"(Q T N(T x)
{
    U bits = U(x);
    bits = (bits >> 1 & ~U(0) / 3) | (bits & ~U(0) / 3) << 1;
    bits = (bits >> 2 & ~U(0) / 5) | (bits & ~U(0) / 5) << 2;
    bits = (bits >> 4 & ~U(0) / 17) | (bits & ~U(0) / 17) << 4;
    return T(BSWAP(bits));
}
)";

constexpr std::string_view apart = R"(Q T N(T x)
{
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    long long wide = x;
    asm("" : "+l"(wide));
    return T(wide);
#else
    return x;
#endif
}
)";

constexpr std::string_view as_number = R"(Q T N(T x)
{
    asm("" : "+r"(x));
    return x;
}
)";

constexpr std::string_view half_to_float = R"(Q float N(T x)
{
    const uint32_t bits = uint32_t(x & 0x7fff) << 13;
    float scaled;
    __builtin_memcpy(&scaled, &bits, sizeof scaled);
    scaled *= 0x1p112f;
    uint32_t result;
    __builtin_memcpy(&result, &scaled, sizeof result);
    result |= (x & 0x7c00) == 0x7c00 ? 0x7f800000u : 0u;
    result |= uint32_t(x & 0x8000) << 16;
    __builtin_memcpy(&scaled, &result, sizeof scaled);
    return scaled;
}
)";
constexpr std::string_view half_from_float = R"(Q half N(T x)
{
    const float scaled = __builtin_fabsf(x) * 0x1p-112f;
    uint32_t bits, sign;
    __builtin_memcpy(&bits, &scaled, sizeof bits);
    __builtin_memcpy(&sign, &x, sizeof sign);
    const uint32_t special = x != x ? 0x7e00u : 0x7c00u;
    const uint32_t magnitude = bits >> 13 < 0x7c00u ? bits >> 13 : special;
    return half(magnitude | (sign >> 16 & 0x8000u));
}
)";
constexpr std::string_view bfloat16_to_float = R"(Q float N(T x)
{
    const uint32_t bits = uint32_t(x) << 16;
    float result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
}
)";
constexpr std::string_view bfloat16_from_float = R"(Q bfloat16 N(T x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bfloat16(bits >> 16);
}
)";
// To add 1.5 * 2^(e + k) and take it away again leaves of a number with the exponent e what is above the k
// lowest bits of its fraction, rounded to even by the addition itself.
constexpr std::string_view round_to_half_single = R"(Q float N(T x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    uint32_t exponent = bits & 0x7f800000u;
    exponent = exponent < 0x38800000u ? 0x38800000u : exponent > 0x47800000u ? 0x47800000u : exponent;
    exponent += 0x06c00000u; // 1.5 * 2^13 times that power of two
    float shift;
    __builtin_memcpy(&shift, &exponent, sizeof shift);
    const float nearest = __builtin_fabsf((x + shift) - shift);
    return __builtin_copysignf(nearest > 65504.0f ? __builtin_inff() : nearest, x);
}
)";
constexpr std::string_view round_to_half_double = R"(Q float N(T x)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    uint64_t exponent = bits & 0x7ff0000000000000u;
    exponent = exponent < 0x3f10000000000000u   ? 0x3f10000000000000u
               : exponent > 0x40f0000000000000u ? 0x40f0000000000000u
                                                : exponent;
    exponent += 0x02a8000000000000u; // 1.5 * 2^42 times that power of two
    double shift;
    __builtin_memcpy(&shift, &exponent, sizeof shift);
    const double nearest = __builtin_fabs((x + shift) - shift);
    return float(__builtin_copysign(nearest > 65504.0 ? __builtin_inf() : nearest, x));
}
)";
constexpr std::string_view round_to_bfloat16_single = R"(Q float N(T x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0x7fffu + (bits >> 16 & 1u)) & 0xffff0000u;
    float nearest;
    __builtin_memcpy(&nearest, &bits, sizeof nearest);
    return x == x ? nearest : __builtin_nanf("");
}
)";
constexpr std::string_view round_to_bfloat16_double = R"(Q float N(T x)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    uint64_t exponent = bits & 0x7ff0000000000000u;
    exponent = exponent < 0x3810000000000000u   ? 0x3810000000000000u
               : exponent > 0x47f0000000000000u ? 0x47f0000000000000u
                                                : exponent;
    exponent += 0x02d8000000000000u; // 1.5 * 2^45 times that power of two
    double shift;
    __builtin_memcpy(&shift, &exponent, sizeof shift);
    const double nearest = __builtin_fabs((x + shift) - shift);
    return float(__builtin_copysign(nearest > 0x1.fep127 ? __builtin_inf() : nearest, x));
}
)";

} // namespace

std::string_view text_of(Helper helper, const Type* type, Target target) {
    if (is_of_quotient(helper)) return quotient_helper_text(helper, type);
    switch (helper) {
    case Helper::floor_div:
        return type->is_floating()     ? floor_div_floating
               : target == Target::cpu ? floor_div_integer_host
                                       : floor_div_integer;
    case Helper::floor_mod:
        return type->is_floating()     ? floor_mod_floating
               : target == Target::cpu ? floor_mod_integer_host
                                       : floor_mod_integer;
    case Helper::floor_div_positive:
        return target == Target::cpu ? floor_div_positive_host : floor_div_positive;
    case Helper::floor_mod_positive:
        return target == Target::cpu ? floor_mod_positive_host : floor_mod_positive;
    case Helper::int_power:
        return int_power;
    case Helper::square:
        return square;
    case Helper::minimum:
        return minimum;
    case Helper::maximum:
        return maximum;
    case Helper::quotient:
        return type->is_unsigned() ? quotient_unsigned_host : quotient_host;
    case Helper::remainder:
        return type->is_unsigned() ? remainder_unsigned_host : remainder_host;
    case Helper::slice_bound:
        return slice_bound;
    case Helper::slice_bound_step:
        return slice_bound_step;
    case Helper::slice_count:
        return slice_count;
    case Helper::round_decimals:
        return round_decimals;
    case Helper::round_tens:
        if (type->is_floating()) return round_tens_floating;
        return type->is_unsigned() ? round_tens_unsigned : round_tens_signed;
    case Helper::frexp_mantissa:
        return frexp_mantissa;
    case Helper::frexp_exponent:
        return frexp_exponent;
    case Helper::modf_fraction:
        return modf_fraction;
    case Helper::modf_whole:
        return modf_whole;
    case Helper::remquo_quotient:
        return remquo_quotient;
    case Helper::clz:
        return clz_host;
    case Helper::brev:
        return brev_host;
    case Helper::apart:
        return apart;
    case Helper::as_number:
        return as_number;
    case Helper::half_to_float:
        return half_to_float;
    case Helper::bfloat16_to_float:
        return bfloat16_to_float;
    case Helper::half_from_float:
        return half_from_float;
    case Helper::bfloat16_from_float:
        return bfloat16_from_float;
    case Helper::round_to_half:
        return type == Type::float64() ? round_to_half_double : round_to_half_single;
    case Helper::round_to_bfloat16:
        return type == Type::float64() ? round_to_bfloat16_double : round_to_bfloat16_single;
    default:
        break;
    }
    throw InternalError("a helper without a text");
}

std::string_view comment_of(Helper helper, Target target, bool integer) {
    if (is_of_quotient(helper)) return quotient_helper_comment(helper);
    switch (helper) {
    case Helper::floor_div:
        return target == Target::cpu && integer
                   ? "Python's a // b: rounds toward minus infinity; a zero divisor gives 0."
                   : "Python's a // b: rounds toward minus infinity.";
    case Helper::floor_mod:
        return target == Target::cpu && integer ? "Python's a % b: has the sign of b; a zero divisor gives 0."
                                                : "Python's a % b: has the sign of b.";
    case Helper::floor_div_positive:
        return target == Target::cpu ? "Python's a // b for a b that is not negative; for 0 it gives 0."
                                     : "Python's a // b for a positive b.";
    case Helper::floor_mod_positive:
        return target == Target::cpu ? "Python's a % b for a b that is not negative; for 0 it gives 0."
                                     : "Python's a % b for a positive b.";
    case Helper::int_power:
        return "base ** exponent for an exponent that is not negative, by squaring.";
    case Helper::frexp_mantissa:
        return "The first part of frexp(x).";
    case Helper::frexp_exponent:
        return "The second part of frexp(x).";
    case Helper::modf_fraction:
        return "The first part of modf(x).";
    case Helper::modf_whole:
        return "The second part of modf(x).";
    case Helper::remquo_quotient:
        return "The second part of remquo(x, y).";
    case Helper::square:
        return "x ** 2.";
    case Helper::minimum:
        return "Python's min(a, b): a unless b is less.";
    case Helper::maximum:
        return "Python's max(a, b): a unless b is greater.";
    case Helper::quotient:
        return "a / b, rounded toward zero; a zero divisor gives 0 and nothing traps.";
    case Helper::remainder:
        return "a % b with the sign of a; a zero divisor gives 0 and nothing traps.";
    case Helper::slice_bound:
        return "Where Python puts a bound of a slice: a negative one counts from the end, and none is "
               "outside.";
    case Helper::slice_bound_step:
        return "Where Python puts a bound of a slice with a step: a slice that goes down may end before the "
               "first element.";
    case Helper::slice_count:
        return "How many elements there are from one to another by a step.";
    case Helper::round_decimals:
        return "Python's round(x, digits) for a scale of 10 ** digits: ties to even, and x itself where "
               "x * scale has no fraction.";
    case Helper::round_tens:
        return "Python's round(x, -digits) for a scale of 10 ** digits: ties to even.";
    case Helper::clz:
        return "The zero bits above the highest one bit.";
    case Helper::brev:
        return "The bits in reverse order.";
    case Helper::apart:
        return "Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of "
               "min(min(a, -b), c) for sm_90 and later, and loses the minus.";
    case Helper::as_number:
        return "Gives x, and hides it from g++: 12 and 13 take another element where they make vectors of "
               "indices that are truth "
               "values.";
    case Helper::half_to_float:
        return "The value of a half: its bits are those of a float but for the range of the exponent.";
    case Helper::bfloat16_to_float:
        return "The value of a bfloat16.";
    case Helper::half_from_float:
        return "The bits of a value that a half has.";
    case Helper::bfloat16_from_float:
        return "The bits of a value that a bfloat16 has.";
    case Helper::round_to_half:
        return "The nearest value that a half has, ties to even: adding a number that is larger by the bits "
               "too "
               "many rounds them off.";
    case Helper::round_to_bfloat16:
        return "The nearest value that a bfloat16 has, ties to even.";
    default:
        return {};
    }
}

} // namespace cudapy::emit
