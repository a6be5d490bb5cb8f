#pragma once
// The device of memory that another library allocated.

namespace cudapy::runtime {

/// Returns the number of the GPU that has the memory. It is 0 if there is only one GPU, or if nobody can
/// tell.
int device_of_pointer(const void* pointer);

} // namespace cudapy::runtime
