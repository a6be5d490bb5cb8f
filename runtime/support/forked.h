#pragma once

namespace cudapy::runtime {

/// Whether this process was forked from one that had begun to use CUDA, and so can not use it itself. Costs
/// one load.
bool is_cuda_lost() noexcept;

} // namespace cudapy::runtime
