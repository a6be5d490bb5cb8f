// Translated from struct_loop_names.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Body
{
    float x;
    float mass;
};
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void settle(unsigned threads, const Body* planets, int planets_len, Body* moons,
                              int moons_len, float* total)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
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

extern "C" cudaError_t launch_settle(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const Body* planets, int planets_len, Body* moons,
                                     int moons_len, float* total, int /*total_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    settle<<<grid, block, shared_bytes, stream>>>(threads.x, planets, planets_len, moons, moons_len, total);
    return cudaGetLastError();
}
