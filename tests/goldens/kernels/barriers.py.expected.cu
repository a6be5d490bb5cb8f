// Translated from barriers.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude allow_shared(48 * 1024 - 1544)

static __global__ void early_return(int* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int cache[128];
    if (idx >= n) return;
    const int own = X[idx] * 3;
    cache[threadIdx.x] = own;
    __syncthreads();
    X[idx] = cache[0] + own;
}

extern "C" cudaError_t launch_early_return(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                           cudaStream_t stream, int* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    early_return<<<grid, block, shared_bytes, stream>>>(X, n);
    return cudaGetLastError();
}

static __global__ void votes(const int* X, int* counts, bool* all_even)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const bool even = (X[idx] & 1) == 0;
    const int n = __syncthreads_count(even);
    const bool some = __syncthreads_or(X[idx] > 100) != 0;
    const bool every = __syncthreads_and(even) != 0;
    if (int(threadIdx.x) == 0) {
        counts[blockIdx.x] = n + (some ? 1000 : 0);
        all_even[blockIdx.x] = every;
    }
}

extern "C" cudaError_t launch_votes(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int* X, int /*X_len*/, int* counts,
                                    int /*counts_len*/, bool* all_even, int /*all_even_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    votes<<<grid, block, shared_bytes, stream>>>(X, counts, all_even);
    return cudaGetLastError();
}

// A loop that the block leaves when no thread wants to go on.
static __global__ void until_done(int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int x = X[idx];
    while (__syncthreads_or(x > 1) != 0) {
        if (x > 1) {
            x = (x & 1) == 0 ? x >> 1 : 3 * x + 1;
        }
        X[idx] += 1;
    }
}

extern "C" cudaError_t launch_until_done(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    until_done<<<grid, block, shared_bytes, stream>>>(X);
    return cudaGetLastError();
}

// Whether all threads agree about the loop is known when it runs.
static __global__ void from_memory(const int* steps, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float cache[256];
    const int t = threadIdx.x;
    const int step_end = steps[blockIdx.x];
    for (int step = 0; step < step_end; ++step) {
        cache[t] = X[idx] + step;
        __syncthreads();
        if (steps[0] > 5) continue;
        X[idx] = cache[255 - t];
        if (X[blockIdx.x] < 0.0f) break;
        __syncthreads();
    }
    __threadfence();
}

extern "C" cudaError_t launch_from_memory(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const int* steps, int /*steps_len*/, float* X,
                                          int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    from_memory<<<grid, block, shared_bytes, stream>>>(steps, X);
    return cudaGetLastError();
}

static __global__ void bounds_from_memory(const int* first, int* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int i_end = first[idx] + 2;
    for (int i = first[idx]; i < i_end; ++i) {
        X[idx] += i;
        if (X[0] == 7) continue;
        __syncthreads();
    }
}

extern "C" cudaError_t launch_bounds_from_memory(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                                 cudaStream_t stream, const int* first, int /*first_len*/,
                                                 int* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    bounds_from_memory<<<grid, block, shared_bytes, stream>>>(first, X);
    return cudaGetLastError();
}

static __device__ float total(const float* X, int X_len)
{
    float sum = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        sum += x;
    }
    return sum;
}

static __global__ void sized_at_launch(float* X, int n, int values_len, int flags_len, int sums_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    extern __shared__ __align__(16) unsigned char shared_memory[];
    float* const values = reinterpret_cast<float*>(shared_memory); // one for each thread
    bool* const flags = reinterpret_cast<bool*>(values + values_len);
    double* const sums = reinterpret_cast<double*>((reinterpret_cast<size_t>(flags + flags_len) + 7) / 8 * 8);
    const int t = threadIdx.x;
    values[t] = X[idx];
    if (t < sums_len) {
        sums[t] = 0.0;
    }
    flags[t % flags_len] = true;
    __syncthreads();
    X[idx] = flags[0] ? float(total(values, values_len) + sums[sums_len - 1]) : float(values_len);
}

extern "C" cudaError_t launch_sized_at_launch(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                              cudaStream_t stream, float* X, int /*X_len*/, int n,
                                              int values_len, int flags_len, int sums_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const cudaError_t error = allow_shared(reinterpret_cast<const void*>(sized_at_launch), shared_bytes);
    if (error != cudaSuccess) return error;
    sized_at_launch<<<grid, block, shared_bytes, stream>>>(X, n, values_len, flags_len, sums_len);
    return cudaGetLastError();
}
