// Translated from vectors.py by pycu2cu 0.2.0.
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

#ifndef CUDAPY_STRUCT_Particle_float3_pos_uchar4_color_int64_t_id
#define CUDAPY_STRUCT_Particle_float3_pos_uchar4_color_int64_t_id
typedef struct Particle
{
    float3 pos;
    uchar4 color;
    int64_t id;
} Particle;
#endif

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t launch_scale(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                         const float4* X, int X_len, float4* Y, int Y_len, float a, float4 b);

cudaError_t launch_sum(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                       const float2* A, int A_rows, int A_cols, double2* D, int D_len);

cudaError_t launch_paint(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                         Particle* P, int P_len, int2* I, int I_len, longlong2* L, int L_len, ushort3* U,
                         int U_len);

cudaError_t launch_reduce(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                          const float4* X, int X_len, float* R, int R_len);

cudaError_t launch_escape(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                          const float2* points, int points_len, int* R, int R_len);

#ifdef __cplusplus
}
#endif
