// Translated from narrow_extrema.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper ptxas_negation_workaround(int)
//+ helper ptxas_16_bit_workaround(int8)
//+ helper ptxas_16_bit_workaround(uint8)
//+ helper ptxas_16_bit_workaround(uint16)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void extrema(unsigned threads, uint8_t* B, int8_t* S, uint16_t* H, int* A)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    B[idx] = maximum(ptxas_16_bit_workaround(B[idx]), 3);
    S[idx] = minimum(-3, ptxas_16_bit_workaround(S[idx]));
    H[idx] = minimum(ptxas_16_bit_workaround(H[idx]), int(A[idx] > 0 ? 300 : 500));
    A[idx] = maximum(ptxas_negation_workaround(A[idx]), 3) - minimum(ptxas_negation_workaround(A[idx]), 4);
}

extern "C" cudaError_t launch_extrema(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, uint8_t* B, int /*B_len*/, int8_t* S,
                                      int /*S_len*/, uint16_t* H, int /*H_len*/, int* A, int /*A_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    extrema<<<grid, block, shared_bytes, stream>>>(threads.x, B, S, H, A);
    return cudaGetLastError();
}
