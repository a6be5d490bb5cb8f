// Translated from complex_numbers.py by pycu2cu 0.2.0.

#include "complex_numbers.py.expected.h"

#include <cuda_runtime.h>

struct complex64_double
{
    complex64 first;
    double second;
};

static __device__ complex64 operator+(complex64 a, complex64 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static __device__ complex128 operator+(complex128 a, complex128 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static __device__ complex64 operator-(complex64 a, complex64 b)
{
    return {a.real - b.real, a.imag - b.imag};
}

static __device__ complex64 operator*(complex64 a, complex64 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

static __device__ complex128 operator*(complex128 a, complex128 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

// As CPython divides: by the larger part first, so that nothing overflows on the way.
static __device__ complex64 operator/(complex64 a, complex64 b)
{
    if (fabsf(b.real) >= fabsf(b.imag)) {
        const float ratio = b.imag / b.real;
        const float whole = b.real + b.imag * ratio;
        return {(a.real + a.imag * ratio) / whole, (a.imag - a.real * ratio) / whole};
    }
    const float ratio = b.real / b.imag;
    const float whole = b.real * ratio + b.imag;
    return {(a.real * ratio + a.imag) / whole, (a.imag * ratio - a.real) / whole};
}

static __device__ complex64 operator-(complex64 z)
{
    return {-z.real, -z.imag};
}

static __device__ bool operator==(complex64 a, complex64 b)
{
    return a.real == b.real && a.imag == b.imag;
}

static __device__ bool operator!=(complex64 a, complex64 b)
{
    return a.real != b.real || a.imag != b.imag;
}

static __device__ complex64 conjugate(complex64 z)
{
    return {z.real, -z.imag};
}

// Python's abs(z).
static __device__ float magnitude(complex64 z)
{
    return hypotf(z.real, z.imag);
}

static __device__ double phase(complex128 z)
{
    return atan2(z.imag, z.real);
}

static __device__ complex64 complex_exp(complex64 z)
{
    const float scale = expf(z.real);
    return {scale * cosf(z.imag), scale * sinf(z.imag)};
}

// As CPython computes it: an eighth of the number does not overflow.
static __device__ complex64 complex_sqrt(complex64 z)
{
    if (z.real == 0 && z.imag == 0) return {0, z.imag};
    const float x = fabsf(z.real) / 8;
    const float larger = 2 * sqrtf(x + hypotf(x, z.imag / 8));
    const float smaller = fabsf(z.imag) / (2 * larger);
    if (z.real >= 0) return {larger, copysignf(smaller, z.imag)};
    return {smaller, copysignf(larger, z.imag)};
}

// z ** exponent by squaring, as CPython does for whole exponents.
static __device__ complex64 complex_power(complex64 z, int exponent)
{
    const complex64 one = {1, 0};
    complex64 result = one;
    complex64 square = z;
    for (int rest = exponent < 0 ? -exponent : exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result = result * square;
        }
        square = square * square;
    }
    return exponent < 0 ? one / result : result;
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

// Turns a number around 0.
static __device__ complex64 turned(complex64 z, float angle)
{
    return z * complex64{cosf(angle), sinf(angle)};
}

static __global__ void kernel(unsigned threads, complex64* X, complex128* D, float* R, complex64 a, double d)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const complex64 z = X[idx] * a + complex64{0.0f, 2.0f};
    complex64 total = {0.0f, 0.0f};
    for (int i = 0; i < 3; ++i) {
        total = total + z * conjugate(z) / (complex64{1.0f, 0.0f} + complex64{0.0f, 2.0f});
    }
    R[idx] = magnitude(z) + z.real - X[idx].imag;
    X[idx] = z != complex64{0.0f, 0.0f} ? turned(z, R[idx]) : -conjugate(total + complex64{1.0f, 0.0f});
    complex64 number;
    D[idx] = D[idx]
        + (complex128{double((number = X[idx]).real), double(number.imag)} * complex128{d,
           0.0} + complex128{0.0, 1.0});
    D[idx] = {double(z.real), double(z.imag)};
    if (z != complex64{0.0f, 0.0f} && total == complex64{0.0f, 1.0f}) {
        complex64 value;
        X[idx] = (value = complex_power(z, 3)) != complex64{0.0f, 0.0f} ? value : total;
    }
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, complex64* X, int /*X_len*/, complex128* D,
                                     int /*D_len*/, float* R, int /*R_len*/, complex64 a, double d)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X, D, R, a, d);
    return cudaGetLastError();
}

static __global__ void functions(unsigned threads, complex64* X, double* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = complex_exp(X[idx]) - complex_sqrt(X[idx]);
    R[idx] = phase(complex128{R[idx], 1.0});
    const complex64_double pair = {X[idx], R[idx]};
    X[idx] = {pair.first.real, float(pair.second)};
}

extern "C" cudaError_t launch_functions(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, complex64* X, int /*X_len*/, double* R,
                                        int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    functions<<<grid, block, shared_bytes, stream>>>(threads.x, X, R);
    return cudaGetLastError();
}
