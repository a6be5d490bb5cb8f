// Translated from grids.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
#include <atomic>
#include <climits>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

// Where the blocks of a launch wait for each other.
class CpuGrid {
  public:
    explicit CpuGrid(int64_t blocks) : blocks_(blocks) {}

    // Waits for all blocks. It gives false where that is in vain, because some have ended.
    bool sync()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        if (in_vain_ || ended_ > 0) {
            give_up();
            return false;
        }
        if (++waiting_ == blocks_) {
            waiting_ = 0;
            ++round_;
            all_here_.notify_all();
            return true;
        }
        const int64_t round = round_;
        all_here_.wait(lock, [&] { return round_ != round || in_vain_; });
        return round_ != round;
    }

    // A block has ended, or (`all`) some were never begun.
    void end(bool all = false)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ++ended_;
        if (waiting_ > 0 || all) give_up();
    }

  private:
    void give_up()
    {
        in_vain_ = true;
        all_here_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable all_here_;
    const int64_t blocks_;
    int64_t waiting_ = 0, ended_ = 0, round_ = 0;
    bool in_vain_ = false;
};

// Runs each block on a thread of its own. It gives what the first block to fail gave, INT_MIN where the
// system has no thread for each of them, 0 otherwise.
template <typename RunBlock>
static int run_together(CpuGrid& grid, int64_t first_block, int64_t end_block, const RunBlock& run_block)
{
    std::atomic<int> failure{0};
    const auto run = [&](int64_t number) {
        int none = 0;
        failure.compare_exchange_strong(none, run_block(number));
        grid.end();
    };
    std::vector<std::thread> others;
    try {
        for (int64_t number = first_block + 1; number < end_block; ++number) {
            others.emplace_back(run, number);
        }
        if (first_block < end_block) run(first_block);
    } catch (const std::exception&) {
        failure = INT_MIN;
        grid.end(true);
    }
    for (std::thread& other : others) {
        other.join();
    }
    return failure;
}

// The place of an element of an array, whose last one has the index -1, too.
static inline int64_t wrapped_index(int64_t index, int64_t length)
{
    return index < 0 ? index + length : index;
}

static inline __attribute__((always_inline)) int waits_block(int first_idx, int blockDim_x, int blockDim_y,
                                                             int blockDim_z, int gridDim_x, int* x_,
                                                             int x_len, double* out, int out_len,
                                                             CpuGrid& grid_2)
{
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int64_t i = idx;
                x_[i] = i;
            }
        }
    }
    if (!grid_2.sync()) return 13;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int64_t i = idx;
                out[i] = x_[wrapped_index(int64_t(gridDim_x * blockDim_x) - 1 - i, int64_t(x_len))];
            }
        }
    }
    if (!grid_2.sync()) return 15;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int idx = first_idx + x;
                const int64_t i = idx;
                x_[i] = int(out[i] + out[out_len - 1]);
            }
        }
    }
    return 0;
}

extern "C" int run_waits(const CpuRange* range, int* x, int x_len, double* out, int out_len)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    CpuGrid grid_2(range->end_block - range->first_block);
    const auto run_block = [&](int64_t number) {
        const CpuBlock block = block_of(*range, number);
        return usual
            ? waits_block(block.first[0], 256, 1, 1, int(range->grid[0]), x, x_len, out, out_len, grid_2)
            : waits_block(block.first[0], int(range->block[0]), int(range->block[1]), int(range->block[2]),
                          int(range->grid[0]), x, x_len, out, out_len, grid_2);
    };
    return run_together(grid_2, range->first_block, range->end_block, run_block);
}
