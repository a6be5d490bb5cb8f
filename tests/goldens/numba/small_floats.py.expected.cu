// Translated from small_floats.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

using bfloat16 = __nv_bfloat16;

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static __device__ float floor_div(float a, float b)
{
    if (b == 0) return a / b;
    const float rest = fmodf(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysignf(0.0f, a / b);
    const float floored = floorf(quotient);
    return quotient - floored > 0.5f ? floored + 1 : floored;
}

// Python's max(a, b): a unless b is greater.
static __device__ float maximum(float a, float b)
{
    return b > a ? b : a;
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}

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
