#pragma once
// The 16-bit floating-point types of kernels, as they lie in memory. C++17 has none.

#include <cstdint>
#include <cstring>

namespace cudapy {

namespace detail {
std::uint16_t half_from(float value);
float float_from_half(std::uint16_t bits);
std::uint16_t bfloat16_from(float value);
} // namespace detail

/// A number of IEEE's half precision, which lies in memory as CUDA's __half does.
struct half {
    std::uint16_t bits = 0;
    half() = default;
    explicit half(float value) : bits(detail::half_from(value)) {}
    explicit operator float() const { return detail::float_from_half(bits); }
};

/// The upper half of a float, which lies in memory as CUDA's __nv_bfloat16 does.
struct bfloat16 {
    std::uint16_t bits = 0;
    bfloat16() = default;
    explicit bfloat16(float value) : bits(detail::bfloat16_from(value)) {}
    explicit operator float() const {
        const std::uint32_t wide = std::uint32_t{bits} << 16;
        float value = 0;
        std::memcpy(&value, &wide, sizeof value);
        return value;
    }
};

} // namespace cudapy
