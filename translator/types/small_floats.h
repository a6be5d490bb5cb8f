#pragma once
// Values of the floating types, those of 16 bits among them, for which C++ has no types.

#include "translator/types/type.h"

#include <cstdint>

namespace cudapy {

/// Returns the value of a floating type that is nearest to `value`, ties to even.
double rounded(const Type* type, double value);

/// Returns whether the number stays one in the floating type: neither infinite nor, unless it is one, a zero.
bool holds_magnitude(const Type* type, double value);

/// What a half or bfloat16 is in memory, of the value nearest to `value`; a NaN is a quiet one.
uint16_t small_float_bits(const Type* type, double value);
double small_float_value(const Type* type, uint16_t bits);

} // namespace cudapy
