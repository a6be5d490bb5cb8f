// Translated from complex_numbers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

// From the C library.
extern "C" {
double atan2(double, double);
float copysignf(float, float);
float cosf(float);
float expf(float);
float fabsf(float);
float hypotf(float, float);
float sinf(float);
float sqrtf(float);
}

// In memory it is what float[2] and std::complex<float> are.
typedef struct __attribute__((aligned(8))) complex64 {
    float real, imag;
} complex64;

// In memory it is what double[2] and std::complex<double> are.
typedef struct __attribute__((aligned(16))) complex128 {
    double real, imag;
} complex128;

struct complex64_double
{
    complex64 first;
    double second;
};

static inline complex64 operator+(complex64 a, complex64 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static inline complex128 operator+(complex128 a, complex128 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static inline complex64 operator-(complex64 a, complex64 b)
{
    return {a.real - b.real, a.imag - b.imag};
}

static inline complex64 operator*(complex64 a, complex64 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

static inline complex128 operator*(complex128 a, complex128 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

// As CPython divides: by the larger part first, so that nothing overflows on the way.
static inline complex64 operator/(complex64 a, complex64 b)
{
    if (fabsf(b.real) >= fabsf(b.imag)) {
        const float ratio = b.imag / b.real;
        const float whole = b.real + b.imag * ratio;
        return {(a.real + a.imag * ratio) / whole, (a.imag - a.real * ratio) / whole};
    }
    const float ratio = b.real / b.imag;
    const float whole = b.real * ratio + b.imag;
    return {(a.real * ratio + a.imag) / whole, (a.imag * ratio - a.real) / whole};
}

static inline complex64 operator-(complex64 z)
{
    return {-z.real, -z.imag};
}

static inline bool operator==(complex64 a, complex64 b)
{
    return a.real == b.real && a.imag == b.imag;
}

static inline bool operator!=(complex64 a, complex64 b)
{
    return a.real != b.real || a.imag != b.imag;
}

static inline complex64 conjugate(complex64 z)
{
    return {z.real, -z.imag};
}

// Python's abs(z).
static inline float magnitude(complex64 z)
{
    return hypotf(z.real, z.imag);
}

static inline double phase(complex128 z)
{
    return atan2(z.imag, z.real);
}

static inline complex64 complex_exp(complex64 z)
{
    const float scale = expf(z.real);
    return {scale * cosf(z.imag), scale * sinf(z.imag)};
}

// As CPython computes it: an eighth of the number does not overflow.
static inline complex64 complex_sqrt(complex64 z)
{
    if (z.real == 0 && z.imag == 0) return {0, z.imag};
    const float x = fabsf(z.real) / 8;
    const float larger = 2 * sqrtf(x + hypotf(x, z.imag / 8));
    const float smaller = fabsf(z.imag) / (2 * larger);
    if (z.real >= 0) return {larger, copysignf(smaller, z.imag)};
    return {smaller, copysignf(larger, z.imag)};
}

// z ** exponent by squaring, as CPython does for whole exponents.
static inline complex64 complex_power(complex64 z, int exponent)
{
    const complex64 one = {1, 0};
    complex64 result = one;
    complex64 square = z;
    for (int rest = exponent < 0 ? -exponent : exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result = result * square;
        }
        square = square * square;
    }
    return exponent < 0 ? one / result : result;
}

// Turns a number around 0.
static inline complex64 turned(complex64 z, float angle)
{
    return z * complex64{cosf(angle), sinf(angle)};
}

static inline void kernel(int idx, complex64* X, complex128* D, float* R, complex64 a, double d)
{
    const complex64 z = X[idx] * a + complex64{0.0f, 2.0f};
    complex64 total = {0.0f, 0.0f};
    for (int i = 0; i < 3; ++i) {
        total = total + z * conjugate(z) / (complex64{1.0f, 0.0f} + complex64{0.0f, 2.0f});
    }
    R[idx] = magnitude(z) + z.real - X[idx].imag;
    X[idx] = z != complex64{0.0f, 0.0f} ? turned(z, R[idx]) : -conjugate(total + complex64{1.0f, 0.0f});
    complex64 number;
    D[idx] = D[idx]
        + (complex128{double((number = X[idx]).real), double(number.imag)} * complex128{d,
           0.0} + complex128{0.0, 1.0});
    D[idx] = {double(z.real), double(z.imag)};
    if (z != complex64{0.0f, 0.0f} && total == complex64{0.0f, 1.0f}) {
        complex64 value;
        X[idx] = (value = complex_power(z, 3)) != complex64{0.0f, 0.0f} ? value : total;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool kernel_strip(int lanes, int first_idx, complex64* X,
                                                               complex128* D, float* R, complex64 a, double d)
{
    complex64 z[32];
    complex64 total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        z[lane] = X[idx] * a + complex64{0.0f, 2.0f};
        total[lane] = {0.0f, 0.0f};
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            total[lane] = total[lane]
                + z[lane] * conjugate(z[lane]) / (complex64{1.0f, 0.0f} + complex64{0.0f, 2.0f});
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx] = magnitude(z[lane]) + z[lane].real - X[idx].imag;
        X[idx] = z[lane] != complex64{0.0f,
            0.0f} ? turned(z[lane], R[idx]) : -conjugate(total[lane] + complex64{1.0f, 0.0f});
        complex64 number;
        D[idx] = D[idx]
            + (complex128{double((number = X[idx]).real), double(number.imag)} * complex128{d,
               0.0} + complex128{0.0, 1.0});
        D[idx] = {double(z[lane].real), double(z[lane].imag)};
        if (z[lane] != complex64{0.0f, 0.0f} && total[lane] == complex64{0.0f, 1.0f}) {
            complex64 value;
            X[idx] = (value = complex_power(z[lane], 3)) != complex64{0.0f, 0.0f} ? value : total[lane];
        }
    }
    return true;
}

extern "C" void run_kernel(const CpuRange* range, complex64* X, int /*X_len*/, complex128* D, int /*D_len*/,
                           float* R, int /*R_len*/, complex64 a, double d)
{
    for (int64_t number_2 = range->first_block; number_2 < range->end_block; ++number_2) {
        const CpuBlock block = block_of(*range, number_2);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? kernel_strip(32, x, X, D, R, a, d)
                        : lanes >= 8 && kernel_strip(lanes, x, X, D, R, a, d);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            kernel(thread_x, X, D, R, a, d);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void functions(int idx, complex64* X, double* R)
{
    X[idx] = complex_exp(X[idx]) - complex_sqrt(X[idx]);
    R[idx] = phase(complex128{R[idx], 1.0});
    const complex64_double pair = {X[idx], R[idx]};
    X[idx] = {pair.first.real, float(pair.second)};
}

extern "C" void run_functions(const CpuRange* range, complex64* X, int /*X_len*/, double* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    functions(x, X, R);
                }
            }
        }
    }
}
