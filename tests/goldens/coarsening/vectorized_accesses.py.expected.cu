// Translated from vectorized_accesses.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper reciprocal_root(float)
//+ helper load_vectorized(int)
//+ helper store_vectorized(int)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xy
//+ prelude fills_gpu

// Does the work of one thread.
static __device__ __forceinline__ void saxpy_thread(int idx, float alpha, const float* X, int X_len, float* Y)
{
    if (idx < X_len) {
        Y[idx] = alpha * X[idx] + Y[idx];
    }
}

// Adds a multiple of one vector to another.
static __global__ void saxpy(unsigned threads, float alpha, const float* X, int X_len, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    saxpy_thread(idx, alpha, X, X_len, Y);
}

// Does the work of 4 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool saxpy_coarsened_body(int first_idx, float alpha, const float* X,
                                                            int X_len, float* Y)
{
    float X_vector[4];
    float Y_vector[4];
    float Y_value[4];
    int taking = 0;
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idx = first_idx + lane;
        taking += idx < X_len;
    }
    if (taking != 0 && taking != 4) return false;
    if (taking != 0) {
        load_vectorized<4>(X_vector, &X[first_idx]);
        load_vectorized<4>(Y_vector, &Y[first_idx]);
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            Y_value[lane] = alpha * X_vector[lane] + Y_vector[lane];
        }
        store_vectorized<4>(&Y[first_idx], Y_value);
    }
    return true;
}

static __global__ void saxpy_coarsened(unsigned threads, float alpha, const float* X, int X_len, float* Y)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (unsigned(idx) >= threads) return;
    if (threads - unsigned(idx) >= 4 && saxpy_coarsened_body(idx, alpha, X, X_len, Y)) return;
    for (int x = idx; x - idx < 4 && unsigned(x) < threads; ++x) {
        saxpy_thread(x, alpha, X, X_len, Y);
    }
}

extern "C" cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float alpha, const float* X, int X_len, float* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(X) % 16 == 0 && size_t(Y) % 16 == 0) {
        grid.x = (grid.x + 3) / 4;
        saxpy_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, X_len, Y);
    } else {
        saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, X_len, Y);
    }
    return cudaGetLastError();
}

// Does the work of one thread.
static __device__ __forceinline__ void picks_thread(int idx, const double* X, const int* at, double* Y)
{
    Y[idx] = X[at[idx]];
}

static __global__ void picks(unsigned threads, const double* X, const int* __restrict__ at, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    picks_thread(idx, X, at, Y);
}

// Does the work of 2 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool picks_coarsened_body(int first_idx, const double* X, const int* at,
                                                            double* Y)
{
    int at_vector[2];
    double Y_value[2];
    load_vectorized<2>(at_vector, &at[first_idx]);
    #pragma unroll
    for (int lane = 0; lane < 2; ++lane) {
        Y_value[lane] = X[at_vector[lane]];
    }
    store_vectorized<2>(&Y[first_idx], Y_value);
    return true;
}

static __global__ void picks_coarsened(unsigned threads, const double* X, const int* __restrict__ at,
                                       double* Y)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    if (unsigned(idx) >= threads) return;
    if (threads - unsigned(idx) >= 2 && picks_coarsened_body(idx, X, at, Y)) return;
    for (int x = idx; x - idx < 2 && unsigned(x) < threads; ++x) {
        picks_thread(x, X, at, Y);
    }
}

extern "C" cudaError_t launch_picks(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const double* X, int /*X_len*/, const int* at,
                                    int /*at_len*/, double* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(at) % 8 == 0 && size_t(Y) % 16 == 0) {
        grid.x = (grid.x + 1) / 2;
        picks_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    } else {
        picks<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    }
    return cudaGetLastError();
}

// Does the work of one thread.
static __device__ __forceinline__ void grey_thread(int idx, int idy, const uint8_t* image, int image_dim1,
                                                   int image_dim2, uint8_t* out, int out_cols)
{
    const int red = int(image[(idy * image_dim1 + idx) * image_dim2]);
    out[idy * out_cols + idx] =
        uint8_t((77 * red + 150 * int(image[(idy * image_dim1 + idx) * image_dim2 + 1])
                 + 29 * int(image[(idy * image_dim1 + idx) * image_dim2 + 2])) >> 8);
}

static __global__ void grey(unsigned threads_x, unsigned threads_y, const uint8_t* image, int image_dim1,
                            int image_dim2, uint8_t* out, int out_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    grey_thread(idx, idy, image, image_dim1, image_dim2, out, out_cols);
}

// Does the work of 4 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool grey_coarsened_body(int first_idx, int idy, const uint8_t* image,
                                                           int image_dim1, int image_dim2, uint8_t* out,
                                                           int out_cols)
{
    uint8_t image_vector[12];
    uint8_t out_value[4];
    load_vectorized<12>(image_vector, &image[first_idx * 3 + idy * image_dim1 * 3]);
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int red = int(image_vector[lane * 3]);
        out_value[lane] = uint8_t((77 * red + 150 * int(image_vector[lane * 3 + 1])
                                   + 29 * int(image_vector[lane * 3 + 2])) >> 8);
    }
    store_vectorized<4>(&out[idy * out_cols + first_idx], out_value);
    return true;
}

static __global__ void grey_coarsened(unsigned threads_x, unsigned threads_y, const uint8_t* image,
                                      int image_dim1, int image_dim2, uint8_t* out, int out_cols)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (threads_x - unsigned(idx) >= 4
        && grey_coarsened_body(idx, idy, image, image_dim1, image_dim2, out, out_cols)) return;
    for (int x = idx; x - idx < 4 && unsigned(x) < threads_x; ++x) {
        grey_thread(x, idy, image, image_dim1, image_dim2, out, out_cols);
    }
}

extern "C" cudaError_t launch_grey(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const uint8_t* image, int /*image_dim0*/,
                                   int image_dim1, int image_dim2, uint8_t* out, int /*out_rows*/,
                                   int out_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(image) % 4 == 0 && size_t(out) % 4 == 0 && image_dim1 % 4 == 0
            && out_cols % 4 == 0 && image_dim2 == 3) {
        grid.x = (grid.x + 3) / 4;
        grey_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, image, image_dim1,
            image_dim2, out, out_cols);
    } else {
        grey<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, image, image_dim1, image_dim2, out,
                                                    out_cols);
    }
    return cudaGetLastError();
}

static __global__ void sums(unsigned threads, const float* A, int A_cols, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float v = A[v_start + i];
        total += v;
    }
    out[idx] = total;
}

// The same, with vectorized loads.
static __global__ void sums_coarsened(unsigned threads, const float* A, int A_cols, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int i = 0; A_cols - i > 3; i += 4) {
        float A_row[4];
        load_vectorized<4>(A_row, &A[idx * A_cols + i]);
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            const float v = A_row[iteration];
            total += v;
        }
    }
    out[idx] = total;
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                   float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto kernel = size_t(A) % 16 == 0 && A_cols % 4 == 0 ? sums_coarsened : sums;
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, out);
    return cudaGetLastError();
}

static __global__ void pulls(unsigned threads, const float* x, int x_len, const float* y, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float own = x[idx];
    float total = 0.0f;
    for (int j = 0; j < x_len; ++j) {
        const float d = x[j] - own;
        total += y[j] * d / sqrtf(d * d + 0.01f) + reciprocal_root(d * d + 0.25f);
    }
    out[idx] = total;
}

// The same, with vectorized loads.
static __global__ void pulls_coarsened(unsigned threads, const float* x, int x_len, const float* y,
                                       float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float own = x[idx];
    float total = 0.0f;
    for (int j = 0; x_len - j > 3; j += 4) {
        float x_row[4];
        load_vectorized<4>(x_row, &x[j]);
        float y_row[4];
        load_vectorized<4>(y_row, &y[j]);
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            const float d = x_row[iteration] - own;
            total += y_row[iteration] * d / sqrtf(d * d + 0.01f) + reciprocal_root(d * d + 0.25f);
        }
    }
    for (int j = x_len - x_len % 4; j < x_len; ++j) {
        const float d = x[j] - own;
        total += y[j] * d / sqrtf(d * d + 0.01f) + reciprocal_root(d * d + 0.25f);
    }
    out[idx] = total;
}

extern "C" cudaError_t launch_pulls(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* x, int x_len, const float* y,
                                    int /*y_len*/, float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto kernel = size_t(x) % 16 == 0 && size_t(y) % 16 == 0 ? pulls_coarsened : pulls;
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, x, x_len, y, out);
    return cudaGetLastError();
}

// Does the work of one thread.
static __device__ __forceinline__ void counts_thread(int idx, const int* X, int X_len, int* bins)
{
    if (idx < X_len) {
        atomicAdd(&bins[X[idx]], 1);
    }
}

static __global__ void counts(unsigned threads, const int* X, int X_len, int* bins)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    counts_thread(idx, X, X_len, bins);
}

// Does the work of 4 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool counts_coarsened_body(int first_idx, const int* X, int X_len,
                                                             int* bins)
{
    int X_vector[4];
    int place[4];
    int taking = 0;
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idx = first_idx + lane;
        taking += idx < X_len;
    }
    if (taking != 0 && taking != 4) return false;
    if (taking != 0) {
        load_vectorized<4>(X_vector, &X[first_idx]);
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            place[lane] = X_vector[lane];
        }
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            atomicAdd(&bins[place[lane]], 1);
        }
    }
    return true;
}

static __global__ void counts_coarsened(unsigned threads, const int* X, int X_len, int* bins)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (unsigned(idx) >= threads) return;
    if (threads - unsigned(idx) >= 4 && counts_coarsened_body(idx, X, X_len, bins)) return;
    for (int x = idx; x - idx < 4 && unsigned(x) < threads; ++x) {
        counts_thread(x, X, X_len, bins);
    }
}

extern "C" cudaError_t launch_counts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const int* X, int X_len, int* bins,
                                     int /*bins_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(X) % 16 == 0) {
        grid.x = (grid.x + 3) / 4;
        counts_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, bins);
    } else {
        counts<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, bins);
    }
    return cudaGetLastError();
}

// Does the work of one thread.
static __device__ __forceinline__ void edges_thread(int idx, const float* X, int X_len, float* Y)
{
    if (idx == 0) {
        Y[idx] = 0.0f;
    } else if (idx < X_len - 1) {
        Y[idx] = X[idx - 1] + X[idx + 1];
    } else {
        Y[idx] = 1.0f;
    }
}

// Neighbours, and something else at the ends.
static __global__ void edges(unsigned threads, const float* X, int X_len, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    edges_thread(idx, X, X_len, Y);
}

// Does the work of 4 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool edges_coarsened_body(int first_idx, const float* X, int X_len,
                                                            float* Y)
{
    float X_tile[6];
    float Y_value[4];
    float Y_value_[4];
    float Y_value_2[4];
    int taking = 0;
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idx = first_idx + lane;
        taking += idx == 0;
    }
    if (taking != 0 && taking != 4) return false;
    if (taking != 0) {
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            Y_value[lane] = 0.0f;
        }
        store_vectorized<4>(&Y[first_idx], Y_value);
    } else {
        int taking_ = 0;
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            const int idx = first_idx + lane;
            taking_ += idx < X_len - 1;
        }
        if (taking_ != 0 && taking_ != 4) return false;
        if (taking_ != 0) {
            X_tile[0] = X[first_idx - 1];
            load_vectorized<4>(&X_tile[1], &X[first_idx]);
            X_tile[5] = X[first_idx + 4];
            #pragma unroll
            for (int lane = 0; lane < 4; ++lane) {
                Y_value_[lane] = X_tile[lane] + X_tile[lane + 2];
            }
            store_vectorized<4>(&Y[first_idx], Y_value_);
        } else {
            #pragma unroll
            for (int lane = 0; lane < 4; ++lane) {
                Y_value_2[lane] = 1.0f;
            }
            store_vectorized<4>(&Y[first_idx], Y_value_2);
        }
    }
    return true;
}

static __global__ void edges_coarsened(unsigned threads, const float* X, int X_len, float* Y)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (unsigned(idx) >= threads) return;
    if (threads - unsigned(idx) >= 4 && edges_coarsened_body(idx, X, X_len, Y)) return;
    for (int x = idx; x - idx < 4 && unsigned(x) < threads; ++x) {
        edges_thread(x, X, X_len, Y);
    }
}

extern "C" cudaError_t launch_edges(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int X_len, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(X) % 16 == 0 && size_t(Y) % 16 == 0) {
        grid.x = (grid.x + 3) / 4;
        edges_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y);
    } else {
        edges<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y);
    }
    return cudaGetLastError();
}
