// Translated from structs.py by pycu2cu 0.2.0.
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
#include <stdbool.h>

#ifndef CUDAPY_STRUCT_Vec_float_x_float_y
#define CUDAPY_STRUCT_Vec_float_x_float_y
typedef struct Vec
{
    float x;
    float y;
} Vec;
#endif

#ifndef CUDAPY_STRUCT_Body_Vec_pos_Vec_vel_float_mass_int8_t_kind_bool_alive
#define CUDAPY_STRUCT_Body_Vec_pos_Vec_vel_float_mass_int8_t_kind_bool_alive
typedef struct Body
{
    Vec pos;
    Vec vel;
    float mass;
    int8_t kind;
    bool alive;
} Body;
#endif

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t launch_step(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                        Body* bodies, int bodies_len, float dt, Vec wind);

cudaError_t launch_nearest(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                           const Body* bodies, int bodies_len, int* R, int R_len);

#ifdef __cplusplus
}
#endif
