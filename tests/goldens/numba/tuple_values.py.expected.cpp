// Translated from tuple_values.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int64_int64
{
    int64_t first;
    int64_t second;
};

struct int64_int64_int64
{
    int64_t first;
    int64_t second;
    int64_t third;
};

static const int64_t t[3] = {0, 2, 3};
static const int values[3] = {64, 32, 16};
//+ helper minimum(int64)
//+ helper maximum(int64)

static inline void tuples(int idx, const float* /*a*/, int64_t* out, const int64_t* b, int b_rows, int b_cols)
{
    const int64_t i = idx;
    const int64_int64_int64 t_ = {0LL, 2LL, 3LL};
    out[0] = t[i] + (i == 0 ? int64_t(b_rows) : int64_t(b_cols)) + values[i]
        + (i == 0 ? b_rows : i == 1 ? b_cols : i == 2 ? t_.second : t_.third);
    if (i == 0 || i == 7 || int64_t(b_rows) == b_cols) {
        out[1] = minimum(minimum(int64_t(4), int64_t(2)), int64_t(8))
            + maximum(int64_t(b_rows), int64_t(b_cols));
    }
    const int64_t n = b[i * b_cols];
    const int64_t m = b[i * b_cols + 1];
    const int64_t p_first_values[2] = {n, int64_t(b_rows)};
    const int64_t p_second_values[2] = {m, int64_t(b_cols)};
    for (int j = 0; j < 2; ++j) {
        const int64_t p_first = p_first_values[j];
        const int64_t p_second = p_second_values[j];
        const int64_int64 p = {p_first, p_second};
        out[2] += p.first * p.second;
    }
    const int64_int64_int64 t_2 = {t_.second, t_.first, i};
    out[3] = t_2.first + 1;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool tuples_strip(int lanes, int first_idx, const float* /*a*/,
                                                               int64_t* out, const int64_t* b, int b_rows,
                                                               int b_cols)
{
    int64_t i[32];
    int64_t p_first_values[32][2];
    int64_t p_second_values[32][2];
    const int64_int64_int64 t_ = {0LL, 2LL, 3LL};
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        i[lane] = idx;
        out[0] = t[i[lane]] + (i[lane] == 0 ? int64_t(b_rows) : int64_t(b_cols)) + values[i[lane]]
            + (i[lane] == 0 ? b_rows : i[lane] == 1 ? b_cols : i[lane] == 2 ? t_.second : t_.third);
        if (i[lane] == 0 || i[lane] == 7 || int64_t(b_rows) == b_cols) {
            out[1] = minimum(minimum(int64_t(4), int64_t(2)), int64_t(8))
                + maximum(int64_t(b_rows), int64_t(b_cols));
        }
        const int64_t n = b[i[lane] * b_cols];
        const int64_t m = b[i[lane] * b_cols + 1];
        p_first_values[lane][0] = n;
        p_second_values[lane][0] = m;
        p_first_values[lane][1] = b_rows;
        p_second_values[lane][1] = b_cols;
    }
    for (int j = 0; j < 2; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int64_t p_first = p_first_values[lane][j];
            const int64_t p_second = p_second_values[lane][j];
            const int64_int64 p = {p_first, p_second};
            out[2] += p.first * p.second;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int64_int64_int64 t_2 = {t_.second, t_.first, i[lane]};
        out[3] = t_2.first + 1;
    }
    return true;
}

extern "C" void run_tuples(const CpuRange* range, const float* a, int /*a_len*/, int64_t* out,
                           int /*out_len*/, const int64_t* b, int b_rows, int b_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? tuples_strip(32, x, a, out, b, b_rows, b_cols)
                        : lanes >= 8 && tuples_strip(lanes, x, a, out, b, b_rows, b_cols);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            tuples(thread_x, a, out, b, b_rows, b_cols);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
