// Translated from grids.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
//+ helper wrapped_index(int64)
//+ prelude not_launched
//+ prelude check_launch_xyz

static __global__ void waits(int* x, int x_len, double* out, int out_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = idx;
    x[i] = i;
    cooperative_groups::this_grid().sync();
    out[i] = x[wrapped_index(int64_t(int(gridDim.x) * int(blockDim.x)) - 1 - i, int64_t(x_len))];
    cooperative_groups::this_grid().sync();
    x[i] = int(out[i] + out[out_len - 1]);
}

extern "C" cudaError_t launch_waits(dim3 threads, dim3 grid_2, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* x, int x_len, double* out, int out_len)
{
    if (!check_launch_xyz(threads, grid_2, block)) return not_launched(threads);
    void* arguments[] = {&x, &x_len, &out, &out_len};
    const void* kernel = reinterpret_cast<const void*>(waits);
    return cudaLaunchCooperativeKernel(kernel, grid_2, block, arguments, shared_bytes, stream);
}
