// Translated from struct_loop_names.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct Body
{
    float x;
    float mass;
};

static inline void settle(int idx, const Body* planets, int planets_len, Body* moons, int moons_len,
                          float* total)
{
    for (int body_index = 0; body_index < planets_len; ++body_index) {
        const Body& body_ = planets[body_index];
        total[idx] += body_.mass;
    }
    for (int i = 0; i < moons_len; ++i) {
        Body& body = moons[i];
        body.x = i;
        if (body.mass > 0.0f) {
            total[idx] += body.mass;
        }
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool settle_strip(int lanes, int first_idx, const Body* planets,
                                                               int planets_len, Body* moons, int moons_len,
                                                               float* total)
{
    for (int body_index = 0; body_index < planets_len; ++body_index) {
        const Body& body_ = planets[body_index];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[idx] += body_.mass;
        }
    }
    for (int i = 0; i < moons_len; ++i) {
        Body& body = moons[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            body.x = i;
            if (body.mass > 0.0f) {
                total[idx] += body.mass;
            }
        }
    }
    return true;
}

extern "C" void run_settle(const CpuRange* range, const Body* planets, int planets_len, Body* moons,
                           int moons_len, float* total, int /*total_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? settle_strip(32, x, planets, planets_len, moons, moons_len, total)
                        : lanes >= 8 && settle_strip(lanes, x, planets, planets_len, moons, moons_len, total);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            settle(thread_x, planets, planets_len, moons, moons_len, total);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
