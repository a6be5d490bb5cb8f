// Translated from tuple_loops.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_float
{
    float first;
    float second;
};

static __constant__ int values[8] = {-1, 0, 1, 0, 0, -1, 0, 1};
//+ prelude not_launched
//+ prelude check_launch_xy
//+ prelude check_launch_x

static __device__ float_float pair(float x)
{
    return {x, 2.0f * x};
}

static __global__ void neighbours(unsigned threads_x, unsigned threads_y, const float* A, int A_cols,
                                  float* B, int B_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    float total = 0.0f;
    for (int i = 0; i < 4; ++i) {
        const int di = values[2 * i];
        const int dj = values[2 * i + 1];
        total += A[(idy + di) * A_cols + (idx + dj)];
    }
    const float left = A[idy * A_cols + (idx - 1)];
    const float right = A[idy * A_cols + (idx + 1)];
    const float side_values[3] = {left, right, 0.5f};
    for (int i = 0; i < 3; ++i) {
        const float side = side_values[i];
        if (side < 0.0f) continue;
        total += side;
    }
    B[idy * B_cols + idx] = total;
}

extern "C" cudaError_t launch_neighbours(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                         float* B, int /*B_rows*/, int B_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    neighbours<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B, B_cols);
    return cudaGetLastError();
}

static __global__ void search(unsigned threads, float* X, int* found, const float2* V)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float2 parts = V[idx];
    const float a = parts.x;
    const float b = parts.y;
    const float x_values[3] = {X[idx], a, b};
    bool completed = true;
    for (int i = 0; i < 3; ++i) {
        const float x = x_values[i];
        if (x > 1.0f) {
            found[idx] = i;
            completed = false;
            break;
        }
    }
    if (completed) {
        found[idx] = -1;
    }
    const float_float parts_ = pair(X[idx]);
    const float lo_values[2] = {a, parts_.first};
    const float hi_values[2] = {b, parts_.second};
    for (int j = 0; j < 2; ++j) {
        const float lo = lo_values[j];
        const float hi = hi_values[j];
        X[idx] += hi - lo;
    }
    const float_float parts_2 = pair(a);
    const float part_values[2] = {parts_2.first, parts_2.second};
    for (int j = 0; j < 2; ++j) {
        const float part = part_values[j];
        X[idx] *= part;
    }
    const float2 parts_3 = V[idx];
    const float component_values[2] = {parts_3.x, parts_3.y};
    for (int j = 0; j < 2; ++j) {
        const float component = component_values[j];
        X[idx] -= component;
    }
}

extern "C" cudaError_t launch_search(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/, int* found,
                                     int /*found_len*/, const float2* V, int /*V_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    search<<<grid, block, shared_bytes, stream>>>(threads.x, X, found, V);
    return cudaGetLastError();
}
