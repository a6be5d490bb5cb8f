"""Kernels whose threads wait for those of their block and that get a form in which a CUDA thread does the
work of several rows, each with the block and the shapes of arguments that it is launched with.

In shapes `r` stands for rows of blocks and `c` for columns of blocks of 8 by 8 threads, and `m` for what is
no multiple of 8.
"""

import cudapy as cp

CASES = {}


def case(kernel, *arguments):
    CASES[kernel.__name__] = (kernel, arguments)


# tiled : void (float[,] A, float[,] B, float[,] C)
def tiled(A, B, C):
    a = shared(float, (8, 8))
    b = shared(float, (8, 8))
    tx = threadIdx.x
    ty = threadIdx.y
    total = 0.0
    for t in range(A.shape[1] // 8):
        a[ty, tx] = A[idy, t * 8 + tx]
        b[ty, tx] = B[t * 8 + ty, idx]
        syncthreads()
        for k in range(8):
            total += a[ty, k] * b[k, tx]
        syncthreads()
    C[idy, idx] = total


# tiled_guarded : void (double[,] A, double[,] B, double[,] C)
def tiled_guarded(A, B, C):
    a = shared(double, (8, 8))
    b = shared(double, (8, 8))
    rows, columns = C.shape
    inner = A.shape[1]
    total = 0.0
    for t in range(0, inner, 8):
        if idy < rows and t + threadIdx.x < inner:
            a[threadIdx.y, threadIdx.x] = A[idy, t + threadIdx.x]
        else:
            a[threadIdx.y, threadIdx.x] = 0.0
        b[threadIdx.y, threadIdx.x] = (
            B[t + threadIdx.y, idx] if t + threadIdx.y < inner and idx < columns else 0.0
        )
        syncthreads()
        for k in range(8):
            total += a[threadIdx.y, k] * b[k, threadIdx.x]
        syncthreads()
    if idx < columns and idy < rows:
        C[idy, idx] += total


# transposed_tile : void (int[,] A, int[,] B, int[,] C)
def transposed_tile(A, B, C):
    a = shared(int, (8, 9))
    b = shared(int, (8, 9))
    x, y = threadIdx.x, threadIdx.y
    a[x, y] = A[blockIdx.x * blockDim.x + y, blockIdx.y * blockDim.y + x]
    b[y, x] = B[idy, idx]
    syncthreads()
    total = 0
    for k in range(blockDim.y):
        total += a[k, y] * b[k, x] - int(k)
    C[idy, idx] = total


# counts : void (int[,] A, int* bins)
def counts(A, bins):
    own = shared(int, 16)
    weights = shared(int, (8, 8))
    if threadIdx.y < 2:
        own[threadIdx.y * 8 + threadIdx.x] = 0
    weights[threadIdx.y, threadIdx.x] = A[idy, idx] % 3
    syncthreads()
    total = 0
    for k in range(8):
        total += weights[k, threadIdx.x] * (weights[threadIdx.y, k] + 1)
    cp.atomicAdd(own, total % 16, 1)
    syncthreads()
    if threadIdx.y == 0:
        cp.atomicAdd(bins, threadIdx.x, own[threadIdx.x])
    elif threadIdx.y == 7:
        cp.atomicAdd(bins, 8 + threadIdx.x, own[8 + threadIdx.x])


# steps : void (int n, float[,] A, float[,] B)
def steps(n, A, B):
    """Threads of a block read what others have stored in the step before."""
    now = shared(float, (8, 8))
    y = threadIdx.y
    x = threadIdx.x
    now[y, x] = A[idy, idx]
    syncthreads()
    for step in range(n):
        total = 0.0
        for k in range(8):
            total += now[k, x] - now[y, k] / 2
        syncthreads()
        if (x + y + step) % 2 == 0:
            now[y, x] = total / 8
        elif x > y:
            now[y, x] -= total
        syncthreads()
    B[idy, idx] = now[y, x]


# columns_leave : void (int n, float[,] A, float[,] B)
def columns_leave(n, A, B):
    tile = shared(float, (8, 8))
    tile[threadIdx.y, threadIdx.x] = A[idy, idx]
    syncthreads()
    if blockIdx.x >= n:
        return
    total = 0.0
    for k in range(8):
        if k > 5 and blockIdx.x == 0:
            break
        total += tile[k, threadIdx.x] * tile[threadIdx.y, k]
    B[idy, idx] = total


# through_global : void (int[,] A, int[,] B)
def through_global(A, B):
    """What threads of the block have written to an array is read after the barrier, also where it is given
    twice."""
    B[idy, idx] = A[idy, idx] + 1
    syncthreads()
    first = idy - threadIdx.y
    total = 0
    for k in range(8):
        total += B[first + k, idx] * 3 + A[idy, idx - threadIdx.x + k]
    syncthreads()
    B[idy, idx] = total


# wide : void (int64[,] X, int64[,] Y)
def wide(X, Y):
    tile = shared(int64, (8, 8))
    tile[threadIdx.y, threadIdx.x] = X[idy, idx]
    syncthreads()
    total = int64(0)
    for k in range(8):
        total += tile[threadIdx.y, k] * tile[k, threadIdx.x]
    Y[idy, idx] = total + int64(threadIdx.y) * 1000000000 + threadIdx.y % -3 + idy // (threadIdx.y + 1)


# either : void (int p, int[,] X)
def either(p, X):
    """Conditions that are the same for all threads, before those that depend on rows, and after them."""
    tile = shared(int, (8, 8))
    tile[threadIdx.y, threadIdx.x] = X[idy, idx]
    syncthreads()
    total = 0
    for k in range(8):
        total += tile[threadIdx.y, k] * tile[k, threadIdx.x]
    syncthreads()
    if p > 4:
        total += 1
    elif threadIdx.y < 3:
        total += 2
    elif p == 2:
        total += 3
    if blockIdx.x == 1:
        total -= 4
    elif blockIdx.y == 1:
        total -= 5
    elif X[idy, idx] > 3:
        total = 6
        tile[threadIdx.y, threadIdx.x] = 7
    X[idy, idx] = total + tile[threadIdx.y, threadIdx.x]


# pair : int (int[,] A, int y, int x, int n)
def pair(A, y, x, n):
    a = shared(int, (8, 8))
    if n == 1:
        a[y, x] = A[y, x]
    syncthreads()
    total = 0
    for k in range(8):
        total += a[y, k] * a[k, x]
    syncthreads()
    return total


# keeps : void (int n, int[,] A, int[,] C)
def keeps(n, A, C):
    """A function has one shared array, however often it is called."""
    s = t = 0
    if n > 0:
        s = pair(A, int(threadIdx.y), int(threadIdx.x), 1)
    if n > 1:
        t = pair(A, int(threadIdx.y), int(threadIdx.x), 2)
    C[idy, idx] = s + 1000 * t


# calls_twice : void (int[,] A, int[,] B, int[,] C)
def calls_twice(A, B, C):
    s = pair(A, int(threadIdx.y), int(threadIdx.x), 1)
    t = pair(B, int(threadIdx.y), int(threadIdx.x), 1)
    C[idy, idx] = s - t


# narrow : void (uint8[,] A, int64[,] B)
def narrow(A, B):
    """Elements of a byte and truths, names such as those of the form, and loops by conditions."""
    tile = shared(uint8, (8, 8))
    marks = shared(bool, (8, 8))
    row, lane = threadIdx.y, threadIdx.x
    first_row = row * 2  # of nothing
    tile[row, lane] = A[idy, idx] // 2  # no more than 127
    marks[row, lane] = A[idy, idx] % 3 == 0
    syncthreads()
    value = int64(0)
    k = 0
    while k < 8:
        for i in range(k + 1):
            value += tile[row, i] * tile[i, lane] + (1 if marks[i, lane] else first_row)
        if k == 6:
            break
        k += 1
    else:
        value = int64(-1)
    syncthreads()
    marks[row, lane] |= value > 5
    if marks[row, lane]:
        tile[row, lane] = uint8(tile[row, lane] + 3)
    B[idy, idx] = value + tile[row, lane]


# sees_own : void (int[,] A, int[,] B)
def sees_own(A, B):
    """A thread reads what it has stored itself through the other parameter, where one array is given
    twice."""
    tile = shared(int, (8, 8))
    tile[threadIdx.y, threadIdx.x] = B[idy, idx]
    syncthreads()
    total = 0
    for k in range(8):
        total += tile[threadIdx.y, k] * tile[k, threadIdx.x]
    if idy == 0:
        B[0, idx] = total
    first = A[0, idx]
    syncthreads()
    if idy == 0:
        total += first
    B[idy, idx] = total


case(tiled, "rk", "kc", "rc")
case(tiled_guarded, "nm", "mN", "nN")
case(transposed_tile, "cr", "rc", "rc")
case(counts, "rc", "16")
case(steps, 3, "rc", "rc")
case(columns_leave, 2, "rc", "rc")
case(through_global, "rc", "rc")
case(wide, "rc", "rc")
case(either, 2, "rc")
case(keeps, 3, "rc", "rc")
case(calls_twice, "rc", "rc", "rc")
case(narrow, "rc", "rc")
case(sees_own, "rc", "rc")

HELPERS = [pair]
