// Translated from functions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
int abs(int);
double atan2(double, double);
double ceil(double);
float floorf(float);
float hypotf(float, float);
float ldexpf(float, int);
double log(double);
double pow(double, double);
double rint(double);
float rintf(float);
float sqrtf(float);
}

static const int64_t values[3] = {1, 2, 4};
//+ helper minimum(int64)
//+ helper maximum(double)

static inline void functions(const float* X, const int* A, const int8_t* S, int64_t* L, double* D)
{
    L[0] = int64_t(X[0]) + A[0];
    D[0] = double(A[0]) + X[0];
    D[1] = double(A[0]) / 3.0;
    L[1] = int64_t(int8_t(abs(int(S[0])))) + abs(A[1]);
    L[2] = int64_t(rintf(X[1])) + int64_t(rint(D[1]));
    D[2] = floorf(X[2]) + ceil(double(A[2]));
    D[3] = sqrtf(X[3]) * atan2(double(X[4]), D[4]) + pow(double(X[4]), double(A[4]));
    D[4] = maximum(double(A[3]), double(X[5])) + minimum(int64_t(A[5]), int64_t(3));
    D[5] = X[7] * 57.29578f + double(A[7]) * 0.017453292519943295 + hypotf(X[8], X[9]) + ldexpf(X[9], A[8]);
    for (int i = 0; i < 3; ++i) {
        const int64_t step = values[i];
        L[4] += step;
    }
    L[3] = int64_t(__builtin_isnan(X[6]) + log(double(A[6])));
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool functions_strip(int lanes, const float* X, const int* A,
                                                                  const int8_t* S, int64_t* L, double* D)
{
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        L[0] = int64_t(X[0]) + A[0];
        D[0] = double(A[0]) + X[0];
        D[1] = double(A[0]) / 3.0;
        L[1] = int64_t(int8_t(abs(int(S[0])))) + abs(A[1]);
        L[2] = int64_t(rintf(X[1])) + int64_t(rint(D[1]));
        D[2] = floorf(X[2]) + ceil(double(A[2]));
        D[3] = sqrtf(X[3]) * atan2(double(X[4]), D[4]) + pow(double(X[4]), double(A[4]));
        D[4] = maximum(double(A[3]), double(X[5])) + minimum(int64_t(A[5]), int64_t(3));
        D[5] = X[7] * 57.29578f + double(A[7]) * 0.017453292519943295 + hypotf(X[8], X[9])
            + ldexpf(X[9], A[8]);
    }
    for (int i = 0; i < 3; ++i) {
        const int64_t step = values[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            L[4] += step;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        L[3] = int64_t(__builtin_isnan(X[6]) + log(double(A[6])));
    }
    return true;
}

extern "C" void run_functions(const CpuRange* range, const float* X, int /*X_len*/, const int* A,
                              int /*A_len*/, const int8_t* S, int /*S_len*/, int64_t* L, int /*L_len*/,
                              double* D, int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? functions_strip(32, X, A, S, L, D)
                        : lanes >= 8 && functions_strip(lanes, X, A, S, L, D);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            functions(X, A, S, L, D);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
