// Translated from shared_loads.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper load_vectorized(int)
//+ helper store_vectorized(int)
//+ prelude not_launched
//+ prelude check_launch_xy
//+ prelude fills_gpu

// Does the work of one thread.
static __device__ __forceinline__ void matmul_thread(int idx, int idy, const float* A, int A_cols,
                                                     const float* B, int B_cols, float* C, int C_cols)
{
    float total = 0.0f;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idy * A_cols + k] * B[k * B_cols + idx];
    }
    C[idy * C_cols + idx] = total;
}

static __global__ void matmul(unsigned threads_x, unsigned threads_y, const float* A, int A_cols,
                              const float* B, int B_cols, float* C, int C_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    matmul_thread(idx, idy, A, A_cols, B, B_cols, C, C_cols);
}

// Does the work of 16 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool matmul_coarsened_body(int first_idx, int first_idy, const float* A,
                                                             int A_cols, const float* B, int B_cols, float* C,
                                                             int C_cols)
{
    float B_vector[16];
    float total[16];
    #pragma unroll
    for (int y = 0; y < 4; ++y) {
        #pragma unroll
        for (int x = 0; x < 4; ++x) {
            const int lane = y * 4 + x;
            total[lane] = 0.0f;
        }
    }
    for (int k = 0; A_cols - k > 3; k += 4) {
        float A_row[16][4];
        #pragma unroll
        for (int y = 0; y < 4; ++y) {
            #pragma unroll
            for (int x = 0; x < 4; ++x) {
                const int lane = y * 4 + x;
                const int idy = first_idy + y;
                load_vectorized<4>(A_row[lane], &A[idy * A_cols + k]);
            }
        }
        #pragma unroll
        for (int iteration = 0; iteration < 4; ++iteration) {
            #pragma unroll
            for (int y = 0; y < 4; ++y) {
                load_vectorized<4>(&B_vector[y * 4], &B[(k + iteration) * B_cols + first_idx]);
            }
            #pragma unroll
            for (int y = 0; y < 4; ++y) {
                #pragma unroll
                for (int x = 0; x < 4; ++x) {
                    const int lane = y * 4 + x;
                    total[lane] += A_row[lane][iteration] * B_vector[lane];
                }
            }
        }
    }
    #pragma unroll
    for (int y = 0; y < 4; ++y) {
        const int idy = first_idy + y;
        store_vectorized<4>(&C[idy * C_cols + first_idx], &total[y * 4]);
    }
    return true;
}

static __global__ void matmul_coarsened(unsigned threads_x, unsigned threads_y, const float* A, int A_cols,
                                        const float* B, int B_cols, float* C, int C_cols)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    const int idy = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (threads_x - unsigned(idx) >= 4 && threads_y - unsigned(idy) >= 4
        && matmul_coarsened_body(idx, idy, A, A_cols, B, B_cols, C, C_cols)) return;
    for (int y = idy; y - idy < 4 && unsigned(y) < threads_y; ++y) {
        for (int x = idx; x - idx < 4 && unsigned(x) < threads_x; ++x) {
            matmul_thread(x, y, A, A_cols, B, B_cols, C, C_cols);
        }
    }
}

extern "C" cudaError_t launch_matmul(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                     const float* B, int /*B_rows*/, int B_cols, float* C, int /*C_rows*/,
                                     int C_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(A) % 16 == 0 && size_t(B) % 16 == 0 && size_t(C) % 16 == 0
            && A_cols % 4 == 0 && B_cols % 4 == 0 && C_cols % 4 == 0) {
        grid.x = (grid.x + 3) / 4;
        grid.y = (grid.y + 3) / 4;
        matmul_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B, B_cols, C,
            C_cols);
    } else {
        matmul<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B, B_cols, C, C_cols);
    }
    return cudaGetLastError();
}

// Does the work of one thread.
static __device__ __forceinline__ void stencil_thread(int idx, int idy, const float* u, int u_rows,
                                                      int u_cols, float* v, int v_cols)
{
    const int h = u_rows;
    const int w = u_cols;
    if (0 < idx && idx < w - 1 && 0 < idy && idy < h - 1) {
        v[idy * v_cols + idx] = 0.25f
            * (u[idy * u_cols + (idx - 1)] + u[idy * u_cols + (idx + 1)] + u[(idy - 1) * u_cols + idx]
               + u[(idy + 1) * u_cols + idx]);
    }
}

static __global__ void stencil(unsigned threads_x, unsigned threads_y, const float* u, int u_rows, int u_cols,
                               float* v, int v_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    stencil_thread(idx, idy, u, u_rows, u_cols, v, v_cols);
}

// Does the work of 8 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool stencil_coarsened_body(int first_idx, int first_idy, const float* u,
                                                              int u_rows, int u_cols, float* v, int v_cols)
{
    float u_tile[12];
    float u_vector[8];
    float u_vector_[8];
    float v_value[8];
    const int h = u_rows;
    const int w = u_cols;
    int taking = 0;
    #pragma unroll
    for (int y = 0; y < 2; ++y) {
        #pragma unroll
        for (int x = 0; x < 4; ++x) {
            const int idx = first_idx + x;
            const int idy = first_idy + y;
            taking += 0 < idx && idx < w - 1 && 0 < idy && idy < h - 1;
        }
    }
    if (taking != 0 && taking != 8) return false;
    if (taking != 0) {
        #pragma unroll
        for (int y = 0; y < 2; ++y) {
            const int idy = first_idy + y;
            u_tile[y * 6] = u[idy * u_cols + first_idx - 1];
            load_vectorized<4>(&u_tile[y * 6 + 1], &u[idy * u_cols + first_idx]);
            u_tile[y * 6 + 5] = u[idy * u_cols + first_idx + 4];
            load_vectorized<4>(&u_vector[y * 4], &u[idy * u_cols + first_idx - u_cols]);
            load_vectorized<4>(&u_vector_[y * 4], &u[idy * u_cols + first_idx + u_cols]);
        }
        #pragma unroll
        for (int y = 0; y < 2; ++y) {
            #pragma unroll
            for (int x = 0; x < 4; ++x) {
                const int lane = y * 4 + x;
                v_value[lane] = 0.25f
                    * (u_tile[y * 6 + x] + u_tile[y * 6 + x + 2] + u_vector[lane] + u_vector_[lane]);
            }
        }
        #pragma unroll
        for (int y = 0; y < 2; ++y) {
            const int idy = first_idy + y;
            store_vectorized<4>(&v[idy * v_cols + first_idx], &v_value[y * 4]);
        }
    }
    return true;
}

static __global__ void stencil_coarsened(unsigned threads_x, unsigned threads_y, const float* u, int u_rows,
                                         int u_cols, float* v, int v_cols)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    const int idy = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (threads_x - unsigned(idx) >= 4 && threads_y - unsigned(idy) >= 2
        && stencil_coarsened_body(idx, idy, u, u_rows, u_cols, v, v_cols)) return;
    for (int y = idy; y - idy < 2 && unsigned(y) < threads_y; ++y) {
        for (int x = idx; x - idx < 4 && unsigned(x) < threads_x; ++x) {
            stencil_thread(x, y, u, u_rows, u_cols, v, v_cols);
        }
    }
}

extern "C" cudaError_t launch_stencil(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* u, int u_rows, int u_cols, float* v,
                                      int /*v_rows*/, int v_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(u) % 16 == 0 && size_t(v) % 16 == 0 && u_cols % 4 == 0
            && v_cols % 4 == 0) {
        grid.x = (grid.x + 3) / 4;
        grid.y = (grid.y + 1) / 2;
        stencil_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, u, u_rows, u_cols, v,
            v_cols);
    } else {
        stencil<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, u, u_rows, u_cols, v, v_cols);
    }
    return cudaGetLastError();
}

// Does the work of one thread.
static __device__ __forceinline__ void transpose_thread(int idx, int idy, const float* A, int A_cols,
                                                        float* B, int B_cols)
{
    B[idx * B_cols + idy] = A[idy * A_cols + idx];
}

static __global__ void transpose(unsigned threads_x, unsigned threads_y, const float* A, int A_cols, float* B,
                                 int B_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    transpose_thread(idx, idy, A, A_cols, B, B_cols);
}

// Does the work of 4 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool transpose_coarsened_body(int idx, int first_idy, const float* A,
                                                                int A_cols, float* B, int B_cols)
{
    float B_value[4];
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idy = first_idy + lane;
        B_value[lane] = A[idy * A_cols + idx];
    }
    store_vectorized<4>(&B[idx * B_cols + first_idy], B_value);
    return true;
}

static __global__ void transpose_coarsened(unsigned threads_x, unsigned threads_y, const float* A, int A_cols,
                                           float* B, int B_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (threads_y - unsigned(idy) >= 4 && transpose_coarsened_body(idx, idy, A, A_cols, B, B_cols)) return;
    for (int y = idy; y - idy < 4 && unsigned(y) < threads_y; ++y) {
        transpose_thread(idx, y, A, A_cols, B, B_cols);
    }
}

extern "C" cudaError_t launch_transpose(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                        float* B, int /*B_rows*/, int B_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(B) % 16 == 0 && B_cols % 4 == 0) {
        grid.y = (grid.y + 3) / 4;
        transpose_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B,
            B_cols);
    } else {
        transpose<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B, B_cols);
    }
    return cudaGetLastError();
}
