#include "from_c.h"
#include "kernels.h"

int saxpy_from_c(float alpha, const float* X, float* Y, int n)
{
    dim3 threads = {1, 1, 1};
    dim3 grid = {1, 1, 1};
    dim3 block = {128, 1, 1};
    threads.x = (unsigned)n;
    grid.x = (threads.x + block.x - 1) / block.x;
    return (int)launch_saxpy(threads, grid, block, 0, 0, alpha, X, n, Y, n);
}
