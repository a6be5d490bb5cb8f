// Translated from dates.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper date_add(int64)
//+ helper date_subtract(int64)
//+ helper date_negate(int64)
//+ helper date_abs(int64)
//+ helper date_multiply(int64)
//+ helper date_divide(int64)
//+ helper date_scale(int64)
//+ helper date_scale_down(int64)
//+ helper date_ratio(int64)
//+ helper date_equal(int64)
//+ helper date_less(int64)
//+ helper date_greater_equal(int64)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void between(unsigned threads, const int64_t* start, const int64_t* end, int64_t* out,
                               int out_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < out_len) {
        out[i] = date_subtract(end[i], start[i]);
    }
}

extern "C" cudaError_t launch_between(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const int64_t* start, int /*start_len*/,
                                      const int64_t* end, int /*end_len*/, int64_t* out, int out_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    between<<<grid, block, shared_bytes, stream>>>(threads.x, start, end, out, out_len);
    return cudaGetLastError();
}

static __global__ void moved(unsigned threads, const int64_t* dates, int64_t delta, int64_t* out, int out_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < out_len) {
        out[i] = date_add(date_multiply(dates[i], int64_t(24)), delta);
        out[i] = date_subtract(out[i], date_negate(delta));
    }
}

extern "C" cudaError_t launch_moved(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const int64_t* dates, int /*dates_len*/,
                                    int64_t delta, int64_t* out, int out_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    moved<<<grid, block, shared_bytes, stream>>>(threads.x, dates, delta, out, out_len);
    return cudaGetLastError();
}

static __global__ void scaled(unsigned threads, const int64_t* __restrict__ spans, int spans_len, int64_t n,
                              double x, double* ratios)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < spans_len) {
        const int64_t whole = date_divide(date_multiply(date_abs(spans[i]), n), int64_t(2));
        ratios[i] = date_ratio(whole, date_scale_down(date_scale(spans[i], x), 0.5));
    }
}

extern "C" cudaError_t launch_scaled(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const int64_t* spans, int spans_len, int64_t n,
                                     double x, double* ratios, int /*ratios_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    scaled<<<grid, block, shared_bytes, stream>>>(threads.x, spans, spans_len, n, x, ratios);
    return cudaGetLastError();
}

static __global__ void compared(unsigned threads, const int64_t* __restrict__ dates, int64_t target,
                                bool* out, int out_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < out_len) {
        const int64_t day = dates[i];
        out[i] = !date_equal(day, dates[0]) ? date_equal(day, target) || date_less(day, target)
            : date_greater_equal(day, target);
    }
}

extern "C" cudaError_t launch_compared(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, const int64_t* dates, int /*dates_len*/,
                                       int64_t target, bool* out, int out_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    compared<<<grid, block, shared_bytes, stream>>>(threads.x, dates, target, out, out_len);
    return cudaGetLastError();
}
