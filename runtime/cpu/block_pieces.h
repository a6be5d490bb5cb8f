#pragma once
// Cutting the blocks of a CPU kernel that cannot see them.

#include "runtime/cpu/cpu_kernel.h"

#include <algorithm>
#include <array>
#include <bit>

namespace cudapy::runtime {

/// The threads of a launch, cut into pieces of at least 64 threads if there are as many. Pieces are counted
/// along x first, then y, then z. A core is handed one piece, and is interrupted after it, if a piece takes
/// long; else it is handed a run of pieces. Rows are cut at multiples of 64 threads, so that vector loops
/// have the same threads however they are cut, and results are the same, bit for bit.
class BlockPieces {
  public:
    /// Makes each block one piece, for a kernel that can see its blocks.
    static BlockPieces whole(const CpuRange& range);
    /// Cuts blocks that their threads cannot see, so that runs of pieces can be in blocks of any shape.
    static BlockPieces cut(const CpuRange& range);

    int64_t count() const { return count_; }
    /// Returns the end of a run of about `size` pieces from `first`, chosen so that the run takes few blocks.
    int64_t end_of_run(int64_t first, int64_t size) const;
    /// Returns the last place up to `first` at which runs of about `size` pieces begin that take few blocks.
    int64_t start_of_run(int64_t first, int64_t size) const;
    /// Runs the pieces [first, end), in order.
    void run(CpuEntry entry, void* const* slots, int64_t first, int64_t end) const;

  private:
    explicit BlockPieces(const CpuRange& range) : range_(range) {}
    /// Returns the largest number of pieces up to `size` that can be one block; `size` where blocks are
    /// whole.
    int64_t size_of_run(int64_t size) const;

    CpuRange range_;
    bool is_cut_ = false;
    int64_t count_ = 0;
    std::array<int64_t, 3> threads_{}; ///< the threads of a piece
    int64_t in_row_ = 1, rows_ = 1;    ///< pieces along x, and along y
};

} // namespace cudapy::runtime
