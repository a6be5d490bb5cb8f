// Translated from statements.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper floor_div_positive(int)
//+ helper floor_mod_positive(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void assignments(unsigned threads, int a, int b, int* R, int R_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int a_old = a;
    a = b;
    b = a_old;
    R[0] = a;
    R[1] = b;
    const int x = a + b;
    const int y = x;
    R[2] = x;
    R[3] = y;
    R[a] = a;
    a = 5;
    R[4] = a;
    int64_t z = 0;
    z += a;
    R[5] = int(z);
    R[R_len - 1] = 9;
}

extern "C" cudaError_t launch_assignments(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, int a, int b, int* R, int R_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    assignments<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, R, R_len);
    return cudaGetLastError();
}

static __device__ int branches(int a)
{
    if (a < 0) {
        return -1;
    } else if (a == 0) {
    } else if (a == 1) {
        return 10;
    } else {
        a += 1;
    }
    int b;
    if (a > 100) {
        b = 1;
    } else {
        b = 2;
    }
    return a + b;
}

static __global__ void scoped(unsigned threads, int n, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (n > 3) {
        const float t = X[0] * 2.0f;
        X[0] = t;
    }
    const int q = floor_div_positive(n, 7);
    const int r = floor_mod_positive(n, 7);
    X[1] = q;
    X[2] = r;
    X[3] = branches(n);
    return;
}

extern "C" cudaError_t launch_scoped(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int n, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scoped<<<grid, block, shared_bytes, stream>>>(threads.x, n, X);
    return cudaGetLastError();
}
