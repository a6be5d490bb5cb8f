// Translated from dates.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper date_add(int64)
//+ helper date_subtract(int64)
//+ helper date_negate(int64)
//+ helper date_abs(int64)
//+ helper date_multiply(int64)
//+ helper date_divide(int64)
//+ helper date_scale(int64)
//+ helper date_scale_down(int64)
//+ helper date_ratio(int64)
//+ helper date_equal(int64)
//+ helper date_less(int64)
//+ helper date_greater_equal(int64)

static inline void between(int idx, const int64_t* start, const int64_t* end, int64_t* out, int out_len)
{
    const int64_t i = idx;
    if (i < out_len) {
        out[i] = date_subtract(end[i], start[i]);
    }
}

extern "C" void run_between(const CpuRange* range, const int64_t* start, int /*start_len*/,
                            const int64_t* end, int /*end_len*/, int64_t* out, int out_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    between(x, start, end, out, out_len);
                }
            }
        }
    }
}

static inline void moved(int idx, const int64_t* dates, int64_t delta, int64_t* out, int out_len)
{
    const int64_t i = idx;
    if (i < out_len) {
        out[i] = date_add(date_multiply(dates[i], int64_t(24)), delta);
        out[i] = date_subtract(out[i], date_negate(delta));
    }
}

extern "C" void run_moved(const CpuRange* range, const int64_t* dates, int /*dates_len*/, int64_t delta,
                          int64_t* out, int out_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    moved(x, dates, delta, out, out_len);
                }
            }
        }
    }
}

static inline void scaled(int idx, const int64_t* spans, int spans_len, int64_t n, double x, double* ratios)
{
    const int64_t i = idx;
    if (i < spans_len) {
        const int64_t whole = date_divide(date_multiply(date_abs(spans[i]), n), int64_t(2));
        ratios[i] = date_ratio(whole, date_scale_down(date_scale(spans[i], x), 0.5));
    }
}

extern "C" void run_scaled(const CpuRange* range, const int64_t* spans, int spans_len, int64_t n, double x,
                           double* ratios, int /*ratios_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    scaled(x_2, spans, spans_len, n, x, ratios);
                }
            }
        }
    }
}

static inline void compared(int idx, const int64_t* dates, int64_t target, bool* out, int out_len)
{
    const int64_t i = idx;
    if (i < out_len) {
        const int64_t day = dates[i];
        out[i] = !date_equal(day, dates[0]) ? date_equal(day, target) || date_less(day, target)
            : date_greater_equal(day, target);
    }
}

extern "C" void run_compared(const CpuRange* range, const int64_t* dates, int /*dates_len*/, int64_t target,
                             bool* out, int out_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    compared(x, dates, target, out, out_len);
                }
            }
        }
    }
}
