// Translated from struct_lists.py by pycu2cu 0.2.0.
//
// Each function launches a kernel on `stream` and returns without waiting for it. `threads` is the number of
// threads wanted on each axis; `grid` blocks of `block` threads must be enough for them, and on an axis that
// the kernel does not use, where blocks are 1 thread wide, exactly as many; otherwise the result is
// cudaErrorInvalidConfiguration. No threads is no launch. `shared_bytes` is the size of the dynamic shared
// memory of a block. Arrays are pointers to device memory, each followed by the number of its elements.
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifndef CUDAPY_STRUCT_Body_float2_pos_float_mass
#define CUDAPY_STRUCT_Body_float2_pos_float_mass
typedef struct Body
{
    float2 pos;
    float mass;
} Body;
#endif

#ifdef __cplusplus
extern "C" {
#endif

// rows_: rows_len lists, one after the other. List i is from element rows_offsets[i] to before rows_offsets[i
// + 1]; rows_offsets has rows_len + 1 elements.
// points: points_len lists, one after the other. List i is from element points_offsets[i] to before
// points_offsets[i + 1]; points_offsets has points_len + 1 elements.
cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                        Body* rows_, const int* rows_offsets, int rows_len, const float2* points,
                        const int* points_offsets, int points_len, float* R, int R_len);

#ifdef __cplusplus
}
#endif
