// Translated from pairs.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_float
{
    float first;
    float second;
};

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

// The first part of frexp(x).
static __device__ float frexp_mantissa(float x)
{
    int exponent;
    return frexpf(x, &exponent);
}

// The first part of frexp(x).
static __device__ double frexp_mantissa(double x)
{
    int exponent;
    return frexp(x, &exponent);
}

// The second part of frexp(x).
static __device__ int frexp_exponent(float x)
{
    int exponent;
    frexpf(x, &exponent);
    return exponent;
}

// The second part of frexp(x).
static __device__ int frexp_exponent(double x)
{
    int exponent;
    frexp(x, &exponent);
    return exponent;
}

// The first part of modf(x).
static __device__ float modf_fraction(float x)
{
    float whole;
    return modff(x, &whole);
}

// The second part of modf(x).
static __device__ float modf_whole(float x)
{
    float whole;
    modff(x, &whole);
    return whole;
}

// The second part of modf(x).
static __device__ double modf_whole(double x)
{
    double whole;
    modf(x, &whole);
    return whole;
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

// What a function gives in two is a tuple like any other.
static __global__ void parts(unsigned threads, float* X, double* D, int* I, float x, double d, int a, int b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[0] = frexp_mantissa(x);
    I[0] = frexp_exponent(x);
    X[1] = modf_fraction(x);
    const float operand = x * 2.0f;
    X[2] = modf_whole(operand);
    D[0] = frexp_mantissa(d);
    D[1] = modf_whole(d);
    I[1] = floor_div(a, b);
    const int dividend = a + I[5];
    const int divisor = b;
    I[2] = floor_mod(dividend, divisor);
    I[3] = b;
    I[4] = frexp_exponent(double(a));
    const float_float whole = {modf_fraction(x), modf_whole(x)};
    X[3] = whole.first - whole.second;
    float operand_;
    if (frexp_mantissa(x) > 0.75f && (operand_ = X[4], modf_fraction(operand_) < 0.5f)) {
        X[4] = 1.0f;
    }
}

extern "C" cudaError_t launch_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/, double* D, int /*D_len*/,
                                    int* I, int /*I_len*/, float x, double d, int a, int b)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    parts<<<grid, block, shared_bytes, stream>>>(threads.x, X, D, I, x, d, a, b);
    return cudaGetLastError();
}
