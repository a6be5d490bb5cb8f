// Translated from prints.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
int printf(const char*, ...);
}

struct int64_int64
{
    int64_t first;
    int64_t second;
};

static inline void prints(int idx, int idy, int threadIdx_x, int threadIdx_y, int threadIdx_z, int blockDim_x,
                          int blockDim_y, int blockDim_z, const float* x, const uint8_t* u, bool flag)
{
    const int64_int64 where = {int64_t(idx), int64_t(idy)};
    printf("at 100%% (%lld, %lld) (%d, %d, %d) (%d, %d, %d)\n", (long long)where.first,
           (long long)where.second, threadIdx_x, threadIdx_y, threadIdx_z, blockDim_x, blockDim_y,
           blockDim_z);
    printf("%f %d %s (%f, %lld) (%d,) %f %lld\n", x[0], u[0], flag ? "True" : "False", x[1], (long long)2,
           u[0], 2.5, (long long)-3);
}

extern "C" void run_prints(const CpuRange* range, const float* x, int /*x_len*/, const uint8_t* u,
                           int /*u_len*/, bool flag)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    prints(x_2, y, x_2 - block.first[0], y - block.first[1], z - block.first[2],
                           int(range->block[0]), int(range->block[1]), int(range->block[2]), x, u, flag);
                }
            }
        }
    }
}
