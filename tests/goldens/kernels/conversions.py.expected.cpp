// Translated from conversions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline void mixed(bool p, int i, int64_t n, float x, double d, float* F, double* D)
{
    F[0] = i;
    F[1] = i * x;
    F[2] = i / 2.0f;
    F[3] = p + x;
    F[4] = p;
    D[0] = double(n) * x;
    D[1] = double(n) / i;
    D[2] = d * x;
    D[3] = i * d;
    D[4] = x;
    D[5] = i / 3.0;
}

extern "C" void run_mixed(const CpuRange* range, bool p, int i, int64_t n, float x, double d, float* F,
                          int /*F_len*/, double* D, int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    mixed(p, i, n, x, d, F, D);
                }
            }
        }
    }
}

static inline void casts(int i, float x, double d, int* I, int64_t* L, bool* P)
{
    I[0] = int(x);
    I[1] = int(d);
    I[2] = int(i > 2);
    I[3] = i > 2;
    L[0] = int64_t(x);
    L[1] = i;
    L[2] = int64_t(i) * i;
    P[0] = i != 0;
    P[1] = x != 0.0f;
    P[2] = i == 0;
    P[3] = i == 3;
}

extern "C" void run_casts(const CpuRange* range, int i, float x, double d, int* I, int /*I_len*/, int64_t* L,
                          int /*L_len*/, bool* P, int /*P_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    casts(i, x, d, I, L, P);
                }
            }
        }
    }
}

static inline void weak(double d, float x, double* D, float* F)
{
    float acc = 0.0f;
    for (int i = 0; i < 10; ++i) {
        acc += x;
    }
    F[0] = acc;
    D[0] = 0.1 * d;
    F[1] = 0.1f * x;
    F[2] = 1.0f / 3.0f;
    F[3] = 2.0f * x + 1.0f;
    int count = 0;
    count += 1;
    F[4] = count;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool weak_strip(int lanes, double d, float x, double* D,
                                                             float* F)
{
    float acc = 0.0f;
    for (int i = 0; i < 10; ++i) {
        acc += x;
    }
    int count = 0;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        F[0] = acc;
        D[0] = 0.1 * d;
        F[1] = 0.1f * x;
        F[2] = 1.0f / 3.0f;
        F[3] = 2.0f * x + 1.0f;
    }
    count += 1;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        F[4] = count;
    }
    return true;
}

extern "C" void run_weak(const CpuRange* range, double d, float x, double* D, int /*D_len*/, float* F,
                         int /*F_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? weak_strip(32, d, x, D, F)
                        : lanes >= 8 && weak_strip(lanes, d, x, D, F);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            weak(d, x, D, F);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
