"""The kernels that are measured, in the kernel language."""

import cudapy as cp


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


# launched : void (float alpha, int n, float* X, float* Y)
def launched(alpha, n, X, Y):
    if idx < n:
        Y[idx] = alpha * X[idx] + Y[idx]


# mandelbrot : void (int width, int height, float left, float top, float pixel, int limit, int* image)
def mandelbrot(width, height, left, top, pixel, limit, image):
    if idx < width and idy < height:
        cx = left + idx * pixel
        cy = top + idy * pixel
        x, y = 0.0, 0.0
        steps = 0
        while steps < limit and x * x + y * y <= 4.0:
            x, y = x * x - y * y + cx, 2.0 * x * y + cy
            steps += 1
        image[idy * width + idx] = steps


# matmul : void (float* A, float* B, float* C, int rows, int inner, int columns)
def matmul(A, B, C, rows, inner, columns):
    if idx < columns and idy < rows:
        total = 0.0
        for k in range(inner):
            total += A[idy * inner + k] * B[k * columns + idx]
        C[idy * columns + idx] = total


# block_sum : void (float* X, float* sums)
def block_sum(X, sums):
    cache = shared(float, 256)
    t = threadIdx.x
    cache[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    stride = blockDim.x // 2
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        syncthreads()
        stride //= 2
    if t == 0:
        sums[blockIdx.x] = cache[0]


# matmul_tiles : void (float* A, float* B, float* C, int n)
def matmul_tiles(A, B, C, n):
    a = shared(float, (16, 16))
    b = shared(float, (16, 16))
    tx, ty = threadIdx.x, threadIdx.y
    total = 0.0
    for first in range(0, n, 16):
        a[ty, tx] = A[idy * n + first + tx] if idy < n and first + tx < n else 0.0
        b[ty, tx] = B[(first + ty) * n + idx] if first + ty < n and idx < n else 0.0
        syncthreads()
        for k in range(16):
            total += a[ty, k] * b[k, tx]
        syncthreads()
    if idy < n and idx < n:
        C[idy * n + idx] = total


def compiled(kernel, target):
    return cp.compile(kernel, target=target)
