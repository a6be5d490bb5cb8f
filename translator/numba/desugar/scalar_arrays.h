#pragma once
// Arrays of no dimension as arguments of kernels in the dialect of numba. A kernel has an array of one
// element in place of each, and what the user wrote of it becomes what it is of that element: `x[()]` is
// `x[0]`, `x.size` is 1 and `x.ndim` is 0. Nothing else can be done with it.
//
// In a request such an array is an argument whose type is an array of one dimension and whose function is
// "()".

#include "translator/numba/desugar/tuple_parameters.h"

namespace cudapy::checker::numba {

bool has_scalar_arrays(const std::vector<InstanceRequest::Argument>& arguments);
/// Returns the function for these arguments, and the arguments of arrays with one dimension.
Rewriting with_one_dimension(const syntax::Function& function,
                             const std::vector<InstanceRequest::Argument>& arguments);

} // namespace cudapy::checker::numba
