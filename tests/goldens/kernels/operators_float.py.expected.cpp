// Translated from operators_float.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double copysign(double, double);
float copysignf(float, float);
double floor(double);
float floorf(float);
double fmod(double, double);
float fmodf(float, float);
double pow(double, double);
float powf(float, float);
}
//+ helper floor_div(float)
//+ helper floor_div(double)
//+ helper floor_mod(float)
//+ helper floor_mod(double)

static inline void arithmetic(float a, float b, float* R)
{
    R[0] = a + b;
    R[1] = a / b;
    R[2] = floor_div(a, b);
    R[3] = floor_mod(a, b);
    R[4] = powf(a, b);
    R[5] = a * a;
    R[6] = -a * b;
    R[7] = -(a * b);
    R[8] = a / (b * a);
    R[9] = a / b / a;
    R[10] = powf(a, 0.5f);
    R[11] = powf(2.0f, a);
}

extern "C" void run_arithmetic(const CpuRange* range, float a, float b, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    arithmetic(a, b, R);
                }
            }
        }
    }
}

static inline void in_double(double a, double b, double* R)
{
    R[0] = a + b;
    R[1] = floor_div(a, b);
    R[2] = floor_mod(a, b);
    R[3] = pow(a, b);
    R[4] = 2.0 * a;
    R[5] = a + 1.0;
}

extern "C" void run_in_double(const CpuRange* range, double a, double b, double* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    in_double(a, b, R);
                }
            }
        }
    }
}

static inline void in_place(float a, float* R)
{
    R[0] += a;
    R[1] -= 1.0f;
    R[2] *= 0.5f;
    R[3] /= a;
    R[4] = floor_div(R[4], a);
    R[5] = floor_mod(R[5], a);
    R[6] = powf(R[6], a);
}

extern "C" void run_in_place(const CpuRange* range, float a, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    in_place(a, R);
                }
            }
        }
    }
}
