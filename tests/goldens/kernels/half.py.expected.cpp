// Translated from half.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float copysignf(float, float);
float fabsf(float);
float floorf(float);
float fmodf(float, float);
int printf(const char*, ...);
float rintf(float);
float sqrtf(float);
}
//+ type half
//+ type bfloat16

struct half_half
{
    half first;
    half second;
};

constexpr float SCALE = 0.099975586f;
//+ helper floor_div(float)
//+ helper square(float)
//+ helper minimum(float)
//+ helper half_to_float(half)
//+ helper bfloat16_to_float(bfloat16)
//+ helper half_from_float(float)
//+ helper bfloat16_from_float(float)
//+ helper round_to_half(float)
//+ helper round_to_bfloat16(float)
//+ helper round_to_bfloat16(double)

// Rounds after each operation.
static inline float blend(float a, float b, float t)
{
    return round_to_half(a + round_to_half(b - a) * t);
}

static inline void saxpy(int idx, half a, const half* X, half* Y)
{
    Y[idx] = half_from_float(round_to_half(half_to_float(Y[idx])
                                           + round_to_half(half_to_float(a) * half_to_float(X[idx]))));
}

extern "C" void run_saxpy(const CpuRange* range, half a, const half* X, int /*X_len*/, half* Y, int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, a, X, Y);
                }
            }
        }
    }
}

static inline void steps(int idx, half* X, bfloat16* B, float* F, int* I)
{
    const float x = round_to_half(round_to_half(half_to_float(X[idx]) * SCALE) + 0.5f); // literals are halves here
    float total = 0.0f;
    for (int i = 0; i < 3; ++i) {
        total = round_to_half(total + x);
    }
    X[idx] = half_from_float(round_to_half(round_to_half(round_to_half(floor_div(blend(total, x, 0.25f),
                                                         3.0f)) + round_to_half(square(fabsf(x))))
                                           - minimum(x, 2.0f)));
    B[idx] = bfloat16_from_float(bfloat16_to_float(B[idx]) > 1.0f
                                 ? round_to_bfloat16(bfloat16_to_float(B[idx]) / 3.0f)
                                 : -bfloat16_to_float(B[idx]));
    B[idx] = bfloat16_from_float(round_to_bfloat16(double(I[idx])));
    F[idx] = half_to_float(X[idx]) + bfloat16_to_float(B[idx]) + sqrtf(x);
    I[idx] = int(x) + int(rintf(half_to_float(X[idx])));
    if (x != 0.0f && total <= 3.0f) {
        printf("%g\n", x);
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool steps_strip(int lanes, int first_idx, half* X, bfloat16* B,
                                                              float* F, int* I)
{
    float x[32];
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        x[lane] = round_to_half(round_to_half(half_to_float(X[idx]) * SCALE) + 0.5f); // literals are halves here
        total[lane] = 0.0f;
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            total[lane] = round_to_half(total[lane] + x[lane]);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = half_from_float(round_to_half(round_to_half(round_to_half(floor_div(blend(total[lane],
                                               x[lane], 0.25f), 3.0f))
                                               + round_to_half(square(fabsf(x[lane]))))
                                               - minimum(x[lane], 2.0f)));
        B[idx] = bfloat16_from_float(bfloat16_to_float(B[idx]) > 1.0f
                                     ? round_to_bfloat16(bfloat16_to_float(B[idx]) / 3.0f)
                                     : -bfloat16_to_float(B[idx]));
        B[idx] = bfloat16_from_float(round_to_bfloat16(double(I[idx])));
        F[idx] = half_to_float(X[idx]) + bfloat16_to_float(B[idx]) + sqrtf(x[lane]);
        I[idx] = int(x[lane]) + int(rintf(half_to_float(X[idx])));
        if (x[lane] != 0.0f && total[lane] <= 3.0f) {
            printf("%g\n", x[lane]);
        }
    }
    return true;
}

extern "C" void run_steps(const CpuRange* range, half* X, int /*X_len*/, bfloat16* B, int /*B_len*/, float* F,
                          int /*F_len*/, int* I, int /*I_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? steps_strip(32, x_2, X, B, F, I)
                        : lanes >= 8 && steps_strip(lanes, x_2, X, B, F, I);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            steps(thread_x, X, B, F, I);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void sums_block(int first_idx, int blockDim_x, const half* X,
                                                             half* R)
{
    alignas(64) half tile[64];
    float low[1056];
    float high[1056];
    float value[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        tile[threadIdx_x] = half_from_float(half_to_float(X[idx]));
    }
#pragma omp simd
    for (int lane = 0; lane < (32 < blockDim_x ? 32 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        tile[threadIdx_x] = half_from_float(round_to_half(half_to_float(tile[threadIdx_x])
                                                          + half_to_float(tile[threadIdx_x + 32])));
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        low[lane] = half_to_float(tile[0]);
        value[lane] = half_to_float(X[idx]);
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int by = 1 & 31;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            const float far = value[warp + lane_id + by];
            high[lane] = lane_id + by < lanes ? far : value[lane];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const half_half pair = {half_from_float(low[lane]), half_from_float(high[lane])};
        R[idx] = half_from_float(round_to_half(half_to_float(pair.first) + half_to_float(pair.second)));
    }
}

extern "C" void run_sums(const CpuRange* range, const half* X, int /*X_len*/, half* R, int /*R_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sums_block(block.first[0], 256, X, R);
        } else {
            sums_block(block.first[0], int(range->block[0]), X, R);
        }
    }
}
