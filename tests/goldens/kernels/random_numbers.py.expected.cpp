// Translated from random_numbers.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double cos(double);
float cosf(float);
double log(double);
float logf(float);
double sqrt(double);
float sqrtf(float);
}
//+ helper Philox
//+ helper random_state
//+ helper random_bits
//+ helper random_bits64
//+ helper random_float
//+ helper random_double
//+ helper uniform_float
//+ helper uniform_double
//+ helper normal_float
//+ helper normal_double
//+ helper random_int
//+ helper random_int64

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
