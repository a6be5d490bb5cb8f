// Translated from device_functions.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

// device_functions.py:5
#define EDGE 0.5f
namespace shape {
__host__ __device__ float square(float x) { return x * x; }
}
__host__ __device__ float3 middle(float3 a, float3 b) {
    return {EDGE * (a.x + b.x), EDGE * (a.y + b.y), EDGE * (a.z + b.z)};
}
template <typename T>
__host__ __device__ T larger(T a, T b) { return a > b ? a : b; }
__host__ __device__ void put(float* to, int at, float value) { to[at] = value; }
__host__ __device__ float total(const float* of, int count) {
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += of[i];
    return sum;
}
__global__ void kernel_of_its_own(float* X) { X[0] = shape::square(X[0]); }
//+ helper minimum(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void areas(unsigned threads, const float* X, int X_len, float* Y, int EDGE_)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len) {
        const float largest = larger<float>(X[idx], 1.0f);
        const float square_result = shape::square(largest);
        put(Y, idx, square_result + shape::square(float(EDGE_)));
    }
}

extern "C" cudaError_t launch_areas(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, int X_len, float* Y, int /*Y_len*/,
                                    int EDGE_)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    areas<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y, EDGE_);
    return cudaGetLastError();
}

static __global__ void centres(unsigned threads, float3* A, int A_len, const float3* B, float* X, int X_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < A_len) {
        A[idx] = middle(A[idx], B[idx]);
        X[idx] = total(X + minimum(idx, X_len), X_len - idx);
    }
}

extern "C" cudaError_t launch_centres(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, float3* A, int A_len, const float3* B,
                                      int /*B_len*/, float* X, int X_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    centres<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_len, B, X, X_len);
    return cudaGetLastError();
}
