// Translated from gathers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

static __constant__ int SQUARES[8] = {0, 1, 4, 9, 16, 25, 36, 49};

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
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

// Returns whether there are threads to launch, and the grid covers them along x and y and has no others along
// z.
static bool check_launch_xy(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, y = 1ULL * grid.y * block.y;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && y >= threads.y && y <= 0x80000000 && grid.z == threads.z && block.z == 1;
}

static __global__ void by_name(unsigned threads, const float* X, const int* at, int at_len, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < at_len) {
        const int place = at[idx];
        if (place >= 0) {
            Y[idx] = 2.0f * X[place] + Y[idx];
        }
    }
}

extern "C" cudaError_t launch_by_name(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                      int at_len, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    by_name<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, at_len, Y);
    return cudaGetLastError();
}

static __global__ void twice(unsigned threads, const int* next, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int first = next[idx];
    const int second = next[first];
    Y[idx] = second;
}

extern "C" cudaError_t launch_twice(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int* next, int /*next_len*/, int* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    twice<<<grid, block, shared_bytes, stream>>>(threads.x, next, Y);
    return cudaGetLastError();
}

static __global__ void of_table(unsigned threads, const uint8_t* __restrict__ X, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = SQUARES[X[idx] & 7];
}

extern "C" cudaError_t launch_of_table(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const uint8_t* X, int /*X_len*/, int* Y,
                                       int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    of_table<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

// The place is no element.
static __global__ void in_order(unsigned threads, const float* X, int n, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = X[idx * n] + X[n];
}

extern "C" cudaError_t launch_in_order(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const float* X, int /*X_len*/, int n, float* Y,
                                       int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    in_order<<<grid, block, shared_bytes, stream>>>(threads.x, X, n, Y);
    return cudaGetLastError();
}

// Vectors gain more by the arithmetic.
static __global__ void much_to_do(unsigned threads, const float* X, const int* __restrict__ at, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float x = X[at[idx]];
    Y[idx] = ((((x * 0.1f + 0.2f) * x + 0.3f) * x + 0.4f) * x + 0.5f) * x;
}

extern "C" cudaError_t launch_much_to_do(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                         int /*at_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    much_to_do<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    return cudaGetLastError();
}

static __global__ void with_a_root(unsigned threads, const float* X, const int* __restrict__ at, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = sqrtf(X[at[idx]]);
}

extern "C" cudaError_t launch_with_a_root(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                          int /*at_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    with_a_root<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    return cudaGetLastError();
}

// A loop of each thread goes with those of its neighbours.
static __global__ void strided(const float* X, const int* __restrict__ at, int n, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i_counter = idx; i_counter < n; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        Y[i] = X[at[i]];
    }
}

extern "C" cudaError_t launch_strided(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                      int /*at_len*/, int n, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    strided<<<grid, block, shared_bytes, stream>>>(X, at, n, Y);
    return cudaGetLastError();
}

static __global__ void scattered(unsigned threads, const float* X, const int* __restrict__ at, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[at[idx]] = X[idx];
}

extern "C" cudaError_t launch_scattered(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                        int /*at_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scattered<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, Y);
    return cudaGetLastError();
}

static __global__ void bounded(unsigned threads, const float* X, const int* __restrict__ at, int n, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Y[idx] = X[minimum(at[idx], n - 1)];
}

extern "C" cudaError_t launch_bounded(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                      int /*at_len*/, int n, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    bounded<<<grid, block, shared_bytes, stream>>>(threads.x, X, at, n, Y);
    return cudaGetLastError();
}

static __global__ void summed(const float* X, const int* __restrict__ at, int n, float* sums)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float total = 0.0f;
    for (int64_t i_counter = idx; i_counter < n; i_counter += int(gridDim.x) * int(blockDim.x)) {
        const int i = i_counter;
        total += X[at[i]];
    }
    sums[idx] = total;
}

extern "C" cudaError_t launch_summed(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int /*X_len*/, const int* at,
                                     int /*at_len*/, int n, float* sums, int /*sums_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    summed<<<grid, block, shared_bytes, stream>>>(X, at, n, sums);
    return cudaGetLastError();
}

static __global__ void counted(const int* X, const int* at, int* counts)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int count = __syncthreads_count(X[at[idx]] > 7);
    if (int(threadIdx.x) == 0) {
        counts[blockIdx.x] = count;
    }
}

extern "C" cudaError_t launch_counted(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int* X, int /*X_len*/, const int* at,
                                      int /*at_len*/, int* counts, int /*counts_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    counted<<<grid, block, shared_bytes, stream>>>(X, at, counts);
    return cudaGetLastError();
}

// Neighbours along x load one element of `rows`, and then neighbours.
static __global__ void by_row(unsigned threads_x, unsigned threads_y, const float* X, int X_cols,
                              const int* __restrict__ rows, float* Y, int Y_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    Y[idy * Y_cols + idx] = X[rows[idy] * X_cols + idx];
}

extern "C" cudaError_t launch_by_row(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const float* X, int /*X_rows*/, int X_cols,
                                     const int* rows, int /*rows_len*/, float* Y, int /*Y_rows*/, int Y_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    by_row<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, X, X_cols, rows, Y, Y_cols);
    return cudaGetLastError();
}

static __global__ void shifted(unsigned threads, const float* X, const int* __restrict__ by, float* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int k = by[1];
    Y[idx] = X[idx + by[0]] + X[idx + k];
}

extern "C" cudaError_t launch_shifted(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_len*/, const int* by,
                                      int /*by_len*/, float* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    shifted<<<grid, block, shared_bytes, stream>>>(threads.x, X, by, Y);
    return cudaGetLastError();
}

static __global__ void lists(unsigned threads_x, unsigned threads_y, const float* X,
                             const int* __restrict__ X_offsets, int X_len, float* Y,
                             const int* __restrict__ Y_offsets, int Y_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    Y[Y_offsets[idy] + idx] = 2.0f * X[X_offsets[idy] + idx];
}

extern "C" cudaError_t launch_lists(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const float* X, const int* X_offsets, int X_len,
                                    float* Y, const int* Y_offsets, int Y_len)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    lists<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, X, X_offsets, X_len, Y, Y_offsets,
                                                 Y_len);
    return cudaGetLastError();
}

static __global__ void own(unsigned threads, const int* at, int* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int a[4];
    for (int i = 0; i < 4; ++i) {
        a[i] = i * i;
    }
    Y[idx] = a[at[idx] & 3];
}

extern "C" cudaError_t launch_own(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, const int* at, int /*at_len*/, int* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    own<<<grid, block, shared_bytes, stream>>>(threads.x, at, Y);
    return cudaGetLastError();
}
