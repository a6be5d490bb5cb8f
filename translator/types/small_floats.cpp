#include "translator/types/small_floats.h"

#include "translator/support/internal_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cudapy {

namespace {

struct Layout {
    int fraction_bits; ///< after the leading one
    int least_exponent;
    int most_exponent;
};

Layout layout_of(const Type* type) {
    if (type == Type::float16()) return {10, -14, 15};
    if (type == Type::bfloat16()) return {7, -126, 127};
    throw InternalError("the bits of a " + type->name());
}

} // namespace

double rounded(const Type* type, double value) {
    if (type == Type::float64()) return value;
    if (type == Type::float32()) return static_cast<double>(static_cast<float>(value));
    const Layout layout = layout_of(type);
    if (value == 0 || !std::isfinite(value)) return value;
    const int step = std::max(std::ilogb(value), layout.least_exponent) - layout.fraction_bits;
    const double result = std::ldexp(std::nearbyint(std::ldexp(value, -step)), step);
    const double limit = std::ldexp(1.0, layout.most_exponent + 1);
    return std::fabs(result) < limit ? result : std::copysign(std::numeric_limits<double>::infinity(), value);
}

bool holds_magnitude(const Type* type, double value) {
    if (!std::isfinite(value) || value == 0) return true;
    const double kept = rounded(type, value);
    return std::isfinite(kept) && kept != 0;
}

uint16_t small_float_bits(const Type* type, double value) {
    const Layout layout = layout_of(type);
    const double nearest = std::fabs(rounded(type, value));
    const unsigned sign = std::signbit(value) ? 0x8000 : 0;
    const int fraction_bits = layout.fraction_bits;
    const auto infinity = static_cast<unsigned>(layout.most_exponent - layout.least_exponent + 2)
                          << fraction_bits;
    unsigned bits = 0;
    if (std::isnan(nearest)) {
        bits = infinity | 1U << (fraction_bits - 1);
    } else if (std::isinf(nearest)) {
        bits = infinity;
    } else if (nearest != 0) {
        // The bits count the steps from 0 on, and go from one exponent to the next without a gap.
        const int exponent = std::max(std::ilogb(nearest), layout.least_exponent);
        const auto steps = static_cast<unsigned>(std::ldexp(nearest, fraction_bits - exponent));
        bits = (static_cast<unsigned>(exponent - layout.least_exponent) << fraction_bits) + steps;
    }
    return static_cast<uint16_t>(sign | bits);
}

double small_float_value(const Type* type, uint16_t bits) {
    const Layout layout = layout_of(type);
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    const int biased = (bits & 0x7fff) >> layout.fraction_bits;
    const int fraction = bits & ((1 << layout.fraction_bits) - 1);
    if (biased == layout.most_exponent - layout.least_exponent + 2)
        return fraction ? std::numeric_limits<double>::quiet_NaN()
                        : sign * std::numeric_limits<double>::infinity();
    const int steps = biased == 0 ? fraction : fraction + (1 << layout.fraction_bits);
    return sign * std::ldexp(steps, layout.least_exponent + std::max(biased - 1, 0) - layout.fraction_bits);
}

} // namespace cudapy
