// Translated from struct_names.py by pycu2cu 0.2.0.
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

#ifndef CUDAPY_STRUCT_dim3__int_new_2_uint8_t_new__double_gru00f6_u00df_e_int_bodies
#define CUDAPY_STRUCT_dim3__int_new_2_uint8_t_new__double_gru00f6_u00df_e_int_bodies
typedef struct dim3_
{
    int new_2;
    uint8_t new_;
    double gru00f6_u00df_e;
    int bodies;
} dim3_;
#endif

#ifndef CUDAPY_STRUCT_Empfu00e4_nger_dim3__inner_double_delete_
#define CUDAPY_STRUCT_Empfu00e4_nger_dim3__inner_double_delete_
typedef struct Empfu00e4_nger
{
    dim3_ inner;
    double delete_;
} Empfu00e4_nger;
#endif

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t launch_names(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                         Empfu00e4_nger* bodies, int bodies_len, dim3_ one);

#ifdef __cplusplus
}
#endif
