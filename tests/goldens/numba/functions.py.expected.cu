// Translated from functions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ int64_t values[3] = {1, 2, 4};
//+ helper minimum(int64)
//+ helper maximum(double)
//+ helper exact_pow(double)
//+ helper exact_hypot(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void functions(unsigned threads, const float* __restrict__ X, const int* __restrict__ A,
                                 const int8_t* __restrict__ S, int64_t* L, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    L[0] = int64_t(X[0]) + A[0];
    D[0] = double(A[0]) + X[0];
    D[1] = double(A[0]) / 3.0;
    L[1] = int64_t(int8_t(abs(int(S[0])))) + abs(A[1]);
    L[2] = int64_t(rintf(X[1])) + int64_t(rint(D[1]));
    D[2] = floorf(X[2]) + ceil(double(A[2]));
    D[3] = sqrtf(X[3]) * atan2(double(X[4]), D[4]) + exact_pow(double(X[4]), double(A[4]));
    D[4] = maximum(double(A[3]), double(X[5])) + minimum(int64_t(A[5]), int64_t(3));
    D[5] = X[7] * 57.29578f + double(A[7]) * 0.017453292519943295 + exact_hypot(X[8], X[9])
        + ldexpf(X[9], A[8]);
    for (int i = 0; i < 3; ++i) {
        const int64_t step = values[i];
        L[4] += step;
    }
    L[3] = int64_t(isnan(X[6]) + log(double(A[6])));
}

extern "C" cudaError_t launch_functions(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* X, int /*X_len*/, const int* A,
                                        int /*A_len*/, const int8_t* S, int /*S_len*/, int64_t* L,
                                        int /*L_len*/, double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    functions<<<grid, block, shared_bytes, stream>>>(threads.x, X, A, S, L, D);
    return cudaGetLastError();
}
