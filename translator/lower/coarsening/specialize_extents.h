#pragma once
// CUDA only: specializes a kernel on a small innermost extent that its constant indices imply, such as the
// channels of a picture.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Where neighbours along x are apart by the last extent of an array, and the kernel uses exactly the places
/// 0, 1, … of that dimension by constants, puts their number in place of the extent. Adds to the group's
/// facts that the extent must be that number: the launch looks at it.
void specialize_extents(program::Function& coarsened);

} // namespace cudapy::lower
