// Translated from struct_loops.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Body
{
    float2 pos;
    float mass;
};

static __device__ inline float2 operator*(float2 a, float b)
{
    return make_float2(a.x * b, a.y * b);
}

// Python's min(a, b): a unless b is less.
static __device__ int minimum(int a, int b)
{
    return b < a ? b : a;
}

// How many elements there are from one to another by a step.
static __device__ int slice_count(int from, int to, int step)
{
    if (step > 0 && from < to) return 1 + (to - from - 1) / step;
    if (step < 0 && from > to) return 1 - (from - to - 1) / step;
    return 0;
}

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

static __device__ float total_bodies_strided(const Body* bodies, int bodies_len, int bodies_stride,
                                             const float* weights, int weights_len)
{
    float result = 0.0f;
    const int b_step = bodies_stride;
    const int i_end = minimum(bodies_len, weights_len);
    for (int i = 0; i < i_end; ++i) {
        const Body& b = bodies[i * b_step];
        const float w = weights[i];
        result += b.mass * w;
    }
    return result;
}

static __global__ void loops(unsigned threads, Body* bodies, int bodies_len, const Body* grid, int grid_cols,
                             const float* weights, int weights_len, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float mass = total_bodies_strided(bodies, slice_count(0, bodies_len, 2), 2, weights, weights_len);
    for (int i = 0; i < bodies_len; ++i) {
        Body& b = bodies[i];
        if (i == idx) {
            b.mass += mass;
            b.pos = b.pos * 2.0f;
        }
    }
    const int cell_begin = idx * grid_cols;
    const int i_end = minimum(grid_cols, weights_len);
    for (int i_ = 0; i_ < i_end; ++i_) {
        const int j = i_ + 1;
        const Body& cell = grid[cell_begin + i_];
        const float w = weights[i_];
        mass += cell.mass * w * j;
    }
    R[idx] = mass;
}

extern "C" cudaError_t launch_loops(dim3 threads, dim3 grid_2, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, Body* bodies, int bodies_len, const Body* grid,
                                    int /*grid_rows*/, int grid_cols, const float* weights, int weights_len,
                                    float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid_2, block)) return not_launched(threads);
    loops<<<grid_2, block, shared_bytes, stream>>>(threads.x, bodies, bodies_len, grid, grid_cols, weights,
                                                   weights_len, R);
    return cudaGetLastError();
}
