// Translated from tuple_indices.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct int_int
{
    int first;
    int second;
};

struct tuple2_int_int_tuple2_int_int
{
    int_int first;
    int_int second;
};
//+ helper floor_mod(int)
//+ prelude not_launched
//+ prelude check_launch_xy

static __global__ void marked(unsigned threads_x, unsigned threads_y, float* A, int A_cols, int* H,
                              int H_cols, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    const int_int place = {idy, idx};
    A[place.first * A_cols + place.second] = 0.5f * A[place.first * A_cols + place.second] + A[1];
    const int_int turned = {floor_mod(idx, n), floor_mod(idy, n)};
    atomicAdd(&H[turned.first * H_cols + turned.second], 1);
    const tuple2_int_int_tuple2_int_int both = {place, turned};
    A[both.first.first * A_cols + both.first.second] += H[both.second.first * H_cols + both.second.second];
}

extern "C" cudaError_t launch_marked(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* A, int /*A_rows*/, int A_cols, int* H,
                                     int /*H_rows*/, int H_cols, int n)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    marked<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, H, H_cols, n);
    return cudaGetLastError();
}
