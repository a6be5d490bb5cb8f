// Translated from struct_loops.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct Body
{
    float2 pos;
    float mass;
};
//+ helper operator*(float2, float)
//+ helper minimum(int)
//+ helper slice_count(int)
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float total_bodies_strided(const Body* bodies, int bodies_len, int bodies_stride,
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
    const int count = minimum(grid_cols, weights_len);
    for (int k = 0; k < count; ++k) {
        const int j = k + 1;
        const Body& cell = grid[cell_begin + k];
        const float w = weights[k];
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
