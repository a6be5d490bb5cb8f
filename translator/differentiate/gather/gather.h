#pragma once
// Gathers in place of scattering: the additions that threads of a derivative make to elements of other
// threads become kernels with a thread for each element, which sums what is added to it.

#include "translator/program/program.h"

#include <memory>
#include <vector>

namespace cudapy::differentiate {

/// Takes from a kernel the additions to bars that a kernel of their own can make, before it runs, and
/// returns those kernels, in any order. A bar is left as it is where some addition to it depends on data in
/// its place, or on what the thread computes in other iterations.
///
/// The loop over what a thread reads and the axis of the threads change places: where thread i reads X[k]
/// for each k, the thread of X[k] goes through all i (gradients of loops as in Hascoët, "Adjoints by
/// automatic differentiation", for affine accesses).
std::vector<std::unique_ptr<program::Function>> gather_bars(program::Function& kernel,
                                                            const Type* index_type);

} // namespace cudapy::differentiate
