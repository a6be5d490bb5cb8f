// Translated from struct_loop_names.py by pycu2cu 0.1.0.

#include <cuda_runtime.h>

struct Body
{
    float x;
    float mass;
};

// On an axis that a kernel guards, a grid needs a thread for every one asked for.
// More than 2^32 of them would have coordinates that repeat.
static bool covers(unsigned threads, unsigned grid, unsigned block)
{
    const unsigned long long launched = 1ULL * grid * block;
    return threads <= 0x7fffffff && launched >= threads && launched <= 0x100000000;
}

// On any other axis, it needs as many threads as were asked for, and no more.
static bool matches(unsigned threads, unsigned grid, unsigned block)
{
    return block == 1 && grid == threads;
}

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
    if (threads.x == 0 || threads.y == 0 || threads.z == 0) return cudaSuccess;
    if (!covers(threads.x, grid.x, block.x) || !matches(threads.y, grid.y, block.y)
            || !matches(threads.z, grid.z, block.z)) {
        return cudaErrorInvalidConfiguration;
    }
    settle<<<grid, block, shared_bytes, stream>>>(threads.x, planets, planets_len, moons, moons_len, total);
    return cudaGetLastError();
}
