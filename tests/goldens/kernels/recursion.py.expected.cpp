// Translated from recursion.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline bool is_even(int n);

static inline int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static inline bool is_odd(int n)
{
    if (n == 0) return false;
    return is_even(n - 1);
}

static inline bool is_even(int n)
{
    if (n == 0) return true;
    return is_odd(n - 1);
}

static inline void late_device(int i, int* R)
{
    R[i] = -R[i];
}

extern "C" void run_late(const CpuRange* range, int i, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    late_device(i, R);
                }
            }
        }
    }
}

static inline void recursion(int idx, int* R)
{
    R[idx] = factorial(idx % 10);
    if (is_even(idx)) {
        late_device(idx, R);
    }
}

extern "C" void run_recursion(const CpuRange* range, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    recursion(x, R);
                }
            }
        }
    }
}
