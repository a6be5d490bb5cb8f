// Translated from comments.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// Scales.
// A second line, with a backslash at its end \ .
// Another comment between the signature and the function.
//
// Multiplies X by a factor.
//
// Indented, with "quotes", a // and a */ and a \ backslash.
//     Deeper.
static inline void scale(int idx, float factor, float* X, int X_len)
{
    // Above the first statement.
    if (idx < X_len) { // at the end of the header
        // Inside.
        X[idx] *= factor; // after the statement
    } else {
        // Above else.
        // In else.
    }
    // Ends with what the preprocessor takes for a continuation: \ .
    int n = 0; // ??/ .
    // Above the loop.
    for (int i = 0; i < 3; ++i) { // three times
        n += i; // é √ x
    }
    while (n > 0) { // down
        n -= 1;
        // At the end of a body.
    }
    if (n < 0) {
        // Inside an empty branch.
        // next to it
    } else if (n > 5) {
        n = 5;
        // At the end of an elif.
    } else {
        // Above a bare else.
    }
    for (int i = 0; i < 4; ++i) {
        if (i == n) {
            break;
            // After a break.
        }
        // Deeper than the loop.
    }
    // At the end of the function.
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool scale_strip(int lanes, int first_idx, float factor,
                                                              float* X, int X_len)
{
    // Ends with what the preprocessor takes for a continuation: \ .
    int n = 0; // ??/ .
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        // Above the first statement.
        if (idx < X_len) { // at the end of the header
            // Inside.
            X[idx] *= factor; // after the statement
        } else {
            // Above else.
            // In else.
        }
    }
    // Above the loop.
    for (int i = 0; i < 3; ++i) { // three times
        n += i; // é √ x
    }
    while (n > 0) { // down
        n -= 1;
        // At the end of a body.
    }
    if (n < 0) {
        // Inside an empty branch.
        // next to it
    } else if (n > 5) {
        n = 5;
        // At the end of an elif.
    } else {
        // Above a bare else.
    }
    for (int i = 0; i < 4; ++i) {
        if (i == n) {
            break;
            // After a break.
        }
        // Deeper than the loop.
    }
    return true;
}

extern "C" void run_scale(const CpuRange* range, float factor, float* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? scale_strip(32, x, factor, X, X_len)
                        : lanes >= 8 && scale_strip(lanes, x, factor, X, X_len);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            scale(thread_x, factor, X, X_len);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
