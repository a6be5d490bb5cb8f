// Translated from tiles.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_xy
//+ prelude fills_gpu
//+ prelude has_rows_for

static __global__ void product(const float* A, int A_cols, const float* B, int B_cols, float* C, int C_rows,
                               int C_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float a[16][16];
    __shared__ float b[16][16];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int rows = C_rows;
    const int columns = C_cols;
    float total = 0.0f;
    // Each iteration takes a tile of both.
    for (int64_t t_counter = 0; t_counter < A_cols; t_counter += 16) {
        const int t = t_counter;
        a[ty][tx] = idy < rows && t + tx < A_cols ? A[idy * A_cols + (t + tx)] : 0.0f;
        b[ty][tx] = t + ty < A_cols && idx < columns ? B[(t + ty) * B_cols + idx] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            total += a[ty][k] * b[k][tx];
        }
        __syncthreads();
    }
    if (idx < columns && idy < rows) {
        C[idy * C_cols + idx] = total;
    }
}

// The same, in which a CUDA thread does the work of 4 threads along y. Blocks have 4 times fewer of them.
static __global__ void product_coarsened(const float* A, int A_cols, const float* B, int B_cols, float* C,
                                         int C_rows, int C_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_idy = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    const int first_row = threadIdx.y * 4;
    float total[4];
    float a_value[4];
    float b_value[4];
    __shared__ float a[16][16];
    __shared__ float b[16][16];
    const int tx = threadIdx.x;
    const int rows = C_rows;
    const int columns = C_cols;
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        total[lane] = 0.0f;
    }
    // Each iteration takes a tile of both.
    for (int64_t t_counter = 0; t_counter < A_cols; t_counter += 16) {
        const int t = t_counter;
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            const int idy = first_idy + lane;
            a_value[lane] = idy < rows && t + tx < A_cols ? A[idy * A_cols + (t + tx)] : 0.0f;
        }
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            const int row = first_row + lane;
            a[row][tx] = a_value[lane];
        }
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            const int row = first_row + lane;
            b_value[lane] = t + row < A_cols && idx < columns ? B[(t + row) * B_cols + idx] : 0.0f;
        }
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            const int row = first_row + lane;
            b[row][tx] = b_value[lane];
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            #pragma unroll
            for (int lane = 0; lane < 4; ++lane) {
                const int row = first_row + lane;
                total[lane] += a[row][k] * b[k][tx];
            }
        }
        __syncthreads();
    }
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idy = first_idy + lane;
        if (idx < columns && idy < rows) {
            C[idy * C_cols + idx] = total[lane];
        }
    }
}

extern "C" cudaError_t launch_product(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                      const float* B, int /*B_rows*/, int B_cols, float* C, int C_rows,
                                      int C_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && has_rows_for(block, 4) && shared_bytes == 0) {
        block.y /= 4;
        product_coarsened<<<grid, block, shared_bytes, stream>>>(A, A_cols, B, B_cols, C, C_rows, C_cols);
    } else {
        product<<<grid, block, shared_bytes, stream>>>(A, A_cols, B, B_cols, C, C_rows, C_cols);
    }
    return cudaGetLastError();
}

static __global__ void heat(const float* U, int U_cols, float* sums, float* V, int V_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float tile[8][32];
    tile[threadIdx.y][threadIdx.x] = U[idy * U_cols + idx];
    __syncthreads();
    if (int(blockIdx.x) == int(gridDim.x) - 1) return;
    float total = 0.0f;
    for (int k = 0; k < int(blockDim.y); ++k) {
        total += tile[k][threadIdx.x] - tile[threadIdx.y][k];
    }
    if (int(threadIdx.y) == 0) {
        atomicAdd(&sums[blockIdx.x], total);
    }
    V[idy * V_cols + idx] = total / int(blockDim.y);
}

// The same, in which a CUDA thread does the work of 4 threads along y. Blocks have 4 times fewer of them.
static __global__ void heat_coarsened(const float* U, int U_cols, float* sums, float* V, int V_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_idy = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    const int first_row = threadIdx.y * 4;
    float total[4];
    float tile_value[4];
    float V_value[4];
    __shared__ float tile[8][32];
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idy = first_idy + lane;
        tile_value[lane] = U[idy * U_cols + idx];
    }
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int row = first_row + lane;
        tile[row][threadIdx.x] = tile_value[lane];
    }
    __syncthreads();
    if (int(blockIdx.x) == int(gridDim.x) - 1) return;
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        total[lane] = 0.0f;
    }
    for (int k = 0; k < int(blockDim.y * 4); ++k) {
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            const int row = first_row + lane;
            total[lane] += tile[k][threadIdx.x] - tile[row][k];
        }
    }
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int row = first_row + lane;
        if (row == 0) {
            atomicAdd(&sums[blockIdx.x], total[lane]);
        }
        V_value[lane] = total[lane] / int(blockDim.y * 4);
    }
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idy = first_idy + lane;
        V[idy * V_cols + idx] = V_value[lane];
    }
}

extern "C" cudaError_t launch_heat(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* U, int /*U_rows*/, int U_cols,
                                   float* sums, int /*sums_len*/, float* V, int /*V_rows*/, int V_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && has_rows_for(block, 4) && shared_bytes == 0) {
        block.y /= 4;
        heat_coarsened<<<grid, block, shared_bytes, stream>>>(U, U_cols, sums, V, V_cols);
    } else {
        heat<<<grid, block, shared_bytes, stream>>>(U, U_cols, sums, V, V_cols);
    }
    return cudaGetLastError();
}

static __global__ void single(const float* U, int U_cols, float* V, int V_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float tile[8][32];
    tile[threadIdx.y][threadIdx.x] = U[idy * U_cols + idx];
    __syncthreads();
    float total = 0.0f;
    for (int k = 0; k < int(threadIdx.y); ++k) {
        total += tile[k][threadIdx.x];
    }
    V[idy * V_cols + idx] = total;
}

extern "C" cudaError_t launch_single(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* U, int /*U_rows*/, int U_cols,
                                     float* V, int /*V_rows*/, int V_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    single<<<grid, block, shared_bytes, stream>>>(U, U_cols, V, V_cols);
    return cudaGetLastError();
}
