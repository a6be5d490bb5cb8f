// Translated from transposed.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int64)

static inline double corner_float_array2_strided(const float* x, int x_rows, int /*x_row_stride*/,
                                                 int x_col_stride)
{
    return double(x[x_col_stride]) + int64_t(x_rows);
}

static inline void transposed(int idx, const float* a, int a_rows, int a_cols, float* b, const float* c,
                              int c_dim2, double* y)
{
    const int64_t i = idx;
    if (i < a_cols) {
        for (int j = 0; j < a_rows; ++j) {
            const float value = a[i + j * a_cols];
            y[i] += value;
        }
        b[i] = a[(a_rows - 1) * a_cols + i];
        y[i] += corner_float_array2_strided(a + int(minimum(int64_t(1), int64_t(a_rows))) * a_cols, a_cols, 1,
                                            a_cols) + c[i * c_dim2 + i] + a[i];
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool transposed_strip(int lanes, int first_idx, const float* a,
                                                                   int a_rows, int a_cols, float* b,
                                                                   const float* c, int c_dim2, double* y)
{
    const int threads = lanes;
    int64_t i[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        i[lane] = idx;
    }
    int taking = 0;
#pragma omp simd reduction(+ : taking)
    for (int lane = 0; lane < lanes; ++lane) {
        taking += i[lane] < a_cols;
    }
    if (taking != 0 && taking != threads) return false;
    if (taking != 0) {
        for (int j = 0; j < a_rows; ++j) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                const float value = a[i[lane] + j * a_cols];
                y[i[lane]] += value;
            }
        }
        for (int lane = 0; lane < lanes; ++lane) {
            b[i[lane]] = a[(a_rows - 1) * a_cols + i[lane]];
            y[i[lane]] += corner_float_array2_strided(a + int(minimum(int64_t(1), int64_t(a_rows))) * a_cols,
                                                      a_cols, 1, a_cols) + c[i[lane] * c_dim2 + i[lane]]
                + a[i[lane]];
        }
    }
    return true;
}

extern "C" void run_transposed(const CpuRange* range, const float* a, int a_rows, int a_cols, float* b,
                               int /*b_rows*/, int /*b_cols*/, const float* c, int /*c_dim0*/, int /*c_dim1*/,
                               int c_dim2, double* y, int /*y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? transposed_strip(32, x, a, a_rows, a_cols, b, c, c_dim2, y)
                        : lanes >= 8 && transposed_strip(lanes, x, a, a_rows, a_cols, b, c, c_dim2, y);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            transposed(thread_x, a, a_rows, a_cols, b, c, c_dim2, y);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
