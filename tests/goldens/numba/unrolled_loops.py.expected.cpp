// Translated from unrolled_loops.py by pycu2cu 0.2.0.

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

// From the C library.
extern "C" {
double copysign(double, double);
double floor(double);
double fmod(double, double);
}

// Python's a // b: rounds toward minus infinity; a zero divisor gives an infinity or a NaN.
static inline double floor_div(double a, double b)
{
    if (b == 0) return a / b;
    const double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient -= 1;
    }
    if (quotient == 0) return copysign(0.0, a / b);
    const double floored = floor(quotient);
    return quotient - floored > 0.5 ? floored + 1 : floored;
}

static inline void unrolls(double* out, const float* a, const int64_t* b, int b_cols)
{
    int64_t i = 0;
    // Each array has dimensions of its own.
    for (int64_t case_number = 0; case_number < 2; ++case_number) {
        if (case_number == 0) {
            const int case_ = 0;
            out[i] = a[case_];
            i += 1;
        } else {
            const int case_2 = 0;
            out[i] = b[case_2 + b_cols];
            i += 1;
        }
    }
    for (int64_t number_number = 0; number_number < 2; ++number_number) {
        if (number_number == 0) {
            const int64_t number = 2;
            if (number == out[0]) break;
            const int64_t halves = number / 2;
            out[i] = halves;
        } else {
            const double number_ = 2.5;
            if (number_ == out[0]) break;
            const double halves_ = floor_div(number_, 2.0);
            out[i] = halves_;
        }
    }
}

extern "C" void run_unrolls(const CpuRange* range, double* out, int /*out_len*/, const float* a,
                            int /*a_len*/, const int64_t* b, int /*b_rows*/, int b_cols)
{
    for (int64_t number_2 = range->first_block; number_2 < range->end_block; ++number_2) {
        const CpuBlock block = block_of(*range, number_2);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    unrolls(out, a, b, b_cols);
                }
            }
        }
    }
}
