// Translated from constant_folding.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

constexpr int DAY = 86400;
constexpr int LEVELS = 4;
constexpr int STEP = -3;

// Python's a // b: rounds toward minus infinity.
static __device__ int floor_div(int a, int b)
{
    const int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

// Python's a % b: has the sign of b.
static __device__ int floor_mod(int a, int b)
{
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// base ** exponent for an exponent that is not negative, by squaring.
static __device__ int int_power(int base, int exponent)
{
    int result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}

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
