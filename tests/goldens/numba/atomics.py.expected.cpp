// Translated from atomics.py by pycu2cu 0.2.0.
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

// In memory it is what float[2] and std::complex<float> are.
typedef struct __attribute__((aligned(8))) complex64 {
    float real, imag;
} complex64;

// In memory it is what double[2] and std::complex<double> are.
typedef struct __attribute__((aligned(16))) complex128 {
    double real, imag;
} complex128;

struct int64_int64
{
    int64_t first;
    int64_t second;
};

// Python's min(a, b): a unless b is less.
static inline int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

// The place of an element of an array, whose last one has the index -1, too.
static inline int wrapped_index(int index, int length)
{
    return index < 0 ? index + length : index;
}

// The place of an element of an array, whose last one has the index -1, too.
static inline int64_t wrapped_index(int64_t index, int64_t length)
{
    return index < 0 ? index + length : index;
}

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

// atomicAdd: gives the old value.
static inline float atomic_add(float* address, float value)
{
    float old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicAdd: gives the old value.
static inline double atomic_add(double* address, double value)
{
    double old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicSub: gives the old value.
static inline int atomic_sub(int* address, int value)
{
    return __atomic_fetch_sub(address, value, __ATOMIC_ACQ_REL);
}

// atomicMin: gives the old value.
static inline double atomic_min(double* address, double value)
{
    double old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value < old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

// atomicMax: gives the old value.
static inline int atomic_max(int* address, int value)
{
    int old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

// atomicMax: gives the old value.
static inline double atomic_max(double* address, double value)
{
    double old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

// atomicMin where a NaN is no number: gives the old value.
static inline float atomic_nan_min(float* address, float value)
{
    float old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = value == value && !(value >= old) ? value : old;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicMin where a NaN is no number: gives the old value.
static inline double atomic_nan_min(double* address, double value)
{
    double old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = value == value && !(value >= old) ? value : old;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicMax where a NaN is no number: gives the old value.
static inline double atomic_nan_max(double* address, double value)
{
    double old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = value == value && !(value <= old) ? value : old;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicAnd: gives the old value.
static inline uint32_t atomic_and(uint32_t* address, uint32_t value)
{
    return __atomic_fetch_and(address, value, __ATOMIC_ACQ_REL);
}

// atomicOr: gives the old value.
static inline uint64_t atomic_or(uint64_t* address, uint64_t value)
{
    return __atomic_fetch_or(address, value, __ATOMIC_ACQ_REL);
}

// atomicXor: gives the old value.
static inline int atomic_xor(int* address, int value)
{
    return __atomic_fetch_xor(address, value, __ATOMIC_ACQ_REL);
}

// atomicExch: gives the old value.
static inline int atomic_exchange(int* address, int value)
{
    int old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}

// atomicInc: gives the old value.
static inline uint32_t atomic_increment(uint32_t* address, uint32_t value)
{
    uint32_t old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old >= value ? 0 : old + 1;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicInc: gives the old value.
static inline uint64_t atomic_increment(uint64_t* address, uint64_t value)
{
    uint64_t old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old >= value ? 0 : old + 1;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicDec: gives the old value.
static inline uint32_t atomic_decrement(uint32_t* address, uint32_t value)
{
    uint32_t old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old == 0 || old > value ? value : old - 1;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicDec: gives the old value.
static inline uint64_t atomic_decrement(uint64_t* address, uint64_t value)
{
    uint64_t old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old == 0 || old > value ? value : old - 1;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicCAS: gives the old value.
static inline int atomic_compare_exchange(int* address, int expected, int value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

// atomicCAS: gives the old value.
static inline int64_t atomic_compare_exchange(int64_t* address, int64_t expected, int64_t value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

// atomicAdd in shared memory: one core runs all threads of a block.
static inline uint32_t shared_add(uint32_t* address, uint32_t value)
{
    const uint32_t old = *address;
    *address = uint32_t(unsigned(old) + unsigned(value));
    return old;
}

// atomicMax where a NaN is no number in shared memory: one core runs all threads of a block.
static inline double shared_nan_max(double* address, double value)
{
    const double old = *address;
    *address = value == value && !(value <= old) ? value : old;
    return old;
}

static inline void counts(int idx, int* hist, int hist_len, const int* bins, int bins_len, uint64_t* turns,
                          uint32_t* small)
{
    const int64_t i = idx;
    if (i < bins_len) {
        const int old = atomic_add(&hist[wrapped_index(bins[i], hist_len)], 1);
        atomic_sub(&hist[hist_len - 1], old);
        atomic_increment(&turns[0], 100);
        atomic_decrement(&turns[1], 7);
        atomic_increment(&small[0], 9);
        atomic_decrement(&small[1], 9);
        atomic_and(&small[2], 0xF0);
        atomic_or(&turns[2], 1LL << i);
        atomic_xor(&hist[0], i);
        atomic_max(&hist[1], i);
    }
}

extern "C" void run_counts(const CpuRange* range, int* hist, int hist_len, const int* bins, int bins_len,
                           uint64_t* turns, int /*turns_len*/, uint32_t* small, int /*small_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    counts(x, hist, hist_len, bins, bins_len, turns, small);
                }
            }
        }
    }
}

static inline void extremes(int idx, double* best, int best_rows, int best_cols, const double* x, int x_len,
                            float* single)
{
    const int64_t i = idx;
    if (i < x_len) {
        const int64_int64 where = {i % 2, 0LL};
        atomic_max(&best[wrapped_index(where.first, int64_t(best_rows)) * best_cols
                         + wrapped_index(where.second, int64_t(best_cols))], x[i]);
        atomic_min(&best[i % 2 * best_cols + 1], x[i]);
        atomic_nan_max(&best[i % 2 * best_cols + 2], x[i]);
        atomic_nan_min(&best[i % 2 * best_cols + (best_cols - 1)], x[i]);
        atomic_add(&best[0], -x[i]);
        atomic_nan_min(&single[0], x[i]);
    }
}

extern "C" void run_extremes(const CpuRange* range, double* best, int best_rows, int best_cols,
                             const double* x, int x_len, float* single, int /*single_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    extremes(x_2, best, best_rows, best_cols, x, x_len, single);
                }
            }
        }
    }
}

static inline void swaps(int idx, int* a, int64_t* b, int b_len, int* out, int out_len)
{
    const int64_t i = idx;
    if (i < out_len) {
        out[i] = atomic_exchange(&a[i], 5);
        out[i] = out[i] + atomic_compare_exchange(&b[i], out[i], 1);
        const int64_t value = out[i];
        out[i] = value + atomic_compare_exchange(&a[0], 5, 6);
        out[i] = out[i] + atomic_compare_exchange(&b[minimum(int64_t(2), int64_t(b_len))], 5, 6);
    }
}

extern "C" void run_swaps(const CpuRange* range, int* a, int /*a_len*/, int64_t* b, int b_len, int* out,
                          int out_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    swaps(x, a, b, b_len, out, out_len);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void in_shared_block(int blockDim_x, int blockDim_y,
                                                                  int blockDim_z, const uint32_t* x_,
                                                                  double* out)
{
    alignas(64) uint32_t totals[4];
    alignas(64) double sums[4];
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < int(4 < blockDim_x ? 4 : blockDim_x); ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                totals[t] = 0;
                sums[t] = 0.0;
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                shared_add(&totals[int64_t(x_[t]) % 4], 1);
                shared_nan_max(&sums[int64_t(x_[t]) % 4], x_[t]);
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
            for (int x = 0; x < int(4 < blockDim_x ? 4 : blockDim_x); ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                atomic_add(&out[t], -(totals[t] + sums[t]));
            }
        }
    }
}

extern "C" void run_in_shared(const CpuRange* range, const uint32_t* x, int /*x_len*/, double* out,
                              int /*out_len*/)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            in_shared_block(256, 1, 1, x, out);
        } else {
            in_shared_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), x, out);
        }
    }
}

static inline void on_parts(int idx, complex64* z, complex128* Z, int Z_cols)
{
    const int64_t i = idx;
    if (i < 64) {
        atomic_add(&z[i % 2].real, 0.5);
        atomic_max(&Z[i % 2 * Z_cols + 1].imag, i);
    }
}

extern "C" void run_on_parts(const CpuRange* range, complex64* z, int /*z_len*/, complex128* Z,
                             int /*Z_rows*/, int Z_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    on_parts(x, z, Z, Z_cols);
                }
            }
        }
    }
}
