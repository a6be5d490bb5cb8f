#pragma once
// What those who come from numba, CuPy, Warp and NumPy write first, and what to write in a kernel of CudaPy.

#include <string>
#include <string_view>

namespace cudapy::diag {

/// What to write for a name of another library's kernels, such as `cuda.atomic.add` or `jit.grid`: words for
/// a help, empty where nothing is known. Names count from the right, so that the module may have any name.
std::string help_for_other_library(std::string_view name);

/// What to write for a function of NumPy that works on whole arrays, such as `clip`; empty where nothing is
/// known.
std::string help_for_numpy(std::string_view name);

/// What to write for a method or attribute of an array or a number, such as `.item` or `.astype`; empty where
/// nothing is known.
std::string help_for_method(std::string_view name);

} // namespace cudapy::diag
