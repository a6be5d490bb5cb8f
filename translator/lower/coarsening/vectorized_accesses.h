#pragma once
// CUDA only: loads and stores neighbouring elements as vectors of up to 16 bytes.

#include "translator/lower/analysis/affine_form.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Vectorizes what the threads of a group load or store side by side, and, `loop_vector` elements at a
/// time, what a loop loads along a row. Adds to the group's facts what has to hold of addresses and extents,
/// so that every vector is aligned: the launch looks at it. `definitions` are those of the body that the
/// group was made of.
void vectorize_accesses(program::Function& coarsened, const Definitions& definitions, int loop_vector);

} // namespace cudapy::lower
