// Translated from atomics.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type complex64
//+ type complex128

struct int64_int64
{
    int64_t first;
    int64_t second;
};
//+ helper minimum(int64)
//+ helper wrapped_index(int)
//+ helper wrapped_index(int64)
//+ helper atomic_add(int)
//+ helper atomic_add(float)
//+ helper atomic_add(double)
//+ helper atomic_sub(int)
//+ helper atomic_min(double)
//+ helper atomic_max(int)
//+ helper atomic_max(double)
//+ helper atomic_nan_min(float)
//+ helper atomic_nan_min(double)
//+ helper atomic_nan_max(double)
//+ helper atomic_and(uint32)
//+ helper atomic_or(uint64)
//+ helper atomic_xor(int)
//+ helper atomic_exchange(int)
//+ helper atomic_increment(uint32)
//+ helper atomic_increment(uint64)
//+ helper atomic_decrement(uint32)
//+ helper atomic_decrement(uint64)
//+ helper atomic_compare_exchange(int)
//+ helper atomic_compare_exchange(int64)
//+ helper shared_add(uint32)
//+ helper shared_nan_max(double)

static inline void counts(int idx, int* hist, int hist_len, const int* bins, int bins_len, uint64_t* turns,
                          uint32_t* small)
{
    const int64_t i = idx;
    if (i < bins_len) {
        const int old = atomic_add(&hist[wrapped_index(bins[i], hist_len)], 1);
        atomic_sub(&hist[hist_len - 1], old);
        atomic_increment(&turns[0], 100);
        atomic_decrement(&turns[1], 7);
        atomic_increment(&small[0], 9);
        atomic_decrement(&small[1], 9);
        atomic_and(&small[2], 0xF0);
        atomic_or(&turns[2], 1LL << i);
        atomic_xor(&hist[0], i);
        atomic_max(&hist[1], i);
    }
}

extern "C" void run_counts(const CpuRange* range, int* hist, int hist_len, const int* bins, int bins_len,
                           uint64_t* turns, int /*turns_len*/, uint32_t* small, int /*small_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    counts(x, hist, hist_len, bins, bins_len, turns, small);
                }
            }
        }
    }
}

static inline void extremes(int idx, double* best, int best_rows, int best_cols, const double* x, int x_len,
                            float* single)
{
    const int64_t i = idx;
    if (i < x_len) {
        const int64_int64 where = {i % 2, 0LL};
        atomic_max(&best[wrapped_index(where.first, int64_t(best_rows)) * best_cols
                         + wrapped_index(where.second, int64_t(best_cols))], x[i]);
        atomic_min(&best[i % 2 * best_cols + 1], x[i]);
        atomic_nan_max(&best[i % 2 * best_cols + 2], x[i]);
        atomic_nan_min(&best[i % 2 * best_cols + (best_cols - 1)], x[i]);
        atomic_add(&best[0], -x[i]);
        atomic_nan_min(&single[0], x[i]);
    }
}

extern "C" void run_extremes(const CpuRange* range, double* best, int best_rows, int best_cols,
                             const double* x, int x_len, float* single, int /*single_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    extremes(x_2, best, best_rows, best_cols, x, x_len, single);
                }
            }
        }
    }
}

static inline void swaps(int idx, int* a, int64_t* b, int b_len, int* out, int out_len)
{
    const int64_t i = idx;
    if (i < out_len) {
        out[i] = atomic_exchange(&a[i], 5);
        out[i] = out[i] + atomic_compare_exchange(&b[i], out[i], 1);
        const int64_t value = out[i];
        out[i] = value + atomic_compare_exchange(&a[0], 5, 6);
        out[i] = out[i] + atomic_compare_exchange(&b[minimum(int64_t(2), int64_t(b_len))], 5, 6);
    }
}

extern "C" void run_swaps(const CpuRange* range, int* a, int /*a_len*/, int64_t* b, int b_len, int* out,
                          int out_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    swaps(x, a, b, b_len, out, out_len);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void in_shared_block(int blockDim_x, int blockDim_y,
                                                                  int blockDim_z, const uint32_t* x_,
                                                                  double* out)
{
    alignas(64) uint32_t totals[4];
    alignas(64) double sums[4];
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < int(4 < blockDim_x ? 4 : blockDim_x); ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                totals[t] = 0;
                sums[t] = 0.0;
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                shared_add(&totals[int64_t(x_[t]) % 4], 1);
                shared_nan_max(&sums[int64_t(x_[t]) % 4], x_[t]);
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
            for (int x = 0; x < int(4 < blockDim_x ? 4 : blockDim_x); ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                atomic_add(&out[t], -(totals[t] + sums[t]));
            }
        }
    }
}

extern "C" void run_in_shared(const CpuRange* range, const uint32_t* x, int /*x_len*/, double* out,
                              int /*out_len*/)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            in_shared_block(256, 1, 1, x, out);
        } else {
            in_shared_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), x, out);
        }
    }
}

static inline void on_parts(int idx, complex64* z, complex128* Z, int Z_cols)
{
    const int64_t i = idx;
    if (i < 64) {
        atomic_add(&z[i % 2].real, 0.5);
        atomic_max(&Z[i % 2 * Z_cols + 1].imag, i);
    }
}

extern "C" void run_on_parts(const CpuRange* range, complex64* z, int /*z_len*/, complex128* Z,
                             int /*Z_rows*/, int Z_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    on_parts(x, z, Z, Z_cols);
                }
            }
        }
    }
}
