// Translated from saxpy.py by pycu2cu 0.2.0.
//
// Each function launches a kernel on `stream` and returns without waiting for it. `threads` is the number of
// threads wanted on each axis; `grid` blocks of `block` threads must be enough for them, and on an axis that
// the kernel does not use, where blocks are 1 thread wide, exactly as many; otherwise the result is
// cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the size of the dynamic shared
// memory of a block. Arrays are pointers to device memory, each followed by the number of its elements.
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Adds a multiple of one vector to another.
//
// Y = alpha X + Y, for as many elements as X has.
cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                         float alpha, const float* X, int X_len, float* Y, int Y_len);

#ifdef __cplusplus
}
#endif
