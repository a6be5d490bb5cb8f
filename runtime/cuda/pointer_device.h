#pragma once
// Which device memory that another library allocated is on.

namespace cudapy::runtime {

/// The number of the GPU that the memory is of; 0 where there is one only, or no saying.
int device_of_pointer(const void* pointer);

} // namespace cudapy::runtime
