#pragma once
// One name for several arrays of the kernel's own, of which the path decides:
//
//     if is_colored:                                    if is_colored:
//         acc = cuda.local.array(3, float32)                acc_array = cuda.local.array(3, float32)
//     else:                                becomes          acc = acc_array
//         acc = cuda.local.array(1, float32)            else:
//     acc[0] = 1                                            acc_array_2 = cuda.local.array(1, float32)
//                                                           acc = acc_array_2
//                                                       acc[0] = 1

namespace cudapy::checker {

struct Body;

namespace numba {

/// Gives arrays names of their own where several of them meet in one name.
void separate_joined_arrays(Body& body);

} // namespace numba
} // namespace cudapy::checker
