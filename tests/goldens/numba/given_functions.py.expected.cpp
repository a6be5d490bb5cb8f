// Translated from given_functions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float sqrtf(float);
}
//+ helper wrapped_index(int64)
//+ helper atomic_add(int)
//+ helper atomic_max(int)

static inline int apply_add_int_array_int64_int64(int* ary, int ary_len, int64_t i, int64_t v)
{
    return atomic_add(&ary[wrapped_index(i, int64_t(ary_len))], v);
}

static inline int apply_max_int_array_int64_int64(int* ary, int ary_len, int64_t i, int64_t v)
{
    return atomic_max(&ary[wrapped_index(i, int64_t(ary_len))], v);
}

static inline float square_float(float x)
{
    return x * x;
}

static inline float twice_square_float(float x)
{
    return square_float(square_float(x));
}

static inline float twice_sqrt_float(float x)
{
    return sqrtf(sqrtf(x));
}

static inline float twice_squared_float(float x)
{
    return twice_square_float(x);
}

static inline float twice_twice_squared_float(float x)
{
    return twice_squared_float(twice_squared_float(x));
}

static inline void given_functions(float* a, int* n, int n_len)
{
    apply_add_int_array_int64_int64(n, n_len, 0, 5);
    n[1] = apply_max_int_array_int64_int64(n, n_len, 2, 7);
    a[0] = twice_square_float(a[1]);
    a[2] = twice_sqrt_float(a[3]);
    a[4] = twice_twice_squared_float(a[5]);
}

extern "C" void run_given_functions(const CpuRange* range, float* a, int /*a_len*/, int* n, int n_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    given_functions(a, n, n_len);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void given_sizes_block(int blockDim_x, int blockDim_y,
                                                                    int blockDim_z, float* a, int* n)
{
    alignas(64) float tile[32];
    alignas(64) int64_t tile_[16];
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                tile[t] = a[t];
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                const int t_ = threadIdx_x;
                a[t] = tile[wrapped_index(int64_t(32LL - 1 - t), int64_t(32))];
                tile_[t_] = n[t_];
            }
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t_ = threadIdx_x;
                n[t_] = tile_[wrapped_index(int64_t(16LL - 1 - t_), int64_t(16))];
            }
        }
    }
}

extern "C" void run_given_sizes(const CpuRange* range, float* a, int /*a_len*/, int* n, int /*n_len*/)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            given_sizes_block(256, 1, 1, a, n);
        } else {
            given_sizes_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), a, n);
        }
    }
}
