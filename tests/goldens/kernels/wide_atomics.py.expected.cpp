// Translated from wide_atomics.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type complex128
//+ type float4
//+ type ulonglong2
//+ helper atomic_exchange(complex128)
//+ helper atomic_exchange(float4)
//+ helper atomic_compare_exchange(ulonglong2)
//+ helper shared_exchange(float4)
//+ helper shared_compare_exchange(float4)

// Leaves nothing there.
static inline float4 take(float4* slot)
{
    return atomic_exchange(&slot[0], {0.0f, 0.0f, 0.0f, 0.0f});
}

static inline void push(int idx, ulonglong2* top, complex128* Z, float4* slots)
{
    const ulonglong2 none = {0ULL, 0ULL};
    ulonglong2 old = atomic_compare_exchange(&top[0], none, none);
    ulonglong2 seen = atomic_compare_exchange(&top[0], old, {old.x + 1, old.y});
    while (seen.x != old.x) {
        old = seen;
        seen = atomic_compare_exchange(&top[0], old, {old.x + 1, old.y});
    }
    Z[idx] = atomic_exchange(&Z[0], {0.0, 2.0});
    slots[idx] = take(slots);
}

extern "C" void run_push(const CpuRange* range, ulonglong2* top, int /*top_len*/, complex128* Z,
                         int /*Z_len*/, float4* slots, int /*slots_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    push(x, top, Z, slots);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void block_best_block(int first_idx, int blockDim_x,
                                                                   float4* best)
{
    alignas(64) float4 s[1];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        s[0] = best[0];
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const float old_x = s[0].x;
        const float old_y = s[0].y;
        const float old_z = s[0].z;
        const float old_w = s[0].w;
        shared_compare_exchange(&s[0], {old_x, old_y, old_z, old_w}, {float(idx), old_y, old_z, old_w});
        shared_exchange(&s[0], {old_x, old_y, old_z, old_w});
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        best[idx] = s[0];
    }
}

extern "C" void run_block_best(const CpuRange* range, float4* best, int /*best_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            block_best_block(block.first[0], 256, best);
        } else {
            block_best_block(block.first[0], int(range->block[0]), best);
        }
    }
}
