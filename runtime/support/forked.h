#pragma once

namespace cudapy::runtime {

/// Returns whether this process was forked from one that had begun to use CUDA, and so cannot use it itself.
/// Costs one load.
bool is_cuda_lost() noexcept;

} // namespace cudapy::runtime
