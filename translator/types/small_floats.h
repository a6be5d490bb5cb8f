#pragma once
// Values of the floating types, including those of 16 bits, for which C++ has no types.

#include "translator/types/type.h"

#include <cstdint>

namespace cudapy {

/// Returns the value of a floating type that is nearest to `value`, ties to even.
double rounded(const Type* type, double value);

/// Returns whether the number is in the range of the floating type. In that type it must not become infinite,
/// nor zero unless it is zero.
bool holds_magnitude(const Type* type, double value);

/// Returns the bits in memory of the half or bfloat16 that is nearest to `value`. A NaN becomes a quiet one.
uint16_t small_float_bits(const Type* type, double value);
double small_float_value(const Type* type, uint16_t bits);

} // namespace cudapy
