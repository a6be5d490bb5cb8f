// Translated from operators_int.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

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

// Python's a % b: has the sign of b.
static __device__ int64_t floor_mod(int64_t a, int64_t b)
{
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Python's a // b for a positive b.
static __device__ int64_t floor_div_positive(int64_t a, int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
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

// base ** exponent for an exponent that is not negative, by squaring.
static __device__ int64_t int_power(int64_t base, int64_t exponent)
{
    int64_t result = 1;
    while (true) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        if (exponent <= 0) return result;
        base *= base;
    }
}

// x ** 2.
static __device__ int square(int x)
{
    return x * x;
}

// Python's min(a, b): a unless b is less.
static __device__ int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
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

static __global__ void arithmetic(unsigned threads, int a, int b, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a + b;
    R[1] = a - b * 2;
    R[2] = (a - b) * 2;
    R[3] = floor_div(a, b);
    R[4] = floor_mod(a, b);
    R[5] = -a;
    R[6] = a;
    R[7] = ~a;
    R[8] = a * a;
    R[9] = int_power(a, 3);
    R[10] = -(a + b) - -a;
    R[11] = a - (b - a);
    R[12] = a - -3;
}

extern "C" cudaError_t launch_arithmetic(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, int a, int b, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    arithmetic<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, R);
    return cudaGetLastError();
}

static __global__ void bits(unsigned threads, int a, int b, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = (a & b) | (a ^ b);
    R[1] = (a | b) & ~b;
    R[2] = (a << 3) | (b >> 2);
    R[3] = (a + 1) << (b - 1);
    R[4] = a + (1 << b);
    R[5] = (a & 1) == 0;
    R[6] = (a & 1) == 0;
    R[7] = a ^ b ^ 1;
}

extern "C" cudaError_t launch_bits(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int a, int b, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    bits<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, R);
    return cudaGetLastError();
}

static __global__ void in_place(unsigned threads, int a, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] += a;
    R[1] -= a;
    R[2] *= a;
    R[3] = floor_div(R[3], a);
    R[4] = floor_mod(R[4], a);
    R[5] <<= 1;
    R[6] >>= 1;
    R[7] &= a;
    R[8] |= a;
    R[9] ^= a;
    R[10] = square(R[10]);
}

extern "C" cudaError_t launch_in_place(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int a, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_place<<<grid, block, shared_bytes, stream>>>(threads.x, a, R);
    return cudaGetLastError();
}

static __global__ void wide(unsigned threads, int a, int64_t n, int64_t* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = n + a;
    R[1] = floor_div_positive(n, int64_t(3));
    R[2] = floor_mod(n, int64_t(a));
    R[3] = 5000000000LL;
    R[4] = a * 5000000000LL;
    R[5] = n << 40;
    R[6] = -n;
    R[7] = int_power(n, int64_t(5));
    R[8] = int64_t(a) * a;
    R[9] = minimum(n, int64_t(7));
}

extern "C" cudaError_t launch_wide(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int a, int64_t n, int64_t* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    wide<<<grid, block, shared_bytes, stream>>>(threads.x, a, n, R);
    return cudaGetLastError();
}
