// Translated from small_floats.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
//+ type bfloat16
//+ helper floor_div(float)
//+ helper maximum(float)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void halves(unsigned threads, half* a, int a_len, const int8_t* __restrict__ n, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < a_len) {
        a[i] = half(float(half(float(a[i]) * float(a[0]))) + n[i]);
        out[i] = floor_div(float(half(-float(a[i]))), float(a[0]));
        out[i] += float(half(maximum(float(half(fabsf(float(a[i])))), float(a[1])))) > 2.0;
        out[i] = out[i]
            + (double(float(half(float(half(sinf(a[i]))) * float(a[1]))) + tanf(a[i])
                      + float(half(floorf(a[i])))) + int64_t(rintf(a[i])));
        a[i] = half(float(a[i]) / float(float(a[1]) > float(a[i]) ? a[1] : half(n[i])));
    }
}

extern "C" cudaError_t launch_halves(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, half* a, int a_len, const int8_t* n, int /*n_len*/,
                                     float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    halves<<<grid, block, shared_bytes, stream>>>(threads.x, a, a_len, n, out);
    return cudaGetLastError();
}

static __global__ void bfloats(unsigned threads, bfloat16* a, int a_len, const uint8_t* __restrict__ n,
                               double* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < a_len) {
        a[i] = bfloat16(float(bfloat16(float(a[i]) * n[i])) - float(a[0]));
        out[i] = float(a[i]) * 3.0;
        out[i] += float(bfloat16(float(bfloat16(expf(a[i]))) * float(a[i])));
        out[i] += float(a[i]) < n[i];
    }
}

extern "C" cudaError_t launch_bfloats(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, bfloat16* a, int a_len, const uint8_t* n,
                                      int /*n_len*/, double* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    bfloats<<<grid, block, shared_bytes, stream>>>(threads.x, a, a_len, n, out);
    return cudaGetLastError();
}
