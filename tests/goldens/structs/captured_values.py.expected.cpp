// Translated from captured_values.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <assert.h>
#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float hypotf(float, float);
}
//+ type complex64
//+ type complex128

struct Vec
{
    float x;
    float y;
};
//+ type float3
//+ type float2
//+ helper operator+(float2, float2)
//+ helper operator-(float2, float2)
//+ helper operator*(float3, float)
//+ helper operator+(float3, float3)

static const float ROOTS[8] = {1.0f, 0.0f, 0.0f, 1.0f, -1.0f, 0.0f, -0.0f, -1.0f};
static const float CORNERS[6] = {0.0f, 0.0f, 1.0f, 0.5f, 0.25f, 1.0f};
//+ helper complex_add(complex64)
//+ helper complex_subtract(complex64)
//+ helper complex_subtract(complex128)
//+ helper complex_multiply(complex64)
//+ helper complex_multiply(complex128)
//+ helper complex_unequal(complex64)
//+ helper complex_magnitude(complex64)

static inline float scaled(const Vec& v, float3 by)
{
    return v.x * by.y;
}

static inline void values(int idx, complex64* A, complex128* B, float3* X, Vec* V, float* R)
{
    A[idx] = A[idx] * complex64{1.5f, 4.0f};
    B[idx] = B[idx] * complex128{1.5, 4.0} - complex128{0.1, -0.7};
    X[idx] = X[idx] * 0.5f + float3{0.0f, -1.0f, 0.0f};
    Vec own = {0.1f, 0.5f};
    own.x += 0.5f;
    V[idx] = R[idx] > 0.5f ? own : Vec{0.1f, 0.5f};
    R[idx] = 2.0f * 4.0f;
    R[idx] += scaled(own, {1.0f, 2.0f, 3.0f});
    assert((A[idx] != complex64{1.5f, 4.0f}));
    assert(magnitude(A[idx] - complex64{1.5f, 4.0f}) > 0.0f && "too near");
}

extern "C" void run_values(const CpuRange* range, complex64* A, int /*A_len*/, complex128* B, int /*B_len*/,
                           float3* X, int /*X_len*/, Vec* V, int /*V_len*/, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    values(x, A, B, X, V, R);
                }
            }
        }
    }
}

static inline void tables(int idx, complex64* A, float2* V)
{
    const complex64 A_value = A[idx];
    const int index = idx % 4;
    A[idx] = A_value * complex64{ROOTS[index * 2], ROOTS[index * 2 + 1]};
    const int index_ = idx % 3;
    V[idx] = {CORNERS[index_ * 2], CORNERS[index_ * 2 + 1]};
    float2 sum = {0.0f, 0.0f};
    for (int i = 0; i < 3; ++i) {
        const float c_x = CORNERS[2 * i];
        const float c_y = CORNERS[2 * i + 1];
        const float r_real = ROOTS[2 * i];
        const float r_imag = ROOTS[2 * i + 1];
        const float2 c = {c_x, c_y};
        const complex64 r = {r_real, r_imag};
        sum = sum + c;
        A[idx] = A[idx] + r;
    }
    V[idx] = V[idx] - sum;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool tables_strip(int lanes, int first_idx, complex64* A,
                                                               float2* V)
{
    float sum_x = 0.0f;
    float sum_y = 0.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const complex64 A_value = A[idx];
        const int index = idx % 4;
        A[idx] = A_value * complex64{ROOTS[index * 2], ROOTS[index * 2 + 1]};
        const int index_ = idx % 3;
        V[idx] = {CORNERS[index_ * 2], CORNERS[index_ * 2 + 1]};
    }
    for (int i = 0; i < 3; ++i) {
        const float c_x = CORNERS[2 * i];
        const float c_y = CORNERS[2 * i + 1];
        const float r_real = ROOTS[2 * i];
        const float r_imag = ROOTS[2 * i + 1];
        const float c_x_ = c_x;
        const float c_y_ = c_y;
        const complex64 r = {r_real, r_imag};
        const float2 value = float2{sum_x, sum_y} + float2{c_x_, c_y_};
        sum_x = value.x;
        sum_y = value.y;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            A[idx] = A[idx] + r;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        V[idx] = V[idx] - float2{sum_x, sum_y};
    }
    return true;
}

extern "C" void run_tables(const CpuRange* range, complex64* A, int /*A_len*/, float2* V, int /*V_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? tables_strip(32, x, A, V)
                        : lanes >= 8 && tables_strip(lanes, x, A, V);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            tables(thread_x, A, V);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
