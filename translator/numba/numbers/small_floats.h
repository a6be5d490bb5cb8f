#pragma once
// Numbers of 16 bits. They are computed in `float`, whose result is rounded: for a sum, a product, a quotient
// and a square root that is the number which rounding once would give.

#include "translator/check/expressions/value.h"

namespace cudapy {
struct Builtin;
}

namespace cudapy::checker::numba {

/// Returns the type that numbers of a type are computed in, which is another one only for those of 16 bits.
const Type* computed(const Type* type);

/// Returns the result of a function of `math` whose arguments were of 16 bits: numba has some of the
/// functions for them, which give a number of 16 bits.
Value narrowed(const Builtin& builtin, const Type* argument, Value result);

} // namespace cudapy::checker::numba
