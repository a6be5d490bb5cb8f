#pragma once
// Choosing the shape of blocks for a launch.

#include "runtime/launch/extent.h"

namespace cudapy::runtime {

/// Blocks for a GPU, and for a CPU kernel that can see its blocks: about 256 threads, powers of two but for
/// launches smaller than a block, never more than `max_threads` in all, wide on axes of `axes` only. Where a
/// grid axis would need more blocks than a GPU has, the block grows on that axis.
Extent gpu_block(const Extent& threads, unsigned axes, int max_threads);

/// Blocks of a kernel whose threads work together: always 256 threads, whatever the launch, on the axes that
/// the kernel has. The emitted host C++ is made fastest for this shape.
Extent whole_block(unsigned axes);

/// Blocks for a CPU kernel that cannot see them: long along x, so that its vector loops are long, and several
/// for each of `cores`, so that they can be shared out evenly.
Extent cpu_block(const Extent& threads, unsigned axes, int cores);

/// Blocks on each axis.
inline Extent grid_of(const Extent& threads, const Extent& block) {
    return {threads[0] / block[0] + (threads[0] % block[0] != 0),
            threads[1] / block[1] + (threads[1] % block[1] != 0),
            threads[2] / block[2] + (threads[2] % block[2] != 0)};
}

} // namespace cudapy::runtime
