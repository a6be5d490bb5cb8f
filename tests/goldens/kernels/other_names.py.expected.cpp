// Translated from other_names.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float sqrtf(float);
}

struct Cell
{
    int n;
};

static inline int bump(Cell& c, int by)
{
    c.n += by;
    return c.n;
}

static inline float plain_float(float x)
{
    return x + 1.0f;
}

static inline void kernel(int idx, Cell* A, int* R, float* X)
{
    Cell own = {3};
    const int bump_result = bump(own, 2);
    R[idx] = bump_result + bump(A[idx], 3);
    X[idx] = plain_float(X[idx]) + sqrtf(X[idx]);
}

extern "C" void run_kernel(const CpuRange* range, Cell* A, int /*A_len*/, int* R, int /*R_len*/, float* X,
                           int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, A, R, X);
                }
            }
        }
    }
}
