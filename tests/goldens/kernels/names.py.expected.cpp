// Translated from names.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline float double_(float int_)
{
    return int_ * 2.0f;
}

static inline void template_(float* new_, int class_, int this_, float* threads)
{
    const int auto_ = 3;
    const int while_ = auto_ + class_;
    for (int register_ = 0; register_ < while_; ++register_) {
        new_[register_] = double_(new_[register_]) + this_;
    }
    const int launch_template = 2;
    const float sinf = 1.0f;
    threads[0] = sinf + launch_template;
    const int _x = 1;
    const int y_ = 2;
    const int a_b_ = 3;
    threads[1] = _x + y_ + a_b_;
    const float nau00ef_ve = 1.5f;
    const float gru00f6_u00df_e = 2.0f;
    threads[2] = nau00ef_ve * gru00f6_u00df_e;
    if (true) {
        const int INT_MAX_ = 4;
        const int assert_ = INT_MAX_;
        threads[3] = assert_;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool template_strip_(int lanes, float* new_, int class_,
                                                                  int this_, float* threads)
{
    const int auto_ = 3;
    const int while_ = auto_ + class_;
    for (int register_ = 0; register_ < while_; ++register_) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            new_[register_] = double_(new_[register_]) + this_;
        }
    }
    const int launch_template = 2;
    const float sinf = 1.0f;
    const int _x = 1;
    const int y_ = 2;
    const int a_b_ = 3;
    const float nau00ef_ve = 1.5f;
    const float gru00f6_u00df_e = 2.0f;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        threads[0] = sinf + launch_template;
        threads[1] = _x + y_ + a_b_;
        threads[2] = nau00ef_ve * gru00f6_u00df_e;
        if (true) {
            const int INT_MAX_ = 4;
            const int assert_ = INT_MAX_;
            threads[3] = assert_;
        }
    }
    return true;
}

extern "C" void run_template(const CpuRange* range, float* new_, int /*new_len*/, int class_, int this_,
                             float* threads, int /*threads_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? template_strip_(32, new_, class_, this_, threads)
                        : lanes >= 8 && template_strip_(lanes, new_, class_, this_, threads);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            template_(new_, class_, this_, threads);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void main_(int idx, float* delete_)
{
    delete_[idx] = 1.0f;
}

extern "C" void run_main(const CpuRange* range, float* delete_, int /*delete_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    main_(x, delete_);
                }
            }
        }
    }
}

static inline void exp_(int idx, float* grid, int grid_len_, const float* block, int stream, int grid_len)
{
    const int blockIdx_ = 2;
    grid[idx] = block[idx] + stream + grid_len + blockIdx_ + grid_len_;
}

extern "C" void run_exp(const CpuRange* range, float* grid, int grid_len_, const float* block,
                        int /*block_len*/, int stream, int grid_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block_2 = block_of(*range, number);
        for (int z = block_2.first[2]; z < block_2.end[2]; ++z) {
            for (int y = block_2.first[1]; y < block_2.end[1]; ++y) {
#pragma omp simd
                for (int x = block_2.first[0]; x < block_2.end[0]; ++x) {
                    exp_(x, grid, grid_len_, block, stream, grid_len);
                }
            }
        }
    }
}

static inline void shadow(int n, float* X)
{
    const int idx = 3;
    const int floor_div = n >> 1;
    X[idx] = floor_div;
}

extern "C" void run_shadow(const CpuRange* range, int n, float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    shadow(n, X);
                }
            }
        }
    }
}
