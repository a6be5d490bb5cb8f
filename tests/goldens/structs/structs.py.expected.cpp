// Translated from structs.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct Vec
{
    float x;
    float y;
};

struct Body
{
    Vec pos;
    Vec vel;
    float mass;
    int8_t kind;
    bool alive;
};

static inline Vec force(const Body& a, const Body& b)
{
    const float r = b.mass / (b.pos.x - a.pos.x);
    return {r * a.pos.x, r};
}

static inline void move(Body& b, float dt)
{
    b.pos.x += b.vel.x * dt;
    b.pos.y += b.vel.y * dt;
}

static inline void step(int idx, Body* bodies, int bodies_len, float dt, Vec wind)
{
    // the thread's own body
    Body& p = bodies[idx];
    Vec acc = {wind.x, 0.0f};
    for (int j = 0; j < bodies_len; ++j) {
        const Body& q = bodies[j];
        if (q.alive) {
            const Vec f = force(p, q);
            acc.x += f.x;
            acc.y += f.y;
        }
    }
    p.vel = acc;
    move(p, dt);
    move(bodies[idx], dt);
    Body own = p;
    move(own, dt);
    bodies[0].mass = own.mass;
    bodies[bodies_len - 1] = {{1.0f, 2.0f}, bodies[0].vel, 1.0f, 3, true};
    Body& last = bodies[bodies_len - 1];
    last.mass = 2.0f;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool step_strip(int lanes, int first_idx, Body* bodies,
                                                             int bodies_len, float dt, Vec wind)
{
    int p[32];
    Body own[32];
    float acc_x[32];
    float acc_y[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        // the thread's own body
        p[lane] = idx;
        acc_x[lane] = wind.x;
        acc_y[lane] = 0.0f;
    }
    for (int j = 0; j < bodies_len; ++j) {
        const Body& q = bodies[j];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            if (q.alive) {
                const Vec f = force(bodies[p[lane]], q);
                acc_x[lane] += f.x;
                acc_y[lane] += f.y;
            }
        }
    }
    Body& last = bodies[bodies_len - 1];
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        bodies[p[lane]].vel = {acc_x[lane], acc_y[lane]};
        move(bodies[p[lane]], dt);
        move(bodies[idx], dt);
        own[lane] = bodies[p[lane]];
        move(own[lane], dt);
        bodies[0].mass = own[lane].mass;
        bodies[bodies_len - 1] = {{1.0f, 2.0f}, bodies[0].vel, 1.0f, 3, true};
        last.mass = 2.0f;
    }
    return true;
}

extern "C" void run_step(const CpuRange* range, Body* bodies, int bodies_len, float dt, Vec wind)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? step_strip(32, x, bodies, bodies_len, dt, wind)
                        : lanes >= 8 && step_strip(lanes, x, bodies, bodies_len, dt, wind);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            step(thread_x, bodies, bodies_len, dt, wind);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void nearest(int idx, const Body* bodies, int bodies_len, int* R)
{
    int best = 0;
    for (int q_index = 0; q_index < bodies_len; ++q_index) {
        const int q = q_index;
        if (bodies[q].pos.x < bodies[best].pos.x) {
            best = q;
        }
    }
    R[idx] = bodies[best].kind;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool nearest_strip(int lanes, int first_idx, const Body* bodies,
                                                                int bodies_len, int* R)
{
    int best = 0;
    for (int q_index = 0; q_index < bodies_len; ++q_index) {
        const int q = q_index;
        if (bodies[q].pos.x < bodies[best].pos.x) {
            best = q;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx] = bodies[best].kind;
    }
    return true;
}

extern "C" void run_nearest(const CpuRange* range, const Body* bodies, int bodies_len, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? nearest_strip(32, x, bodies, bodies_len, R)
                        : lanes >= 8 && nearest_strip(lanes, x, bodies, bodies_len, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            nearest(thread_x, bodies, bodies_len, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
