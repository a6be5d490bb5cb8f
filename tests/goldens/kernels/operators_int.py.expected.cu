// Translated from operators_int.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ helper floor_mod(int64)
//+ helper floor_div_positive(int64)
//+ helper int_power(int)
//+ helper int_power(int64)
//+ helper square(int)
//+ helper minimum(int64)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void arithmetic(unsigned threads, int a, int b, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a + b;
    R[1] = a - b * 2;
    R[2] = (a - b) * 2;
    R[3] = floor_div(a, b);
    R[4] = floor_mod(a, b);
    R[5] = -a;
    R[6] = a;
    R[7] = ~a;
    R[8] = a * a;
    R[9] = int_power(a, 3);
    R[10] = -(a + b) - -a;
    R[11] = a - (b - a);
    R[12] = a - -3;
}

extern "C" cudaError_t launch_arithmetic(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, int a, int b, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    arithmetic<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, R);
    return cudaGetLastError();
}

static __global__ void bits(unsigned threads, int a, int b, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = (a & b) | (a ^ b);
    R[1] = (a | b) & ~b;
    R[2] = (a << 3) | (b >> 2);
    R[3] = (a + 1) << (b - 1);
    R[4] = a + (1 << b);
    R[5] = (a & 1) == 0;
    R[6] = (a & 1) == 0;
    R[7] = a ^ b ^ 1;
}

extern "C" cudaError_t launch_bits(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int a, int b, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    bits<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, R);
    return cudaGetLastError();
}

static __global__ void in_place(unsigned threads, int a, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] += a;
    R[1] -= a;
    R[2] *= a;
    R[3] = floor_div(R[3], a);
    R[4] = floor_mod(R[4], a);
    R[5] <<= 1;
    R[6] >>= 1;
    R[7] &= a;
    R[8] |= a;
    R[9] ^= a;
    R[10] = square(R[10]);
}

extern "C" cudaError_t launch_in_place(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int a, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_place<<<grid, block, shared_bytes, stream>>>(threads.x, a, R);
    return cudaGetLastError();
}

static __global__ void wide(unsigned threads, int a, int64_t n, int64_t* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = n + a;
    R[1] = floor_div_positive(n, int64_t(3));
    R[2] = floor_mod(n, int64_t(a));
    R[3] = 5000000000LL;
    R[4] = a * 5000000000LL;
    R[5] = n << 40;
    R[6] = -n;
    R[7] = int_power(n, int64_t(5));
    R[8] = int64_t(a) * a;
    R[9] = minimum(n, int64_t(7));
}

extern "C" cudaError_t launch_wide(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, int a, int64_t n, int64_t* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    wide<<<grid, block, shared_bytes, stream>>>(threads.x, a, n, R);
    return cudaGetLastError();
}
