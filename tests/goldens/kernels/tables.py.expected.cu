// Translated from tables.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
//+ type bfloat16

static __constant__ float WEIGHTS_float[3] = {0.25f, 0.5f, 0.25f};
static __constant__ double WEIGHTS[3] = {0.25, 0.5, 0.25};
static __constant__ int OFFSETS[8] = {0, 1, 1, 0, -1, 0, 0, -1};
static __constant__ int MATRIX[6] = {1, 2, 3, 4, 5, 6};
static __constant__ int MATRIX_1[3] = {4, 5, 6};
static __constant__ int64_t BIG[2] = {1, 1099511627776LL};
static __constant__ bool FLAGS[2] = {true, false};
static __constant__ int values[3] = {1, 2, 5};
static __constant__ float values_float[2] = {-0.75f, 0.099975586f};
static __constant__ float values_float_[3] = {1.5f, 0.100097656f, 3.0f};
//+ helper minimum(int)
//+ prelude not_launched
//+ prelude check_launch_x

// An element takes the precision of what it meets, as a literal does.
static __global__ void blur(unsigned threads, const float* X, float* Y, double* Z)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total = 0.0f;
    double exact = Z[idx];
    for (int k = 0; k < 3; ++k) {
        total += WEIGHTS_float[k] * X[idx + k];
        exact += WEIGHTS[k] * Z[idx];
    }
    Y[idx] = total;
    Z[idx] = exact;
}

extern "C" cudaError_t launch_blur(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const float* X, int /*X_len*/, float* Y,
                                   int /*Y_len*/, double* Z, int /*Z_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    blur<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, Z);
    return cudaGetLastError();
}

static __device__ int neighbours(const int* cells, int width, int x, int y)
{
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        const int dx = OFFSETS[2 * i];
        const int dy = OFFSETS[2 * i + 1];
        count += cells[(y + dy) * width + x + dx];
    }
    return count;
}

static __global__ void choose(unsigned threads, int* cells, int width, int i, int j, int64_t* wide,
                              float* out, int out_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    cells[0] = MATRIX[i * 3 + j] + MATRIX_1[j] + MATRIX[i * 3 + 2] + 4;
    wide[0] = BIG[i];
    if (FLAGS[i]) {
        cells[1] = neighbours(cells, width, i, j);
    }
    for (int k = 0; k < 3; ++k) {
        const int n = k + 1;
        const float w = WEIGHTS_float[k];
        out[n] = w;
    }
    for (int k = 0; k < 3; ++k) {
        const int step = values[k];
        cells[step] = 2;
    }
    const int count = minimum(out_len, 3);
    for (int k = 0; k < count; ++k) {
        const float w = WEIGHTS_float[k];
        const float x = out[k];
        cells[0] += int(w * x);
    }
    const int a = i;
    const int b = j;
    const int c = 1;
    const int p = 0;
    const int q = 1;
    const int r = 1;
    const int s = 0;
    const int t = -1;
    const int u = 0;
    const int v = 0;
    const int w2 = -1;
    cells[2] = a + b + c + p + q + r + s + t + u + v + w2 + 8;
}

extern "C" cudaError_t launch_choose(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* cells, int /*cells_len*/, int width, int i,
                                     int j, int64_t* wide, int /*wide_len*/, float* out, int out_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    choose<<<grid, block, shared_bytes, stream>>>(threads.x, cells, width, i, j, wide, out, out_len);
    return cudaGetLastError();
}

static __global__ void small_floats(unsigned threads, half* H, bfloat16* B, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int i = 0; i < 2; ++i) {
        const half h = half(values_float[i]);
        H[0] = H[0] + h;
        out[0] += float(h);
    }
    for (int i = 0; i < 3; ++i) {
        const bfloat16 b = bfloat16(values_float_[i]);
        B[0] = b * bfloat16(2.0f);
    }
}

extern "C" cudaError_t launch_small_floats(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                           cudaStream_t stream, half* H, int /*H_len*/, bfloat16* B,
                                           int /*B_len*/, float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    small_floats<<<grid, block, shared_bytes, stream>>>(threads.x, H, B, out);
    return cudaGetLastError();
}
