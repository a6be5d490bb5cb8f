#pragma once
// CUDA only: takes a short last dimension, as that of the channels of a picture, for the length that the
// kernel's indices speak of.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Where neighbours along x are apart by the last extent of an array, and the kernel uses exactly the places
/// 0, 1, … of that dimension by constants, puts their number in place of the extent. Adds to the group's
/// facts that the extent must be that number: the launch looks at it.
void specialise_channels(program::Function& group);

} // namespace cudapy::lower
