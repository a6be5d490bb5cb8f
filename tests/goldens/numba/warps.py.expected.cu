// Translated from warps.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "`warps`: match_any_sync needs compute capability 7.0: compile with -arch=sm_70 or a later one"
#endif

struct int_bool
{
    int first;
    bool second;
};
//+ helper exact_cbrt(float)
//+ prelude not_launched
//+ prelude check_launch_xyz
//+ prelude check_launch_x

static __global__ void warps(const int* __restrict__ x, const double* d, int64_t* out, double* moved)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = idx;
    const int64_t value = __shfl_sync(0xffffffffu, x[i], 3);
    out[i] = value + __shfl_up_sync(0xffffffffu, x[i], 1);
    const double shfl_down_sync_result = __shfl_down_sync(0xffffffffu, d[i], 2);
    moved[i] = shfl_down_sync_result + __shfl_xor_sync(0xffffffffu, d[i], i);
    const int64_t out_value = out[i];
    out[i] = out_value + (int64_t(int(__ballot_sync(0xffffffffu, int64_t(x[i]) > 3))) >> 1);
    if (__all_sync(0xffffffffu, x[i] != 0) != 0) {
        out[i] += 1;
    }
    if (__any_sync(0xffffffffu, int64_t(x[i]) > 5) != 0) {
        out[i] += 2;
    }
    const bool same = __uni_sync(0xffffffffu, int64_t(x[i]) > 2) != 0;
    const uint32_t mask_2 = 0xffffffffu;
    const uint32_t matching_ = __match_any_sync(mask_2, x[i]);
    const uint32_t members_ = __ballot_sync(mask_2, true);
    const int_bool parts = {int(matching_ == members_ ? members_ : 0), matching_ == members_};
    const int mask = parts.first;
    const bool is_all = parts.second;
    const int64_t out_value_ = out[i];
    out[i] = out_value_ + (int64_t(mask) + is_all + same + int(__match_any_sync(0xffffffffu, x[i])));
    const int64_t out_value_2 = out[i];
    out[i] = out_value_2
        + int64_t(uint64_t(__activemask())
                  + ((1u << int(((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32))
                     - 1));
    __syncwarp();
}

extern "C" cudaError_t launch_warps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int* x, int /*x_len*/, const double* d,
                                    int /*d_len*/, int64_t* out, int /*out_len*/, double* moved,
                                    int /*moved_len*/)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    warps<<<grid, block, shared_bytes, stream>>>(x, d, out, moved);
    return cudaGetLastError();
}

static __global__ void bits(unsigned threads, const int8_t* __restrict__ s, const uint32_t* __restrict__ u,
                            int64_t* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    out[0] = int64_t(int8_t(__popc(uint8_t(s[0])))) + int8_t(__clz(uint8_t(s[0])) - 24)
        + uint32_t(__ffs(uint8_t(s[0])));
    out[1] = uint64_t(uint32_t(__brev(u[0]))) + uint32_t(__popc(u[0])) + uint32_t(__clz(u[0]));
    out[2] = int64_t(__popcll(7)) + uint32_t(__ffs(u[1]));
    out[3] = int64_t(u[0]) > 2 ? u[0] : u[1];
}

extern "C" cudaError_t launch_bits(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const int8_t* s, int /*s_len*/, const uint32_t* u,
                                   int /*u_len*/, int64_t* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    bits<<<grid, block, shared_bytes, stream>>>(threads.x, s, u, out);
    return cudaGetLastError();
}

static __global__ void counted(const int64_t* __restrict__ x, int* out)
{
    const int t = threadIdx.x;
    const int64_t value = __syncthreads_count(int(x[t]) != 0);
    const int64_t value_ = value - int(__syncthreads_and(x[t] > 1) != 0);
    out[0] = value_ - int(__syncthreads_or(x[t] > 2) != 0);
}

extern "C" cudaError_t launch_counted(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int64_t* x, int /*x_len*/, int* out,
                                      int /*out_len*/)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    counted<<<grid, block, shared_bytes, stream>>>(x, out);
    return cudaGetLastError();
}

static __global__ void real(unsigned threads, const float* __restrict__ x, const double* d, double* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    out[0] = fmaf(x[0], x[1], x[2]) + fma(double(x[0]), d[1], double(x[2])) + exact_cbrt(x[0]);
}

extern "C" cudaError_t launch_real(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* x, int /*x_len*/, const double* d,
                                   int /*d_len*/, double* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    real<<<grid, block, shared_bytes, stream>>>(threads.x, x, d, out);
    return cudaGetLastError();
}
