// Translated from barriers_apart.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

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

static __global__ void apart(int* out)
{
    const int t = threadIdx.x;
    if (int64_t(t) < 16) {
        __syncthreads();
    }
    out[t] = t;
}

extern "C" cudaError_t launch_apart(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* out, int /*out_len*/)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    apart<<<grid, block, shared_bytes, stream>>>(out);
    return cudaGetLastError();
}
