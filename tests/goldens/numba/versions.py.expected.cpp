// Translated from versions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>

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

static inline void versions(int idx, const float* x, double* out, int n, float v)
{
    double v_ = v;
    const int64_t i = 9LL * idx;
    const int64_t k = 1;
    out[i] = k / 2.0;
    const double k_ = 2.5;
    out[i + 1] = k_;
    double total = 0.0;
    for (int j = 0; j < n; ++j) {
        total += x[j];
    }
    out[i + 2] = total;
    if (v < 0.0) {
        v_ = 0.0;
    }
    out[i + 3] = v_;
    const int half = n;
    const double n_ = n / 2.0;
    out[i + 4] = n_ + half;
    const int64_t c = 7;
    const int64_t c_ = c / 2;
    const double c_2 = c_ + 0.5;
    out[i + 5] = c_2;
    for (int64_t k_2 = 0; k_2 < 3; ++k_2) {
        if (k_2 == 1) continue;
        out[i + 6] = k_2;
    }
    const double k_3 = 0.5;
    out[i + 7] = k_3;
    float w;
    while (true) {
        w = x[0];
        if (w > 0.0) break;
        const int64_t w_ = -1;
    }
    out[i + 8] = w;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool versions_strip(int lanes, int first_idx, const float* x,
                                                                 double* out, int n, float v)
{
    int64_t i[32];
    double v_ = v;
    const int64_t k = 1;
    const double k_ = 2.5;
    double total = 0.0;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        i[lane] = 9LL * idx;
        out[i[lane]] = k / 2.0;
        out[i[lane] + 1] = k_;
    }
    for (int j = 0; j < n; ++j) {
        total += x[j];
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        out[i[lane] + 2] = total;
    }
    if (v < 0.0) {
        v_ = 0.0;
    }
    const int half = n;
    const double n_ = n / 2.0;
    const int64_t c = 7;
    const int64_t c_ = c / 2;
    const double c_2 = c_ + 0.5;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        out[i[lane] + 3] = v_;
        out[i[lane] + 4] = n_ + half;
        out[i[lane] + 5] = c_2;
    }
    for (int64_t k_2 = 0; k_2 < 3; ++k_2) {
        if (k_2 == 1) continue;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            out[i[lane] + 6] = k_2;
        }
    }
    const double k_3 = 0.5;
    float w;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        out[i[lane] + 7] = k_3;
    }
    while (true) {
        w = x[0];
        if (w > 0.0) break;
        const int64_t w_ = -1;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        out[i[lane] + 8] = w;
    }
    return true;
}

extern "C" void run_versions(const CpuRange* range, const float* x, int /*x_len*/, double* out,
                             int /*out_len*/, int n, float v)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? versions_strip(32, x_2, x, out, n, v)
                        : lanes >= 8 && versions_strip(lanes, x_2, x, out, n, v);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            versions(thread_x, x, out, n, v);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
