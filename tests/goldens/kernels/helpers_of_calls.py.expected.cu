// Translated from helpers_of_calls.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct int_float
{
    int first;
    float second;
};
//+ helper Philox
//+ helper random_state
//+ helper random_bits
//+ helper random_float
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ void put(float* X, int_float pair)
{
    X[pair.first] = pair.second;
}

static __device__ void draw(Philox& rng, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    X[idx] = random_float(rng);
}

static __global__ void kernel(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Philox rng;
    random_state(rng, 1, uint64_t(idx));
    draw(rng, X);
    put(X, {idx, X[idx] * 2.0f});
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
