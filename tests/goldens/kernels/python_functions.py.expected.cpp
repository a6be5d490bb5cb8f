// Translated from python_functions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
int abs(int);
float copysignf(float, float);
double fabs(double);
float fabsf(float);
float floorf(float);
float fmodf(float, float);
long long llabs(long long);
float powf(float, float);
double rint(double);
float rintf(float);
}
//+ helper floor_div(int)
//+ helper floor_div(float)
//+ helper floor_mod(int)
//+ helper floor_mod(float)
//+ helper int_power(int)
//+ helper minimum(int)
//+ helper minimum(float)
//+ helper maximum(int)
//+ helper maximum(float)
//+ helper maximum(double)

static inline void own(int a, int b, int64_t n, float x, float y, double d, int* I, float* F, int F_len,
                       double* D, int64_t* L)
{
    I[0] = minimum(a, b);
    I[1] = maximum(maximum(a, b), 3);
    F[0] = minimum(x, y);
    F[1] = maximum(x, 0.0f);
    D[0] = maximum(d, double(x));
    I[2] = abs(a);
    F[2] = fabsf(x);
    D[1] = fabs(d);
    L[0] = llabs(n);
    I[3] = int(rintf(x));
    L[1] = int64_t(rint(d));
    F[3] = powf(x, y);
    I[4] = int_power(a, 3);
    I[5] = F_len;
    const int q = floor_div(a, b);
    const int r = floor_mod(a, b);
    I[6] = q;
    I[7] = r;
    F[4] = floor_div(x, y);
    F[5] = floor_mod(x, y);
}

extern "C" void run_own(const CpuRange* range, int a, int b, int64_t n, float x, float y, double d, int* I,
                        int /*I_len*/, float* F, int F_len, double* D, int /*D_len*/, int64_t* L,
                        int /*L_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    own(a, b, n, x, y, d, I, F, F_len, D, L);
                }
            }
        }
    }
}
