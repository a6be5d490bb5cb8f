// Translated from loops_filled_at_once.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void steps(unsigned threads, float* X, int* I, int a, int b, float x)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int d_values[3] = {a, b, a + b};
    for (int i = 0; i < 3; ++i) {
        const int d = d_values[i];
        I[idx] += d;
    }
    const int d_values_[3] = {-1, 0, 1};
    const float weight_values[3] = {0.25f, x, X[idx]};
    for (int i = 0; i < 3; ++i) {
        const int d = d_values_[i];
        const float weight = weight_values[i];
        X[idx + d] = weight;
    }
    const float value_values[2] = {X[0], X[1] * 2.0f};
    for (int i = 0; i < 2; ++i) {
        const float value = value_values[i];
        X[2] = value;
    }
}

extern "C" cudaError_t launch_steps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/, int* I, int /*I_len*/,
                                    int a, int b, float x)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    steps<<<grid, block, shared_bytes, stream>>>(threads.x, X, I, a, b, x);
    return cudaGetLastError();
}

// Each value is there before the next one is made.
static __device__ int counted(int* I, int n)
{
    I[0] += 1;
    return I[0] * n;
}

static __global__ void calls(unsigned threads, int* I, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int value_values[2];
    value_values[0] = counted(I, n);
    value_values[1] = n + 1;
    const int other_values[2] = {n, counted(I, 2)};
    for (int i = 0; i < 2; ++i) {
        const int value = value_values[i];
        const int other = other_values[i];
        I[1] += value * other;
    }
    const int value_values_[2] = {n, counted(I, n)};
    for (int i = 0; i < 2; ++i) {
        const int value = value_values_[i];
        I[2] += value;
    }
}

extern "C" cudaError_t launch_calls(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* I, int /*I_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    calls<<<grid, block, shared_bytes, stream>>>(threads.x, I, n);
    return cudaGetLastError();
}
