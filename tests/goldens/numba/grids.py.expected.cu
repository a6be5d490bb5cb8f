// Translated from grids.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

// The place of an element of an array, whose last one has the index -1, too.
static __device__ int64_t wrapped_index(int64_t index, int64_t length)
{
    return index < 0 ? index + length : index;
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x, y and z.
static bool check_launch_xyz(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, y = 1ULL * grid.y * block.y,
        z = 1ULL * grid.z * block.z;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && y >= threads.y && y <= 0x80000000 && z >= threads.z && z <= 0x80000000;
}

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
