// Translated from struct_lists.py by pycu2cu 0.2.0.

#include "struct_lists.py.expected.h"

#include <cuda_runtime.h>
//+ helper floor_mod(int)
//+ helper minimum(int)
//+ helper slice_count(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float weight(const Body* row, int row_len)
{
    float total = 0.0f;
    for (int b_index = 0; b_index < row_len; ++b_index) {
        const Body& b = row[b_index];
        total += b.mass;
    }
    return total;
}

static __device__ float weight_strided(const Body* row, int row_len, int row_stride)
{
    float total = 0.0f;
    const int b_step = row_stride;
    for (int b_index = 0; b_index < row_len; ++b_index) {
        const Body& b = row[b_index * b_step];
        total += b.mass;
    }
    return total;
}

static __global__ void rows(unsigned threads, Body* rows_, const int* rows_offsets, int rows_len,
                            const float2* points, const int* points_offsets, int points_len, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int row = rows_offsets[idx];
    const int row_len = rows_offsets[idx + 1] - rows_offsets[idx];
    R[idx] = weight(rows_ + row, row_len)
        + weight(rows_ + rows_offsets[idx] + minimum(1, rows_offsets[idx + 1] - rows_offsets[idx]),
                 rows_offsets[idx + 1] - rows_offsets[idx]
                 - minimum(1, rows_offsets[idx + 1] - rows_offsets[idx]))
        + weight_strided(rows_ + row, slice_count(0, row_len, 2), 2);
    const int b_begin = row;
    for (int i = 0; i < row_len; ++i) {
        Body& b = rows_[b_begin + i];
        b.pos = points[points_offsets[idx] + floor_mod(i, points_offsets[idx + 1] - points_offsets[idx])];
    }
    if (row_len > 0) {
        Body& last = rows_[rows_offsets[idx] + (rows_offsets[idx + 1] - rows_offsets[idx] - 1)];
        last.mass += rows_len;
    }
    const int count = minimum(rows_len, points_len);
    for (int j = 0; j < count; ++j) {
        const int each = rows_offsets[j];
        int each_len = rows_offsets[1 + j];
        const int p = points_offsets[j];
        int p_len = points_offsets[1 + j];
        each_len -= each;
        p_len -= p;
        if (each_len > 0 && p_len > 0) {
            R[idx] += rows_[each].mass * points[p + (p_len - 1)].x;
        }
    }
}

extern "C" cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, Body* rows_, const int* rows_offsets, int rows_len,
                                   const float2* points, const int* points_offsets, int points_len, float* R,
                                   int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rows<<<grid, block, shared_bytes, stream>>>(threads.x, rows_, rows_offsets, rows_len, points,
                                                points_offsets, points_len, R);
    return cudaGetLastError();
}
