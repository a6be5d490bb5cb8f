#pragma once
// Host only: guesses short last axes of arrays, such as the colours of an image.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Function::likely_extents of a kernel that runs thread by thread: an array whose last index is a
/// constant wherever it is used, `image[y, x, 0]` to `image[y, x, 2]`, most likely has no other elements
/// there. Compilers make vectors of interleaved elements where they know the distance between two of a kind.
void find_likely_extents(program::Function& kernel);

} // namespace cudapy::lower
