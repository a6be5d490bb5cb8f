// Translated from python_functions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// Python's a // b: rounds toward minus infinity.
static __device__ int floor_div(int a, int b)
{
    const int quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static __device__ float floor_div(float a, float b)
{
    if (b == 0) return a / b;
    const float rest = fmodf(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysignf(0.0f, a / b);
    const float floored = floorf(quotient);
    return quotient - floored > 0.5f ? floored + 1 : floored;
}

// Python's a % b: has the sign of b.
static __device__ int floor_mod(int a, int b)
{
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Python's a % b: has the sign of b.
static __device__ float floor_mod(float a, float b)
{
    const float rest = fmodf(a, b);
    if (rest == 0) return copysignf(0.0f, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
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

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's min(a, b): a unless b is less.
static __device__ float minimum(float a, float b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ int maximum(int a, int b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ float maximum(float a, float b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ double maximum(double a, double b)
{
    return b > a ? b : a;
}

// Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of min(min(a, -b), c) for
// sm_90 and later, and loses the minus.
static __device__ int apart(int x)
{
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    long long wide = x;
    asm("" : "+l"(wide));
    return int(wide);
#else
    return x;
#endif
}

// pow(x, y), and the power itself where it is a number: found by square roots and squaring, while they are
// exact.
static __device__ float exact_pow(float x, float y)
{
    if (x == 1 || y == 0) return 1;
    const float approximate = powf(x, y);
    if (x == 0 || !(fabsf(y) <= 1100)) return approximate;
    float base = x;
    while (y != rintf(y)) {
        const float root = sqrtf(base);
        if (fmaf(root, root, -base) != 0) return approximate;
        base = root;
        y *= 2;
    }
    float power = 1;
    for (int left = int(fabsf(y)); left > 0; left /= 2) {
        if (left % 2 != 0) {
            const float product = power * base;
            if (fmaf(power, base, -product) != 0) return approximate;
            power = product;
        }
        const float square = base * base;
        if (left > 1 && fmaf(base, base, -square) != 0) return approximate;
        base = square;
    }
    if (!(fabsf(power) > 1e-30f)) return approximate;
    const float reciprocal = 1 / power;
    if (y >= 0) return power;
    return fmaf(reciprocal, power, float(-1)) == 0 ? reciprocal : approximate;
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

static __global__ void own(unsigned threads, int a, int b, int64_t n, float x, float y, double d, int* I,
                           float* F, int F_len, double* D, int64_t* L)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    I[0] = minimum(a, b);
    I[1] = maximum(apart(maximum(a, b)), 3);
    F[0] = minimum(x, y);
    F[1] = maximum(x, 0.0f);
    D[0] = maximum(d, double(x));
    I[2] = abs(a);
    F[2] = fabsf(x);
    D[1] = fabs(d);
    L[0] = llabs(n);
    I[3] = int(rintf(x));
    L[1] = int64_t(rint(d));
    F[3] = exact_pow(x, y);
    I[4] = int_power(a, 3);
    I[5] = F_len;
    const int q = floor_div(a, b);
    const int r = floor_mod(a, b);
    I[6] = q;
    I[7] = r;
    F[4] = floor_div(x, y);
    F[5] = floor_mod(x, y);
}

extern "C" cudaError_t launch_own(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, int a, int b, int64_t n, float x, float y, double d,
                                  int* I, int /*I_len*/, float* F, int F_len, double* D, int /*D_len*/,
                                  int64_t* L, int /*L_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    own<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, n, x, y, d, I, F, F_len, D, L);
    return cudaGetLastError();
}
