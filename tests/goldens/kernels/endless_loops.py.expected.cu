// Translated from endless_loops.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

constexpr bool YES = true;
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ int first(const int* A, int value)
{
    int i = 0;
    while (true) {
        if (A[i] == value) return i;
        i += 1;
    }
}

static __device__ int second(const int* A, int value)
{
    int i = 0;
    while (2 > 1 && !false) {
        while (YES) {
            if (A[i] == value) return i;
            i += 1;
        }
    }
}

static __global__ void kernel(unsigned threads, const int* A, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = first(A, 1) + second(A, 2);
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const int* A, int /*A_len*/, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, A, R);
    return cudaGetLastError();
}
