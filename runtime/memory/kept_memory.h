#pragma once
// The memory of a GPU that stays reserved when arrays are freed, for the arrays to come.

#include "runtime/cuda/cuda_driver.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cudapy::runtime {

/// Returns the most bytes that a pool keeps beyond what arrays use: CUDAPY_GPU_KEEP, or else a GiB. Throws
/// invalid_argument when CUDAPY_GPU_KEEP is no number.
std::size_t most_kept_memory();

/// Tells a pool how much of its memory it keeps when the process has waited for the GPU.
class KeptMemory {
  public:
    /// Must be called when arrays use another number of bytes than before, or have another limit. It mostly
    /// costs a comparison. Throws Error driver and invalid_argument.
    void follow(const cuda::Driver& driver, cuda::MemoryPool pool, std::size_t used, std::size_t limit);

  private:
    std::atomic<std::size_t> used_{SIZE_MAX}, limit_{SIZE_MAX}; ///< those that the pool was told last
};

} // namespace cudapy::runtime
