// Translated from tuple_values.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct int_int
{
    int first;
    int second;
};

struct int_int_int
{
    int first;
    int second;
    int third;
};

struct float_float_float
{
    float first;
    float second;
    float third;
};

struct float_int
{
    float first;
    int second;
};

static __constant__ int t[3] = {0, 2, 3};
static __constant__ int values[3] = {64, 32, 16};
//+ helper minimum(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ int total(int_int t)
{
    return t.first * t.second;
}

static __global__ void shapes(unsigned threads, const float* __restrict__ A, int A_rows, int A_cols,
                              const float* __restrict__ B, int B_rows, int B_cols, int* R, int i)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (A_rows != B_rows || A_cols != B_cols || i == A_rows || i == A_cols) return;
    R[0] = A_rows + A_cols * (i == 0 ? A_rows : A_cols) + total({A_rows, A_cols}) + total({A_cols, A_rows});
    const int n_values[3] = {A_rows, A_cols, i};
    for (int j = 0; j < 3; ++j) {
        const int n = n_values[j];
        R[1] += n;
    }
    R[2] = minimum(A_rows, A_cols) + A_cols + 2;
}

extern "C" cudaError_t launch_shapes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                     const float* B, int B_rows, int B_cols, int* R, int /*R_len*/, int i)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    shapes<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, B, B_rows, B_cols, R, i);
    return cudaGetLastError();
}

static __global__ void choices(unsigned threads, float* X, int i)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float_float_float u = {X[0], X[1], X[2]};
    const int part_index = t[i];
    X[3] = (part_index == 0 ? u.first : part_index == 1 ? u.second : u.third) + values[i]
        + (i == 0 ? X[4] : 1.5f);
    const int_int p = !(i == 0 || i == 7) ? i == 0 ? int_int{-1, 0} : i == 1 ? int_int{1, 0} : int_int{0,
        1} : int_int{i, 1};
    X[5] = p.first + (0.0f + u.first + u.second + u.third) + u.second;
}

extern "C" cudaError_t launch_choices(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float* X, int /*X_len*/, int i)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    choices<<<grid, block, shared_bytes, stream>>>(threads.x, X, i);
    return cudaGetLastError();
}

static __global__ void loops(unsigned threads, float* X, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int p_first_values[3] = {-1, 1, 0};
    const int p_second_values[3] = {0, 0, 1};
    for (int j = 0; j < 3; ++j) {
        const int p_first = p_first_values[j];
        const int p_second = p_second_values[j];
        const int_int p = {p_first, p_second};
        R[0] += p.first * p.second;
    }
    const float q_first_values[2] = {X[0], X[1]};
    const int q_second_values[2] = {1, 2};
    for (int j = 0; j < 2; ++j) {
        const float q_first = q_first_values[j];
        const int q_second = q_second_values[j];
        const float_int q = {q_first, q_second};
        X[2] += q.first * q.second;
    }
    int_int t = {0, 1};
    for (int i = 0; i < 5; ++i) {
        t = {t.second, t.first + t.second};
    }
    t = {t.first, t.second};
    R[1] = t.second;
}

extern "C" cudaError_t launch_loops(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/, int* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    loops<<<grid, block, shared_bytes, stream>>>(threads.x, X, R);
    return cudaGetLastError();
}

static __global__ void rows(unsigned threads, const int* __restrict__ lengths, int lengths_cols, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int n = lengths[idx * lengths_cols];
    const int m = lengths[idx * lengths_cols + 1];
    const float a = X[n];
    const float b = X[m];
    X[idx] = a * b;
}

extern "C" cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const int* lengths, int /*lengths_rows*/,
                                   int lengths_cols, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rows<<<grid, block, shared_bytes, stream>>>(threads.x, lengths, lengths_cols, X);
    return cudaGetLastError();
}
