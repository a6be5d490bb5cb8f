// Translated from versions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper load_volatile
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void versions(unsigned threads, const float* x, double* out, int n, float v)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double v_ = v;
    const int64_t i = 9LL * idx;
    const int64_t k = 1;
    out[i] = k / 2.0;
    const double k_ = 2.5;
    out[i + 1] = k_;
    double total = 0.0;
    for (int j = 0; j < n; ++j) {
        total += x[j];
    }
    out[i + 2] = total;
    if (v < 0.0) {
        v_ = 0.0;
    }
    out[i + 3] = v_;
    const int half = n;
    const double n_ = n / 2.0;
    out[i + 4] = n_ + half;
    const int64_t c = 7;
    const int64_t c_ = c / 2;
    const double c_2 = c_ + 0.5;
    out[i + 5] = c_2;
    for (int64_t k_2 = 0; k_2 < 3; ++k_2) {
        if (k_2 == 1) continue;
        out[i + 6] = k_2;
    }
    const double k_3 = 0.5;
    out[i + 7] = k_3;
    float w;
    while (true) {
        w = load_volatile(x[0]);
        if (w > 0.0) break;
        const int64_t w_ = -1;
    }
    out[i + 8] = w;
}

extern "C" cudaError_t launch_versions(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const float* x, int /*x_len*/, double* out,
                                       int /*out_len*/, int n, float v)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    versions<<<grid, block, shared_bytes, stream>>>(threads.x, x, out, n, v);
    return cudaGetLastError();
}
