// Translated from line_directives.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// pycu2cu: --line-directives --no-stubs
#line 3 "line_directives.py"
static inline float add(float a, float b)
{
#line 4
    return a + b;
}

#line 8
static inline void lines(int n, float* X)
{
    // A comment.
    if (n > 3) {
        X[0] = add(X[0], 1.0f);
#line 14
    } else if (n > 2) {
#line 16
        X[1] = 2.0f;
    } else {
        X[2] = 3.0f;
    }
#line 19
    for (int i = 0; i < n; ++i) {
        const float X_next = X[i];
#line 20
        X[i] = X[i + 1];
#line 20
        X[i + 1] = X_next;
    }
#line 21
    X[3] = 4.0f;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool lines_strip(int lanes, int n, float* X)
{
#line 11
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        // A comment.
#line 11
        if (n > 3) {
            X[0] = add(X[0], 1.0f);
#line 14
        } else if (n > 2) {
#line 16
            X[1] = 2.0f;
        } else {
            X[2] = 3.0f;
        }
    }
#line 19
    for (int i = 0; i < n; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
#line 20
            const float X_next = X[i];
#line 20
            X[i] = X[i + 1];
#line 20
            X[i + 1] = X_next;
        }
    }
#line 21
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
#line 21
        X[3] = 4.0f;
    }
#line 8
    return true;
}

extern "C" void run_lines(const CpuRange* range, void* const* slots)
{
    const int n = *static_cast<const int*>(slots[0]);
    float* const X = *static_cast<float* const*>(slots[1]);

    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? lines_strip(32, n, X)
                        : lanes >= 8 && lines_strip(lanes, n, X);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            lines(n, X);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
