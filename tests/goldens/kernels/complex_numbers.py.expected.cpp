// Translated from complex_numbers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

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
//+ type complex64
//+ type complex128

struct complex64_double
{
    complex64 first;
    double second;
};
//+ helper complex_add(complex64)
//+ helper complex_add(complex128)
//+ helper complex_subtract(complex64)
//+ helper complex_multiply(complex64)
//+ helper complex_multiply(complex128)
//+ helper complex_divide(complex64)
//+ helper complex_negate(complex64)
//+ helper complex_equal(complex64)
//+ helper complex_unequal(complex64)
//+ helper complex_conjugate(complex64)
//+ helper complex_magnitude(complex64)
//+ helper complex_phase(complex128)
//+ helper complex_exp(complex64)
//+ helper complex_sqrt(complex64)
//+ helper complex_power(complex64)

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
// they diverge.
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
