// Translated from index64.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int64_t)

// Adds a multiple of one vector to another.
//
// Y = alpha X + Y, for as many elements as X has.
static inline void saxpy(int64_t idx, float alpha, const float* X, int64_t /*X_len*/, float* Y)
{
    Y[idx] = alpha * X[idx] + Y[idx];
}

extern "C" void run_saxpy(const CpuRange* range, float alpha, const float* X, int64_t X_len, float* Y,
                          int64_t /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int64_t z = block.first[2]; z < block.end[2]; ++z) {
            for (int64_t y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int64_t x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, alpha, X, X_len, Y);
                }
            }
        }
    }
}

static inline void total(int64_t idx, int64_t threadIdx_x, int64_t blockIdx_x, const float* X, int64_t X_len,
                         float* R)
{
    double acc = 0.0;
    for (int64_t i = idx; i < X_len; i += 1024) {
        acc += double(X[i]) * i;
    }
    R[idx] = acc;
    R[threadIdx_x] = blockIdx_x - 1;
}

extern "C" void run_total(const CpuRange* range, const float* X, int64_t X_len, float* R, int64_t /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int64_t z = block.first[2]; z < block.end[2]; ++z) {
            for (int64_t y = block.first[1]; y < block.end[1]; ++y) {
                for (int64_t x = block.first[0]; x < block.end[0]; ++x) {
                    total(x, x - block.first[0], block.index[0], X, X_len, R);
                }
            }
        }
    }
}

static inline void rows(int64_t idx, int64_t idy, int* R)
{
    R[idy * 10 + idx] = int(idx);
}

extern "C" void run_rows(const CpuRange* range, int* R, int64_t /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int64_t z = block.first[2]; z < block.end[2]; ++z) {
            for (int64_t y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int64_t x = block.first[0]; x < block.end[0]; ++x) {
                    rows(x, y, R);
                }
            }
        }
    }
}
