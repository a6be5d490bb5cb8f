// Translated from complex_powers.py by pycu2cu 0.2.0.

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
float atan2f(float, float);
double cos(double);
float cosf(float);
double exp(double);
float expf(float);
double hypot(double, double);
float hypotf(float, float);
double log(double);
float logf(float);
double pow(double, double);
float powf(float, float);
double sin(double);
float sinf(float);
}

// In memory it is what float[2] and std::complex<float> are.
typedef struct __attribute__((aligned(8))) complex64 {
    float real, imag;
} complex64;

// In memory it is what double[2] and std::complex<double> are.
typedef struct __attribute__((aligned(16))) complex128 {
    double real, imag;
} complex128;

static inline complex128 operator+(complex128 a, complex128 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static inline complex128 operator*(complex128 a, complex128 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

// base ** exponent by the logarithm of the magnitude, as numba computes it.
static inline complex64 complex_pow(complex64 base, complex64 exponent)
{
    if (exponent.imag == 0 && exponent.real == 2) {
        return {base.real * base.real - base.imag * base.imag, base.real * base.imag + base.imag * base.real};
    }
    if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
    const float magnitude = hypotf(base.real, base.imag);
    const float angle = atan2f(base.imag, base.real);
    float length = powf(magnitude, exponent.real);
    float phase = angle * exponent.real;
    if (exponent.imag != 0) {
        length /= expf(angle * exponent.imag);
        phase += exponent.imag * logf(magnitude);
    }
    return {length * cosf(phase), length * sinf(phase)};
}

// base ** exponent by the logarithm of the magnitude, as numba computes it.
static inline complex128 complex_pow(complex128 base, complex128 exponent)
{
    if (exponent.imag == 0 && exponent.real == 2) {
        return {base.real * base.real - base.imag * base.imag, base.real * base.imag + base.imag * base.real};
    }
    if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
    const double magnitude = hypot(base.real, base.imag);
    const double angle = atan2(base.imag, base.real);
    double length = pow(magnitude, exponent.real);
    double phase = angle * exponent.real;
    if (exponent.imag != 0) {
        length /= exp(angle * exponent.imag);
        phase += exponent.imag * log(magnitude);
    }
    return {length * cos(phase), length * sin(phase)};
}

static inline void powers(int idx, complex64* z, int z_len, complex128* w, const uint16_t* n)
{
    const int64_t i = idx;
    if (i < z_len) {
        complex64 number;
        complex128 number_;
        z[i] = {float((number_ = complex_pow(complex128{double((number = z[i]).real), double(number.imag)},
                                             complex128{2.0, 0.0})).real), float(number_.imag)};
        complex64 number_2;
        w[i] = complex128{double((number_2 = complex_pow(z[i], z[0])).real),
            double(number_2.imag)} + complex_pow(w[i], complex128{0.5, 0.0});
        const complex128 total = w[i];
        complex64 number_3;
        const complex128 total_ = total + complex128{double((number_3 = z[i]).real), double(number_3.imag)};
        w[i] = total_ * complex128{double(uint16_t(__builtin_popcount(n[i]))), 0.0};
        z[0] = {float(__builtin_inf()), 0.0f};
    }
}

extern "C" void run_powers(const CpuRange* range, complex64* z, int z_len, complex128* w, int /*w_len*/,
                           const uint16_t* n, int /*n_len*/)
{
    for (int64_t number_4 = range->first_block; number_4 < range->end_block; ++number_4) {
        const CpuBlock block = block_of(*range, number_4);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    powers(x, z, z_len, w, n);
                }
            }
        }
    }
}
