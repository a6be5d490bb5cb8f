#pragma once
// Host only: decides which kernels run several neighbouring blocks at once, which is block coarsening
// (BlockMaker makes their form). A block by itself reads a few KiB and goes on far after them, where no
// prefetcher follows. Neighbouring blocks go through memory side by side.

#include "translator/lower/cpu/loop_interchange.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// The most threads of blocks that run together. The variables of each of them are in arrays of so many
/// elements.
constexpr int most_threads_together = 16384;

/// Returns whether the statements of the kernel's blocks may take turns. No thread of it waits for another
/// block, and it sees no axis but x.
bool can_coarsen_blocks(const program::Function& kernel);

/// Returns whether threads of neighbouring blocks go through memory side by side in the loop, `for i in
/// range(idx, n, gridsize.x)`, and do nothing there but load and compute.
bool is_interchanged_across_blocks(const program::ForC& loop, const InterchangedLoop& interchanged);

/// Returns how many blocks run at once, so that what they keep fits into a cache.
int most_blocks_together(const program::Function& block);

/// Returns how many loops the threads of a block go through one by one. They are more where blocks that run
/// together do not agree about a loop that the threads of one block go through in step.
int loops_of_threads(const program::Function& block);

} // namespace cudapy::lower
