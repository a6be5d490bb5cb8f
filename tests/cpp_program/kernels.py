"""Kernels that a C++ program and a C file launch through the header that pycu2cu writes."""

from cudapy import idx, idy, threadIdx, blockDim


# axpy : float (float alpha, float x, float y)
def axpy(alpha, x, y):
    return alpha * x + y


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    """Y = alpha X + Y."""
    if idx < len(X):
        Y[idx] = axpy(alpha, X[idx], Y[idx])


# matmul : void (int rows, int inner, int columns, double* A, double* B, double* C)
def matmul(rows, inner, columns, A, B, C):
    """C = A B: a thread an element, x along the columns, y along the rows."""
    total = 0.0
    for k in range(inner):
        total += A[idy * inner + k] * B[k * columns + idx]
    C[idy * columns + idx] = total


# floor_division : void (int divisor, int64* quotients, bool* is_exact)
def floor_division(divisor, quotients, is_exact):
    quotients[idx] = (idx - 50) // divisor
    is_exact[idx] = (idx - 50) % divisor == 0


# in_block : void (int* thread, int* width)
def in_block(thread, width):
    """What blocks look like to the threads of a launch."""
    thread[idx] = threadIdx.x
    width[idx] = blockDim.x
