// Translated from atomics.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// In memory it is what float[2] and std::complex<float> are, and cuFloatComplex.
typedef struct __align__(8) complex64 {
    float real, imag;
} complex64;

// In memory it is what double[2] and std::complex<double> are, and cuDoubleComplex.
typedef struct __align__(16) complex128 {
    double real, imag;
} complex128;

struct int64_int64
{
    int64_t first;
    int64_t second;
};

// Python's min(a, b): a unless b is less.
static __device__ int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

// The place of an element of an array, whose last one has the index -1, too.
static __device__ int wrapped_index(int index, int length)
{
    return index < 0 ? index + length : index;
}

// The place of an element of an array, whose last one has the index -1, too.
static __device__ int64_t wrapped_index(int64_t index, int64_t length)
{
    return index < 0 ? index + length : index;
}

// atomicMin for double, which CUDA has for integers alone. A NaN changes nothing.
static __device__ double atomic_min(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *place, expected;
    do {
        expected = old;
        const double current = __longlong_as_double(expected);
        old = atomicCAS(place, expected, __double_as_longlong(value < current ? value : current));
    } while (old != expected);
    return __longlong_as_double(old);
}

// atomicMax for double, which CUDA has for integers alone. A NaN changes nothing.
static __device__ double atomic_max(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *place, expected;
    do {
        expected = old;
        const double current = __longlong_as_double(expected);
        old = atomicCAS(place, expected, __double_as_longlong(value > current ? value : current));
    } while (old != expected);
    return __longlong_as_double(old);
}

// atomicMin where a NaN is no number: gives the old value.
static __device__ float atomic_nan_min(float* address, float value)
{
    unsigned int* const place = reinterpret_cast<unsigned int*>(address);
    unsigned int bits = *place, expected;
    float old;
    do {
        expected = bits;
        old = __uint_as_float(expected);
        bits = atomicCAS(place, expected, __float_as_uint(value == value && !(value >= old) ? value : old));
    } while (bits != expected);
    return old;
}

// atomicMin where a NaN is no number: gives the old value.
static __device__ double atomic_nan_min(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    double old;
    do {
        expected = bits;
        old = __longlong_as_double(expected);
        bits = atomicCAS(place, expected, __double_as_longlong(value == value && !(value >= old) ? value : old));
    } while (bits != expected);
    return old;
}

// atomicMax where a NaN is no number: gives the old value.
static __device__ double atomic_nan_max(double* address, double value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    double old;
    do {
        expected = bits;
        old = __longlong_as_double(expected);
        bits = atomicCAS(place, expected, __double_as_longlong(value == value && !(value <= old) ? value : old));
    } while (bits != expected);
    return old;
}

// atomicOr for uint64_t, which CUDA has for unsigned long long.
static __device__ uint64_t atomic_or(uint64_t* address, uint64_t value)
{
    return uint64_t(atomicOr(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}

// atomicInc for uint64_t, which CUDA has for 32 bits alone.
static __device__ uint64_t atomic_increment(uint64_t* address, uint64_t value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    uint64_t old;
    do {
        expected = bits;
        old = uint64_t(expected);
        bits = atomicCAS(place, expected, static_cast<unsigned long long>(old >= value ? 0 : old + 1));
    } while (bits != expected);
    return old;
}

// atomicDec for uint64_t, which CUDA has for 32 bits alone.
static __device__ uint64_t atomic_decrement(uint64_t* address, uint64_t value)
{
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(address);
    unsigned long long bits = *place, expected;
    uint64_t old;
    do {
        expected = bits;
        old = uint64_t(expected);
        bits = atomicCAS(place, expected, static_cast<unsigned long long>(old == 0 || old > value ? value : old - 1));
    } while (bits != expected);
    return old;
}

// atomicCAS for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_compare_exchange(int64_t* address, int64_t expected, int64_t value)
{
    return int64_t(atomicCAS(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(expected),
                       static_cast<unsigned long long>(value)));
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

// Returns whether there are threads to launch, and the grid covers them along x, y and z.
static bool check_launch_xyz(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, y = 1ULL * grid.y * block.y,
        z = 1ULL * grid.z * block.z;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && y >= threads.y && y <= 0x80000000 && z >= threads.z && z <= 0x80000000;
}

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
