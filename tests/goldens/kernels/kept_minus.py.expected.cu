// Translated from kept_minus.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper ptxas_negation_workaround(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ int negated(int x)
{
    return -x;
}

static __global__ void least(unsigned threads, const int* A, int* R, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[idx] = minimum(ptxas_negation_workaround(minimum(A[idx], -A[idx + 32])), A[idx + 64]);
    int lowest = 0;
    for (int i = 0; i < n; ++i) {
        lowest = minimum(ptxas_negation_workaround(lowest), negated(A[i]));
    }
    R[idx + 32] = maximum(ptxas_negation_workaround(maximum(lowest, 0 - A[idx])),
                          ptxas_negation_workaround(-1 * R[idx]));
    R[idx + 64] = -3;
}

extern "C" cudaError_t launch_least(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int* A, int /*A_len*/, int* R, int /*R_len*/,
                                    int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    least<<<grid, block, shared_bytes, stream>>>(threads.x, A, R, n);
    return cudaGetLastError();
}
