// Translated from struct_names.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct dim3_
{
    int new_2;
    uint8_t new_;
    double gru00f6_u00df_e;
    int bodies;
};

struct Empfu00e4_nger
{
    dim3_ inner;
    double delete_;
};

static inline void names(int idx, Empfu00e4_nger* bodies, int bodies_len, dim3_ one)
{
    Empfu00e4_nger& e = bodies[idx];
    e.inner.new_2 = one.new_ + one.new_2;
    e.inner.gru00f6_u00df_e += e.delete_;
    e.inner.bodies = bodies_len;
}

extern "C" void run_names(const CpuRange* range, Empfu00e4_nger* bodies, int bodies_len, dim3_ one)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    names(x, bodies, bodies_len, one);
                }
            }
        }
    }
}
