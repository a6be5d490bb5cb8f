// Translated from grid_sync.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper maximum(int)
//+ prelude not_launched
//+ prelude check_launch_x

// Each step takes what all blocks have done in the one before.
static __global__ void heat(float* now, int now_len, float* later, int steps)
{
    const int first = int(blockIdx.x) * int(blockDim.x) + int(threadIdx.x);
    for (int step = 0; step < steps; ++step) {
        for (int64_t i_counter = first; i_counter < now_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
            const int i = i_counter;
            const float left = now[maximum(i - 1, 0)];
            const float right = now[minimum(i + 1, now_len - 1)];
            later[i] = 0.25f * left + 0.5f * now[i] + 0.25f * right;
        }
        cooperative_groups::this_grid().sync(); // all of `later` is there
        for (int64_t i_counter = first; i_counter < now_len; i_counter += int(gridDim.x) * int(blockDim.x)) {
            const int i = i_counter;
            now[i] = later[i];
        }
        cooperative_groups::this_grid().sync();
    }
}

extern "C" cudaError_t launch_heat(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* now, int now_len, float* later,
                                   int /*later_len*/, int steps)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    void* arguments[] = {&now, &now_len, &later, &steps};
    const void* kernel = reinterpret_cast<const void*>(heat);
    return cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

static __device__ int wait(int n)
{
    cooperative_groups::this_grid().sync();
    return n + int(blockIdx.x);
}

static __global__ void totals(int* X, int X_len, int* sums, int* all)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int part[256];
    part[threadIdx.x] = idx < X_len ? X[idx] : 0;
    __syncthreads();
    if (int(threadIdx.x) == 0) {
        int sum = 0;
        for (int i = 0; i < int(blockDim.x); ++i) {
            sum += part[i];
        }
        sums[blockIdx.x] = sum;
    }
    const int mine = wait(part[threadIdx.x]);
    if (idx == 0) {
        for (int i = 0; i < int(gridDim.x); ++i) {
            all[0] += sums[i];
        }
    }
    cooperative_groups::this_grid().sync();
    if (idx < X_len) {
        X[idx] = all[0] - mine;
    }
}

extern "C" cudaError_t launch_totals(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* X, int X_len, int* sums, int /*sums_len*/,
                                     int* all, int /*all_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    void* arguments[] = {&X, &X_len, &sums, &all};
    const void* kernel = reinterpret_cast<const void*>(totals);
    return cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared_bytes, stream);
}
