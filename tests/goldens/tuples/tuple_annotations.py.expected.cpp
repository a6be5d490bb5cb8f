// Translated from tuple_annotations.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct double_int64
{
    double first;
    int64_t second;
};

static inline double_int64 polar(double x, double y)
{
    return {x * x + y * y, int64_t(int(x))};
}

static inline void kernel(int idx, double* X, int64_t* A)
{
    const double_int64 polar_result = polar(X[idx], 2.0);
    X[idx] = polar_result.first;
    A[idx] = polar_result.second;
}

extern "C" void run_kernel(const CpuRange* range, double* X, int /*X_len*/, int64_t* A, int /*A_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, X, A);
                }
            }
        }
    }
}
