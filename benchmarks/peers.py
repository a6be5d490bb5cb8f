"""The same kernels in numba-cuda and cupyx.jit, where those are installed. Each import can fail by itself."""

import numpy

# numba 0.6x still asks for a name that NumPy 2.5 no longer has.
if not hasattr(numpy, "row_stack"):
    numpy.row_stack = numpy.vstack


def numba_kernels():
    from numba import cuda, float32

    @cuda.jit(fastmath=False)
    def saxpy(alpha, X, Y):
        i = cuda.grid(1)
        if i < X.shape[0]:
            Y[i] = alpha * X[i] + Y[i]

    @cuda.jit
    def launched(alpha, n, X, Y):
        i = cuda.grid(1)
        if i < n:
            Y[i] = alpha * X[i] + Y[i]

    @cuda.jit
    def mandelbrot(width, height, left, top, pixel, limit, image):
        i, j = cuda.grid(2)
        if i < width and j < height:
            cx = left + float32(i) * pixel
            cy = top + float32(j) * pixel
            x = float32(0)
            y = float32(0)
            steps = 0
            while steps < limit and x * x + y * y <= float32(4):
                following = x * x - y * y + cx
                y = float32(2) * x * y + cy
                x = following
                steps += 1
            image[j * width + i] = steps

    @cuda.jit
    def matmul(A, B, C, rows, inner, columns):
        column, row = cuda.grid(2)
        if column < columns and row < rows:
            total = float32(0)
            for k in range(inner):
                total += A[row * inner + k] * B[k * columns + column]
            C[row * columns + column] = total

    return cuda, {"saxpy": saxpy, "launched": launched, "mandelbrot": mandelbrot, "matmul": matmul}


def cupyx_kernels():
    import cupy
    from cupyx import jit

    @jit.rawkernel()
    def saxpy(alpha, X, Y, n):
        i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
        if i < n:
            Y[i] = alpha * X[i] + Y[i]

    @jit.rawkernel()
    def mandelbrot(width, height, left, top, pixel, limit, image):
        i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
        j = jit.blockIdx.y * jit.blockDim.y + jit.threadIdx.y
        if i < width and j < height:
            cx = left + cupy.float32(i) * pixel
            cy = top + cupy.float32(j) * pixel
            x = cupy.float32(0)
            y = cupy.float32(0)
            steps = cupy.int32(0)
            while steps < limit and x * x + y * y <= cupy.float32(4):
                following = x * x - y * y + cx
                y = cupy.float32(2) * x * y + cy
                x = following
                steps += 1
            image[j * width + i] = steps

    @jit.rawkernel()
    def matmul(A, B, C, rows, inner, columns):
        column = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
        row = jit.blockIdx.y * jit.blockDim.y + jit.threadIdx.y
        if column < columns and row < rows:
            total = cupy.float32(0)
            for k in range(inner):
                total += A[row * inner + k] * B[k * columns + column]
            C[row * columns + column] = total

    return {"saxpy": saxpy, "mandelbrot": mandelbrot, "matmul": matmul}
