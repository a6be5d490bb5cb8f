// Translated from tuples.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_float
{
    float first;
    float second;
};

struct int_bool
{
    int first;
    bool second;
};

struct int_tuple2_int_bool
{
    int first;
    int_bool second;
};

struct int_int
{
    int first;
    int second;
};
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ prelude not_launched
//+ prelude check_launch_x

// The smaller and the larger one.
static __device__ float_float minmax(float a, float b)
{
    if (a < b) return {a, b};
    return {b, a};
}

static __global__ void spread(unsigned threads, const float* X, const float* Y, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float_float minmax_result = minmax(X[idx], Y[idx]);
    const float lo = minmax_result.first;
    const float hi = minmax_result.second;
    R[idx] = hi - lo;
}

extern "C" cudaError_t launch_spread(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int /*X_len*/, const float* Y,
                                     int /*Y_len*/, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    spread<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, R);
    return cudaGetLastError();
}

static __global__ void largest(unsigned threads, const float* X, const float* Y, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[idx] = minmax(X[idx], Y[idx]).second;
}

extern "C" cudaError_t launch_largest(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, const float* Y,
                                      int /*Y_len*/, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    largest<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, R);
    return cudaGetLastError();
}

static __global__ void ordered(unsigned threads, float* X, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float_float minmax_result = minmax(X[idx], Y[idx]); // into elements
    X[idx] = minmax_result.first;
    Y[idx] = minmax_result.second;
}

extern "C" cudaError_t launch_ordered(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    ordered<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void kept(unsigned threads, const float* X, const float* Y, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float_float pair = minmax(X[idx], Y[idx]);
    pair = {pair.second, 0.0f};
    R[idx] = pair.first - pair.second + 2.0f;
}

extern "C" cudaError_t launch_kept(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* X, int /*X_len*/, const float* Y,
                                   int /*Y_len*/, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kept<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, R);
    return cudaGetLastError();
}

static __device__ int_tuple2_int_bool divide(int a, int b)
{
    return {floor_div(a, b), {floor_mod(a, b), floor_mod(a, b) == 0}};
}

static __global__ void taken_apart(unsigned threads, const int* A, int* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    // nested, and a part that stays a tuple
    const int_tuple2_int_bool divide_result = divide(A[idx], 7);
    const int quotient = divide_result.first;
    const int remainder = divide_result.second.first;
    const bool exact = divide_result.second.second;
    const int_tuple2_int_bool divide_result_ = divide(quotient, 3);
    const int again = divide_result_.first;
    const int_bool rest = divide_result_.second;
    const int a = rest.first;
    const bool b = rest.second;
    const int c = again;
    if (exact && b) {
        B[idx] = remainder + a;
    } else {
        B[idx] = c;
    }
}

extern "C" cudaError_t launch_taken_apart(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const int* A, int /*A_len*/, int* B,
                                          int /*B_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    taken_apart<<<grid, block, shared_bytes, stream>>>(threads.x, A, B);
    return cudaGetLastError();
}

static __device__ float_float swap(float_float pair)
{
    return {pair.second, pair.first};
}

static __global__ void chosen(unsigned threads, float* X, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float_float t = X[idx] > 0.0f ? float_float{X[idx], 1.0f} : float_float{0.0f, Y[idx]};
    for (int i = 0; i < 3; ++i) {
        t = swap(t);
        if (t.first > 10.0f) {
            t = {0.0f, t.second};
        }
    }
    const float_float s = t;
    const float_float r = t;
    X[idx] = swap(s).first;
    Y[idx] = r.second;
}

extern "C" cudaError_t launch_chosen(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    chosen<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

// Recursive, with a factor along.
static __device__ int_int gcd(int a, int b)
{
    if (b == 0) return {a, 0};
    const int_int gcd_result = gcd(b, floor_mod(a, b));
    const int g = gcd_result.first;
    const int n = gcd_result.second;
    return {g, n + 1};
}

static __global__ void steps(unsigned threads, int* A, int* B)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int_int gcd_result = gcd(A[idx], B[idx]);
    A[idx] = gcd_result.first;
    B[idx] = gcd_result.second;
}

extern "C" cudaError_t launch_steps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* A, int /*A_len*/, int* B, int /*B_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    steps<<<grid, block, shared_bytes, stream>>>(threads.x, A, B);
    return cudaGetLastError();
}
