# Functions with barriers and shared memory, called from kernels; tiles in two dimensions of threads.
import cudapy as cp

TILE = 16


# block_total : float (float x)
def block_total(x):
    parts = shared(float, 256)
    syncthreads()
    parts[threadIdx.x] = x
    syncthreads()
    half = 128
    while half > 0:
        if threadIdx.x < half:
            parts[threadIdx.x] += parts[threadIdx.x + half]
        syncthreads()
        half //= 2
    return parts[0]


# fill : void (float* to, float value)
def fill(to, value):
    for i in range(len(to)):
        to[i] = value


# normalise : void (float* X)
def normalise(X):
    scratch = shared(float, 8)
    x = X[idx]
    mean = block_total(x) / blockDim.x
    if threadIdx.x == 0:
        fill(scratch, mean)
    syncthreads()
    spread = block_total((x - mean) ** 2)
    X[idx] = (x - scratch[-1]) / (spread + 1.0)


# multiply : void (float* A, float* B, float* C, int n)
def multiply(A, B, C, n):
    """C = A B, square matrices of n rows, in tiles."""
    a = cp.shared(cp.float32, (TILE, TILE))
    b = cp.shared(cp.float32, (TILE, TILE))
    tx, ty = threadIdx.x, threadIdx.y
    total = 0.0
    for first in range(0, n, TILE):
        a[ty, tx] = A[idy * n + first + tx] if idy < n and first + tx < n else 0.0
        b[ty, tx] = B[(first + ty) * n + idx] if first + ty < n and idx < n else 0.0
        cp.syncthreads()
        for k in range(TILE):
            total += a[ty, k] * b[k][tx]
        cp.syncthreads()
    if idy < n and idx < n:
        C[idy * n + idx] = total
