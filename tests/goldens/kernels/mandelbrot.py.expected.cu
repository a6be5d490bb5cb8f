// Translated from mandelbrot.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xy

// The number of iterations after which z = z*z + c has left the circle of radius 2.
static __device__ int escape(float cx, float cy, int limit)
{
    float x = 0.0f;
    float y = 0.0f;
    for (int i = 0; i < limit; ++i) {
        const float xx = x * x;
        const float yy = y * y;
        if (xx + yy > 4.0f) return i;
        const float y_next = 2.0f * x * y + cy;
        x = xx - yy + cx;
        y = y_next;
    }
    return limit;
}

static __global__ void mandelbrot_1d(unsigned threads, int width, int height, float left, float top,
                                     float pixel, int limit, int* image)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int row = floor_div(idx, width);
    const int column = floor_mod(idx, width);
    image[idx] = escape(left + column * pixel, top - row * pixel, limit);
}

extern "C" cudaError_t launch_mandelbrot_1d(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                            cudaStream_t stream, int width, int height, float left, float top,
                                            float pixel, int limit, int* image, int /*image_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    mandelbrot_1d<<<grid, block, shared_bytes, stream>>>(threads.x, width, height, left, top, pixel, limit,
                                                         image);
    return cudaGetLastError();
}

static __global__ void mandelbrot_2d(unsigned threads_x, unsigned threads_y, int width, int height,
                                     float left, float top, float pixel, int limit, int* image)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (idx < width && idy < height) {
        image[idy * width + idx] = escape(left + idx * pixel, top - idy * pixel, limit);
    }
}

extern "C" cudaError_t launch_mandelbrot_2d(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                            cudaStream_t stream, int width, int height, float left, float top,
                                            float pixel, int limit, int* image, int /*image_len*/)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    mandelbrot_2d<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, width, height, left, top,
                                                         pixel, limit, image);
    return cudaGetLastError();
}
