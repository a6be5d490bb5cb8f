// Translated from structs.py by pycu2cu 0.2.0.

#include "structs.py.expected.h"

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ Vec force(const Body& a, const Body& b)
{
    const float r = b.mass / (b.pos.x - a.pos.x);
    return {r * a.pos.x, r};
}

static __device__ void move(Body& b, float dt)
{
    b.pos.x += b.vel.x * dt;
    b.pos.y += b.vel.y * dt;
}

static __global__ void step(unsigned threads, Body* bodies, int bodies_len, float dt, Vec wind)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
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

extern "C" cudaError_t launch_step(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, Body* bodies, int bodies_len, float dt, Vec wind)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    step<<<grid, block, shared_bytes, stream>>>(threads.x, bodies, bodies_len, dt, wind);
    return cudaGetLastError();
}

static __global__ void nearest(unsigned threads, const Body* __restrict__ bodies, int bodies_len, int* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    int best = 0;
    for (int q_index = 0; q_index < bodies_len; ++q_index) {
        const int q = q_index;
        if (bodies[q].pos.x < bodies[best].pos.x) {
            best = q;
        }
    }
    R[idx] = bodies[best].kind;
}

extern "C" cudaError_t launch_nearest(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const Body* bodies, int bodies_len, int* R,
                                      int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    nearest<<<grid, block, shared_bytes, stream>>>(threads.x, bodies, bodies_len, R);
    return cudaGetLastError();
}
