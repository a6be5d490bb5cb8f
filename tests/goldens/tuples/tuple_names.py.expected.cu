// Translated from tuple_names.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_int
{
    float first;
    int second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float_int float_int_(float x)
{
    const int n = int(x);
    return {x - n, n};
}

static __global__ void parts(unsigned threads, float* X, int* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float_int float_int_2 = float_int_(X[idx]);
    const float first = float_int_2.first;
    const int second = float_int_2.second;
    X[idx] = first;
    A[idx] = second;
}

extern "C" cudaError_t launch_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/, int* A, int /*A_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    parts<<<grid, block, shared_bytes, stream>>>(threads.x, X, A);
    return cudaGetLastError();
}
