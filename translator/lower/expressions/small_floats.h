#pragma once
// Arithmetic of half and bfloat16, each operation of which is rounded to the type.
//
// CUDA has types for them with + - * / and comparisons; anything else is computed in float and rounded. The
// host has neither: there such a number is a float that always holds a value of the type, rounded after each
// operation, and in memory (elements of arrays, parts of tuples, parameters of kernels) it is its bits. A
// float has more than twice the digits of both, so that the two roundings of an operation are one.

#include "translator/lower/lower.h"

namespace cudapy::lower {

void lower_small_floats(program::Program& program, Target target);

} // namespace cudapy::lower
