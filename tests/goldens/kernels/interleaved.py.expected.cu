// Translated from interleaved.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ prelude not_launched
//+ prelude check_launch_xy
//+ prelude check_launch_x

static __global__ void grey(unsigned threads_x, unsigned threads_y, const uint8_t* image, int image_dim1,
                            int image_dim2, uint8_t* grey_, int grey_rows, int grey_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    if (idy < grey_rows && idx < grey_cols) {
        const int r = int(image[(idy * image_dim1 + idx) * image_dim2]);
        const int g = int(image[(idy * image_dim1 + idx) * image_dim2 + 1]);
        const int b = int(image[(idy * image_dim1 + idx) * image_dim2 + 2]);
        grey_[idy * grey_cols + idx] = uint8_t((77 * r + 150 * g + 29 * b) >> 8);
    }
}

extern "C" cudaError_t launch_grey(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                   cudaStream_t stream, const uint8_t* image, int /*image_dim0*/,
                                   int image_dim1, int image_dim2, uint8_t* grey_, int grey_rows,
                                   int grey_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    grey<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, image, image_dim1, image_dim2, grey_,
                                                grey_rows, grey_cols);
    return cudaGetLastError();
}

static __global__ void lengths(unsigned threads, const float* points, int points_cols, float* out)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const float x = points[idx * points_cols];
    const float y = points[idx * points_cols + 1];
    out[idx] = x * x + y * y;
}

extern "C" cudaError_t launch_lengths(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* points, int /*points_rows*/,
                                      int points_cols, float* out, int /*out_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    lengths<<<grid, block, shared_bytes, stream>>>(threads.x, points, points_cols, out);
    return cudaGetLastError();
}
