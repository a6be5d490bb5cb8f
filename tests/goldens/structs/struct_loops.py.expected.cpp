// Translated from struct_loops.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type float2

struct Body
{
    float2 pos;
    float mass;
};
//+ helper operator*(float2, float)
//+ helper minimum(int)
//+ helper slice_count(int)

static inline float total_bodies_strided(const Body* bodies, int bodies_len, int bodies_stride,
                                         const float* weights, int weights_len)
{
    float result = 0.0f;
    const int b_step = bodies_stride;
    const int count = minimum(bodies_len, weights_len);
    for (int i = 0; i < count; ++i) {
        const Body& b = bodies[i * b_step];
        const float w = weights[i];
        result += b.mass * w;
    }
    return result;
}

static inline void loops(int idx, Body* bodies, int bodies_len, const Body* grid, int grid_cols,
                         const float* weights, int weights_len, float* R)
{
    float mass = total_bodies_strided(bodies, slice_count(0, bodies_len, 2), 2, weights, weights_len);
    for (int i = 0; i < bodies_len; ++i) {
        Body& b = bodies[i];
        if (i == idx) {
            b.mass += mass;
            b.pos = b.pos * 2.0f;
        }
    }
    const int cell_begin = idx * grid_cols;
    const int count = minimum(grid_cols, weights_len);
    for (int k = 0; k < count; ++k) {
        const int j = k + 1;
        const Body& cell = grid[cell_begin + k];
        const float w = weights[k];
        mass += cell.mass * w * j;
    }
    R[idx] = mass;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool loops_strip(int lanes, int first_idx, Body* bodies,
                                                              int bodies_len, const Body* grid, int grid_cols,
                                                              const float* weights, int weights_len, float* R)
{
    float mass[32];
    int cell_begin[32];
    float result[32];
    float total_bodies_strided_result[32];
    const int bodies_start = 0;
    const int bodies_len_ = slice_count(0, bodies_len, 2);
    const int bodies_stride = 2;
    const int b_step = bodies_stride;
    const int count = minimum(bodies_len_, weights_len);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        result[lane] = 0.0f;
    }
    for (int k = 0; k < count; ++k) {
        const int b_ = k * b_step;
        const float w_ = weights[k];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            result[lane] += bodies[bodies_start + b_].mass * w_;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total_bodies_strided_result[lane] = result[lane];
        mass[lane] = total_bodies_strided_result[lane];
    }
    for (int i = 0; i < bodies_len; ++i) {
        Body& b = bodies[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            if (i == idx) {
                b.mass += mass[lane];
                b.pos = b.pos * 2.0f;
            }
        }
    }
    const int count_ = minimum(grid_cols, weights_len);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        cell_begin[lane] = idx * grid_cols;
    }
    for (int k = 0; k < count_; ++k) {
        const int j = k + 1;
        const float w = weights[k];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const Body& cell = grid[cell_begin[lane] + k];
            mass[lane] += cell.mass * w * j;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx] = mass[lane];
    }
    return true;
}

extern "C" void run_loops(const CpuRange* range, Body* bodies, int bodies_len, const Body* grid,
                          int /*grid_rows*/, int grid_cols, const float* weights, int weights_len, float* R,
                          int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? loops_strip(32, x, bodies, bodies_len, grid, grid_cols, weights, weights_len, R)
                       
                        : lanes >= 8
                        && loops_strip(lanes, x, bodies, bodies_len, grid, grid_cols, weights, weights_len,
                                       R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            loops(thread_x, bodies, bodies_len, grid, grid_cols, weights, weights_len, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
