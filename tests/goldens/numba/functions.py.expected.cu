// Translated from functions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ int64_t values[3] = {1, 2, 4};

// Python's min(a, b): a unless b is less.
static __device__ int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static __device__ double maximum(double a, double b)
{
    return b > a ? b : a;
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

// hypot(x, y), and after a step of Newton's method the length itself where it is a number.
static __device__ float exact_hypot(float x, float y)
{
    const float approximate = hypotf(x, y);
    const float a = fmaxf(fabsf(x), fabsf(y));
    const float b = fminf(fabsf(x), fabsf(y));
    const float aa = __fmul_rn(a, a);
    const float bb = __fmul_rn(b, b);
    const float rounded = fmaf(a, a, -aa) + fmaf(b, b, -bb);
    float length = approximate;
    for (int step = 0; step < 2; ++step) {
        const float square = __fmul_rn(length, length);
        const float excess = ((square - aa) - bb) + (fmaf(length, length, -square) - rounded);
        if (excess == 0) return length;
        length -= excess / (2 * length);
    }
    return approximate;
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

static __global__ void functions(unsigned threads, const float* __restrict__ X, const int* __restrict__ A,
                                 const int8_t* __restrict__ S, int64_t* L, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    L[0] = int64_t(X[0]) + A[0];
    D[0] = double(A[0]) + X[0];
    D[1] = double(A[0]) / 3.0;
    L[1] = int64_t(int8_t(abs(int(S[0])))) + abs(A[1]);
    L[2] = int64_t(rintf(X[1])) + int64_t(rint(D[1]));
    D[2] = floorf(X[2]) + ceil(double(A[2]));
    D[3] = sqrtf(X[3]) * atan2(double(X[4]), D[4]) + exact_pow(double(X[4]), double(A[4]));
    D[4] = maximum(double(A[3]), double(X[5])) + minimum(int64_t(A[5]), int64_t(3));
    D[5] = X[7] * 57.29578f + double(A[7]) * 0.017453292519943295 + exact_hypot(X[8], X[9])
        + ldexpf(X[9], A[8]);
    for (int i = 0; i < 3; ++i) {
        const int64_t step = values[i];
        L[4] += step;
    }
    L[3] = int64_t(isnan(X[6]) + log(double(A[6])));
}

extern "C" cudaError_t launch_functions(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* X, int /*X_len*/, const int* A,
                                        int /*A_len*/, const int8_t* S, int /*S_len*/, int64_t* L,
                                        int /*L_len*/, double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    functions<<<grid, block, shared_bytes, stream>>>(threads.x, X, A, S, L, D);
    return cudaGetLastError();
}
