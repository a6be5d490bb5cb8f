"""Kernels that a C++ program and a C file launch through the header that pycu2cu writes."""

from cudapy import blockDim, blockIdx, idx, idy, shared, syncthreads, threadIdx


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


# block_sum : void (float* X, float* sums)
def block_sum(X, sums):
    """The sums of the blocks, of at most 256 threads each."""
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


# agree : void (int* X)
def agree(X):
    """Counts where all threads of a block say the same."""
    if X[idx] > 0:
        syncthreads()
        X[idx] += 1
