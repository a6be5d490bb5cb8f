#pragma once
// The facts about a kernel that the translator finds and that its launches need. It is plain C++17, because
// files made by `pycu2cu --program` include it, too.

namespace cudapy {
namespace generated {

/// The facts about a kernel, as it is compiled for one target, that its launches need.
struct KernelFacts {
    /// Bit a is set if the kernel may run with blocks wider than 1 on axis a. On any other axis the block
    /// must be 1 wide, because the kernel does not guard it. Bit 0 is always set.
    unsigned axes = 1;
    /// Bit a is set if the kernel depends on axis a: the threads along it may do different things. More than
    /// one thread along another axis is an error.
    unsigned depends_on_axes = 7;
    /// The kernel reads threadIdx, blockIdx, blockDim or gridDim, so that the shape of the blocks is visible
    /// to it.
    bool uses_blocks = false;
    /// The threads of the kernel work together in blocks, or it reads the grid's size. It then runs for all
    /// threads of every block, also for those beyond the number asked for, and has no slots for that number.
    bool whole_blocks = false;
    /// The kernel reads gridDim, so that it must be able to hold the number of the grid's threads along each
    /// axis.
    bool reads_grid = false;
    /// The kernel waits for all blocks (grid_sync). They must then run at the same time, which takes a
    /// cooperative launch on CUDA.
    bool cooperative = false;
    /// A thread of the kernel waits in a loop for what another one writes. On the CPU, threads take turns.
    bool waits = false;
    bool prints = false;   ///< the kernel, or a function that it calls, writes to C's standard output
    bool asserts = false;  ///< the same for an `assert`
    bool recurses = false; ///< it calls functions that call themselves, directly or through others
};

/// The facts that hold or do not, in their order.
inline constexpr bool KernelFacts::*kernel_truths[] = {&KernelFacts::uses_blocks, &KernelFacts::whole_blocks,
                                                       &KernelFacts::reads_grid,  &KernelFacts::cooperative,
                                                       &KernelFacts::waits,       &KernelFacts::prints,
                                                       &KernelFacts::asserts,     &KernelFacts::recurses};

} // namespace generated
} // namespace cudapy
