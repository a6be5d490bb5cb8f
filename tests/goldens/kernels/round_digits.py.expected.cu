// Translated from round_digits.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}

// Python's round(x, digits) for a scale of 10 ** digits: ties to even, and x itself where x * scale has no
// fraction.
static __device__ double round_decimals(double x, double scale)
{
    const double rounded = rint(x * scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(x, scale, -(rounded + 0.5)) > 0) return (rounded + 1) / scale;
    if (fma(x, scale, -(rounded - 0.5)) < 0) return (rounded - 1) / scale;
    return rounded / scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ int round_tens(int x, int scale)
{
    const int rest = x % scale;
    const int toward_zero = x - rest;
    const int distance = rest < 0 ? -rest : rest;
    if (distance < scale / 2 || (distance == scale / 2 && toward_zero / scale % 2 == 0)) return toward_zero;
    return rest < 0 ? toward_zero - scale : toward_zero + scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ uint32_t round_tens(uint32_t x, uint32_t scale)
{
    const uint32_t rest = x % scale;
    const uint32_t below = x - rest;
    const bool is_nearer = rest < scale / 2 || (rest == scale / 2 && below / scale % 2 == 0);
    return is_nearer ? below : below + scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ int64_t round_tens(int64_t x, int64_t scale)
{
    const int64_t rest = x % scale;
    const int64_t toward_zero = x - rest;
    const int64_t distance = rest < 0 ? -rest : rest;
    if (distance < scale / 2 || (distance == scale / 2 && toward_zero / scale % 2 == 0)) return toward_zero;
    return rest < 0 ? toward_zero - scale : toward_zero + scale;
}

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ double round_tens(double x, double scale)
{
    const double rounded = rint(x / scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(-(rounded + 0.5), scale, x) > 0) return (rounded + 1) * scale;
    if (fma(-(rounded - 0.5), scale, x) < 0) return (rounded - 1) * scale;
    return rounded * scale;
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

static __global__ void cents(unsigned threads, double* prices, float* rates, half* small, int* counts,
                             uint8_t* bytes, uint32_t* words, int64_t* big)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    prices[idx] = round_decimals(prices[idx], 100.0);
    rates[idx] = float(round_decimals(double(rates[idx]), 1000.0));
    rates[idx] = rintf(rates[idx]);
    prices[idx] = round_tens(prices[idx], 100.0);
    small[idx] = half(round_decimals(double(float(small[idx])), 10.0));
    counts[idx] = round_tens(counts[idx], 1000) + counts[idx];
    bytes[idx] = uint8_t(minimum(round_tens(int(bytes[idx]), 10), 250));
    words[idx] = round_tens(words[idx], 100u);
    big[idx] = round_tens(big[idx], int64_t(1000000000000000000LL));
    counts[idx] += int(rintf(rates[idx]));
    big[idx] += int64_t(rint(prices[idx])) + counts[idx];
}

extern "C" cudaError_t launch_cents(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, double* prices, int /*prices_len*/, float* rates,
                                    int /*rates_len*/, half* small, int /*small_len*/, int* counts,
                                    int /*counts_len*/, uint8_t* bytes, int /*bytes_len*/, uint32_t* words,
                                    int /*words_len*/, int64_t* big, int /*big_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    cents<<<grid, block, shared_bytes, stream>>>(threads.x, prices, rates, small, counts, bytes, words, big);
    return cudaGetLastError();
}
