// Translated from tables.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type half
//+ type bfloat16

static const float WEIGHTS_float[3] = {0.25f, 0.5f, 0.25f};
static const double WEIGHTS[3] = {0.25, 0.5, 0.25};
static const int OFFSETS[8] = {0, 1, 1, 0, -1, 0, 0, -1};
static const int MATRIX[6] = {1, 2, 3, 4, 5, 6};
static const int MATRIX_1[3] = {4, 5, 6};
static const int64_t BIG[2] = {1, 1099511627776LL};
static const bool FLAGS[2] = {true, false};
static const int values[3] = {1, 2, 5};
static const float values_float[2] = {-0.75f, 0.099975586f};
static const float values_float_[3] = {1.5f, 0.100097656f, 3.0f};
//+ helper minimum(int)
//+ helper half_to_float(half)
//+ helper half_from_float(float)
//+ helper bfloat16_from_float(float)
//+ helper round_to_half(float)
//+ helper round_to_bfloat16(float)

// An element takes the precision of what it meets, as a literal does.
static inline void blur(int idx, const float* X, float* Y, double* Z)
{
    float total = 0.0f;
    double exact = Z[idx];
    for (int k = 0; k < 3; ++k) {
        total += WEIGHTS_float[k] * X[idx + k];
        exact += WEIGHTS[k] * Z[idx];
    }
    Y[idx] = total;
    Z[idx] = exact;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool blur_strip(int lanes, int first_idx, const float* X,
                                                             float* Y, double* Z)
{
    float total[32];
    double exact[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total[lane] = 0.0f;
        exact[lane] = Z[idx];
    }
    for (int k = 0; k < 3; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] += WEIGHTS_float[k] * X[idx + k];
            exact[lane] += WEIGHTS[k] * Z[idx];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        Y[idx] = total[lane];
        Z[idx] = exact[lane];
    }
    return true;
}

extern "C" void run_blur(const CpuRange* range, const float* X, int /*X_len*/, float* Y, int /*Y_len*/,
                         double* Z, int /*Z_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? blur_strip(32, x, X, Y, Z)
                        : lanes >= 8 && blur_strip(lanes, x, X, Y, Z);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            blur(thread_x, X, Y, Z);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline int neighbours(const int* cells, int width, int x, int y)
{
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        const int dx = OFFSETS[2 * i];
        const int dy = OFFSETS[2 * i + 1];
        count += cells[(y + dy) * width + x + dx];
    }
    return count;
}

static inline void choose(int* cells, int width, int i, int j, int64_t* wide, float* out, int out_len)
{
    cells[0] = MATRIX[i * 3 + j] + MATRIX_1[j] + MATRIX[i * 3 + 2] + 4;
    wide[0] = BIG[i];
    if (FLAGS[i]) {
        cells[1] = neighbours(cells, width, i, j);
    }
    for (int k = 0; k < 3; ++k) {
        const int n = k + 1;
        const float w = WEIGHTS_float[k];
        out[n] = w;
    }
    for (int k = 0; k < 3; ++k) {
        const int step = values[k];
        cells[step] = 2;
    }
    const int count = minimum(out_len, 3);
    for (int k = 0; k < count; ++k) {
        const float w = WEIGHTS_float[k];
        const float x = out[k];
        cells[0] += int(w * x);
    }
    const int a = i;
    const int b = j;
    const int c = 1;
    const int p = 0;
    const int q = 1;
    const int r = 1;
    const int s = 0;
    const int t = -1;
    const int u = 0;
    const int v = 0;
    const int w2 = -1;
    cells[2] = a + b + c + p + q + r + s + t + u + v + w2 + 8;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool choose_strip(int lanes, int* cells, int width, int i, int j,
                                                               int64_t* wide, float* out, int out_len)
{
    int count[32];
    int neighbours_result[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        cells[0] = MATRIX[i * 3 + j] + MATRIX_1[j] + MATRIX[i * 3 + 2] + 4;
        wide[0] = BIG[i];
    }
    if (FLAGS[i]) {
        const int width_ = width;
        const int x_ = i;
        const int y = j;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            count[lane] = 0;
        }
        for (int k = 0; k < 4; ++k) {
            const int dx = OFFSETS[2 * k];
            const int dy = OFFSETS[2 * k + 1];
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                count[lane] += cells[(y + dy) * width_ + x_ + dx];
            }
        }
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            neighbours_result[lane] = count[lane];
            cells[1] = neighbours_result[lane];
        }
    }
    for (int k = 0; k < 3; ++k) {
        const int n = k + 1;
        const float w = WEIGHTS_float[k];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            out[n] = w;
        }
    }
    for (int k = 0; k < 3; ++k) {
        const int step = values[k];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            cells[step] = 2;
        }
    }
    const int count_ = minimum(out_len, 3);
    for (int k = 0; k < count_; ++k) {
        const float w = WEIGHTS_float[k];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float x = out[k];
            cells[0] += int(w * x);
        }
    }
    const int a = i;
    const int b = j;
    const int c = 1;
    const int p = 0;
    const int q = 1;
    const int r = 1;
    const int s = 0;
    const int t = -1;
    const int u = 0;
    const int v = 0;
    const int w2 = -1;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        cells[2] = a + b + c + p + q + r + s + t + u + v + w2 + 8;
    }
    return true;
}

extern "C" void run_choose(const CpuRange* range, int* cells, int /*cells_len*/, int width, int i, int j,
                           int64_t* wide, int /*wide_len*/, float* out, int out_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? choose_strip(32, cells, width, i, j, wide, out, out_len)
                        : lanes >= 8 && choose_strip(lanes, cells, width, i, j, wide, out, out_len);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            choose(cells, width, i, j, wide, out, out_len);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void small_floats(half* H, bfloat16* B, float* out)
{
    for (int i = 0; i < 2; ++i) {
        const float h = values_float[i];
        H[0] = half_from_float(round_to_half(half_to_float(H[0]) + h));
        out[0] += h;
    }
    for (int i = 0; i < 3; ++i) {
        const float b = values_float_[i];
        B[0] = bfloat16_from_float(round_to_bfloat16(b * 2.0f));
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool small_floats_strip(int lanes, half* H, bfloat16* B,
                                                                     float* out)
{
    for (int i = 0; i < 2; ++i) {
        const float h = values_float[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            H[0] = half_from_float(round_to_half(half_to_float(H[0]) + h));
            out[0] += h;
        }
    }
    for (int i = 0; i < 3; ++i) {
        const float b = values_float_[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            B[0] = bfloat16_from_float(round_to_bfloat16(b * 2.0f));
        }
    }
    return true;
}

extern "C" void run_small_floats(const CpuRange* range, half* H, int /*H_len*/, bfloat16* B, int /*B_len*/,
                                 float* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? small_floats_strip(32, H, B, out)
                        : lanes >= 8 && small_floats_strip(lanes, H, B, out);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            small_floats(H, B, out);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
