// Translated from endless_loops.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

constexpr bool YES = true;

static inline int first(const int* A, int value)
{
    int i = 0;
    while (true) {
        if (A[i] == value) return i;
        i += 1;
    }
}

static inline int second(const int* A, int value)
{
    int i = 0;
    while (2 > 1 && !false) {
        while (YES) {
            if (A[i] == value) return i;
            i += 1;
        }
    }
}

static inline void kernel(const int* A, int* R)
{
    R[0] = first(A, 1) + second(A, 2);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool kernel_strip(int lanes, const int* A, int* R)
{
    const int value = 1;
    int first_result;
    bool returned = false;
    int i = 0;
    while (true) {
        if (A[i] == value) {
            first_result = i;
            returned = true;
            break;
        }
        i += 1;
    }
    const int value_ = 2;
    int second_result;
    bool returned_ = false;
    int j = 0;
    while (2 > 1 && !false) {
        while (YES) {
            if (A[j] == value_) {
                second_result = j;
                returned_ = true;
                break;
            }
            j += 1;
        }
        if (returned_) break;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        R[0] = first_result + second_result;
    }
    return true;
}

extern "C" void run_kernel(const CpuRange* range, const int* A, int /*A_len*/, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? kernel_strip(32, A, R)
                        : lanes >= 8 && kernel_strip(lanes, A, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            kernel(A, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
