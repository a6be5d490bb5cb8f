// Translated from filled_arrays.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void filled(unsigned threads, float* X, int X_len, int* N)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float total[3] = {0.0f, 0.0f, 0.0f};
    int counts[2 * 20];
    for (int counts_index = 0; counts_index < 40; ++counts_index) {
        counts[counts_index] = 7;
    }
    float by_value[4];
    const float by_value_value = X[0] + 1.0f;
    for (int by_value_index = 0; by_value_index < 4; ++by_value_index) {
        by_value[by_value_index] = by_value_value;
    }
    const bool flags[2] = {false, false};
    for (int i = 0; i < X_len; ++i) {
        total[i % 3] += X[i];
        counts[i % 2 * 20 + i % 20] += 1;
    }
    X[idx] = total[0] + total[1] * total[2] + by_value[3];
    if (!flags[1]) {
        N[idx] = counts[23];
    }
}

extern "C" cudaError_t launch_filled(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int X_len, int* N, int /*N_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    filled<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, N);
    return cudaGetLastError();
}
