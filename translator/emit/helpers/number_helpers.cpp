#include "translator/emit/helpers/helper_table.h"

namespace cudapy::emit {

using program::Helper;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

constexpr std::string_view cover_line = R"(Q T N(T row, T line)
{
    __atomic_store_n(&cudapy__run_lines[row + line], (unsigned char)1, __ATOMIC_RELAXED);
    return line;
}
)";
constexpr std::string_view digamma = R"(Q T N(T x)
{
    T sum = ZERO;
    if (x <= 0) {
        const T angle = T(3.141592653589793) * (x - rintF(x));
        sum = T(-3.141592653589793) * cosF(angle) / sinF(angle);
        x = 1 - x;
    }
    while (x < 10) {
        sum -= 1 / x;
        x += 1;
    }
    const T y = 1 / (x * x);
    T series = T(691.0 / 32760.0) - y / 12;
    series = T(1.0 / 240.0) - y * (T(1.0 / 132.0) - y * series);
    series = T(1.0 / 12.0) - y * (T(1.0 / 120.0) - y * (T(1.0 / 252.0) - y * series));
    return sum + logF(x) - HALF / x - y * series;
}
)";
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
    if (b == 0) return a / b;
    const T rest = fmodF(a, b);
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
// x * scale is rounded, but fma is not: its sign tells on which side of a half the exact product lies.
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
constexpr std::string_view float_power = R"(Q T N(T base, int64_t exponent)
{
    if (exponent < -65536 || exponent > 65536) return T(pow(double(base), double(exponent)));
    T result = 1;
    T power = base;
    for (int64_t left = exponent < 0 ? -exponent : exponent; left != 0; left >>= 1) {
        if (left & 1) {
            result *= power;
        }
        power *= power;
    }
    return exponent < 0 ? 1 / result : result;
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
    return BUILTIN_frexpF(x, &exponent);
}
)";
constexpr std::string_view frexp_exponent = R"(Q int N(T x)
{
    int exponent;
    BUILTIN_frexpF(x, &exponent);
    return exponent;
}
)";
constexpr std::string_view modf_fraction = R"(Q T N(T x)
{
    T whole;
    return BUILTIN_modfF(x, &whole);
}
)";
constexpr std::string_view modf_whole = R"(Q T N(T x)
{
    T whole;
    BUILTIN_modfF(x, &whole);
    return whole;
}
)";
constexpr std::string_view remquo_quotient = R"(Q int N(T x, T y)
{
    int quotient;
    BUILTIN_remquoF(x, y, &quotient);
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

constexpr std::string_view wrapped_index = R"(Q T N(T index, T length)
{
    return index < 0 ? index + length : index;
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

constexpr std::string_view ptxas_negation_workaround = R"(Q T N(T x)
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

constexpr std::string_view ptxas_16_bit_workaround = R"(Q int N(T x)
{
    int wide = x;
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    asm("" : "+r"(wide));
#endif
    return wide;
}
)";

constexpr std::string_view as_number = R"(Q T N(T x)
{
    asm("" : "+r"(x));
    return x;
}
)";

// The error of rsqrtf is up to 2 units in the last place, that of a root and a division 1. The step has none
// to make of 0 and of infinity.
constexpr std::string_view reciprocal_root = R"(Q T N(T x)
{
    const T root = rsqrtf(x);
    const T error = fmaf(-x * root, root, 1.0f);
    return error == error ? fmaf(0.5f * root, error, root) : root;
}
)";

// The alignment of a vector is that of 16 bytes, or less where the elements fill no such vector.
constexpr std::string_view load_vectorized = R"(template <int COUNT, typename Element>
Q void N(Element* to, const Element* from)
{
    constexpr int bytes = COUNT * sizeof(Element);
    struct alignas(bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4) Vector {
        Element at[COUNT];
    };
    const Vector vector = *reinterpret_cast<const Vector*>(from);
    for (int i = 0; i < COUNT; ++i)
        to[i] = vector.at[i];
}
)";
constexpr std::string_view store_vectorized = R"(template <int COUNT, typename Element>
Q void N(Element* to, const Element* from)
{
    constexpr int bytes = COUNT * sizeof(Element);
    struct alignas(bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4) Vector {
        Element at[COUNT];
    };
    Vector vector;
    for (int i = 0; i < COUNT; ++i)
        vector.at[i] = from[i];
    *reinterpret_cast<Vector*>(to) = vector;
}
)";

constexpr HelperText of_numbers[] = {
    {Helper::reciprocal_root, Types::any, Targets::cuda,
     "1 / sqrt(x): CUDA's approximation and a step of Newton's method.", reciprocal_root},
    {Helper::load_vectorized, Types::any, Targets::cuda,
     "Loads neighbouring elements as vectors of up to 16 bytes.", load_vectorized},
    {Helper::store_vectorized, Types::any, Targets::cuda,
     "Stores neighbouring elements as vectors of up to 16 bytes.", store_vectorized},
    {Helper::cover_line, Types::any, Targets::cpu, "Notes that a line runs after the one of a row.",
     cover_line},
    {Helper::digamma, Types::floating, Targets::both,
     "The derivative of lgamma: by reflection to positive numbers, recurrence to large ones, and their "
     "series.",
     digamma},
    {Helper::floor_div, Types::floating, Targets::both,
     "Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.",
     floor_div_floating},
    {Helper::floor_div, Types::any, Targets::cpu,
     "Python's a // b: rounds toward minus infinity; a zero divisor gives 0.", floor_div_integer_host},
    {Helper::floor_div, Types::any, Targets::cuda, "Python's a // b: rounds toward minus infinity.",
     floor_div_integer},
    {Helper::floor_mod, Types::floating, Targets::both, "Python's a % b: has the sign of b.",
     floor_mod_floating},
    {Helper::floor_mod, Types::any, Targets::cpu,
     "Python's a % b: has the sign of b; a zero divisor gives 0.", floor_mod_integer_host},
    {Helper::floor_mod, Types::any, Targets::cuda, "Python's a % b: has the sign of b.", floor_mod_integer},
    {Helper::floor_div_positive, Types::any, Targets::cpu,
     "Python's a // b for a b that is not negative; for 0 it gives 0.", floor_div_positive_host},
    {Helper::floor_div_positive, Types::any, Targets::cuda, "Python's a // b for a positive b.",
     floor_div_positive},
    {Helper::floor_mod_positive, Types::any, Targets::cpu,
     "Python's a % b for a b that is not negative; for 0 it gives 0.", floor_mod_positive_host},
    {Helper::floor_mod_positive, Types::any, Targets::cuda, "Python's a % b for a positive b.",
     floor_mod_positive},
    {Helper::int_power, Types::any, Targets::both,
     "base ** exponent for an exponent that is not negative, by squaring.", int_power},
    {Helper::float_power, Types::floating, Targets::both,
     "base ** exponent by squaring, as numba computes it, and for large exponents by the logarithm.",
     float_power},
    {Helper::square, Types::any, Targets::both, "x ** 2.", square},
    {Helper::minimum, Types::any, Targets::both, "Python's min(a, b): a unless b is less.", minimum},
    {Helper::maximum, Types::any, Targets::both, "Python's max(a, b): a unless b is greater.", maximum},
    {Helper::quotient, Types::unsigned_integer, Targets::both,
     "a / b, rounded toward zero; a zero divisor gives 0 and nothing traps.", quotient_unsigned_host},
    {Helper::quotient, Types::any, Targets::both,
     "a / b, rounded toward zero; a zero divisor gives 0 and nothing traps.", quotient_host},
    {Helper::remainder, Types::unsigned_integer, Targets::both,
     "a % b with the sign of a; a zero divisor gives 0 and nothing traps.", remainder_unsigned_host},
    {Helper::remainder, Types::any, Targets::both,
     "a % b with the sign of a; a zero divisor gives 0 and nothing traps.", remainder_host},
    {Helper::slice_bound, Types::any, Targets::both,
     "Where Python puts a bound of a slice: a negative one counts from the end, and none is outside.",
     slice_bound},
    {Helper::wrapped_index, Types::any, Targets::both,
     "The place of an element of an array, whose last one has the index -1, too.", wrapped_index},
    {Helper::slice_bound_step, Types::any, Targets::both,
     "Where Python puts a bound of a slice with a step: a slice that goes down may end before the first "
     "element.",
     slice_bound_step},
    {Helper::slice_count, Types::any, Targets::both,
     "How many elements there are from one to another by a step.", slice_count},
    {Helper::round_decimals, Types::any, Targets::both,
     "Python's round(x, digits) for a scale of 10 ** digits: ties to even, and x itself where x * scale has "
     "no fraction.",
     round_decimals},
    {Helper::round_tens, Types::floating, Targets::both,
     "Python's round(x, -digits) for a scale of 10 ** digits: ties to even.", round_tens_floating},
    {Helper::round_tens, Types::unsigned_integer, Targets::both,
     "Python's round(x, -digits) for a scale of 10 ** digits: ties to even.", round_tens_unsigned},
    {Helper::round_tens, Types::any, Targets::both,
     "Python's round(x, -digits) for a scale of 10 ** digits: ties to even.", round_tens_signed},
    {Helper::frexp_mantissa, Types::any, Targets::both, "The first part of frexp(x).", frexp_mantissa},
    {Helper::frexp_exponent, Types::any, Targets::both, "The second part of frexp(x).", frexp_exponent},
    {Helper::modf_fraction, Types::any, Targets::both, "The first part of modf(x).", modf_fraction},
    {Helper::modf_whole, Types::any, Targets::both, "The second part of modf(x).", modf_whole},
    {Helper::remquo_quotient, Types::any, Targets::both, "The second part of remquo(x, y).", remquo_quotient},
    {Helper::clz, Types::any, Targets::both, "The zero bits above the highest one bit.", clz_host},
    {Helper::brev, Types::any, Targets::both, "The bits in reverse order.", brev_host},
    {Helper::ptxas_negation_workaround, Types::any, Targets::both,
     "Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of min(min(a, -b), c) for "
     "sm_90 and later, and loses the minus.",
     ptxas_negation_workaround},
    {Helper::ptxas_16_bit_workaround, Types::any, Targets::cuda,
     "Gives x, and hides from compilers that it has few bits: for sm_90 the ptxas of CUDA 13.0 compares "
     "minima "
     "of 16 bits wrongly.",
     ptxas_16_bit_workaround},
    {Helper::as_number, Types::any, Targets::both,
     "Gives x, and hides it from g++: 12 and 13 take another element where they make vectors of indices that "
     "are truth values.",
     as_number},
};

} // namespace

std::span<const HelperText> number_texts() {
    return of_numbers;
}

} // namespace cudapy::emit
