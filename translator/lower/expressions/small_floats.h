#pragma once
// Lowers the arithmetic of half and bfloat16. Each operation of it is rounded to the type.
//
// CUDA has types for them with + - * / and comparisons; anything else is computed in float and rounded. The
// host has no such types. There such a number is a float that always holds a value of the type and is rounded
// after each operation. In memory (elements of arrays, parts of tuples, parameters of kernels) the number is
// its bits. A float has more than twice the digits of both, so that rounding to float and then to the type
// gives the same as rounding once.

#include "translator/lower/lower.h"

namespace cudapy::lower {

void lower_small_floats(program::Program& program, Target target);

} // namespace cudapy::lower
