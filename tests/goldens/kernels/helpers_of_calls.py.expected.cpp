// Translated from helpers_of_calls.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_float
{
    int first;
    float second;
};
//+ helper Philox
//+ helper random_state
//+ helper random_bits
//+ helper random_float

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
