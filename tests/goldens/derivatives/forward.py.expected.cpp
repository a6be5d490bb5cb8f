// Translated from forward.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
void sincos(double, double*, double*);
double sqrt(double);
}

struct double_double
{
    double first;
    double second;
};
//+ helper square(double)
//+ helper maximum(double)
//+ helper atomic_add(double)

static inline void saxpy(int idx, float alpha, const float* X, float* Y, int /*Y_len*/)
{
    Y[idx] = alpha * X[idx] + Y[idx];
}

extern "C" void run_saxpy(const CpuRange* range, float alpha, const float* X, int /*X_len*/, float* Y,
                          int Y_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Y_len < block.end[0]) block.end[0] = Y_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy(x, alpha, X, Y, Y_len);
                }
            }
        }
    }
}

static inline double length(double x, double y)
{
    if (x > y) return sqrt(x * x + y * y);
    return x / y;
}

static inline void flow(int idx, double a, const double* X, int X_len, double* Y)
{
    double total = 0.0;
    // the first ones
    for (int k = 0; k < X_len; ++k) {
        if (X[k] < 0.0) continue;
        total += square(length(X[k], a));
        if (total > 100.0) break;
    }
    double s;
    double c;
    sincos(total, &s, &c);
    const double p = c;
    const double q = s;
    Y[idx] = idx > 1 ? maximum(p, 0.5 * q) : -q;
    double w = X[idx];
    while (w < 3.0) {
        w *= 1.5;
    }
    Y[idx] += w;
}

extern "C" void run_flow(const CpuRange* range, double a, const double* X, int X_len, double* Y,
                         int /*Y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    flow(x, a, X, X_len, Y);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void sums_block(int first_idx, int blockDim_x, const double* X,
                                                             double* Y, int* N)
{
    alignas(64) double cache[32];
    double value[1056];
    double other[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        cache[threadIdx_x] = X[idx] * X[idx];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        value[lane] = cache[31 - threadIdx_x];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int by = 16 & 31;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            const double far = value[warp + lane_id + by];
            other[lane] = lane_id + by < lanes ? far : value[lane];
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        value[lane] += other[lane];
        N[idx] = int(X[idx] / 2.0);
        atomic_add(&Y[N[idx]], value[lane]);
    }
}

extern "C" void run_sums(const CpuRange* range, const double* X, int /*X_len*/, double* Y, int /*Y_len*/,
                         int* N, int /*N_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sums_block(block.first[0], 256, X, Y, N);
        } else {
            sums_block(block.first[0], int(range->block[0]), X, Y, N);
        }
    }
}

static inline void saxpy_jvp(int idx, float alpha, const float* X, float* Y, int /*Y_len*/, float alpha_dot,
                             const float* X_dot, float* Y_dot)
{
    Y_dot[idx] = X[idx] * alpha_dot + alpha * X_dot[idx] + Y_dot[idx];
    Y[idx] = alpha * X[idx] + Y[idx];
}

extern "C" void run_saxpy_jvp(const CpuRange* range, float alpha, const float* X, int /*X_len*/, float* Y,
                              int Y_len, float alpha_dot, const float* X_dot, int /*X_dot_len*/, float* Y_dot,
                              int /*Y_dot_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (Y_len < block.end[0]) block.end[0] = Y_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    saxpy_jvp(x, alpha, X, Y, Y_len, alpha_dot, X_dot, Y_dot);
                }
            }
        }
    }
}

static inline double_double length_jvp(double x, double y, double x_dot, double y_dot)
{
    if (x > y) {
        const double root = sqrt(x * x + y * y);
        return {root, (2.0 * x * x_dot + 2.0 * y * y_dot) / (2.0 * root)};
    }
    const double quotient = x / y;
    return {quotient, x_dot / y - quotient * y_dot / y};
}

static inline void flow_jvp(int idx, double a, const double* X, int X_len, double* Y, double a_dot,
                            const double* X_dot, double* Y_dot)
{
    double total_dot = 0.0;
    double total = 0.0;
    // the first ones
    for (int k = 0; k < X_len; ++k) {
        if (X[k] < 0.0) continue;
        const double_double both = length_jvp(X[k], a, X_dot[k], a_dot);
        total_dot += 2.0 * both.first * both.second;
        total += square(both.first);
        if (total > 100.0) break;
    }
    double s;
    double c;
    sincos(total, &s, &c);
    const double s_dot = c * total_dot;
    const double c_dot = -(s * total_dot);
    const double p_dot = c_dot;
    const double p = c;
    const double q_dot = s_dot;
    const double q = s;
    double chosen;
    double chosen_dot;
    if (idx > 1) {
        const double second = 0.5 * q;
        chosen_dot = !(second > p) ? p_dot : 0.5 * q_dot;
        chosen = maximum(p, second);
    } else {
        chosen_dot = -q_dot;
        chosen = -q;
    }
    Y_dot[idx] = chosen_dot;
    Y[idx] = chosen;
    double w_dot = X_dot[idx];
    double w = X[idx];
    while (w < 3.0) {
        w_dot = 1.5 * w_dot;
        w = w * 1.5;
    }
    Y_dot[idx] += w_dot;
    Y[idx] += w;
}

extern "C" void run_flow_jvp(const CpuRange* range, double a, const double* X, int X_len, double* Y,
                             int /*Y_len*/, double a_dot, const double* X_dot, int /*X_dot_len*/,
                             double* Y_dot, int /*Y_dot_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    flow_jvp(x, a, X, X_len, Y, a_dot, X_dot, Y_dot);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void sums_jvp_block(int first_idx, int blockDim_x,
                                                                 const double* X, double* Y, int* N,
                                                                 const double* X_dot, double* Y_dot)
{
    alignas(64) double cache[32];
    alignas(64) double cache_dot[32];
    double value[1056];
    double value_dot[1056];
    double received_dot[1056];
    double received[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        cache_dot[threadIdx_x] = 2.0 * X[idx] * X_dot[idx];
        cache[threadIdx_x] = X[idx] * X[idx];
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        value_dot[lane] = cache_dot[31 - threadIdx_x];
        value[lane] = cache[31 - threadIdx_x];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int by = 16 & 31;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            const double far = value_dot[warp + lane_id + by];
            received_dot[lane] = lane_id + by < lanes ? far : value_dot[lane];
        }
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int by = 16 & 31;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            const double far = value[warp + lane_id + by];
            received[lane] = lane_id + by < lanes ? far : value[lane];
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        value_dot[lane] += received_dot[lane];
        value[lane] += received[lane];
        N[idx] = int(X[idx] / 2.0);
        atomic_add(&Y_dot[N[idx]], value_dot[lane]);
        atomic_add(&Y[N[idx]], value[lane]);
    }
}

extern "C" void run_sums_jvp(const CpuRange* range, const double* X, int /*X_len*/, double* Y, int /*Y_len*/,
                             int* N, int /*N_len*/, const double* X_dot, int /*X_dot_len*/, double* Y_dot,
                             int /*Y_dot_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            sums_jvp_block(block.first[0], 256, X, Y, N, X_dot, Y_dot);
        } else {
            sums_jvp_block(block.first[0], int(range->block[0]), X, Y, N, X_dot, Y_dot);
        }
    }
}
