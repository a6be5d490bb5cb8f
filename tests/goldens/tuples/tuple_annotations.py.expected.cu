// Translated from tuple_annotations.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct double_int64
{
    double first;
    int64_t second;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ double_int64 polar(double x, double y)
{
    return {x * x + y * y, int64_t(int(x))};
}

static __global__ void kernel(unsigned threads, double* X, int64_t* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double_int64 polar_result = polar(X[idx], 2.0);
    X[idx] = polar_result.first;
    A[idx] = polar_result.second;
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, double* X, int /*X_len*/, int64_t* A, int /*A_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, A);
    return cudaGetLastError();
}
