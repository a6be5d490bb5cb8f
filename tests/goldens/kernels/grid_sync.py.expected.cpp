// Translated from grid_sync.py by pycu2cu 0.2.0.
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

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline int maximum(int a, int b)
{
    return b > a ? b : a;
}

// Each step takes what all blocks have done in the one before.
static inline __attribute__((always_inline)) int heat_block(int blockIdx_x, int blockDim_x, int gridDim_x,
                                                            float* now, int now_len, float* later, int steps,
                                                            CpuGrid& grid)
{
    for (int step = 0; step < steps; ++step) {
        for (int64_t first_i = blockIdx_x * blockDim_x; first_i < now_len;
                first_i += gridDim_x * blockDim_x) {
            const int begin = first_i;
            const int left_ = now_len - begin;
            // A turn is far from the one before it, so that the processor does not foresee what it loads.
            for (int lane = 0; lane < blockDim_x; lane += 16) {
                __builtin_prefetch(&now[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
            }
#pragma omp simd
            for (int lane = 0; lane < (left_ < blockDim_x ? left_ : blockDim_x); ++lane) {
                const int threadIdx_x = lane;
                const int i = begin + threadIdx_x;
                const float left = now[maximum(i - 1, 0)];
                const float right = now[minimum(i + 1, now_len - 1)];
                later[i] = 0.25f * left + 0.5f * now[i] + 0.25f * right;
            }
        }
        if (!grid.sync()) return 10; // all of `later` is there
        for (int64_t first_i = blockIdx_x * blockDim_x; first_i < now_len;
                first_i += gridDim_x * blockDim_x) {
            const int begin = first_i;
            const int left_ = now_len - begin;
            // A turn is far from the one before it, so that the processor does not foresee what it loads.
            for (int lane = 0; lane < blockDim_x; lane += 16) {
                __builtin_prefetch(&later[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
            }
#pragma omp simd
            for (int lane = 0; lane < (left_ < blockDim_x ? left_ : blockDim_x); ++lane) {
                const int threadIdx_x = lane;
                const int i = begin + threadIdx_x;
                now[i] = later[i];
            }
        }
        if (!grid.sync()) return 13;
    }
    return 0;
}

extern "C" int run_heat(const CpuRange* range, float* now, int now_len, float* later, int /*later_len*/,
                        int steps)
{
    const bool usual = range->block[0] == 256;
    CpuGrid grid(range->end_block - range->first_block);
    const auto run_block = [&](int64_t number) {
        const CpuBlock block = block_of(*range, number);
        return usual ? heat_block(block.index[0], 256, int(range->grid[0]), now, now_len, later, steps, grid)
            : heat_block(block.index[0], int(range->block[0]), int(range->grid[0]), now, now_len, later,
                         steps, grid);
    };
    return run_together(grid, range->first_block, range->end_block, run_block);
}

static inline __attribute__((always_inline)) int totals_block(int first_idx, int blockIdx_x, int blockDim_x,
                                                              int gridDim_x, int* X, int X_len, int* sums,
                                                              int* all, CpuGrid& grid)
{
    alignas(64) int part[256];
    int mine[1024];
    int n[1024];
    int wait_result[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        part[threadIdx_x] = idx < X_len ? X[idx] : 0;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        if (threadIdx_x == 0) {
            int sum = 0;
            for (int i = 0; i < blockDim_x; ++i) {
                sum += part[i];
            }
            sums[blockIdx_x] = sum;
        }
        n[lane] = part[threadIdx_x];
    }
    if (!grid.sync()) return 18;
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        wait_result[lane] = n[lane] + blockIdx_x;
        mine[lane] = wait_result[lane];
        if (idx == 0) {
            for (int i = 0; i < gridDim_x; ++i) {
                all[0] += sums[i];
            }
        }
    }
    if (!grid.sync()) return 36;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (idx < X_len) {
            X[idx] = all[0] - mine[lane];
        }
    }
    return 0;
}

extern "C" int run_totals(const CpuRange* range, int* X, int X_len, int* sums, int /*sums_len*/, int* all,
                          int /*all_len*/)
{
    const bool usual = range->block[0] == 256;
    CpuGrid grid(range->end_block - range->first_block);
    const auto run_block = [&](int64_t number) {
        const CpuBlock block = block_of(*range, number);
        return usual
            ? totals_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, sums, all,
                           grid)
            : totals_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X,
                           X_len, sums, all, grid);
    };
    return run_together(grid, range->first_block, range->end_block, run_block);
}
