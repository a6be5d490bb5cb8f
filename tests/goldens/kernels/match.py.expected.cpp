// Translated from match.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper source_xor(int)

// A machine of four operations.
static inline void steps(int idx, const int* code, float* X, int n)
{
    float x = 0.0f;
    for (int i = 0; i < n; ++i) {
        // what to do
        const int subject = code[i]; // one after the other
        // the sum
        if (subject == 0) {
            x += X[idx];
        } else if (subject == 1) {
            // or the difference
            x -= X[idx];
        } else if (subject == 2 && x > 0.0f) {
            x = -x;
        } else if (subject == 7 || subject == 8 || subject == -1) {
            continue;
        } else {
            // everything else
            break;
        }
    }
    X[idx] = x;
}

extern "C" void run_steps(const CpuRange* range, const int* code, int /*code_len*/, float* X, int /*X_len*/,
                          int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    steps(x_2, code, X, n);
                }
            }
        }
    }
}

static inline int kind(int n)
{
    if (n == 0) {
        return 1;
    } else if (n == 1 || n == 2 || n == 0x10) {
        return 2;
    } else if (n < 0) {
        return 3;
    }
    return 4;
}

static inline void types(int idx, int* X, uint8_t* B, float f, double d, bool b, int64_t w)
{
    const float subject = f * 2.0f;
    if (subject == 1.0f) {
        X[0] = 1;
    } else if (subject == 2.5f || subject == -0.0f) {
        X[0] = 2;
    }
    if (d == 0.1) {
        X[1] = 1;
    }
    if (b) {
        X[2] = 1;
    } else if (!b) {
        X[2] = 2;
    }
    const int64_t subject_ = w + 1;
    if (subject_ == 0x100000000LL) {
        X[3] = 1;
    } else if (subject_ == 2) {
        X[3] = kind(X[4]);
    }
    const uint8_t subject_2 = B[idx];
    if (subject_2 == 255 || subject_2 == 3) {
        B[idx] = 1;
    } else {
        B[idx] = 2;
    }
    X[6] = 1;
}

extern "C" void run_types(const CpuRange* range, int* X, int /*X_len*/, uint8_t* B, int /*B_len*/, float f,
                          double d, bool b, int64_t w)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    types(x, X, B, f, d, b, w);
                }
            }
        }
    }
}

// A barrier in a case that all threads take.
static inline __attribute__((always_inline)) void meets_block(int first_idx, int blockDim_x, int* X, int n)
{
    alignas(64) int cache[256];
    int other[1056];
    int value[1056];
    if (n == 1) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            const int threadIdx_x = lane;
            cache[threadIdx_x] = X[idx];
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            const int threadIdx_x = lane;
            X[idx] = cache[threadIdx_x ^ 1];
        }
    } else {
        if (n == 2) {
#pragma omp simd
            for (int lane = 0; lane < blockDim_x; ++lane) {
                const int idx = first_idx + lane;
                value[lane] = X[idx];
            }
            for (int warp = 0; warp < blockDim_x; warp += 32) {
                const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
                for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                    const int lane = warp + lane_id;
                    other[lane] = value[warp + lane_across(lane_id, 1, 32, lanes)];
                }
            }
#pragma omp simd
            for (int lane = 0; lane < blockDim_x; ++lane) {
                const int idx = first_idx + lane;
                X[idx] = other[lane];
            }
        }
    }
}

extern "C" void run_meets(const CpuRange* range, int* X, int /*X_len*/, int n)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            meets_block(block.first[0], 256, X, n);
        } else {
            meets_block(block.first[0], int(range->block[0]), X, n);
        }
    }
}
