// Translated from integers_as_double.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void chosen(unsigned threads, const uint64_t* __restrict__ X, const int64_t* __restrict__ Y,
                              double* Z)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double most;
    if (double(X[0]) > Y[0]) {
        most = X[0];
    } else {
        most = Y[0];
    }
    Z[0] = most;
}

extern "C" cudaError_t launch_chosen(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const uint64_t* X, int /*X_len*/, const int64_t* Y,
                                     int /*Y_len*/, double* Z, int /*Z_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    chosen<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, Z);
    return cudaGetLastError();
}

static __global__ void converted(unsigned threads, uint64_t* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    uint64_t h = X[0];
    for (int64_t i = 0; i < 10; ++i) {
        h = h * 31 + 7;
    }
    X[0] = h;
}

extern "C" cudaError_t launch_converted(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, uint64_t* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    converted<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}

static __global__ void of_floats(unsigned threads, const int64_t* __restrict__ X, double* Z)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double total = X[0];
    for (int64_t i = 0; i < 10; ++i) {
        total = total + 0.5;
    }
    Z[0] = total;
}

extern "C" cudaError_t launch_of_floats(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const int64_t* X, int /*X_len*/, double* Z,
                                        int /*Z_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    of_floats<<<grid, block, shared_bytes, stream>>>(threads.x, X, Z);
    return cudaGetLastError();
}
