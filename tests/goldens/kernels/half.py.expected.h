// Translated from half.py by pycu2cu 0.2.0.
//
// Each function launches a kernel on `stream` and returns without waiting for it. `threads` is the number of
// threads wanted on each axis; `grid` blocks of `block` threads must be enough for them, and on an axis that
// the kernel does not use, where blocks are 1 thread wide, exactly as many; otherwise the result is
// cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the size of the dynamic shared
// memory of a block. Arrays are pointers to device memory, each followed by the number of its elements.
// A kernel that has a barrier or shared memory, or asks for the grid's size, runs for all threads of its
// blocks, also for those beyond `threads`.
#pragma once

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__cplusplus) && !defined(CUDAPY_HALF)
#define CUDAPY_HALF
typedef __half_raw __half;
#endif
#if !defined(__cplusplus) && !defined(CUDAPY_BFLOAT16)
#define CUDAPY_BFLOAT16
typedef __nv_bfloat16_raw __nv_bfloat16;
#endif

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                         __half a, const __half* X, int X_len, __half* Y, int Y_len);

cudaError_t launch_steps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                         __half* X, int X_len, __nv_bfloat16* B, int B_len, float* F, int F_len, int* I,
                         int I_len);

cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                        const __half* X, int X_len, __half* R, int R_len);

#ifdef __cplusplus
}
#endif
