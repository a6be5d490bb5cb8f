// Translated from grid_strides.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude blocks_together
//+ helper maximum(int)
//+ helper maximum(float)
//+ helper atomic_add(int)
//+ helper atomic_add(float)
//+ helper shared_add(int)

// Several blocks run at once, because threads of neighbouring blocks go through memory side by side.
static inline __attribute__((always_inline)) void total_of_block(int blocks, int /*first_idx*/,
                                                                 int blockIdx_x, int blockDim_x,
                                                                 int gridDim_x, const float* x, int x_len,
                                                                 float* out)
{
    alignas(64) float s[64][256];
    float total[16384];
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            total[lane] = 0.0f; // of one thread
        }
    }
    const int step = gridDim_x * blockDim_x;
    int64_t first_i = blockIdx_x * blockDim_x;
    while (first_i + 4LL * step <= x_len) {
        const int begin = first_i;
        for (int block = 0; block < blocks; ++block) {
#pragma omp simd
            for (int thread = 0; thread < blockDim_x; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
#pragma GCC unroll 4
                for (int iteration = 0; iteration < 4; ++iteration) {
                    const int i = begin + (iteration * step + (block * blockDim_x + threadIdx_x));
                    // in the order of its turns
                    total[lane] += x[i];
                }
            }
        }
        first_i += 4LL * step;
    }
    while (first_i < x_len) {
        const int begin = first_i;
        const int left = x_len - begin;
        for (int block = 0; block < blocks; ++block) {
            const int threads = left - block * blockDim_x < blockDim_x ? left - block * blockDim_x
                : blockDim_x;
#pragma omp simd
            for (int thread = 0; thread < threads; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
                const int i = begin + (block * blockDim_x + threadIdx_x);
                total[lane] += x[i];
            }
        }
        first_i += step;
    }
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            const int threadIdx_x = thread;
            const int t = threadIdx_x;
            s[block][t] = total[lane];
        }
    }
    int k = 128;
    while (k > 0) {
        for (int block = 0; block < blocks; ++block) {
            const int threads = k < blockDim_x ? k : blockDim_x;
#pragma omp simd
            for (int thread = 0; thread < threads; ++thread) {
                const int threadIdx_x = thread;
                const int t = threadIdx_x;
                s[block][t] += s[block][t + k];
            }
        }
        k /= 2;
    }
    for (int block = 0; block < blocks; ++block) {
        for (int thread = 0; thread < 1; ++thread) {
            atomic_add(&out[0], s[block][0]);
        }
    }
}

extern "C" void run_total_of(const CpuRange* range, const float* x, int x_len, float* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block;) {
        const CpuBlock block = block_of(*range, number);
        const int together = blocks_together(*range, number, 64, 16384);
        if (usual) {
            total_of_block(together, block.first[0], block.index[0], 256, int(range->grid[0]), x, x_len, out);
        } else {
            total_of_block(together, block.first[0], block.index[0], int(range->block[0]),
                           int(range->grid[0]), x, x_len, out);
        }
        number += together;
    }
}

// A product and a largest element for each block, which asks for its place.
// Several blocks run at once, because threads of neighbouring blocks go through memory side by side.
static inline __attribute__((always_inline)) void dots_block(int blocks, int blockIdx_x, int blockDim_x,
                                                             int gridDim_x, const float* x, int x_len,
                                                             const float* y, float* parts)
{
    alignas(64) float a[64][2 * 128];
    float dot[16384];
    float most[16384];
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            dot[lane] = 0.0f;
            most[lane] = 0.0f;
        }
    }
    const int step = gridDim_x * blockDim_x;
    int64_t first_i = blockIdx_x * blockDim_x;
    while (first_i + 4LL * step <= x_len) {
        const int begin = first_i;
        for (int block = 0; block < blocks; ++block) {
#pragma omp simd
            for (int thread = 0; thread < blockDim_x; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
#pragma GCC unroll 4
                for (int iteration = 0; iteration < 4; ++iteration) {
                    const int i = begin + (iteration * step + (block * blockDim_x + threadIdx_x));
                    const float v = x[i];
                    dot[lane] += v * y[i];
                    if (v > most[lane]) {
                        most[lane] = v;
                    }
                }
            }
        }
        first_i += 4LL * step;
    }
    while (first_i < x_len) {
        const int begin = first_i;
        const int left = x_len - begin;
        for (int block = 0; block < blocks; ++block) {
            const int threads = left - block * blockDim_x < blockDim_x ? left - block * blockDim_x
                : blockDim_x;
#pragma omp simd
            for (int thread = 0; thread < threads; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
                const int i = begin + (block * blockDim_x + threadIdx_x);
                const float v = x[i];
                dot[lane] += v * y[i];
                if (v > most[lane]) {
                    most[lane] = v;
                }
            }
        }
        first_i += step;
    }
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            const int threadIdx_x = thread;
            a[block][threadIdx_x] = dot[lane];
            a[block][128 + threadIdx_x] = most[lane];
        }
    }
    for (int block = 0; block < blocks; ++block) {
        const int threads = 2 < blockDim_x ? 2 : blockDim_x;
#pragma omp simd
        for (int thread = 0; thread < threads; ++thread) {
            const int threadIdx_x = thread;
            float part = a[block][threadIdx_x * 128];
            for (int k = 1; k < blockDim_x; ++k) {
                part = threadIdx_x == 0 ? part + a[block][k] : maximum(part, a[block][128 + k]);
            }
            parts[2 * (blockIdx_x + block) + threadIdx_x] = part;
        }
    }
}

extern "C" void run_dots(const CpuRange* range, const float* x, int x_len, const float* y, int /*y_len*/,
                         float* parts, int /*parts_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block;) {
        const CpuBlock block = block_of(*range, number);
        const int together = blocks_together(*range, number, 64, 16384);
        if (usual) {
            dots_block(together, block.index[0], 256, int(range->grid[0]), x, x_len, y, parts);
        } else {
            dots_block(together, block.index[0], int(range->block[0]), int(range->grid[0]), x, x_len, y,
                       parts);
        }
        number += together;
    }
}

// Several blocks run at once, because threads of neighbouring blocks go through memory side by side.
static inline __attribute__((always_inline)) void longest_block(int blocks, int /*first_idx*/, int blockIdx_x,
                                                                int blockDim_x, int gridDim_x, const int* x,
                                                                int x_len, int* found, int found_cols)
{
    int most[16384];
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            most[lane] = 0;
        }
    }
    const int step = gridDim_x * blockDim_x;
    int64_t first_i = blockIdx_x * blockDim_x;
    while (first_i + 4LL * step <= x_len) {
        const int begin = first_i;
        for (int block = 0; block < blocks; ++block) {
#pragma omp simd
            for (int thread = 0; thread < blockDim_x; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
#pragma GCC unroll 4
                for (int iteration = 0; iteration < 4; ++iteration) {
                    const int i = begin + (iteration * step + (block * blockDim_x + threadIdx_x));
                    most[lane] = maximum(most[lane], x[i]);
                }
            }
        }
        first_i += 4LL * step;
    }
    while (first_i < x_len) {
        const int begin = first_i;
        const int left = x_len - begin;
        for (int block = 0; block < blocks; ++block) {
            const int threads = left - block * blockDim_x < blockDim_x ? left - block * blockDim_x
                : blockDim_x;
#pragma omp simd
            for (int thread = 0; thread < threads; ++thread) {
                const int lane = block * blockDim_x + thread;
                const int threadIdx_x = thread;
                const int i = begin + (block * blockDim_x + threadIdx_x);
                most[lane] = maximum(most[lane], x[i]);
            }
        }
        first_i += step;
    }
    for (int block = 0; block < blocks; ++block) {
#pragma omp simd
        for (int thread = 0; thread < blockDim_x; ++thread) {
            const int lane = block * blockDim_x + thread;
            const int threadIdx_x = thread;
            found[(blockIdx_x + block) * found_cols + threadIdx_x] = most[lane];
        }
    }
}

extern "C" void run_longest(const CpuRange* range, const int* x, int x_len, int* found, int /*found_rows*/,
                            int found_cols)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block;) {
        const CpuBlock block = block_of(*range, number);
        const int together = blocks_together(*range, number, 64, 16384);
        if (usual) {
            longest_block(together, block.first[0], block.index[0], 256, int(range->grid[0]), x, x_len, found,
                          found_cols);
        } else {
            longest_block(together, block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]),
                          x, x_len, found, found_cols);
        }
        number += together;
    }
}

// Changes shared memory on the way, so that blocks run one by one.
static inline __attribute__((always_inline)) void count_block(int /*first_idx*/, int blockIdx_x,
                                                              int blockDim_x, int gridDim_x, const uint8_t* x,
                                                              int x_len, int* bins)
{
    alignas(64) int s[256];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        s[t] = 0;
    }
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < x_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = x_len - begin;
        // The elements of one iteration are far from those of the last one, so that the processor does not
        // foresee them.
        for (int lane = 0; lane < blockDim_x; lane += 64) {
            __builtin_prefetch(&x[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            shared_add(&s[x[i]], 1);
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        atomic_add(&bins[t], s[t]);
    }
}

extern "C" void run_count(const CpuRange* range, const uint8_t* x, int x_len, int* bins, int /*bins_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            count_block(block.first[0], block.index[0], 256, int(range->grid[0]), x, x_len, bins);
        } else {
            count_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), x, x_len,
                        bins);
        }
    }
}

// The last block adds up what the others have left, so that they run one by one.
static inline __attribute__((always_inline)) void last_total_block(int /*first_idx*/, int blockIdx_x,
                                                                   int blockDim_x, int gridDim_x,
                                                                   const float* x, int x_len, float* parts,
                                                                   int* done, float* out)
{
    alignas(64) float s[64];
    alignas(64) bool last[1];
    float total[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        total[lane] = 0.0f;
    }
    for (int64_t first_i = blockIdx_x * blockDim_x; first_i < x_len; first_i += gridDim_x * blockDim_x) {
        const int begin = first_i;
        const int left = x_len - begin;
        // The elements of one iteration are far from those of the last one, so that the processor does not
        // foresee them.
        for (int lane = 0; lane < blockDim_x; lane += 16) {
            __builtin_prefetch(&x[first_i + 8LL * (gridDim_x * blockDim_x) + lane]);
        }
#pragma omp simd
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = begin + threadIdx_x;
            total[lane] += x[i];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        s[threadIdx_x] = total[lane];
    }
    for (int lane = 0; lane < 1; ++lane) {
        for (int k = 1; k < 64; ++k) {
            s[0] += s[k];
        }
        parts[blockIdx_x] = s[0];
        __sync_synchronize();
        last[0] = atomic_add(&done[0], 1) == gridDim_x - 1;
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        if (last[0] && threadIdx_x == 0) {
            for (int k = 0; k < gridDim_x; ++k) {
                out[0] += parts[k];
            }
        }
    }
}

extern "C" void run_last_total(const CpuRange* range, const float* x, int x_len, float* parts,
                               int /*parts_len*/, int* done, int /*done_len*/, float* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            last_total_block(block.first[0], block.index[0], 256, int(range->grid[0]), x, x_len, parts, done,
                             out);
        } else {
            last_total_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), x,
                             x_len, parts, done, out);
        }
    }
}

// Each block has rows of its own, along which its threads go.
static inline __attribute__((always_inline)) void row_totals_block(int blockIdx_x, int blockDim_x,
                                                                   int gridDim_x, const float* A, int A_rows,
                                                                   int A_cols, float* out)
{
    float total[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        total[lane] = 0.0f;
    }
    for (int64_t row_counter = blockIdx_x; row_counter < A_rows; row_counter += gridDim_x) {
        const int row = row_counter;
        for (int64_t first_i = 0; first_i < A_cols; first_i += blockDim_x) {
            const int begin = first_i;
            const int left = A_cols - begin;
#pragma omp simd
            for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
                const int threadIdx_x = lane;
                const int i = begin + threadIdx_x;
                total[lane] += A[row * A_cols + i];
            }
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        atomic_add(&out[0], total[lane]);
    }
}

extern "C" void run_row_totals(const CpuRange* range, const float* A, int A_rows, int A_cols, float* out,
                               int /*out_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            row_totals_block(block.index[0], 256, int(range->grid[0]), A, A_rows, A_cols, out);
        } else {
            row_totals_block(block.index[0], int(range->block[0]), int(range->grid[0]), A, A_rows, A_cols,
                             out);
        }
    }
}
