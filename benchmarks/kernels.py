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


def compiled(kernel, target):
    return cp.compile(kernel, target=target)
