#pragma once
// The ranges of NVTX around launches, which NVIDIA's Nsight shows (CUDAPY_NVTX=1).

namespace cudapy::python {

/// Returns whether the environment asked for ranges when this module was loaded.
bool has_launch_ranges();

/// Begins a range of this thread with the kernel's name. Returns false, with a Python error set, if there are
/// no ranges: the first range imports the package nvtx.
bool begin_launch_range(const char* kernel);
/// Ends the range that this thread has begun last. A Python error that is set stays as it is.
void end_launch_range();

} // namespace cudapy::python
