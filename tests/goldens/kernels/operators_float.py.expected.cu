// Translated from operators_float.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper floor_div(float)
//+ helper floor_div(double)
//+ helper floor_mod(float)
//+ helper floor_mod(double)
//+ helper exact_pow(float)
//+ helper exact_pow(double)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void arithmetic(unsigned threads, float a, float b, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a + b;
    R[1] = a / b;
    R[2] = floor_div(a, b);
    R[3] = floor_mod(a, b);
    R[4] = exact_pow(a, b);
    R[5] = a * a;
    R[6] = -a * b;
    R[7] = -(a * b);
    R[8] = a / (b * a);
    R[9] = a / b / a;
    R[10] = exact_pow(a, 0.5f);
    R[11] = exact_pow(2.0f, a);
}

extern "C" cudaError_t launch_arithmetic(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, float a, float b, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    arithmetic<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, R);
    return cudaGetLastError();
}

static __global__ void in_double(unsigned threads, double a, double b, double* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a + b;
    R[1] = floor_div(a, b);
    R[2] = floor_mod(a, b);
    R[3] = exact_pow(a, b);
    R[4] = 2.0 * a;
    R[5] = a + 1.0;
}

extern "C" cudaError_t launch_in_double(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, double a, double b, double* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_double<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, R);
    return cudaGetLastError();
}

static __global__ void in_place(unsigned threads, float a, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] += a;
    R[1] -= 1.0f;
    R[2] *= 0.5f;
    R[3] /= a;
    R[4] = floor_div(R[4], a);
    R[5] = floor_mod(R[5], a);
    R[6] = exact_pow(R[6], a);
}

extern "C" cudaError_t launch_in_place(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float a, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_place<<<grid, block, shared_bytes, stream>>>(threads.x, a, R);
    return cudaGetLastError();
}
