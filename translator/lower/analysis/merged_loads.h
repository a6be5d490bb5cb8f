#pragma once
// Finds loads of two arrays that a compiler may make one of.

#include "translator/program/program.h"

#include <cstddef>

namespace cudapy::lower {

/// Returns whether a compiler may make one load, at a chosen address, of a load of an element of one array
/// parameter and one of another, as of `A[i] if c else B[i]` and of assignments to a variable in the two
/// branches of an `if`. Their elements, or fields of them, have one size, and there is a branch or a loop
/// with one array in it and the other one in its other branch or outside.
bool may_merge_loads(const program::Function& function, std::size_t one, std::size_t other);

} // namespace cudapy::lower
