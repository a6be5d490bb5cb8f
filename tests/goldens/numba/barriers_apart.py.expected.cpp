// Translated from barriers_apart.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline __attribute__((always_inline)) int apart_block(int blockDim_x, int blockDim_y, int blockDim_z,
                                                             int* out)
{
    int yes = 0;
    int no = 0;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd reduction(+ : yes, no)
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                const bool vote = int64_t(t) < 16;
                yes += vote;
                no += !vote;
            }
        }
    }
    if (yes != 0 && no != 0) return 10;
    if (yes != 0) {
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                out[t] = t;
            }
        }
    }
    return 0;
}

extern "C" int run_apart(const CpuRange* range, int* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? apart_block(256, 1, 1, out)
            : apart_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), out);
        if (line != 0) return line;
    }
    return 0;
}
