// Translated from uncoarsened.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper atomic_max(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void numbers(unsigned threads, int* X, int* count)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = atomicAdd(&count[0], 1);
}

extern "C" cudaError_t launch_numbers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, int* X, int /*X_len*/, int* count,
                                      int /*count_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    numbers<<<grid, block, shared_bytes, stream>>>(threads.x, X, count);
    return cudaGetLastError();
}

static __global__ void some(unsigned threads, const float* X, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (X[idx] > 0.0f) {
        Y[idx] = X[idx];
    }
}

extern "C" cudaError_t launch_some(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                   int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    some<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void escape(unsigned threads, const float* __restrict__ X, int* N)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float z = X[idx];
    int n = 0;
    while (n < 100 && z < 4.0f) {
        z = z * z + X[idx];
        n += 1;
    }
    N[idx] = n;
}

extern "C" cudaError_t launch_escape(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int /*X_len*/, int* N,
                                     int /*N_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    escape<<<grid, block, shared_bytes, stream>>>(threads.x, X, N);
    return cudaGetLastError();
}

static __global__ void places(unsigned threads, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = threadIdx.x;
}

extern "C" cudaError_t launch_places(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    places<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}

static __global__ void apart(unsigned threads, const float* X, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = X[2 * idx];
}

extern "C" cudaError_t launch_apart(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    apart<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

// What a turn adds is what an atomic operation of an earlier turn may have left.
static __global__ void lifts(unsigned threads, float* A, int A_cols, float* S)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int i = 0; i < A_cols; ++i) {
        atomic_max(&A[idx * A_cols], 3.0f);
        total += A[idx * A_cols + i];
    }
    S[idx] = total;
}

extern "C" cudaError_t launch_lifts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* A, int /*A_rows*/, int A_cols, float* S,
                                    int /*S_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    lifts<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, S);
    return cudaGetLastError();
}
