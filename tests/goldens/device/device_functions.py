# Functions of CUDA C++ that kernels call.
import cudapy as cp

geometry = cp.cuda_source("""
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
""")
square = geometry.shape.square


# areas : void (float* X, float* Y, int EDGE)
def areas(X, Y, EDGE):
    if idx < len(X):
        largest = geometry.larger(X[idx], 1.0)
        geometry.put(Y, idx, square(largest) + geometry.shape.square(EDGE))


# centres : void (float3* A, float3* B, float* X)
def centres(A, B, X):
    if idx < len(A):
        A[idx] = geometry.middle(A[idx], B[idx])
        X[idx] = geometry.total(X[idx:], len(X) - idx)
