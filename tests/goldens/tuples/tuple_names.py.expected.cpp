// Translated from tuple_names.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct float_int
{
    float first;
    int second;
};

static inline float_int float_int_(float x)
{
    const int n = int(x);
    return {x - n, n};
}

static inline void parts(int idx, float* X, int* A)
{
    const float_int float_int_2 = float_int_(X[idx]);
    const float first = float_int_2.first;
    const int second = float_int_2.second;
    X[idx] = first;
    A[idx] = second;
}

extern "C" void run_parts(const CpuRange* range, float* X, int /*X_len*/, int* A, int /*A_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    parts(x, X, A);
                }
            }
        }
    }
}
