// Translated from barriers.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper remainder(int)

static inline __attribute__((always_inline)) void early_return_block(int first_idx, int blockDim_x, int* X,
                                                                     int n)
{
    alignas(64) int cache[128];
    int own[1024];
    bool live[1024];
    int living = 0;
#pragma omp simd reduction(+ : living)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        live[lane] = true;
        if (idx >= n) {
            live[lane] = false;
        } else {
            own[lane] = X[idx] * 3;
            cache[threadIdx_x] = own[lane];
        }
        living += live[lane];
    }
    if (living == 0) return;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (live[lane]) {
            X[idx] = cache[0] + own[lane];
        }
    }
}

extern "C" void run_early_return(const CpuRange* range, int* X, int /*X_len*/, int n)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            early_return_block(block.first[0], 256, X, n);
        } else {
            early_return_block(block.first[0], int(range->block[0]), X, n);
        }
    }
}

static inline __attribute__((always_inline)) void votes_block(int first_idx, int blockIdx_x, int blockDim_x,
                                                              const int* X, int* counts, bool* all_even)
{
    bool even[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        even[lane] = (X[idx] & 1) == 0;
    }
    int count = 0;
#pragma omp simd reduction(+ : count)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        count += even[lane];
    }
    const int n = count;
    int count_ = 0;
#pragma omp simd reduction(+ : count_)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        count_ += X[idx] > 100;
    }
    const bool some = count_ != 0;
    int count_2 = 0;
#pragma omp simd reduction(+ : count_2)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        count_2 += !even[lane];
    }
    const bool every = count_2 == 0;
    for (int lane = 0; lane < 1; ++lane) {
        counts[blockIdx_x] = n + (some ? 1000 : 0);
        all_even[blockIdx_x] = every;
    }
}

extern "C" void run_votes(const CpuRange* range, const int* X, int /*X_len*/, int* counts, int /*counts_len*/,
                          bool* all_even, int /*all_even_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            votes_block(block.first[0], block.index[0], 256, X, counts, all_even);
        } else {
            votes_block(block.first[0], block.index[0], int(range->block[0]), X, counts, all_even);
        }
    }
}

// A loop that the block leaves when no thread wants to go on.
static inline __attribute__((always_inline)) void until_done_block(int first_idx, int blockDim_x, int* X)
{
    int x[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        x[lane] = X[idx];
    }
    while (true) {
        int count = 0;
#pragma omp simd reduction(+ : count)
        for (int lane = 0; lane < blockDim_x; ++lane) {
            count += x[lane] > 1;
        }
        const bool some = count != 0;
        if (!some) break;
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            if (x[lane] > 1) {
                x[lane] = (x[lane] & 1) == 0 ? x[lane] >> 1 : 3 * x[lane] + 1;
            }
            X[idx] += 1;
        }
    }
}

extern "C" void run_until_done(const CpuRange* range, int* X, int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            until_done_block(block.first[0], 256, X);
        } else {
            until_done_block(block.first[0], int(range->block[0]), X);
        }
    }
}

// Whether all threads agree about the loop is known when it runs.
static inline __attribute__((always_inline)) int from_memory_block(int first_idx, int blockIdx_x,
                                                                   int blockDim_x, const int* steps, float* X)
{
    alignas(64) float cache[256];
    const int step_end = steps[blockIdx_x];
    for (int step = 0; step < step_end; ++step) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            cache[t] = X[idx] + step;
        }
        if (steps[0] > 5) continue;
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            X[idx] = cache[255 - t];
        }
        int yes = 0;
        int no = 0;
#pragma omp simd reduction(+ : yes, no)
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const bool vote = X[blockIdx_x] < 0.0f;
            yes += vote;
            no += !vote;
        }
        if (yes != 0 && no != 0) return 51;
        if (yes != 0) break;
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        __sync_synchronize();
    }
    return 0;
}

extern "C" int run_from_memory(const CpuRange* range, const int* steps, int /*steps_len*/, float* X,
                               int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? from_memory_block(block.first[0], block.index[0], 256, steps, X)
            : from_memory_block(block.first[0], block.index[0], int(range->block[0]), steps, X);
        if (line != 0) return line;
    }
    return 0;
}

static inline __attribute__((always_inline)) int bounds_from_memory_block(int first_idx, int blockDim_x,
                                                                          const int* first, int* X)
{
    int i[1024];
    int i_end[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        i_end[lane] = first[idx] + 2;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        i[lane] = first[idx];
    }
    bool again = false;
    while (true) {
        if (again) {
#pragma omp simd
            for (int lane = 0; lane < blockDim_x; ++lane) {
                i[lane] += 1;
            }
        }
        again = true;
        int yes = 0;
        int no = 0;
#pragma omp simd reduction(+ : yes, no)
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const bool vote = i[lane] < i_end[lane];
            yes += vote;
            no += !vote;
        }
        if (yes != 0 && no != 0) return 59;
        if (!(yes != 0)) break;
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            X[idx] += i[lane];
        }
        int yes_ = 0;
        int no_ = 0;
#pragma omp simd reduction(+ : yes_, no_)
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const bool vote = X[0] == 7;
            yes_ += vote;
            no_ += !vote;
        }
        if (yes_ != 0 && no_ != 0) return 61;
        if (yes_ != 0) continue;
    }
    return 0;
}

extern "C" int run_bounds_from_memory(const CpuRange* range, const int* first, int /*first_len*/, int* X,
                                      int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? bounds_from_memory_block(block.first[0], 256, first, X)
            : bounds_from_memory_block(block.first[0], int(range->block[0]), first, X);
        if (line != 0) return line;
    }
    return 0;
}

static inline float total(const float* X, int X_len)
{
    float sum = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        sum += x;
    }
    return sum;
}

static inline __attribute__((always_inline)) void sized_at_launch_block(int first_idx, int blockDim_x,
                                                                        float* X, int /*n*/, float* values,
                                                                        int values_len, bool* flags,
                                                                        int flags_len, double* sums,
                                                                        int sums_len)
{
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        values[t] = X[idx];
        if (t < sums_len) {
            sums[t] = 0.0;
        }
        flags[trunc_mod(t, flags_len)] = true;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = flags[0] ? float(total(values, values_len) + sums[sums_len - 1]) : float(values_len);
    }
}

extern "C" void run_sized_at_launch(const CpuRange* range, float* X, int /*X_len*/, int n, int values_len,
                                    int flags_len, int sums_len)
{
    float* const values = static_cast<float*>(__builtin_alloca_with_align(values_len * sizeof(float), 512));
    bool* const flags = static_cast<bool*>(__builtin_alloca_with_align(flags_len * sizeof(bool), 512));
    double* const sums = static_cast<double*>(__builtin_alloca_with_align(sums_len * sizeof(double), 512));
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sized_at_launch_block(block.first[0], 256, X, n, values, values_len, flags, flags_len, sums,
                                  sums_len);
        } else {
            sized_at_launch_block(block.first[0], int(range->block[0]), X, n, values, values_len, flags,
                                  flags_len, sums, sums_len);
        }
    }
}
