// Translated from random_numbers.py by pycu2cu 0.2.0.

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
double cos(double);
float cosf(float);
double log(double);
float logf(float);
double sqrt(double);
float sqrtf(float);
}

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

// The next 64 bits.
static inline uint64_t random_bits64(Philox& state)
{
    const uint64_t high = random_bits(state);
    return high << 32 | random_bits(state);
}

// A number in [0, 1), of 24 bits.
static inline float random_float(Philox& state)
{
    return (random_bits(state) >> 8) * 0x1p-24f;
}

// A number in [0, 1), of 53 bits.
static inline double random_double(Philox& state)
{
    return (random_bits64(state) >> 11) * 0x1p-53;
}

// A number between a and b.
static inline float uniform_float(Philox& state, float a, float b)
{
    return a + (b - a) * random_float(state);
}

// A number between a and b.
static inline double uniform_double(Philox& state, double a, double b)
{
    return a + (b - a) * random_double(state);
}

// A normally distributed number, by the method of Box and Muller.
static inline float normal_float(Philox& state, float mean, float deviation)
{
    const float radius = sqrtf(-2.0f * logf(1.0f - random_float(state)));
    return mean + deviation * (radius * cosf(6.2831855f * random_float(state)));
}

// A normally distributed number, by the method of Box and Muller.
static inline double normal_double(Philox& state, double mean, double deviation)
{
    const double radius = sqrt(-2.0 * log(1.0 - random_double(state)));
    return mean + deviation * (radius * cos(6.283185307179586 * random_double(state)));
}

// An integer from `least` to `most`, both of them included.
static inline int random_int(Philox& state, int least, int most)
{
    const uint64_t count = uint64_t(int64_t(most) - least + 1);
    return int(least + int64_t(count * random_bits(state) >> 32));
}

// An integer from `least` to `most`, both of them included.
static inline int64_t random_int64(Philox& state, int64_t least, int64_t most)
{
    const uint64_t count = uint64_t(most) - uint64_t(least) + 1;
    const uint64_t bits = random_bits64(state);
    return int64_t(uint64_t(least) + (count == 0 ? bits : bits % count));
}

// Of points in the unit square, those in the circle.
static inline int inside(Philox& rng, int samples)
{
    int hits = 0;
    for (int i = 0; i < samples; ++i) {
        const float x = random_float(rng);
        const float y = random_float(rng);
        if (x * x + y * y < 1.0f) {
            hits += 1;
        }
    }
    return hits;
}

static inline void pi(int idx, int seed, int samples, int* hits)
{
    Philox rng;
    random_state(rng, uint64_t(seed), uint64_t(idx));
    hits[idx] = inside(rng, samples);
}

extern "C" void run_pi(const CpuRange* range, int seed, int samples, int* hits, int /*hits_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    pi(x, seed, samples, hits);
                }
            }
        }
    }
}

static inline void draws(int idx, int64_t seed, float* U, double* D, float* N, double* M, int* I, int64_t* L)
{
    Philox rng;
    random_state(rng, uint64_t(seed), uint64_t(idx));
    U[idx] = uniform_float(rng, -1.0f, 1.0f);
    D[idx] = uniform_double(rng, D[0], 2.5);
    N[idx] = normal_float(rng, 0.0f, 1.0f);
    M[idx] = normal_double(rng, D[0], 2.0);
    I[idx] = random_int(rng, 1, 6);
    L[idx] = random_int64(rng, -5, L[idx]);
}

extern "C" void run_draws(const CpuRange* range, int64_t seed, float* U, int /*U_len*/, double* D,
                          int /*D_len*/, float* N, int /*N_len*/, double* M, int /*M_len*/, int* I,
                          int /*I_len*/, int64_t* L, int /*L_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    draws(x, seed, U, D, N, M, I, L);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void shuffled_block(int first_idx, int blockIdx_x,
                                                                 int blockDim_x, int* cards)
{
    alignas(64) int deck[64];
    Philox rng[1024];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        random_state(rng[lane], 7, uint64_t(blockIdx_x));
        deck[threadIdx_x] = threadIdx_x;
    }
    for (int lane = 0; lane < 1; ++lane) {
        for (int i = 63; i > 0; --i) {
            const int j = random_int(rng[lane], 0, i);
            const int deck_next = deck[i];
            deck[i] = deck[j];
            deck[j] = deck_next;
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int deck_value = deck[threadIdx_x];
        cards[idx] = deck_value + random_int(rng[lane], 0, 1);
    }
}

extern "C" void run_shuffled(const CpuRange* range, int* cards, int /*cards_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            shuffled_block(block.first[0], block.index[0], 256, cards);
        } else {
            shuffled_block(block.first[0], block.index[0], int(range->block[0]), cards);
        }
    }
}
