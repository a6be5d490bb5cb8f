#include "translator/emit/helpers/helper_table.h"

namespace cudapy::emit {

using program::Helper;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

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
// To add 1.5 * 2^(e + k) to a number with the exponent e, and to take it away again, leaves the part of the
// number above the k lowest bits of its fraction. The addition itself rounds it to even.
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

constexpr std::string_view has_minus = R"(Q bool N(T x)
{
    return __half_as_ushort(x) >> 15 != 0;
}
)";

constexpr HelperText of_halves[] = {
    {Helper::has_minus, Types::any, Targets::cuda,
     "Whether the sign of x is minus. A conversion to float loses that of a NaN.", has_minus},
    {Helper::half_to_float, Types::any, Targets::both,
     "The value of a half: its bits are those of a float but for the range of the exponent.", half_to_float},
    {Helper::bfloat16_to_float, Types::any, Targets::both, "The value of a bfloat16.", bfloat16_to_float},
    {Helper::half_from_float, Types::any, Targets::both, "The bits of a value that a half has.",
     half_from_float},
    {Helper::bfloat16_from_float, Types::any, Targets::both, "The bits of a value that a bfloat16 has.",
     bfloat16_from_float},
    {Helper::round_to_half, Types::float64, Targets::both,
     "The nearest value that a half has, ties to even: adding a number that is larger by the bits too many "
     "rounds them off.",
     round_to_half_double},
    {Helper::round_to_half, Types::any, Targets::both,
     "The nearest value that a half has, ties to even: adding a number that is larger by the bits too many "
     "rounds them off.",
     round_to_half_single},
    {Helper::round_to_bfloat16, Types::float64, Targets::both,
     "The nearest value that a bfloat16 has, ties to even.", round_to_bfloat16_double},
    {Helper::round_to_bfloat16, Types::any, Targets::both,
     "The nearest value that a bfloat16 has, ties to even.", round_to_bfloat16_single},
};

} // namespace

std::span<const HelperText> half_texts() {
    return of_halves;
}

} // namespace cudapy::emit
