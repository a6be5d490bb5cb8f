// Translated from unrolled_loops.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static __device__ double floor_div(double a, double b)
{
    if (b == 0) return a / b;
    const double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysign(0.0, a / b);
    const double floored = floor(quotient);
    return quotient - floored > 0.5 ? floored + 1 : floored;
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

static __global__ void unrolls(unsigned threads, double* out, const float* __restrict__ a, const int64_t* b,
                               int b_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int64_t i = 0;
    // Each array has dimensions of its own.
    for (int64_t case_number = 0; case_number < 2; ++case_number) {
        if (case_number == 0) {
            const int case_ = 0;
            out[i] = a[case_];
            i += 1;
        } else {
            const int case_2 = 0;
            out[i] = b[case_2 + b_cols];
            i += 1;
        }
    }
    for (int64_t number_number = 0; number_number < 2; ++number_number) {
        if (number_number == 0) {
            const int64_t number = 2;
            if (number == out[0]) break;
            const int64_t halves = number / 2;
            out[i] = halves;
        } else {
            const double number_ = 2.5;
            if (number_ == out[0]) break;
            const double halves_ = floor_div(number_, 2.0);
            out[i] = halves_;
        }
    }
}

extern "C" cudaError_t launch_unrolls(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, double* out, int /*out_len*/, const float* a,
                                      int /*a_len*/, const int64_t* b, int /*b_rows*/, int b_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    unrolls<<<grid, block, shared_bytes, stream>>>(threads.x, out, a, b, b_cols);
    return cudaGetLastError();
}
