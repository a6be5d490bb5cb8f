#pragma once
// Host only: finds small innermost extents to specialize a kernel on, such as the colours of an image.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Function::extent_specializations of a kernel that runs thread by thread: an array whose last index is
/// a constant wherever it is used, `image[y, x, 0]` to `image[y, x, 2]`, most likely has no other elements
/// there. Compilers make vectors of interleaved elements where they know the distance between two of a kind.
void find_extent_specializations(program::Function& kernel);

} // namespace cudapy::lower
