// Translated from struct_loop_names.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Body
{
    float x;
    float mass;
};

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
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
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    settle<<<grid, block, shared_bytes, stream>>>(threads.x, planets, planets_len, moons, moons_len, total);
    return cudaGetLastError();
}
