// Translated from loops.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper wrapped_index(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void ranges(unsigned threads, int n, int step, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < n; ++i) {
        X[i] = i;
    }
    for (int i = 2; i < n; ++i) {
        X[i] += 1.0f;
    }
    for (int i = n; i > 0; --i) {
        X[i] += 2.0f;
    }
    for (int64_t i_counter = 0; i_counter < n; i_counter += 3) {
        int i = i_counter;
        X[i] += 3.0f;
    }
    for (int i = n; i > 0; i -= 2) {
        X[i] += 4.0f;
    }
    for (int64_t i_counter = 0; step > 0 ? i_counter < n : step < 0 && i_counter > n; i_counter += step) {
        int i = i_counter;
        X[i] += 5.0f;
    }
    for (int i = 0; i < X_len; ++i) {
        X[i] += 6.0f;
    }
    for (int i = 0; i < X_len - 1; i += 2) {
        X[i] += 7.0f;
    }
    for (int64_t i_counter = 0; i_counter < (n >> 3) * 8; i_counter += 8) {
        int i = i_counter;
        X[i] += 8.0f;
    }
}

extern "C" cudaError_t launch_ranges(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int n, int step, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    ranges<<<grid, block, shared_bytes, stream>>>(threads.x, n, step, X, X_len);
    return cudaGetLastError();
}

static __global__ void edited(unsigned threads, int n, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i_counter = 0; i_counter < n; ++i_counter) {
        int i = i_counter;
        i += 1;
        X[i] = i;
    }
    const int j_end = n;
    for (int j = 0; j < j_end; ++j) {
        n = n - 1;
        X[j] = n;
    }
}

extern "C" cudaError_t launch_edited(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int n, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    edited<<<grid, block, shared_bytes, stream>>>(threads.x, n, X);
    return cudaGetLastError();
}

static __global__ void after(unsigned threads, int n, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int last = 0;
    bool completed = true;
    for (int i = 0; i < n; ++i) {
        if (X[i] > 3) {
            last = i;
            completed = false;
            break;
        }
    }
    if (completed) {
        last = -1;
    }
    X[0] = last;
    int k = 0;
    for (int k_counter = 0; k_counter < 10; ++k_counter) {
        k = k_counter;
        X[k] = k;
    }
    X[1] = k;
}

extern "C" cudaError_t launch_after(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int n, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    after<<<grid, block, shared_bytes, stream>>>(threads.x, n, X);
    return cudaGetLastError();
}

static __global__ void whiles(unsigned threads, int n, int* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int i = 0;
    while (i < n) {
        i += 1;
        if ((i & 1) != 0) continue;
        X[wrapped_index(i, X_len)] = i;
    }
    X[0] = 1;
    while (true) {
        i -= 1;
        if (i < 0) break;
    }
    bool completed = true;
    while (n != 0) {
        n >>= 1;
        if (n == 5) {
            completed = false;
            break;
        }
    }
    if (completed) {
        X[2] = n;
    }
}

extern "C" cudaError_t launch_whiles(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int n, int* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    whiles<<<grid, block, shared_bytes, stream>>>(threads.x, n, X, X_len);
    return cudaGetLastError();
}

static __global__ void nested(unsigned threads, int n, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < n; ++i) {
        for (int j = i; j < n; ++j) {
            if (X[i] > X[j]) {
                const int X_next = X[i];
                X[i] = X[j];
                X[j] = X_next;
            } else if (X[i] == X[j]) {
                continue;
            } else {
                break;
            }
        }
    }
}

extern "C" cudaError_t launch_nested(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int n, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    nested<<<grid, block, shared_bytes, stream>>>(threads.x, n, X);
    return cudaGetLastError();
}

static __global__ void each(unsigned threads, const float* X, int X_len, const float* Y, int Y_len, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int j = 0; j < X_len; ++j) {
        const float x = X[j];
        total += x;
    }
    const int count = minimum(X_len, Y_len);
    for (int j = 0; j < count; ++j) {
        const float x = X[j];
        const float y = Y[j];
        total += x * y;
    }
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        R[i] = x + i;
    }
    const int count_ = minimum(X_len, Y_len);
    for (int j = 0; j < count_; ++j) {
        int i = j + 1;
        const float x = X[j];
        const float y = Y[j];
        R[i] += x - y;
    }
    R[0] = total;
}

extern "C" cudaError_t launch_each(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* X, int X_len, const float* Y, int Y_len,
                                   float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    each<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y, Y_len, R);
    return cudaGetLastError();
}
