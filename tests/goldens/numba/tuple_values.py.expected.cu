// Translated from tuple_values.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct int64_int64
{
    int64_t first;
    int64_t second;
};

struct int64_int64_int64
{
    int64_t first;
    int64_t second;
    int64_t third;
};

static __constant__ int64_t t[3] = {0, 2, 3};
static __constant__ int values[3] = {64, 32, 16};
//+ helper minimum(int64)
//+ helper maximum(int64)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void tuples(unsigned threads, const float* __restrict__ a, int64_t* out, const int64_t* b,
                              int b_rows, int b_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    const int64_int64_int64 t_ = {0LL, 2LL, 3LL};
    out[0] = t[i] + (i == 0 ? int64_t(b_rows) : int64_t(b_cols)) + values[i]
        + (i == 0 ? b_rows : i == 1 ? b_cols : i == 2 ? t_.second : t_.third);
    if (i == 0 || i == 7 || int64_t(b_rows) == b_cols) {
        out[1] = minimum(minimum(int64_t(4), int64_t(2)), int64_t(8))
            + maximum(int64_t(b_rows), int64_t(b_cols));
    }
    const int64_t n = b[i * b_cols];
    const int64_t m = b[i * b_cols + 1];
    const int64_t p_first_values[2] = {n, int64_t(b_rows)};
    const int64_t p_second_values[2] = {m, int64_t(b_cols)};
    for (int j = 0; j < 2; ++j) {
        const int64_t p_first = p_first_values[j];
        const int64_t p_second = p_second_values[j];
        const int64_int64 p = {p_first, p_second};
        out[2] += p.first * p.second;
    }
    const int64_int64_int64 t_2 = {t_.second, t_.first, i};
    out[3] = t_2.first + 1;
}

extern "C" cudaError_t launch_tuples(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* a, int /*a_len*/, int64_t* out,
                                     int /*out_len*/, const int64_t* b, int b_rows, int b_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    tuples<<<grid, block, shared_bytes, stream>>>(threads.x, a, out, b, b_rows, b_cols);
    return cudaGetLastError();
}
