// Translated from volatile_arrays.py by pycu2cu 0.2.0.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

struct Point
{
    float x;
    float y;
};
//+ helper operator*(float2, float)
//+ helper in_memory

static __device__ float total(const float* X, int n)
{
    float result = 0.0f;
    for (int i = 0; i < n; ++i) {
        result += in_memory(X[i]);
    }
    return result;
}

extern "C" __global__ void many(Point* P, float2* V, half* H, const float* A, int A_rows, int A_cols, int* N,
                                float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float tile[8][8];
    float own[4];
    own[idx & 3] = in_memory(X[idx]);
    in_memory(tile[threadIdx.y][threadIdx.x]) = in_memory(A[idy * A_cols + idx]);
    __syncthreads();
    in_memory(X[idx]) += in_memory(tile[threadIdx.x][threadIdx.y]) * in_memory(X[idx]);
    in_memory(P[idx].x) += in_memory(P[idx].y);
    P[idx] = P[idx + 1];
    V[idx] = V[idx] * 2.0f;
    in_memory(X[idx]) += in_memory(V[idx].x) + own[0];
    H[idx] = H[idx] * half(2.0f);
    atomicAdd(&N[0], in_memory(N[idx]));
    for (int row_index = 0; row_index < A_rows; ++row_index) {
        const int row = row_index * A_cols;
        in_memory(X[idx]) += in_memory(A[row]) + total(A + row, A_cols);
    }
}
