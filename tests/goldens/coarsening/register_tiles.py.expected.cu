// Translated from register_tiles.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper load_vectorized(int)
//+ helper store_vectorized(int)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude fills_gpu

// Does the work of one thread.
static __device__ __forceinline__ void smooth_thread(int idx, const int* X, int X_len, const int16_t* Z,
                                                     int* Y)
{
    if (4 <= idx && idx < X_len - 9) {
        Y[idx] = 3 * X[idx - 4] - X[idx - 2] * 7 + X[idx] + Z[idx + 1] * X[idx + 3] - X[idx + 9] + Z[idx - 1];
    }
}

// Register tiles wider than a coarsened thread, with vectors in them, and an element that is in none.
static __global__ void smooth(unsigned threads, const int* X, int X_len, const int16_t* __restrict__ Z,
                              int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    smooth_thread(idx, X, X_len, Z, Y);
}

// Does the work of 4 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool smooth_coarsened_body(int first_idx, const int* X, int X_len,
                                                             const int16_t* Z, int* Y)
{
    int X_tile[11];
    int16_t Z_tile[6];
    int Y_value[4];
    int taking = 0;
    #pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
        const int idx = first_idx + lane;
        taking += 4 <= idx && idx < X_len - 9;
    }
    if (taking != 0 && taking != 4) return false;
    if (taking != 0) {
        load_vectorized<4>(X_tile, &X[first_idx - 4]);
        load_vectorized<4>(&X_tile[4], &X[first_idx]);
        X_tile[8] = X[first_idx + 4];
        X_tile[9] = X[first_idx + 5];
        X_tile[10] = X[first_idx + 6];
        Z_tile[0] = Z[first_idx - 1];
        load_vectorized<4>(&Z_tile[1], &Z[first_idx]);
        Z_tile[5] = Z[first_idx + 4];
        #pragma unroll
        for (int lane = 0; lane < 4; ++lane) {
            const int idx = first_idx + lane;
            Y_value[lane] = 3 * X_tile[lane] - X_tile[lane + 2] * 7 + X_tile[lane + 4]
                + Z_tile[lane + 2] * X_tile[lane + 7] - X[idx + 9] + Z_tile[lane];
        }
        store_vectorized<4>(&Y[first_idx], Y_value);
    }
    return true;
}

static __global__ void smooth_coarsened(unsigned threads, const int* X, int X_len,
                                        const int16_t* __restrict__ Z, int* Y)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (unsigned(idx) >= threads) return;
    if (threads - unsigned(idx) >= 4 && smooth_coarsened_body(idx, X, X_len, Z, Y)) return;
    for (int x = idx; x - idx < 4 && unsigned(x) < threads; ++x) {
        smooth_thread(x, X, X_len, Z, Y);
    }
}

extern "C" cudaError_t launch_smooth(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const int* X, int X_len, const int16_t* Z,
                                     int /*Z_len*/, int* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(X) % 16 == 0 && size_t(Z) % 8 == 0 && size_t(Y) % 16 == 0) {
        grid.x = (grid.x + 3) / 4;
        smooth_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Z, Y);
    } else {
        smooth<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Z, Y);
    }
    return cudaGetLastError();
}

// Does the work of one thread.
static __device__ __forceinline__ void apart_thread(int idx, const double* X, int X_len, double* Y)
{
    if (1 <= idx && idx < X_len - 14) {
        Y[idx] = X[idx - 1] + X[idx] + X[idx + 12] * X[idx + 13];
    }
}

// Two register tiles that do not touch.
static __global__ void apart(unsigned threads, const double* X, int X_len, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    apart_thread(idx, X, X_len, Y);
}

// Does the work of 2 neighbouring threads. Returns false, without side effects, if the threads diverge.
static __device__ __forceinline__ bool apart_coarsened_body(int first_idx, const double* X, int X_len,
                                                            double* Y)
{
    double X_tile[3];
    double X_tile_[3];
    double Y_value[2];
    int taking = 0;
    #pragma unroll
    for (int lane = 0; lane < 2; ++lane) {
        const int idx = first_idx + lane;
        taking += 1 <= idx && idx < X_len - 14;
    }
    if (taking != 0 && taking != 2) return false;
    if (taking != 0) {
        X_tile[0] = X[first_idx - 1];
        load_vectorized<2>(&X_tile[1], &X[first_idx]);
        load_vectorized<2>(X_tile_, &X[first_idx + 12]);
        X_tile_[2] = X[first_idx + 14];
        #pragma unroll
        for (int lane = 0; lane < 2; ++lane) {
            Y_value[lane] = X_tile[lane] + X_tile[lane + 1] + X_tile_[lane] * X_tile_[lane + 1];
        }
        store_vectorized<2>(&Y[first_idx], Y_value);
    }
    return true;
}

static __global__ void apart_coarsened(unsigned threads, const double* X, int X_len, double* Y)
{
    const int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    if (unsigned(idx) >= threads) return;
    if (threads - unsigned(idx) >= 2 && apart_coarsened_body(idx, X, X_len, Y)) return;
    for (int x = idx; x - idx < 2 && unsigned(x) < threads; ++x) {
        apart_thread(x, X, X_len, Y);
    }
}

extern "C" cudaError_t launch_apart(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const double* X, int X_len, double* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    if (fills_gpu(threads) && size_t(X) % 16 == 0 && size_t(Y) % 16 == 0) {
        grid.x = (grid.x + 1) / 2;
        apart_coarsened<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y);
    } else {
        apart<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y);
    }
    return cudaGetLastError();
}
