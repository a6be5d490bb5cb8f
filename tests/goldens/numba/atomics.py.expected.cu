// Translated from atomics.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ type complex64
//+ type complex128

struct int64_int64
{
    int64_t first;
    int64_t second;
};
//+ helper minimum(int64)
//+ helper wrapped_index(int)
//+ helper wrapped_index(int64)
//+ helper atomic_min(double)
//+ helper atomic_max(double)
//+ helper atomic_nan_min(float)
//+ helper atomic_nan_min(double)
//+ helper atomic_nan_max(double)
//+ helper atomic_or(uint64)
//+ helper atomic_increment(uint64)
//+ helper atomic_decrement(uint64)
//+ helper atomic_compare_exchange(int64)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xyz

static __global__ void counts(unsigned threads, int* hist, int hist_len, const int* bins, int bins_len,
                              uint64_t* turns, uint32_t* small)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < bins_len) {
        const int old = atomicAdd(&hist[wrapped_index(bins[i], hist_len)], 1);
        atomicSub(&hist[hist_len - 1], old);
        atomic_increment(&turns[0], 100);
        atomic_decrement(&turns[1], 7);
        atomicInc(&small[0], 9);
        atomicDec(&small[1], 9);
        atomicAnd(&small[2], 0xF0);
        atomic_or(&turns[2], 1LL << i);
        atomicXor(&hist[0], i);
        atomicMax(&hist[1], i);
    }
}

extern "C" cudaError_t launch_counts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int* hist, int hist_len, const int* bins,
                                     int bins_len, uint64_t* turns, int /*turns_len*/, uint32_t* small,
                                     int /*small_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    counts<<<grid, block, shared_bytes, stream>>>(threads.x, hist, hist_len, bins, bins_len, turns, small);
    return cudaGetLastError();
}

static __global__ void extremes(unsigned threads, double* best, int best_rows, int best_cols, const double* x,
                                int x_len, float* single)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < x_len) {
        const int64_int64 where = {i % 2, 0LL};
        atomic_max(&best[wrapped_index(where.first, int64_t(best_rows)) * best_cols
                         + wrapped_index(where.second, int64_t(best_cols))], x[i]);
        atomic_min(&best[i % 2 * best_cols + 1], x[i]);
        atomic_nan_max(&best[i % 2 * best_cols + 2], x[i]);
        atomic_nan_min(&best[i % 2 * best_cols + (best_cols - 1)], x[i]);
        atomicAdd(&best[0], -x[i]);
        atomic_nan_min(&single[0], x[i]);
    }
}

extern "C" cudaError_t launch_extremes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, double* best, int best_rows, int best_cols,
                                       const double* x, int x_len, float* single, int /*single_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    extremes<<<grid, block, shared_bytes, stream>>>(threads.x, best, best_rows, best_cols, x, x_len, single);
    return cudaGetLastError();
}

static __global__ void swaps(unsigned threads, int* a, int64_t* b, int b_len, int* out, int out_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < out_len) {
        out[i] = atomicExch(&a[i], 5);
        out[i] = out[i] + atomic_compare_exchange(&b[i], out[i], 1);
        const int64_t value = out[i];
        out[i] = value + atomicCAS(&a[0], 5, 6);
        out[i] = out[i] + atomic_compare_exchange(&b[minimum(int64_t(2), int64_t(b_len))], 5, 6);
    }
}

extern "C" cudaError_t launch_swaps(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int* a, int /*a_len*/, int64_t* b, int b_len,
                                    int* out, int out_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    swaps<<<grid, block, shared_bytes, stream>>>(threads.x, a, b, b_len, out, out_len);
    return cudaGetLastError();
}

static __global__ void in_shared(const uint32_t* __restrict__ x, double* out)
{
    __shared__ uint32_t totals[4];
    __shared__ double sums[4];
    const int t = threadIdx.x;
    if (int64_t(t) < 4) {
        totals[t] = 0;
        sums[t] = 0.0;
    }
    __syncthreads();
    atomicAdd(&totals[int64_t(x[t]) % 4], 1);
    atomic_nan_max(&sums[int64_t(x[t]) % 4], x[t]);
    __syncthreads();
    if (int64_t(t) < 4) {
        atomicAdd(&out[t], -(totals[t] + sums[t]));
    }
}

extern "C" cudaError_t launch_in_shared(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const uint32_t* x, int /*x_len*/, double* out,
                                        int /*out_len*/)
{
    if (!check_launch_xyz(threads, grid, block)) return not_launched(threads);
    in_shared<<<grid, block, shared_bytes, stream>>>(x, out);
    return cudaGetLastError();
}

static __global__ void on_parts(unsigned threads, complex64* z, complex128* Z, int Z_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < 64) {
        atomicAdd(&z[i % 2].real, 0.5);
        atomic_max(&Z[i % 2 * Z_cols + 1].imag, i);
    }
}

extern "C" cudaError_t launch_on_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, complex64* z, int /*z_len*/, complex128* Z,
                                       int /*Z_rows*/, int Z_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    on_parts<<<grid, block, shared_bytes, stream>>>(threads.x, z, Z, Z_cols);
    return cudaGetLastError();
}
