// Translated from statements.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper floor_div_positive(int)
//+ helper floor_mod_positive(int)

static inline void assignments(int a, int b, int* R, int R_len)
{
    const int a_old = a;
    a = b;
    b = a_old;
    R[0] = a;
    R[1] = b;
    const int x = a + b;
    const int y = x;
    R[2] = x;
    R[3] = y;
    R[a] = a;
    a = 5;
    R[4] = a;
    int64_t z = 0;
    z += a;
    R[5] = int(z);
    R[R_len - 1] = 9;
}

extern "C" void run_assignments(const CpuRange* range, int a, int b, int* R, int R_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    assignments(a, b, R, R_len);
                }
            }
        }
    }
}

static inline int branches(int a)
{
    if (a < 0) {
        return -1;
    } else if (a == 0) {
    } else if (a == 1) {
        return 10;
    } else {
        a += 1;
    }
    int b;
    if (a > 100) {
        b = 1;
    } else {
        b = 2;
    }
    return a + b;
}

static inline void scoped(int n, float* X)
{
    if (n > 3) {
        const float t = X[0] * 2.0f;
        X[0] = t;
    }
    const int q = floor_div_positive(n, 7);
    const int r = floor_mod_positive(n, 7);
    X[1] = q;
    X[2] = r;
    X[3] = branches(n);
    return;
}

extern "C" void run_scoped(const CpuRange* range, int n, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scoped(n, X);
                }
            }
        }
    }
}
