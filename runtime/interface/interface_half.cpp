#include "runtime/include/cudapy/half.h"

namespace cudapy::detail {

namespace {

std::uint32_t bits_of(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

float float_of(std::uint32_t bits) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

} // namespace

// Rounds to the nearest half, and a tie to the even one, as CPython's struct and CUDA do.
std::uint16_t half_from(float value) {
    const std::uint32_t bits = bits_of(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
    const std::uint32_t rest = bits & 0x7fffffff;
    if (rest > 0x7f800000) return static_cast<std::uint16_t>(sign | 0x7e00);  // not a number
    if (rest >= 0x477ff000) return static_cast<std::uint16_t>(sign | 0x7c00); // rounds to infinity
    if (rest >= 0x38800000) {
        const std::uint32_t odd = rest >> 13 & 1;
        return static_cast<std::uint16_t>(sign | ((rest - 0x38000000 + 0xfff + odd) >> 13));
    }
    // The value is below the normal halves. Adding 0.5 makes the last digit of a float worth as much as the
    // last digit of such a half.
    const float shifted = float_of(rest) + 0.5f;
    return static_cast<std::uint16_t>(sign | (bits_of(shifted) - 0x3f000000));
}

float float_from_half(std::uint16_t bits) {
    const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
    const std::uint32_t rest = bits & 0x7fffu;
    if (rest >= 0x7c00) return float_of(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    if (rest >= 0x0400) return float_of(sign | (rest + 0x1c000) << 13);
    return float_of(sign | bits_of(static_cast<float>(rest) * 0x1p-24f));
}

std::uint16_t bfloat16_from(float value) {
    const std::uint32_t bits = bits_of(value);
    if ((bits & 0x7fffffff) > 0x7f800000)
        return static_cast<std::uint16_t>(bits >> 16 | 0x40); // not a number
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

} // namespace cudapy::detail
