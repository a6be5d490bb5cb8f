#pragma once
// Choosing the shape of blocks for a launch.

#include "runtime/launch/extent.h"

namespace cudapy::runtime {

/// Returns the block for a GPU, and for a CPU kernel that can see its blocks. It has about 256 threads and
/// never more than `max_threads`, and is wider than 1 only on axes of `axes`. Its extents are powers of two,
/// except for launches smaller than a block. If a grid would need more blocks on an axis than a GPU allows,
/// the block grows on that axis.
///
/// `width` is the most threads along x of a block that is wider than 1 on other axes: a warp, unless the
/// kernel gains from higher blocks.
Extent gpu_block(const Extent& threads, unsigned axes, int max_threads, int64_t width = 32);

/// Returns the block of a kernel whose threads work together. It always has 256 threads, whatever the launch,
/// on the axes that the kernel has. The emitted host C++ is made fastest for this shape.
Extent whole_block(unsigned axes);

/// Returns the block for a CPU kernel that cannot see its blocks. It is long along x, so that vector loops
/// are long, and small enough that each of `cores` gets several, so that they can be shared out evenly.
Extent cpu_block(const Extent& threads, unsigned axes, int cores);

/// Returns the number of blocks on each axis. Most axes have blocks of one thread, which saves a division.
inline Extent grid_of(const Extent& threads, const Extent& block) {
    Extent grid = threads;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (block[axis] != 1) grid[axis] = threads[axis] / block[axis] + (threads[axis] % block[axis] != 0);
    return grid;
}

} // namespace cudapy::runtime
