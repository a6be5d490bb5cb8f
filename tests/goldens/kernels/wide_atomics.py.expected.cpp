// Translated from wide_atomics.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

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

// In memory it is what double[2] and std::complex<double> are.
typedef struct __attribute__((aligned(16))) complex128 {
    double real, imag;
} complex128;

struct alignas(16) float4
{
    float x;
    float y;
    float z;
    float w;
};

struct alignas(16) ulonglong2
{
    uint64_t x;
    uint64_t y;
};

// atomicExch of 16 bytes: gives the old value.
#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
static inline complex128 atomic_exchange(complex128* address, complex128 value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, address, sizeof found);
    Bits before;
    do {
        before = found;
        found = __sync_val_compare_and_swap(place, before, wanted);
    } while (found != before);
    complex128 old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}

// atomicExch of 16 bytes: gives the old value.
#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
static inline float4 atomic_exchange(float4* address, float4 value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, address, sizeof found);
    Bits before;
    do {
        before = found;
        found = __sync_val_compare_and_swap(place, before, wanted);
    } while (found != before);
    float4 old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}

// atomicCAS of 16 bytes: gives the old value.
#ifdef __x86_64__
__attribute__((target("cx16")))
#endif
static inline ulonglong2 atomic_compare_exchange(ulonglong2* address, ulonglong2 expected, ulonglong2 value)
{
    __extension__ typedef unsigned __int128 __attribute__((may_alias)) Bits;
    Bits* const place = reinterpret_cast<Bits*>(address);
    Bits wanted, found;
    __builtin_memcpy(&wanted, &value, sizeof wanted);
    __builtin_memcpy(&found, &expected, sizeof found);
    found = __sync_val_compare_and_swap(place, found, wanted);
    ulonglong2 old;
    __builtin_memcpy(&old, &found, sizeof old);
    return old;
}

// atomicExch in shared memory: one core runs all threads of a block.
static inline float4 shared_exchange(float4* address, float4 value)
{
    const float4 old = *address;
    *address = value;
    return old;
}

// atomicCAS in shared memory: one core runs all threads of a block.
static inline float4 shared_compare_exchange(float4* address, float4 expected, float4 value)
{
    const float4 old = *address;
    if (__builtin_memcmp(&old, &expected, sizeof old) == 0) {
        *address = value;
    }
    return old;
}

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
