// Translated from atomics.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdlib.h>
#include <thread>
#include <ucontext.h>
#include <vector>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude CpuTurns with stubs

// From the C library.
extern "C" {
float fabsf(float);
}
//+ type half
//+ type bfloat16
//+ type float2
//+ type float4
//+ helper operator*(float2, float)
//+ helper minimum(int)
//+ helper atomic_add(int)
//+ helper atomic_add(int64)
//+ helper atomic_add(float)
//+ helper atomic_add(double)
//+ helper atomic_add(float2)
//+ helper atomic_add(float4)
//+ helper atomic_sub(int)
//+ helper atomic_sub(int64)
//+ helper atomic_min(int)
//+ helper atomic_min(int64)
//+ helper atomic_max(int)
//+ helper atomic_max(int64)
//+ helper atomic_and(int)
//+ helper atomic_and(int64)
//+ helper atomic_or(int)
//+ helper atomic_or(int64)
//+ helper atomic_xor(int)
//+ helper atomic_xor(int64)
//+ helper atomic_exchange(int)
//+ helper atomic_exchange(int64)
//+ helper atomic_exchange(float)
//+ helper atomic_exchange(double)
//+ helper atomic_compare_exchange(int16)
//+ helper atomic_compare_exchange(uint16)
//+ helper atomic_compare_exchange(int)
//+ helper atomic_compare_exchange(int64)
//+ helper shared_add(int)
//+ helper shared_add(float)
//+ helper shared_add(float2)
//+ helper turn_begin(uint32)
//+ helper turn_wait(uint32)
//+ helper half_to_float(half)
//+ helper bfloat16_to_float(bfloat16)
//+ helper half_from_float(float)
//+ helper bfloat16_from_float(float)
//+ helper round_to_half(float)
//+ helper round_to_bfloat16(float)
//+ helper atomic_add_half(half)
//+ helper atomic_add_bfloat16(bfloat16)
//+ helper shared_add_half(half)

// Counts values into bins.
static inline void histogram(int idx, int* H, const int* X, int /*X_len*/)
{
    atomic_add(&H[X[idx]], 1);
}

extern "C" void run_histogram(const CpuRange* range, int* H, int /*H_len*/, const int* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    histogram(x, H, X, X_len);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void block_histogram_block(int first_idx, int blockDim_x, int* H,
                                                                        const int* X, int X_len)
{
    alignas(64) int bins[64];
#pragma omp simd
    for (int lane = 0; lane < (64 < blockDim_x ? 64 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        bins[t] = 0;
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (idx < X_len) {
            shared_add(&bins[X[idx]], 1);
        }
    }
    for (int lane = 0; lane < (64 < blockDim_x ? 64 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        atomic_add(&H[t], bins[t]);
    }
}

extern "C" void run_block_histogram(const CpuRange* range, int* H, int /*H_len*/, const int* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            block_histogram_block(block.first[0], 256, H, X, X_len);
        } else {
            block_histogram_block(block.first[0], int(range->block[0]), H, X, X_len);
        }
    }
}

static inline void every(int idx, int* I, int I_len, int64_t* W, float* F, double* D, int v)
{
    I[0] = atomic_add(&I[idx], v);
    atomic_sub(&I[0], v);
    atomic_min(&I[1], v);
    atomic_max(&I[2], v);
    atomic_and(&I[3], v);
    atomic_or(&I[4], v);
    atomic_xor(&I[I_len - 1], v);
    const int atomicExch_result = atomic_exchange(&I[6], v);
    I[1] = atomicExch_result + atomic_compare_exchange(&I[7], v, 0);
    W[1] = atomic_add(&W[0], v);
    atomic_sub(&W[0], v);
    atomic_min(&W[0], v);
    atomic_max(&W[0], 5000000000LL);
    atomic_and(&W[0], v);
    atomic_or(&W[0], v);
    atomic_xor(&W[0], v);
    atomic_exchange(&W[0], v);
    if (atomic_compare_exchange(&W[0], v, -1) == v) {
        W[2] = v;
    }
    atomic_add(&F[0], 1.0f);
    F[1] = atomic_exchange(&F[0], v);
    atomic_add(&D[0], F[1]);
    atomic_exchange(&D[0], 2.0);
}

extern "C" void run_every(const CpuRange* range, int* I, int I_len, int64_t* W, int /*W_len*/, float* F,
                          int /*F_len*/, double* D, int /*D_len*/, int v)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    every(x, I, I_len, W, F, D, v);
                }
            }
        }
    }
}

// Types of 16 bits.
static inline __attribute__((always_inline)) void small_block(int first_idx, int blockDim_x, half* H,
                                                              bfloat16* B, uint16_t* U, int16_t* S, float v)
{
    alignas(64) half s[2];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        H[1] = half_from_float(round_to_half(atomic_add_half(&H[0], round_to_half(v)) + 1.0f));
        atomic_add_bfloat16(&B[idx], round_to_bfloat16(v));
        atomic_compare_exchange(&U[0], 1, 2);
        if (atomic_compare_exchange(&S[1], S[0], -2) != -2) {
            S[0] = int16_t(S[0] + 1);
        }
        s[0] = half_from_float(0.0f);
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        shared_add_half(&s[0], half_to_float(H[idx]));
        B[0] = bfloat16_from_float(round_to_bfloat16(shared_add_half(&s[1], 1.0f)));
    }
}

extern "C" void run_small(const CpuRange* range, half* H, int /*H_len*/, bfloat16* B, int /*B_len*/,
                          uint16_t* U, int /*U_len*/, int16_t* S, int /*S_len*/, float v)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            small_block(block.first[0], 256, H, B, U, S, v);
        } else {
            small_block(block.first[0], int(range->block[0]), H, B, U, S, v);
        }
    }
}

static inline __attribute__((always_inline)) void vectors_block(int first_idx, int blockDim_x, float2* P,
                                                                float4* Q)
{
    alignas(64) float2 s[4];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const float2 old = atomic_add(&P[0], P[idx] * 2.0f);
        Q[idx] = atomic_add(&Q[1], {1.0f, 2.0f, old.x, old.y});
        s[threadIdx_x] = P[idx];
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        shared_add(&s[0], P[idx]);
        P[idx] = s[0];
    }
}

extern "C" void run_vectors(const CpuRange* range, float2* P, int /*P_len*/, float4* Q, int /*Q_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            vectors_block(block.first[0], 256, P, Q);
        } else {
            vectors_block(block.first[0], int(range->block[0]), P, Q);
        }
    }
}

static inline void votes(int idx, int* A, int A_cols, float* B, int B_rows, int B_cols, const int* X)
{
    const int row = idx * A_cols;
    atomic_add(&A[idx * A_cols + X[idx]], 1);
    atomic_add(&A[row + (A_cols - 1)], 2);
    atomic_add(&A[X[idx]], 3);
    atomic_add(&B[minimum(1, B_rows) * B_cols + idx], 0.5f);
}

extern "C" void run_votes(const CpuRange* range, int* A, int /*A_rows*/, int A_cols, float* B, int B_rows,
                          int B_cols, const int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    votes(x, A, A_cols, B, B_rows, B_cols, X);
                }
            }
        }
    }
}

static inline int take(int* counter)
{
    return atomic_add(&counter[0], 1);
}

static inline void queue(int* counter, const int* items, int items_len, int* out)
{
    int at = take(counter);
    while (at < items_len) {
        out[at] = 2 * items[at];
        at = take(counter);
    }
}

extern "C" void run_queue(const CpuRange* range, int* counter, int /*counter_len*/, const int* items,
                          int items_len, int* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    queue(counter, items, items_len, out);
                }
            }
        }
    }
}

static inline void compact(int idx, const float* X, float* out, int* count)
{
    if (X[idx] > 0.0f) {
        out[atomic_add(&count[0], 1)] = X[idx];
    }
}

extern "C" void run_compact(const CpuRange* range, const float* X, int /*X_len*/, float* out, int /*out_len*/,
                            int* count, int /*count_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    compact(x, X, out, count);
                }
            }
        }
    }
}

static inline void order(int idx, int* A, int* B)
{
    const int A_value = A[0];
    const int value = A_value - atomic_add(&A[0], 1) * 2;
    B[idx] = value + A[0];
    B[atomic_add(&A[1], 1)] += 1;
}

extern "C" void run_order(const CpuRange* range, int* A, int /*A_len*/, int* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    order(x, A, B);
                }
            }
        }
    }
}

static int locked_block(int threads_x, int /*blockDim_x*/, int* lock, int* A)
{
    const auto one_thread = [&](int64_t place) {
        const int lane = int(place);
        begin_waiting();
        while (atomic_compare_exchange(&lock[0], 0, 1) != 0) {
            wait_for_others(115);
        }
        A[0] = 3 * A[0] + 1;
        __sync_synchronize();
        atomic_exchange(&lock[0], 0);
    };
    return run_turns(int64_t(threads_x), 131072, one_thread);
}

extern "C" int run_locked(const CpuRange* range, int* lock, int /*lock_len*/, int* A, int /*A_len*/)
{
    CpuTurns own_turns;
    turns = &own_turns;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = locked_block(block.end[0] - block.first[0], int(range->block[0]), lock, A);
        if (line != 0) return line;
    }
    return 0;
}

static inline void nearest(int idx, const float* X, int X_len, int* best)
{
    float total = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        total += fabsf(x - X[idx]);
    }
    atomic_min(&best[0], int(total));
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool nearest_strip(int lanes, int first_idx, const float* X,
                                                                int X_len, int* best)
{
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0.0f;
    }
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] += fabsf(x - X[idx]);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        atomic_min(&best[0], int(total[lane]));
    }
    return true;
}

extern "C" void run_nearest(const CpuRange* range, const float* X, int X_len, int* best, int /*best_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? nearest_strip(32, x_2, X, X_len, best)
                        : lanes >= 8 && nearest_strip(lanes, x_2, X, X_len, best);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            nearest(thread_x, X, X_len, best);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
