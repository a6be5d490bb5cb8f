// Translated from complex_numbers.py by pycu2cu 0.2.0.
//
// Each function launches a kernel on `stream` and returns without waiting for it. `threads` is the number of
// threads wanted on each axis; `grid` blocks of `block` threads must be enough for them, and on an axis that
// the kernel does not use, where blocks are 1 thread wide, exactly as many; otherwise the result is
// cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the size of the dynamic shared
// memory of a block. Arrays are pointers to device memory, each followed by the number of its elements.
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifndef CUDAPY_COMPLEX64
#define CUDAPY_COMPLEX64
// In memory it is what float[2] and std::complex<float> are, and cuFloatComplex.
typedef struct __align__(8) complex64 {
    float real, imag;
} complex64;
#endif
#ifndef CUDAPY_COMPLEX128
#define CUDAPY_COMPLEX128
// In memory it is what double[2] and std::complex<double> are, and cuDoubleComplex.
typedef struct __align__(16) complex128 {
    double real, imag;
} complex128;
#endif

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                          complex64* X, int X_len, complex128* D, int D_len, float* R, int R_len, complex64 a,
                          double d);

cudaError_t launch_functions(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                             complex64* X, int X_len, double* R, int R_len);

#ifdef __cplusplus
}
#endif
