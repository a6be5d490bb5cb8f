// Translated from struct_fields.py by pycu2cu 0.2.0.
//
// Each function launches a kernel on `stream` and returns without waiting for it. `threads` is the number of
// threads wanted on each axis; `grid` blocks of `block` threads must be enough for them, and on an axis that
// the kernel does not use, where blocks are 1 thread wide, exactly as many; otherwise the result is
// cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the size of the dynamic shared
// memory of a block. Arrays are pointers to device memory, each followed by the number of its elements.
#pragma once

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime_api.h>
#include <stddef.h>

#if !defined(__cplusplus) && !defined(CUDAPY_HALF)
#define CUDAPY_HALF
typedef __half_raw __half;
#endif
#if !defined(__cplusplus) && !defined(CUDAPY_BFLOAT16)
#define CUDAPY_BFLOAT16
typedef __nv_bfloat16_raw __nv_bfloat16;
#endif
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
#ifndef CUDAPY_COMPLEX64_FIELD
#define CUDAPY_COMPLEX64_FIELD
// A complex64 as the field of a struct: aligned as its parts are, which is C's layout and NumPy's.
typedef struct complex64_field {
    float real, imag;
} complex64_field;
#endif
#ifndef CUDAPY_COMPLEX128_FIELD
#define CUDAPY_COMPLEX128_FIELD
// A complex128 as the field of a struct: aligned as its parts are, which is C's layout and NumPy's.
typedef struct complex128_field {
    double real, imag;
} complex128_field;
#endif

#ifndef CUDAPY_STRUCT_Wave_half_w_complex64_z_bfloat16_b_complex128_d
#define CUDAPY_STRUCT_Wave_half_w_complex64_z_bfloat16_b_complex128_d
typedef struct Wave
{
    __half w;
    complex64_field z;
    __nv_bfloat16 b;
    complex128_field d;
} Wave;
#endif

#ifndef CUDAPY_STRUCT_Pair_Wave_left_Wave_right
#define CUDAPY_STRUCT_Pair_Wave_left_Wave_right
typedef struct Pair
{
    Wave left;
    Wave right;
} Pair;
#endif

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t launch_fields(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                          Wave* A, int A_len, Pair* P, int P_len, Wave m, float* R, int R_len);

#ifdef __cplusplus
}
#endif
