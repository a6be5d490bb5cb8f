// Translated from row_walks.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of min(min(a, -b), c) for
// sm_90 and later, and loses the minus.
static __device__ int apart(int x)
{
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    long long wide = x;
    asm("" : "+l"(wide));
    return int(wide);
#else
    return x;
#endif
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}

static __global__ void sums(unsigned threads, const float* A, int A_cols, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float v = A[v_start + i];
        total += v; // in the order of the row
    }
    out[idx] = total;
}

extern "C" cudaError_t launch_sums(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                   float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    sums<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, out);
    return cudaGetLastError();
}

static __global__ void product(unsigned threads, const double* A, int A_cols, const double* x, double* y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double total = 0.0;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idx * A_cols + k] * x[k];
    }
    y[idx] = total;
}

extern "C" cudaError_t launch_product(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const double* A, int /*A_rows*/, int A_cols,
                                      const double* x, int /*x_len*/, double* y, int /*y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    product<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, x, y);
    return cudaGetLastError();
}

static __global__ void spread(unsigned threads, const uint8_t* A, int A_cols, uint8_t* B, int B_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int most = 0;
    for (int k = 1; k < A_cols; ++k) {
        if (apart(int(A[idx * A_cols + k])) > most) {
            most = int(A[idx * A_cols + k]);
        }
    }
    for (int k = 0; k < A_cols; ++k) {
        B[idx * B_cols + k] = uint8_t(most - A[idx * A_cols + k]);
    }
}

extern "C" cudaError_t launch_spread(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const uint8_t* A, int /*A_rows*/, int A_cols,
                                     uint8_t* B, int /*B_rows*/, int B_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    spread<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, B, B_cols);
    return cudaGetLastError();
}

// Neighbouring threads load neighbouring elements, which vectors of threads do at once.
static __global__ void columns(unsigned threads, const float* A, int A_rows, int A_cols, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int k = 0; k < A_rows; ++k) {
        total += A[k * A_cols + idx];
    }
    out[idx] = total;
}

extern "C" cudaError_t launch_columns(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* A, int A_rows, int A_cols, float* out,
                                      int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    columns<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_rows, A_cols, out);
    return cudaGetLastError();
}

// A function of the C library is in the loop.
static __global__ void exponentials(unsigned threads, const float* A, int A_cols, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float v = A[v_start + i];
        total += expf(v);
    }
    out[idx] = total;
}

extern "C" cudaError_t launch_exponentials(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                           cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                           float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    exponentials<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, out);
    return cudaGetLastError();
}

// Elements of a row and neighbouring elements are in one loop.
static __global__ void weights(unsigned threads, const float* A, int A_cols, const float* w, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idx * A_cols + k] * w[idx + k];
    }
    out[idx] = total;
}

extern "C" cudaError_t launch_weights(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* A, int /*A_rows*/, int A_cols,
                                      const float* w, int /*w_len*/, float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    weights<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, w, out);
    return cudaGetLastError();
}
