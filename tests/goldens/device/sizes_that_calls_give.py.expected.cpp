// Translated from sizes_that_calls_give.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline __attribute__((always_inline)) void sums_block(int first_idx, int blockDim_x, float* A,
                                                             double* B)
{
    alignas(64) float parts[64];
    alignas(64) float parts_[128];
    alignas(64) double parts_2[64];
    float block_sum_64_float_result[1024];
    float total[1024];
    float block_sum_64_float_result_[1024];
    float total_[1024];
    float block_sum_128_float_result[1024];
    double total_2[1024];
    double block_sum_64_double_result[1024];
    const int TILE = 64;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const float value = A[idx];
        parts[threadIdx_x] = value;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        total[lane] = 0.0f;
    }
    for (int i = 0; i < 64; ++i) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            total[lane] += parts[i];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        block_sum_64_float_result_[lane] = total[lane];
        block_sum_64_float_result[lane] = block_sum_64_float_result_[lane];
        const float value = A[idx];
        parts_[threadIdx_x] = value;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        total_[lane] = 0.0f;
    }
    for (int i = 0; i < 128; ++i) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            total_[lane] += parts_[i];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        block_sum_128_float_result[lane] = total_[lane];
        const float block_sum_128_float_result_ = block_sum_128_float_result[lane];
        A[idx] = block_sum_64_float_result[lane] + block_sum_128_float_result_;
        const double value = B[idx];
        parts_2[threadIdx_x] = value;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        total_2[lane] = 0.0;
    }
    for (int i = 0; i < 64; ++i) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            total_2[lane] += parts_2[i];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        block_sum_64_double_result[lane] = total_2[lane];
        const double block_sum_64_double_result_ = block_sum_64_double_result[lane];
        B[idx] = block_sum_64_double_result_;
    }
}

extern "C" void run_sums(const CpuRange* range, float* A, int /*A_len*/, double* B, int /*B_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sums_block(block.first[0], 256, A, B);
        } else {
            sums_block(block.first[0], int(range->block[0]), A, B);
        }
    }
}

static inline double halved_2_float_double(float x)
{
    double own[2];
    own[1] = double(x) / 2.0;
    return own[2 - 1];
}

static inline float halved_2_int_float(int x)
{
    float own[2];
    own[1] = float(x) / 2.0f;
    return own[2 - 1];
}

static inline double halved_3_float_double(float x)
{
    double own[3];
    own[2] = double(x) / 2.0;
    return own[3 - 1];
}

static inline double halved_4_float_double(float x)
{
    double own[4];
    own[3] = double(x) / 2.0;
    return own[4 - 1];
}

static inline void by_default(int idx, const float* X, double* R)
{
    R[idx] = halved_2_float_double(X[idx]) + halved_2_int_float(idx) + halved_3_float_double(X[idx])
        + halved_4_float_double(X[idx]);
}

extern "C" void run_by_default(const CpuRange* range, const float* X, int /*X_len*/, double* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    by_default(x, X, R);
                }
            }
        }
    }
}
