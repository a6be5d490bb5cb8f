// Translated from chosen_arrays.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper minimum(int)
//+ prelude not_launched
//+ prelude check_launch_x

// A choice between arrays that something is stored through gets a name in C++.
static __global__ void stores(unsigned threads, float* X, float* Y, float* A, int A_cols, float* B,
                              int B_cols, int* I, int I_len, int* J, int J_len, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float* const chosen = idx < n ? X : Y;
    chosen[idx] = 1.5f;
    float* const chosen_ = idx < n ? X : Y;
    chosen_[idx] += X[0]; // where it is read, too
    float* const chosen_2 = n > 3 ? A : B;
    const int chosen_cols = n > 3 ? A_cols : B_cols;
    chosen_2[idx * chosen_cols + 1] = n;
    float* const chosen_3 = n > 3 ? A : B;
    const int chosen_cols_ = n > 3 ? A_cols : B_cols;
    chosen_3[idx * chosen_cols_ + 2] = A[0];
    int* const chosen_4 = n > 3 ? I : J;
    const int old = atomicAdd(&chosen_4[idx], 2);
    int* const chosen_5 = I[0] > 3 ? I : J;
    atomicMax(&chosen_5[1], old);
    int* const chosen_6 = n > 1 ? I : n > 0 ? J : I;
    const int chosen_len_4 = n > 1 ? I_len : n > 0 ? J_len : I_len;
    chosen_6[chosen_len_4 - 1] = minimum(n, 2);
}

extern "C" cudaError_t launch_stores(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, float* Y, int /*Y_len*/,
                                     float* A, int /*A_rows*/, int A_cols, float* B, int /*B_rows*/,
                                     int B_cols, int* I, int I_len, int* J, int J_len, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    stores<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, A, A_cols, B, B_cols, I, I_len, J, J_len,
                                                  n);
    return cudaGetLastError();
}
