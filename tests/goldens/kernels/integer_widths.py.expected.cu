// Translated from integer_widths.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_div(int)
//+ helper floor_div_positive(int)
//+ helper floor_mod_positive(int)
//+ helper square(int)
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper maximum(uint32)
//+ helper ptxas_negation_workaround(int)
//+ helper ptxas_negation_workaround(uint32)
//+ helper ptxas_16_bit_workaround(uint8)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void blend(unsigned threads, const uint8_t* A, const uint8_t* B, uint8_t* out, int out_len,
                             uint8_t weight)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < out_len) {
        const uint8_t a = A[idx];
        out[idx] = (a + B[idx]) / 2;
        out[idx] = uint8_t(out[idx] + weight);
        out[idx] = uint8_t(a * 3 + B[idx] - 1);
        out[idx] = (-a ^ ~B[idx]) & 255;
        if (a + 1 > B[idx]) {
            out[idx] = minimum(ptxas_16_bit_workaround(a), 200);
        }
        out[idx] = a % 3 == 0 ? a >> 1 : uint8_t(a << 2);
    }
}

extern "C" cudaError_t launch_blend(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const uint8_t* A, int /*A_len*/, const uint8_t* B,
                                    int /*B_len*/, uint8_t* out, int out_len, uint8_t weight)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    blend<<<grid, block, shared_bytes, stream>>>(threads.x, A, B, out, out_len, weight);
    return cudaGetLastError();
}

static __global__ void widen(unsigned threads, const uint8_t* __restrict__ image, int* sums, int width)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int total = 0;
    for (int x = 0; x < width; ++x) {
        total += image[idx * width + x];
    }
    sums[idx] = floor_div(total, width);
}

extern "C" cudaError_t launch_widen(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const uint8_t* image, int /*image_len*/, int* sums,
                                    int /*sums_len*/, int width)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    widen<<<grid, block, shared_bytes, stream>>>(threads.x, image, sums, width);
    return cudaGetLastError();
}

static __global__ void mix(unsigned threads, int8_t* a, uint16_t* b, int16_t* c, uint32_t* d, uint64_t* e,
                           int64_t* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    out[0] = a[0] + b[0];
    out[1] = int64_t(c[0]) * d[0];
    out[2] = int64_t(d[0]) + idx;
    e[0] = e[0] * 6364136223846793005ULL + 1442695040888963407ULL;
    e[1] = 0xcbf29ce484222325ULL ^ b[0];
    d[1] = (d[0] * 0x9E3779B1u) >> 15;
    d[2] = ((d[0] << 13) | (d[0] >> 19)) % 7;
    b[1] = uint16_t(b[0] * b[0]);
    b[2] = b[2] % (b[0] + 1);
    b[3] = b[3] / (b[1] + 1);
    a[1] = floor_div_positive(int(a[0]), 3);
    a[2] = floor_mod_positive(int(a[0]), 3);
    a[3] = int8_t(square(int(a[0])));
    a[4] = minimum(ptxas_negation_workaround(abs(int(a[0]))), 127);
    out[5] = maximum(ptxas_negation_workaround(maximum(int(a[0]), int(b[0]))), 300) + int(__brev(a[0]))
        + (e[0] + idx > 5);
    out[3] = int64_t(e[0] >> 33);
    out[4] = out[b[0]] + out[d[0]] + out[e[0] % 5];
    const int i_end = b[0];
    for (int i = 0; i < i_end; ++i) {
        c[i] = int16_t(i);
    }
}

extern "C" cudaError_t launch_mix(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, int8_t* a, int /*a_len*/, uint16_t* b, int /*b_len*/,
                                  int16_t* c, int /*c_len*/, uint32_t* d, int /*d_len*/, uint64_t* e,
                                  int /*e_len*/, int64_t* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    mix<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, c, d, e, out);
    return cudaGetLastError();
}

static __device__ uint32_t hash(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ (x >> 16);
}

static __global__ void hashes(unsigned threads, uint32_t* X, float* U)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const uint32_t h = hash(X[idx]);
    U[idx] = (h & 0xffffff) / 16777216.0f + h / 3.0f + float(h);
    X[idx] = maximum(ptxas_negation_workaround(h), 5u) - uint32_t(idx);
}

extern "C" cudaError_t launch_hashes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, uint32_t* X, int /*X_len*/, float* U, int /*U_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    hashes<<<grid, block, shared_bytes, stream>>>(threads.x, X, U);
    return cudaGetLastError();
}
