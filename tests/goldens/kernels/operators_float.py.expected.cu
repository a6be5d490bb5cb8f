// Translated from operators_float.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

// Python's a // b: rounds toward minus infinity.
static __device__ float floor_div(float a, float b)
{
    float rest = fmodf(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysignf(0.0f, a / b);
    const float floored = floorf(quotient);
    return quotient - floored > 0.5f ? floored + 1 : floored;
}

// Python's a // b: rounds toward minus infinity.
static __device__ double floor_div(double a, double b)
{
    double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysign(0.0, a / b);
    const double floored = floor(quotient);
    return quotient - floored > 0.5 ? floored + 1 : floored;
}

// Python's a % b: has the sign of b.
static __device__ float floor_mod(float a, float b)
{
    const float rest = fmodf(a, b);
    if (rest == 0) return copysignf(0.0f, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}

// Python's a % b: has the sign of b.
static __device__ double floor_mod(double a, double b)
{
    const double rest = fmod(a, b);
    if (rest == 0) return copysign(0.0, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
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

static __global__ void arithmetic(unsigned threads, float a, float b, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = a + b;
    R[1] = a / b;
    R[2] = floor_div(a, b);
    R[3] = floor_mod(a, b);
    R[4] = powf(a, b);
    R[5] = a * a;
    R[6] = -a * b;
    R[7] = -(a * b);
    R[8] = a / (b * a);
    R[9] = a / b / a;
    R[10] = powf(a, 0.5f);
    R[11] = powf(2.0f, a);
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
    R[3] = pow(a, b);
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
    R[6] = powf(R[6], a);
}

extern "C" cudaError_t launch_in_place(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float a, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_place<<<grid, block, shared_bytes, stream>>>(threads.x, a, R);
    return cudaGetLastError();
}
