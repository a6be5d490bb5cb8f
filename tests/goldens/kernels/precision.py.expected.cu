// Translated from precision.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ double values[2] = {0.1, 0.2};

// Python's int(a / b); a zero divisor gives 0.
static __device__ int64_t trunc_quotient(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const uint64_t dividend = a < 0 ? 0 - uint64_t(a) : uint64_t(a);
    const uint64_t divisor = b < 0 ? 0 - uint64_t(b) : uint64_t(b);
    uint64_t whole = dividend / divisor;
    uint64_t rest = dividend % divisor;
    int bits = 0;
    while (dividend >> 52 != 0 && bits < 64 && whole >> bits != 0) {
        ++bits;
    }
    if (bits > 53) {
        const uint64_t unit = uint64_t(1) << (bits - 53);
        const uint64_t low = whole % unit;
        whole -= low;
        if (low > unit / 2 || (low == unit / 2 && (rest != 0 || whole / unit % 2 != 0))) {
            whole += unit;
        }
        rest = 0;
    } else if (bits == 53) {
        if (rest > divisor - rest || (rest == divisor - rest && whole % 2 != 0)) {
            whole += 1;
        }
        rest = 0;
    } else if (dividend >> 52 != 0 && divisor - rest <= divisor >> (54 - bits)) {
        whole += 1;
        rest = 0;
    } else if (bits != 0 && rest <= divisor >> (54 - bits)) {
        rest = 0;
    }
    return int64_t(is_negative ? 0 - whole : whole);
}

// Python's math.ceil(a / b); a zero divisor gives 0.
static __device__ int ceil_quotient(int a, int b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const unsigned dividend = a < 0 ? 0 - unsigned(a) : unsigned(a);
    const unsigned divisor = b < 0 ? 0 - unsigned(b) : unsigned(b);
    unsigned whole = dividend / divisor;
    unsigned rest = dividend % divisor;
    if (!is_negative && rest != 0) {
        whole += 1;
    }
    return int(is_negative ? 0 - whole : whole);
}

// Python's round(a / b), ties to even; a zero divisor gives 0.
static __device__ int round_quotient(int a, int b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const unsigned dividend = a < 0 ? 0 - unsigned(a) : unsigned(a);
    const unsigned divisor = b < 0 ? 0 - unsigned(b) : unsigned(b);
    unsigned whole = dividend / divisor;
    unsigned rest = dividend % divisor;
    const unsigned other = divisor - rest;
    if (rest > other || (rest == other && whole % 2 != 0)) {
        whole += 1;
    }
    return int(is_negative ? 0 - whole : whole);
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

static __global__ void doubles(unsigned threads, double* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double h = 1.0 / n;
    const double dt = 0.1;
    X[idx] += h * cos(-2.0 * 3.141592653589793 * idx / n) + dt;
    X[idx] = double(idx) / n + sqrt(double(n)) * 0.5;
    for (int i = 0; i < 2; ++i) {
        const double w = values[i];
        X[idx] += w * n;
    }
    X[idx] += double(n);
}

extern "C" cudaError_t launch_doubles(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, double* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    doubles<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __global__ void floats(unsigned threads, float* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float h = 1.0f / n;
    X[idx] += h * cosf(-2.0f * 3.1415927f * idx / n);
    X[idx] += exact_pow(float(n), 0.5f) / 3.0f;
}

extern "C" cudaError_t launch_floats(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    floats<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __global__ void integers(unsigned threads, int* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[idx] = int(sqrt(idx * 0.5));
    X[idx] += idx / n + idx / 3 + ceil_quotient(n, X[idx]) + round_quotient(n, 7);
}

extern "C" cudaError_t launch_integers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    integers<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __device__ float half_of(float x)
{
    return x * 0.5f;
}

static __global__ void mixed(unsigned threads, float* F, double* D, int64_t* L, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const double w = 1.0 / n;
    F[idx] = F[idx] * (1.0f / n);
    D[idx] = D[idx] / (double(idx) / n) + w;
    D[idx] = F[idx] * F[idx];
    D[idx] = half_of(D[idx]);
    D[idx] = double(F[idx] * 2.0f);
    D[idx] = F[idx];
    F[idx] = L[idx];
    F[idx] = float(L[idx]);
    F[idx] = L[idx] / 3.0f;
    L[idx] = trunc_quotient(L[idx], int64_t(n));
}

extern "C" cudaError_t launch_mixed(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* F, int /*F_len*/, double* D, int /*D_len*/,
                                    int64_t* L, int /*L_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    mixed<<<grid, block, shared_bytes, stream>>>(threads.x, F, D, L, n);
    return cudaGetLastError();
}
