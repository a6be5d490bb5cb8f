// Translated from float_atomics.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper atomic_min(float)
//+ helper atomic_max(double)
//+ helper atomic_exchange(double)
//+ helper atomic_compare_exchange(float)
//+ helper atomic_compare_exchange(double)
//+ helper shared_min(float)
//+ helper shared_compare_exchange(float)

static inline __attribute__((always_inline)) void extremes_block(int first_idx, int blockDim_x, float* F,
                                                                 double* D, const float* X)
{
    alignas(64) float lows[2];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        atomic_min(&F[0], X[idx]);
        atomic_max(&D[0], X[idx]);
        atomic_compare_exchange(&F[1], 0.0f, 1.0f);
        D[1] = atomic_compare_exchange(&D[2], 0.0, 1.0);
        shared_min(&lows[0], X[idx]);
        shared_compare_exchange(&lows[1], 0.0f, 1.0f);
        atomic_exchange(&D[3], 2.0);
    }
}

extern "C" void run_extremes(const CpuRange* range, float* F, int /*F_len*/, double* D, int /*D_len*/,
                             const float* X, int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            extremes_block(block.first[0], 256, F, D, X);
        } else {
            extremes_block(block.first[0], int(range->block[0]), F, D, X);
        }
    }
}

static inline void bits_of_numbers(float* F, double* D, const int* I, uint32_t* U, uint64_t* V)
{
    U[0] = __builtin_bit_cast(uint32_t, F[0]);
    V[0] = __builtin_bit_cast(uint64_t, D[0]);
    U[1] = uint32_t(I[0]);
    F[0] = __builtin_bit_cast(float, U[0]) + __builtin_bit_cast(float, I[0])
        + __builtin_bit_cast(float, 0x3F800000u);
    D[0] = __builtin_bit_cast(double, V[0]);
}

extern "C" void run_bits_of_numbers(const CpuRange* range, float* F, int /*F_len*/, double* D, int /*D_len*/,
                                    const int* I, int /*I_len*/, uint32_t* U, int /*U_len*/, uint64_t* V,
                                    int /*V_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    bits_of_numbers(F, D, I, U, V);
                }
            }
        }
    }
}

static inline void before(int idx, int lane_id, uint32_t* U)
{
    U[idx] = ((1u << lane_id) - 1) | ~((2u << lane_id) - 1);
    U[idx] ^= ((2u << lane_id) - 1) ^ ~((1u << lane_id) - 1);
    U[idx] += 1u << lane_id;
}

extern "C" void run_before(const CpuRange* range, uint32_t* U, int /*U_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    before(x, int((x - block.first[0]) % 32), U);
                }
            }
        }
    }
}
