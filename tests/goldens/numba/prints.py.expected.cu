// Translated from prints.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

struct int64_int64
{
    int64_t first;
    int64_t second;
};
//+ prelude not_launched
//+ prelude check_launch_xyz

static __global__ void prints(unsigned threads_x, unsigned threads_y, unsigned threads_z,
                              const float* __restrict__ x, const uint8_t* __restrict__ u, bool flag)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    const int idz = blockIdx.z * blockDim.z + threadIdx.z;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y || unsigned(idz) >= threads_z) return;
    const int64_int64 where = {int64_t(idx), int64_t(idy)};
    printf("at 100%% (%lld, %lld) (%d, %d, %d) (%d, %d, %d)\n", (long long)where.first,
           (long long)where.second, int(threadIdx.x), int(threadIdx.y), int(threadIdx.z), int(blockDim.x),
           int(blockDim.y), int(blockDim.z));
    printf("%f %d %s (%f, %lld) (%d,) %f %lld\n", x[0], u[0], flag ? "True" : "False", x[1], (long long)2,
           u[0], 2.5, (long long)-3);
}

extern "C" cudaError_t launch_prints(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* x, int /*x_len*/, const uint8_t* u,
                                     int /*u_len*/, bool flag)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    prints<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, threads.z, x, u, flag);
    return cudaGetLastError();
}
