// Translated from grid_strides.py by pycu2cu 0.2.0.
//
// Each function launches a kernel on `stream` and returns without waiting for it. `threads` is the number of
// threads wanted on each axis; `grid` blocks of `block` threads must be enough for them, and on an axis that
// the kernel does not use, where blocks are 1 thread wide, exactly as many; otherwise the result is
// cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the size of the dynamic shared
// memory of a block. Arrays are pointers to device memory, each followed by the number of its elements.
// A kernel that has a barrier or shared memory, or asks for the grid's size, runs for all threads of its
// blocks, also for those beyond `threads`.
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t launch_total_of(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                            const float* x, int x_len, float* out, int out_len);

// A product and a largest element for each block, which asks for its place.
cudaError_t launch_dots(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                        const float* x, int x_len, const float* y, int y_len, float* parts, int parts_len);

cudaError_t launch_longest(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                           const int* x, int x_len, int* found, int found_rows, int found_cols);

// Changes shared memory on the way, so that blocks run one by one.
cudaError_t launch_count(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                         const uint8_t* x, int x_len, int* bins, int bins_len);

// The last block adds up what the others have left, so that they run one by one.
cudaError_t launch_last_total(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                              const float* x, int x_len, float* parts, int parts_len, int* done, int done_len,
                              float* out, int out_len);

// Each block has rows of its own, along which its threads go.
cudaError_t launch_row_totals(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                              const float* A, int A_rows, int A_cols, float* out, int out_len);

#ifdef __cplusplus
}
#endif
