// Translated from dates.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// a + b of dates and spans; NaT where one of them is.
static __device__ int64_t date_add(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nat : int64_t(uint64_t(a) + uint64_t(b));
}

// a - b of dates and spans; NaT where one of them is.
static __device__ int64_t date_subtract(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nat : int64_t(uint64_t(a) - uint64_t(b));
}

// -a of a span; NaT stays NaT.
static __device__ int64_t date_negate(int64_t a)
{
    return int64_t(0 - uint64_t(a));
}

// abs(a) of a span; NaT stays NaT.
static __device__ int64_t date_abs(int64_t a)
{
    return a < 0 ? int64_t(0 - uint64_t(a)) : a;
}

// A span times an integer; NaT stays NaT.
static __device__ int64_t date_multiply(int64_t a, int64_t factor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat ? nat : int64_t(uint64_t(a) * uint64_t(factor));
}

// A span by an integer, rounded toward zero; NaT stays NaT, and a zero divisor gives it.
static __device__ int64_t date_divide(int64_t a, int64_t divisor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || divisor == 0 ? nat : a / divisor;
}

// A span times a number, rounded toward zero; NaT where it is NaT, or nothing that fits.
static __device__ int64_t date_scale(int64_t a, double factor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    const double scaled = double(a) * factor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? int64_t(scaled) : nat;
}

// A span by a number, rounded toward zero; NaT where it is NaT, or nothing that fits.
static __device__ int64_t date_scale_down(int64_t a, double divisor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    const double scaled = double(a) / divisor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? int64_t(scaled) : nat;
}

// a / b of spans; NaN where one of them is NaT.
static __device__ double date_ratio(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nan("") : double(a) / double(b);
}

// a == b of dates or spans; NaT equals nothing.
static __device__ bool date_equal(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == b && a != nat;
}

// a < b of dates or spans; false where one of them is NaT.
static __device__ bool date_less(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a != nat && a < b;
}

// a >= b of dates or spans; false where one of them is NaT.
static __device__ bool date_greater_equal(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return b != nat && a >= b;
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
