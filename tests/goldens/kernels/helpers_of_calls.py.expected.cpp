// Translated from helpers_of_calls.py by pycu2cu 0.2.0.

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

struct int_float
{
    int first;
    float second;
};

// Philox 4x32-10, a generator of random numbers that are a function of a seed, a sequence's number and a
// place in it (Salmon, Moraes, Dror and Shaw, 2011).
struct Philox {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t output[4];
    int left;
};

// The beginning of the sequence with this number.
static inline void random_state(Philox& state, uint64_t seed, uint64_t sequence)
{
    state.key[0] = uint32_t(seed);
    state.key[1] = uint32_t(seed >> 32);
    state.counter[0] = 0;
    state.counter[1] = 0;
    state.counter[2] = uint32_t(sequence);
    state.counter[3] = uint32_t(sequence >> 32);
    state.left = 0;
}

// The next 32 bits; a counter gives four times as many.
static inline uint32_t random_bits(Philox& state)
{
    if (state.left == 0) {
        uint32_t a = state.counter[0], b = state.counter[1], c = state.counter[2], d = state.counter[3];
        uint32_t key_0 = state.key[0], key_1 = state.key[1];
        for (int round = 0; round < 10; ++round) {
            const uint64_t first = uint64_t(0xD2511F53u) * a;
            const uint64_t second = uint64_t(0xCD9E8D57u) * c;
            a = uint32_t(second >> 32) ^ b ^ key_0;
            b = uint32_t(second);
            c = uint32_t(first >> 32) ^ d ^ key_1;
            d = uint32_t(first);
            key_0 += 0x9E3779B9u;
            key_1 += 0xBB67AE85u;
        }
        state.output[0] = a;
        state.output[1] = b;
        state.output[2] = c;
        state.output[3] = d;
        state.left = 4;
        if (++state.counter[0] == 0) {
            ++state.counter[1];
        }
    }
    const uint32_t bits = state.output[0];
    state.output[0] = state.output[1];
    state.output[1] = state.output[2];
    state.output[2] = state.output[3];
    --state.left;
    return bits;
}

// A number in [0, 1), of 24 bits.
static inline float random_float(Philox& state)
{
    return (random_bits(state) >> 8) * 0x1p-24f;
}

static inline void put(float* X, int_float pair)
{
    X[pair.first] = pair.second;
}

static inline void draw(int idx, Philox& rng, float* X)
{
    X[idx] = random_float(rng);
}

static inline void kernel(int idx, float* X)
{
    Philox rng;
    random_state(rng, 1, uint64_t(idx));
    draw(idx, rng, X);
    put(X, {idx, X[idx] * 2.0f});
}

extern "C" void run_kernel(const CpuRange* range, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    kernel(x, X);
                }
            }
        }
    }
}
