// Translated from unrolled_loops.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double copysign(double, double);
double floor(double);
double fmod(double, double);
}
//+ helper floor_div(double)

static inline void unrolls(double* out, const float* a, const int64_t* b, int b_cols)
{
    int64_t i = 0;
    // Each array has dimensions of its own.
    for (int64_t case_number = 0; case_number < 2; ++case_number) {
        if (case_number == 0) {
            out[i] = a[0];
            i += 1;
        } else {
            out[i] = b[b_cols];
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
