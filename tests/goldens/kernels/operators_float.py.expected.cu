// Translated from operators_float.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

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

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static __device__ double floor_div(double a, double b)
{
    if (b == 0) return a / b;
    const double rest = fmod(a, b);
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

// pow(x, y), and the power itself where it is a number: found by square roots and squaring, while they are
// exact.
static __device__ float exact_pow(float x, float y)
{
    if (x == 1 || y == 0) return 1;
    const float approximate = powf(x, y);
    if (x == 0 || !(fabsf(y) <= 1100)) return approximate;
    float base = x;
    while (y != rintf(y)) {
        const float root = sqrtf(base);
        if (fmaf(root, root, -base) != 0) return approximate;
        base = root;
        y *= 2;
    }
    float power = 1;
    for (int left = int(fabsf(y)); left > 0; left /= 2) {
        if (left % 2 != 0) {
            const float product = power * base;
            if (fmaf(power, base, -product) != 0) return approximate;
            power = product;
        }
        const float square = base * base;
        if (left > 1 && fmaf(base, base, -square) != 0) return approximate;
        base = square;
    }
    if (!(fabsf(power) > 1e-30f)) return approximate;
    const float reciprocal = 1 / power;
    if (y >= 0) return power;
    return fmaf(reciprocal, power, float(-1)) == 0 ? reciprocal : approximate;
}

// pow(x, y), and the power itself where it is a number: found by square roots and squaring, while they are
// exact.
static __device__ double exact_pow(double x, double y)
{
    if (x == 1 || y == 0) return 1;
    const double approximate = pow(x, y);
    if (x == 0 || !(fabs(y) <= 1100)) return approximate;
    double base = x;
    while (y != rint(y)) {
        const double root = sqrt(base);
        if (fma(root, root, -base) != 0) return approximate;
        base = root;
        y *= 2;
    }
    double power = 1;
    for (int left = int(fabs(y)); left > 0; left /= 2) {
        if (left % 2 != 0) {
            const double product = power * base;
            if (fma(power, base, -product) != 0) return approximate;
            power = product;
        }
        const double square = base * base;
        if (left > 1 && fma(base, base, -square) != 0) return approximate;
        base = square;
    }
    if (!(fabs(power) > 1e-290)) return approximate;
    const double reciprocal = 1 / power;
    if (y >= 0) return power;
    return fma(reciprocal, power, double(-1)) == 0 ? reciprocal : approximate;
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
