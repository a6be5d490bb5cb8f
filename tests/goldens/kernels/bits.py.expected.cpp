// Translated from bits.py by pycu2cu 0.1.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these blocks those
// from `first_block` up to, not including, `end_block`, counted along x first, then y, then z.
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

// The zero bits above the highest one bit.
static inline int count_leading_zeros(int x)
{
    return x == 0 ? 32 : __builtin_clz(unsigned(x));
}

// The zero bits above the highest one bit.
static inline int count_leading_zeros(int64_t x)
{
    return x == 0 ? 64 : __builtin_clzll(uint64_t(x));
}

// The bits in reverse order.
static inline int reverse_bits(int x)
{
    unsigned bits = unsigned(x);
    bits = (bits >> 1 & ~unsigned(0) / 3) | (bits & ~unsigned(0) / 3) << 1;
    bits = (bits >> 2 & ~unsigned(0) / 5) | (bits & ~unsigned(0) / 5) << 2;
    bits = (bits >> 4 & ~unsigned(0) / 17) | (bits & ~unsigned(0) / 17) << 4;
    return int(__builtin_bswap32(bits));
}

// The bits in reverse order.
static inline int64_t reverse_bits(int64_t x)
{
    uint64_t bits = uint64_t(x);
    bits = (bits >> 1 & ~uint64_t(0) / 3) | (bits & ~uint64_t(0) / 3) << 1;
    bits = (bits >> 2 & ~uint64_t(0) / 5) | (bits & ~uint64_t(0) / 5) << 2;
    bits = (bits >> 4 & ~uint64_t(0) / 17) | (bits & ~uint64_t(0) / 17) << 4;
    return int64_t(__builtin_bswap64(bits));
}

static inline void counts(int idx, int* I, int64_t* W, bool b)
{
    int x = I[idx];
    int64_t w = W[idx];
    I[0] = __builtin_popcount(x) + __builtin_popcountll(w) + __builtin_popcount(b)
        + __builtin_popcountll(0xffffffffLL);
    I[1] = count_leading_zeros(x) + count_leading_zeros(w);
    I[2] = __builtin_ffs(x) + __builtin_ffsll(w);
    I[3] = reverse_bits(x);
    W[0] = reverse_bits(w);
    W[1] = reverse_bits(x) + w;
    I[4] = __builtin_popcount(x) % 8;
}

extern "C" void run_counts(const CpuRange* range, int* I, int /*I_len*/, int64_t* W, int /*W_len*/, bool b)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    counts(x_2, I, W, b);
                }
            }
        }
    }
}
