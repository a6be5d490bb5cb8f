// Translated from array_names.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper ptxas_negation_workaround(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void scan(const float* X, int X_len, float* sums, int sums_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float src_array[256];
    float* src = src_array;
    __shared__ float dst_array[256];
    float* dst = dst_array;
    const int t = threadIdx.x;
    src[t] = idx < X_len ? X[idx] : 0.0f;
    __syncthreads();
    int step = 1;
    while (step < int(blockDim.x)) {
        dst[t] = src[t] + (t >= step ? src[t - step] : 0.0f);
        float* const src_old = src; // what was written is read next
        src = dst;
        dst = src_old;
        __syncthreads();
        step *= 2;
    }
    if (idx < sums_len) {
        sums[idx] = src[t];
    }
}

extern "C" cudaError_t launch_scan(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* X, int X_len, float* sums, int sums_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scan<<<grid, block, shared_bytes, stream>>>(X, X_len, sums, sums_len);
    return cudaGetLastError();
}

static __device__ void relax_device(float* src, int src_len, float* dst, int dst_len, int steps)
{
    for (int step = 0; step < steps; ++step) {
        for (int i = 1; i < src_len - 1; ++i) {
            dst[i] = 0.5f * (src[i - 1] + src[i + 1]);
        }
        float* const src_old = src;
        const int src_now_len_old = src_len;
        src = dst;
        src_len = dst_len;
        dst = src_old;
        dst_len = src_now_len_old;
    }
}

static __global__ void relax(unsigned threads, float* src, int src_len, float* dst, int dst_len, int steps)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    relax_device(src, src_len, dst, dst_len, steps);
}

extern "C" cudaError_t launch_relax(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* src, int src_len, float* dst, int dst_len,
                                    int steps)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    relax<<<grid, block, shared_bytes, stream>>>(threads.x, src, src_len, dst, dst_len, steps);
    return cudaGetLastError();
}

static __global__ void rows(unsigned threads, float* A, int A_cols, float* B, int B_cols, int steps)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    relax_device(A + idx * A_cols, A_cols, B + idx * B_cols, B_cols, steps);
}

extern "C" cudaError_t launch_rows(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* A, int /*A_rows*/, int A_cols, float* B,
                                   int /*B_rows*/, int B_cols, int steps)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    rows<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, B, B_cols, steps);
    return cudaGetLastError();
}

static __device__ float rest_strided(const float* X, int X_len, int X_stride)
{
    int X_start = 0;
    float acc = 0.0f;
    while (X_len > 0) {
        acc += X[X_start];
        const int begin = minimum(2, ptxas_negation_workaround(X_len));
        X_start += begin * X_stride;
        X_len -= begin;
    }
    return acc;
}

static __global__ void parts(unsigned threads, const float* A, int A_rows, int A_cols, const float* T,
                             int T_dim1, int T_dim2, const float* X, int X_len, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float* part = A + idx * A_cols;
    int part_len = A_cols;
    int part_stride = 1;
    out[idx] = rest_strided(part, part_len, part_stride);
    const int begin = minimum(1, X_len);
    part = X + begin; // of another array
    part_len = X_len - begin;
    part_stride = 1;
    out[idx] += rest_strided(part, part_len, part_stride) + part_len;
    part = A; // with gaps
    part_len = A_rows;
    part_stride = A_cols;
    out[idx] += rest_strided(part, part_len, part_stride) + part[(part_len - 1) * part_stride];
    const float* plane = A;
    int plane_rows = A_rows;
    int plane_cols = A_cols;
    const float* const row_source = plane;
    const int row_step = plane_cols;
    const int row_index_end = plane_rows;
    for (int row_index = 0; row_index < row_index_end; ++row_index) {
        const float* const row = row_source + row_index * row_step;
        plane = T;
        plane_rows = T_dim1;
        plane_cols = T_dim2;
        out[idx] += row[0];
    }
    const float* const x_source = plane;
    const int x_start = plane_cols;
    const int count = plane_cols;
    for (int i = 0; i < count; ++i) {
        const float x = x_source[x_start + i];
        plane = A;
        plane_rows = A_rows;
        plane_cols = A_cols;
        out[idx] += x;
    }
}

extern "C" cudaError_t launch_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* A, int A_rows, int A_cols,
                                    const float* T, int /*T_dim0*/, int T_dim1, int T_dim2, const float* X,
                                    int X_len, float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    parts<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, T, T_dim1, T_dim2, X, X_len,
                                                 out);
    return cudaGetLastError();
}

static __global__ void best(unsigned threads, float* X, int X_len, float* Y, int Y_len, float* out,
                            int out_len, int mode)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float* const chosen = mode == 0 ? X : Y;
    const int chosen_len = mode == 0 ? X_len : Y_len;
    out[idx] = chosen[idx] * chosen_len;
    float* into = out;
    if (mode > 1) {
        into = mode > 2 ? out + minimum(1, out_len) : X;
    }
    into[idx] += 1.0f;
    // two names
    into = Y;
    into[idx] = Y[idx + 1];
}

extern "C" cudaError_t launch_best(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* X, int X_len, float* Y, int Y_len, float* out,
                                   int out_len, int mode)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    best<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y, Y_len, out, out_len, mode);
    return cudaGetLastError();
}

static __global__ void histogram(const int* X, int* counts)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int mine[32];
    if (int(threadIdx.x) < 32) {
        mine[threadIdx.x] = 0;
    }
    __syncthreads();
    int* const target = X[idx] < 32 ? mine : counts;
    atomicAdd(&target[X[idx]], 1);
    __syncthreads();
    if (int(threadIdx.x) < 32) {
        atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
    }
}

extern "C" cudaError_t launch_histogram(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const int* X, int /*X_len*/, int* counts,
                                        int /*counts_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    histogram<<<grid, block, shared_bytes, stream>>>(X, counts);
    return cudaGetLastError();
}

static __global__ void private_(const int* X, int* out, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int now_array[4];
    int* now = now_array;
    int later_array[4];
    int* later = later_array;
    __shared__ int all[256];
    now[0] = X[idx];
    later[0] = 0;
    for (int step = 0; step < n; ++step) {
        all[threadIdx.x] = now[0];
        __syncthreads();
        if (all[0] > X[idx]) { // some threads swap, others do not
            int* const now_old = now;
            now = later;
            later = now_old;
        }
        __syncthreads();
    }
    out[idx] = now[0] - later[0];
}

extern "C" cudaError_t launch_private(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int* X, int /*X_len*/, int* out,
                                      int /*out_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    private_<<<grid, block, shared_bytes, stream>>>(X, out, n);
    return cudaGetLastError();
}
