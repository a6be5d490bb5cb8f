// Translated from names.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_x

static __device__ float double_(float int_)
{
    return int_ * 2.0f;
}

static __global__ void template_(unsigned threads_2, float* new_, int class_, int this_, float* threads)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads_2) return;
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

extern "C" cudaError_t launch_template(dim3 threads_2, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, float* new_, int /*new_len*/, int class_,
                                       int this_, float* threads, int /*threads_len*/)
{
    if (!check_launch_x(threads_2, grid, block)) return not_launched(threads_2);
    template_<<<grid, block, shared_bytes, stream>>>(threads_2.x, new_, class_, this_, threads);
    return cudaGetLastError();
}

static __global__ void main_(unsigned threads, float* delete_)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    delete_[idx] = 1.0f;
}

extern "C" cudaError_t launch_main(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, float* delete_, int /*delete_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    main_<<<grid, block, shared_bytes, stream>>>(threads.x, delete_);
    return cudaGetLastError();
}

static __global__ void exp_(unsigned threads, float* grid, int grid_len_, const float* block, int stream,
                            int grid_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int blockIdx_ = 2;
    grid[idx] = block[idx] + stream + grid_len + blockIdx_ + grid_len_;
}

extern "C" cudaError_t launch_exp(dim3 threads, dim3 grid_2, dim3 block_2, size_t shared_bytes,
                                  cudaStream_t stream_2, float* grid, int grid_len_, const float* block,
                                  int /*block_len*/, int stream, int grid_len)
{
    if (!check_launch_x(threads, grid_2, block_2)) return not_launched(threads);
    exp_<<<grid_2, block_2, shared_bytes, stream_2>>>(threads.x, grid, grid_len_, block, stream, grid_len);
    return cudaGetLastError();
}

static __global__ void shadow(unsigned threads, int n, float* X)
{
    const int idx_2 = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx_2) >= threads) return;
    const int idx = 3;
    const int floor_div = n >> 1;
    X[idx] = floor_div;
}

extern "C" cudaError_t launch_shadow(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, int n, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    shadow<<<grid, block, shared_bytes, stream>>>(threads.x, n, X);
    return cudaGetLastError();
}
