// Translated from match.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

// A machine of four operations.
static __global__ void steps(unsigned threads, const int* code, float* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float x = 0.0f;
    for (int i = 0; i < n; ++i) {
        // what to do
        const int subject = code[i]; // one after the other
        // the sum
        if (subject == 0) {
            x += X[idx];
        } else if (subject == 1) {
            // or the difference
            x -= X[idx];
        } else if (subject == 2 && x > 0.0f) {
            x = -x;
        } else if (subject == 7 || subject == 8 || subject == -1) {
            continue;
        } else {
            // everything else
            break;
        }
    }
    X[idx] = x;
}

extern "C" cudaError_t launch_steps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int* code, int /*code_len*/, float* X,
                                    int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    steps<<<grid, block, shared_bytes, stream>>>(threads.x, code, X, n);
    return cudaGetLastError();
}

static __device__ int kind(int n)
{
    if (n == 0) {
        return 1;
    } else if (n == 1 || n == 2 || n == 0x10) {
        return 2;
    } else if (n < 0) {
        return 3;
    }
    return 4;
}

static __global__ void types(unsigned threads, int* X, uint8_t* B, float f, double d, bool b, int64_t w)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float subject = f * 2.0f;
    if (subject == 1.0f) {
        X[0] = 1;
    } else if (subject == 2.5f || subject == -0.0f) {
        X[0] = 2;
    }
    if (d == 0.1) {
        X[1] = 1;
    }
    if (b) {
        X[2] = 1;
    } else if (!b) {
        X[2] = 2;
    }
    const int64_t subject_ = w + 1;
    if (subject_ == 0x100000000LL) {
        X[3] = 1;
    } else if (subject_ == 2) {
        X[3] = kind(X[4]);
    }
    const uint8_t subject_2 = B[idx];
    if (subject_2 == 255 || subject_2 == 3) {
        B[idx] = 1;
    } else {
        B[idx] = 2;
    }
    X[6] = 1;
}

extern "C" cudaError_t launch_types(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* X, int /*X_len*/, uint8_t* B, int /*B_len*/,
                                    float f, double d, bool b, int64_t w)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    types<<<grid, block, shared_bytes, stream>>>(threads.x, X, B, f, d, b, w);
    return cudaGetLastError();
}

// A barrier in a case that all threads take.
static __global__ void meets(int* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int cache[256];
    if (n == 1) {
        cache[threadIdx.x] = X[idx];
        __syncthreads();
        X[idx] = cache[int(threadIdx.x) ^ 1];
    } else if (n == 2) {
        X[idx] = __shfl_xor_sync(0xffffffffu, X[idx], 1);
    }
}

extern "C" cudaError_t launch_meets(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    meets<<<grid, block, shared_bytes, stream>>>(X, n);
    return cudaGetLastError();
}
