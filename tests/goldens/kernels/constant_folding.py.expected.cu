// Translated from constant_folding.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

constexpr int DAY = 86400;
constexpr int LEVELS = 4;
constexpr int STEP = -3;
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ helper int_power(int)
//+ prelude not_launched
//+ prelude check_launch_x

// What Python's operators give for literals is a literal; what reads the same in C++ stays as it is.
static __global__ void literals(unsigned threads, int* X, int X_len, int64_t* L, float* F, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[0] = 512 + n;
    X[1] = -4 + -1;
    X[2] = 7 / 2 + 60 * 60 * n;
    X[3] = n & 15;
    for (int i = 0; i < 9; ++i) {
        X[4] += i;
    }
    L[0] = 1099511627776LL + n;
    F[0] = F[1] * (1.0f / 3.0f);
    X[5] = n + X_len;
}

extern "C" cudaError_t launch_literals(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int* X, int X_len, int64_t* L, int /*L_len*/,
                                       float* F, int /*F_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    literals<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, L, F, n);
    return cudaGetLastError();
}

// A named constant says more than its value.
static __global__ void named(unsigned threads, int* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[0] = DAY / 7 + n;
    X[1] = 1 << LEVELS;
    for (int i = 0; i < 1 << LEVELS; ++i) {
        X[2] += i;
    }
    X[3] = int_power(LEVELS, 3);
    X[4] = floor_div(n, STEP) + floor_mod(10, STEP);
}

extern "C" cudaError_t launch_named(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    named<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

// The opposite of a comparison is one, but for the order of floating numbers: neither x < y nor x >= y is true of NaN.
static __global__ void opposites(unsigned threads, int* X, float x, float y, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (n != 3) {
        X[0] = 1;
    }
    if (n >= 3) {
        X[1] = 1;
    }
    if (n <= 3) {
        X[2] = 1;
    }
    if (!(x < y)) {
        X[3] = 1;
    }
    if (x != y) {
        X[4] = 1;
    }
    if (!((0 <= n && n < 5) || x != 2.0f)) {
        X[5] = 1;
    }
    while (n > 3) {
        n -= 1;
    }
    X[6] = n == 2 ? n : 7;
    X[7] = n == 0;
}

extern "C" cudaError_t launch_opposites(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, int* X, int /*X_len*/, float x, float y, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    opposites<<<grid, block, shared_bytes, stream>>>(threads.x, X, x, y, n);
    return cudaGetLastError();
}

static __global__ void rows(unsigned threads, const float* A, int A_rows, int A_cols, const float* B,
                            int B_dim1, int B_dim2, float* S)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int i = 0; i < A_rows; ++i) {
        const int row = i * A_cols;
        const int same_start = i * A_cols;
        const float* const same = A + same_start;
        total += A[row] * same[1];
    }
    for (int i = 0; i < B_dim1; ++i) {
        const int plane = i * B_dim2;
        const int same_start = i * B_dim2;
        const float* const same = B + same_start;
        total += B[plane] * same[0];
    }
    S[idx] = total;
}

extern "C" cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                   const float* B, int /*B_dim0*/, int B_dim1, int B_dim2, float* S,
                                   int /*S_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rows<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, B, B_dim1, B_dim2, S);
    return cudaGetLastError();
}
