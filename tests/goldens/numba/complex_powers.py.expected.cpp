// Translated from complex_powers.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

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
//+ type complex64
//+ type complex128
//+ helper complex_add(complex128)
//+ helper complex_multiply(complex128)
//+ helper complex_raise(complex64)
//+ helper complex_raise(complex128)

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
