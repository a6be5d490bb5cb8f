// Translated from lists.py by pycu2cu 0.2.0.
//
// Each function launches a kernel on `stream` and returns without waiting for it. `threads` is the number of
// threads wanted on each axis; `grid` blocks of `block` threads must be enough for them, and on an axis that
// the kernel does not use, where blocks are 1 thread wide, exactly as many; otherwise the result is
// cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the size of the dynamic shared
// memory of a block. Arrays are pointers to device memory, each followed by the number of its elements.
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// rows: rows_len lists, one after the other. List i is from element rows_offsets[i] to before rows_offsets[i
// + 1]; rows_offsets has rows_len + 1 elements.
cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                        float* rows, const int* rows_offsets, int rows_len, float* R, int R_len);

// rows: rows_len lists, one after the other. List i is from element rows_offsets[i] to before rows_offsets[i
// + 1]; rows_offsets has rows_len + 1 elements.
cudaError_t launch_walk(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                        const int* rows, const int* rows_offsets, int rows_len, int64_t* R, int R_len);

// table: table_len lists, one after the other. List i is from element table_offsets[i] to before
// table_offsets[i + 1]; table_offsets has table_len + 1 elements.
cudaError_t launch_gather(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                          const int* table, const int* table_offsets, int table_len, int* X, int X_len);

#ifdef __cplusplus
}
#endif
