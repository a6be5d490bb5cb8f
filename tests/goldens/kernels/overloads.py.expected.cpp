// Translated from overloads.py by pycu2cu 0.2.0.

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
long long llabs(long long);
}

// Python's min(a, b): a unless b is less.
static inline int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline int maximum(int a, int b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline int64_t maximum(int64_t a, int64_t b)
{
    return b > a ? b : a;
}

// Python's max(a, b): a unless b is greater.
static inline uint64_t maximum(uint64_t a, uint64_t b)
{
    return b > a ? b : a;
}

// a / b, rounded toward zero; a zero divisor gives 0 and nothing traps.
static inline int64_t trunc_div(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    return b == -1 ? int64_t(0 - uint64_t(a)) : a / b;
}

// a % b with the sign of a; a zero divisor gives 0 and nothing traps.
static inline int64_t trunc_mod(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

// atomicAdd: gives the old value.
static inline uint64_t atomic_add(uint64_t* address, uint64_t value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

// The bits in reverse order.
static inline uint64_t reverse_bits(uint64_t x)
{
    uint64_t bits = uint64_t(x);
    bits = (bits >> 1 & ~uint64_t(0) / 3) | (bits & ~uint64_t(0) / 3) << 1;
    bits = (bits >> 2 & ~uint64_t(0) / 5) | (bits & ~uint64_t(0) / 5) << 2;
    bits = (bits >> 4 & ~uint64_t(0) / 17) | (bits & ~uint64_t(0) / 17) << 4;
    return uint64_t(__builtin_bswap64(bits));
}

static inline void wide(int idx, const int* Q, int64_t* L, uint64_t* U)
{
    L[0] = maximum(Q[idx], 3) + int(maximum(int64_t(Q[idx] > 3 ? -1LL : 3LL), int64_t(75LL & 6)));
    L[1] = trunc_div(int64_t(Q[0] != 0 ? 5LL : 6LL), maximum(int64_t(3LL + 1), L[0]));
    L[2] = trunc_mod(int64_t(llabs(L[1])), int64_t(Q[1] != 0 ? 7LL : 3LL))
        + minimum(int64_t(llabs(L[0])), int64_t(5));
    U[0] = reverse_bits(uint64_t(Q[2] != 0 ? 5ULL : 6ULL));
    U[1] = maximum(atomic_add(&U[0], 1), uint64_t(2ULL | 1));
    L[3] = minimum(int64_t(L[0] & 4294967296LL), L[1]);
}

extern "C" void run_wide(const CpuRange* range, const int* Q, int /*Q_len*/, int64_t* L, int /*L_len*/,
                         uint64_t* U, int /*U_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    wide(x, Q, L, U);
                }
            }
        }
    }
}
