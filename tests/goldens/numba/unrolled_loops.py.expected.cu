// Translated from unrolled_loops.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_div(double)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void unrolls(unsigned threads, double* out, const float* __restrict__ a, const int64_t* b,
                               int b_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int64_t i = 0;
    // Each array has dimensions of its own.
    for (int64_t case_number = 0; case_number < 2; ++case_number) {
        if (case_number == 0) {
            out[i] = a[0];
            i += 1;
        } else {
            out[i] = b[b_cols];
            i += 1;
        }
    }
    for (int64_t number_number = 0; number_number < 2; ++number_number) {
        if (number_number == 0) {
            const int64_t number = 2;
            if (number == out[0]) break;
            const int64_t halves = number / 2;
            out[i] = halves;
        } else {
            const double number_ = 2.5;
            if (number_ == out[0]) break;
            const double halves_ = floor_div(number_, 2.0);
            out[i] = halves_;
        }
    }
}

extern "C" cudaError_t launch_unrolls(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, double* out, int /*out_len*/, const float* a,
                                      int /*a_len*/, const int64_t* b, int /*b_rows*/, int b_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    unrolls<<<grid, block, shared_bytes, stream>>>(threads.x, out, a, b, b_cols);
    return cudaGetLastError();
}
