// Translated from dates.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

// a + b of dates and spans; NaT where one of them is.
static inline int64_t date_add(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nat : int64_t(uint64_t(a) + uint64_t(b));
}

// a - b of dates and spans; NaT where one of them is.
static inline int64_t date_subtract(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nat : int64_t(uint64_t(a) - uint64_t(b));
}

// -a of a span; NaT stays NaT.
static inline int64_t date_negate(int64_t a)
{
    return int64_t(0 - uint64_t(a));
}

// abs(a) of a span; NaT stays NaT.
static inline int64_t date_abs(int64_t a)
{
    return a < 0 ? int64_t(0 - uint64_t(a)) : a;
}

// A span times an integer; NaT stays NaT.
static inline int64_t date_multiply(int64_t a, int64_t factor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat ? nat : int64_t(uint64_t(a) * uint64_t(factor));
}

// A span by an integer, rounded toward zero; NaT stays NaT, and a zero divisor gives it.
static inline int64_t date_divide(int64_t a, int64_t divisor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || divisor == 0 ? nat : a / divisor;
}

// A span times a number, rounded toward zero; NaT where it is NaT, or nothing that fits.
static inline int64_t date_scale(int64_t a, double factor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    const double scaled = double(a) * factor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? int64_t(scaled) : nat;
}

// A span by a number, rounded toward zero; NaT where it is NaT, or nothing that fits.
static inline int64_t date_scale_down(int64_t a, double divisor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    const double scaled = double(a) / divisor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? int64_t(scaled) : nat;
}

// a / b of spans; NaN where one of them is NaT.
static inline double date_ratio(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? __builtin_nan("") : double(a) / double(b);
}

// a == b of dates or spans; NaT equals nothing.
static inline bool date_equal(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a == b && a != nat;
}

// a < b of dates or spans; false where one of them is NaT.
static inline bool date_less(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return a != nat && a < b;
}

// a >= b of dates or spans; false where one of them is NaT.
static inline bool date_greater_equal(int64_t a, int64_t b)
{
    const int64_t nat = -9223372036854775807LL - 1;
    return b != nat && a >= b;
}

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
