// Translated from indices.py by pycu2cu 0.2.0.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude failed_check with stubs
//+ helper atomic_add(int)
//+ helper in_range(int) with stubs
//+ helper rounds_into(float) with stubs
//+ helper exact_sub(int) with stubs

static inline void saxpy(int idx, float alpha, const float* X, int X_len, float* Y, int Y_len)
{
    if (idx < X_len) {
        Y[in_range(idx, Y_len, "indices.py:7: `Y[idx]`", idx)] = alpha
            * X[in_range(idx, X_len, "indices.py:7: `X[idx]`", idx)]
            + Y[in_range(idx, Y_len, "indices.py:7: `Y[idx]`", idx)];
    }
}

extern "C" void run_saxpy(const CpuRange* range, float alpha, const float* X, int X_len, float* Y, int Y_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, alpha, X, X_len, Y, Y_len);
                }
            }
        }
    }
}

static inline void blurred(int idx, int idy, const float* A, int A_rows, int A_cols, float* last,
                           int last_len, int i)
{
    const int row = in_range(i, A_rows, "indices.py:12: `A[i]`", idx, idy) * A_cols;
    last[in_range(last_len - 1, last_len, "indices.py:13: `last[-1]`", idx, idy)] =
        A[row + in_range(idy, A_cols, "indices.py:13: `row[idy]`", idx, idy)]
        + A[in_range(i, A_rows, "indices.py:13: `A[ i, idx ]`", idx, idy) * A_cols
            + in_range(idx, A_cols, "indices.py:13: `A[ i, idx ]`", idx, idy)];
}

extern "C" void run_blurred(const CpuRange* range, const float* A, int A_rows, int A_cols, float* last,
                            int last_len, int i)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    blurred(x, y, A, A_rows, A_cols, last, last_len, i);
                }
            }
        }
    }
}

static inline float of_lists(int idx, const float* rows, const int* rows_offsets, int rows_len, int i, int j)
{
    const int index = in_range(i, rows_len, "indices.py:21: `rows[i]`", idx);
    const int index_ = j;
    return rows[rows_offsets[index]
                + in_range(index_, rows_offsets[index + 1] - rows_offsets[index],
                           "indices.py:21: `rows[i][j]`", idx)];
}

static inline __attribute__((always_inline)) void turned_block(int first_idx, int blockDim_x,
                                                               const float* rows, const int* rows_offsets,
                                                               int rows_len, int* bins, int bins_len,
                                                               float* X, int X_len)
{
    alignas(64) float cache[64];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        cache[in_range(threadIdx_x, 64, "indices.py:27: `cache[threadIdx.x]`", idx)] =
            of_lists(idx, rows, rows_offsets, rows_len, idx, 2);
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        X[in_range(idx, X_len, "indices.py:29: `X[idx]`", idx)] =
            cache[in_range(exact_sub(63, threadIdx_x, "indices.py:29: `63 - threadIdx.x`", idx), 64,
                           "indices.py:29: `cache[63 - threadIdx.x]`", idx)];
        atomic_add(&bins[in_range(int(rounds_into(X[in_range(idx, X_len, "indices.py:30: `X[idx]`", idx)],
                                                  -2147483648.0f, 2147483648.0f, "indices.py:30: `X[idx]`",
                                                  idx)), bins_len, "indices.py:30: `int(X[idx])`", idx)], 1);
    }
}

extern "C" void run_turned(const CpuRange* range, const float* rows, const int* rows_offsets, int rows_len,
                           int* bins, int bins_len, float* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            turned_block(block.first[0], 256, rows, rows_offsets, rows_len, bins, bins_len, X, X_len);
        } else {
            turned_block(block.first[0], int(range->block[0]), rows, rows_offsets, rows_len, bins, bins_len,
                         X, X_len);
        }
    }
}
