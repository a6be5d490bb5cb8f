#pragma once
// Sums what all threads add to the bars of numbers: a thread does the work of several, one after the other,
// and adds their sum once.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::differentiate {

/// A number that is a parameter of a kernel: the sum in a thread, and the array of one element that gains it.
struct SummedBar {
    program::Variable *sum, *gains;
};

/// Puts the body of a kernel into a loop over the threads that were asked for, along the last axis that it
/// reads a coordinate of (a grid-stride loop), and adds to the bars of numbers after it. Does nothing where
/// the kernel has no such bar, reads other coordinates than idx, idy and idz, or declares arrays.
void make_grid_stride(program::Function& kernel, const std::vector<SummedBar>& bars, const Type* index_type);

} // namespace cudapy::differentiate
