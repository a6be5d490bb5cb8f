#pragma once
// Host only: handles indices that are made of truth values, `A[0 ^ (t == 0)]`.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Gives indices that are made of comparisons to Helper::as_number, in kernels and functions and in their
/// variants for strips and blocks. g++ 12 and 13 compile an access wrongly where they make vectors of
/// threads, or of the rounds of a loop, and its index is an integer of comparisons, combined bit by bit: they
/// take another element, or the compiler fails. They do not where such an index is a number that they know
/// nothing of. (clang++ has no such error.)
void keep_indices(program::Program& program);

} // namespace cudapy::lower
