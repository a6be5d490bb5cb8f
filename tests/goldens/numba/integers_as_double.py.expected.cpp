// Translated from integers_as_double.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline void chosen(const uint64_t* X, const int64_t* Y, double* Z)
{
    double most;
    if (double(X[0]) > Y[0]) {
        most = X[0];
    } else {
        most = Y[0];
    }
    Z[0] = most;
}

extern "C" void run_chosen(const CpuRange* range, const uint64_t* X, int /*X_len*/, const int64_t* Y,
                           int /*Y_len*/, double* Z, int /*Z_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    chosen(X, Y, Z);
                }
            }
        }
    }
}

static inline void converted(uint64_t* X)
{
    uint64_t h = X[0];
    for (int64_t i = 0; i < 10; ++i) {
        h = h * 31 + 7;
    }
    X[0] = h;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool converted_strip(int lanes, uint64_t* X)
{
    uint64_t h[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        h[lane] = X[0];
    }
    for (int64_t i = 0; i < 10; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            h[lane] = h[lane] * 31 + 7;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        X[0] = h[lane];
    }
    return true;
}

extern "C" void run_converted(const CpuRange* range, uint64_t* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? converted_strip(32, X)
                        : lanes >= 8 && converted_strip(lanes, X);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            converted(X);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void of_floats(const int64_t* X, double* Z)
{
    double total = X[0];
    for (int64_t i = 0; i < 10; ++i) {
        total = total + 0.5;
    }
    Z[0] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool of_floats_strip(int lanes, const int64_t* X, double* Z)
{
    double total = X[0];
    for (int64_t i = 0; i < 10; ++i) {
        total = total + 0.5;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        Z[0] = total;
    }
    return true;
}

extern "C" void run_of_floats(const CpuRange* range, const int64_t* X, int /*X_len*/, double* Z,
                              int /*Z_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? of_floats_strip(32, X, Z)
                        : lanes >= 8 && of_floats_strip(lanes, X, Z);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            of_floats(X, Z);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
