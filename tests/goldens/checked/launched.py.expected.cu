// Translated from launched.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude failed_assertion
//+ prelude failed_check
//+ prelude recorder
//+ helper in_range(int)
//+ helper exact_add(int)
//+ helper exact_sub(int)
//+ helper record_read(int)
//+ helper record_write(int)
//+ helper record_array(int)
//+ helper record_sync(int)

static __device__ float mean(const int* X, int X_len, int i)
{
    if (!(i < 100)) fail_assertion(1);
    return exact_add(X[record_read(in_range(i, X_len, 1), X, 2)],
                     X[record_read(in_range(exact_add(i, 1, 6), X_len, 4), X, 5)], 3) / 2.0f;
}

extern "C" __global__ void __launch_bounds__(1024) smooth(unsigned threads_x, unsigned threads_y,
                                                          const int* __restrict__ X, int X_len, float* Y,
                                                          int Y_rows, int Y_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    const float value = mean(X, X_len, idx);
    Y[record_write(in_range(idx, Y_rows, 7) * Y_cols + in_range(idy, Y_cols, 8), Y, value, 9)] = value;
}

extern "C" __global__ void __launch_bounds__(1024) reversed_sums(int* X, int X_len, int cache_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    extern __shared__ __align__(16) unsigned char shared_memory[];
    int* const cache = reinterpret_cast<int*>(shared_memory);
    record_array(cache_len, cache, 10);
    const int value = X[record_read(in_range(idx, X_len, 13), X, 14)];
    cache[record_write(in_range(int(threadIdx.x), cache_len, 11), cache, value, 12)] = value;
    __syncthreads();
    record_sync(0, 15);
    const int index = in_range(idx, X_len, 16);
    const int value_ = exact_add(X[record_read(index, X, 18)],
                                 cache[record_read(in_range(exact_sub(exact_sub(int(blockDim.x),
                                                            int(threadIdx.x), 22), 1, 23), cache_len, 20),
                                                   cache, 21)], 17);
    X[record_write(index, X, value_, 19)] = value_;
}
