#pragma once
// CUDA only: finds kernels on two axes with loops of divergent trip counts, such as those of the Mandelbrot
// set: their threads stay in them for different numbers of iterations. Neighbours on a plane mostly take
// about as long, so that a warp of 8 x 4 threads waits less for its last one than a warp of 32 x 1.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether the kernel is such a one: whether neighbours along x may leave one of its loops, or an
/// iteration of it, at different times by its condition, a `break` or a `continue`. A kernel that uses arrays
/// in its loops is none: there a warp along x moves fewer pieces of memory at a time. Loops of functions that
/// are not inlined are not seen.
bool has_divergent_trip_counts(const program::Function& kernel);

} // namespace cudapy::lower
