// Translated from complex_numbers.py by pycu2cu 0.2.0.

#include "complex_numbers.py.expected.h"

#include <cuda_runtime.h>

struct complex64_double
{
    complex64 first;
    double second;
};
//+ helper complex_add(complex64)
//+ helper complex_add(complex128)
//+ helper complex_subtract(complex64)
//+ helper complex_multiply(complex64)
//+ helper complex_multiply(complex128)
//+ helper complex_divide(complex64)
//+ helper complex_negate(complex64)
//+ helper complex_equal(complex64)
//+ helper complex_unequal(complex64)
//+ helper complex_conjugate(complex64)
//+ helper complex_magnitude(complex64)
//+ helper complex_phase(complex128)
//+ helper complex_exp(complex64)
//+ helper complex_sqrt(complex64)
//+ helper complex_power(complex64)
//+ prelude not_launched
//+ prelude check_launch_x

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
