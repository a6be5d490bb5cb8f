# pycu2cu: --optimize
# targets: cuda
# Kernels whose threads wait for those of their block: a CUDA thread does the work of threads along y.


# product : void (float[,] A, float[,] B, float[,] C)
def product(A, B, C):
    a = shared(float, (16, 16))
    b = shared(float, (16, 16))
    tx, ty = threadIdx.x, threadIdx.y
    rows, columns = C.shape
    total = 0.0
    # Each iteration takes a tile of both.
    for t in range(0, A.shape[1], 16):
        a[ty, tx] = A[idy, t + tx] if idy < rows and t + tx < A.shape[1] else 0.0
        b[ty, tx] = B[t + ty, idx] if t + ty < A.shape[1] and idx < columns else 0.0
        syncthreads()
        for k in range(16):
            total += a[ty, k] * b[k, tx]
        syncthreads()
    if idx < columns and idy < rows:
        C[idy, idx] = total


# heat : void (float[,] U, float* sums, float[,] V)
def heat(U, sums, V):
    tile = shared(float, (8, 32))
    tile[threadIdx.y, threadIdx.x] = U[idy, idx]
    syncthreads()
    if blockIdx.x == gridDim.x - 1:
        return
    total = 0.0
    for k in range(blockDim.y):
        total += tile[k, threadIdx.x] - tile[threadIdx.y, k]
    if threadIdx.y == 0:
        atomicAdd(sums, blockIdx.x, total)
    V[idy, idx] = total / blockDim.y


# single : void (float[,] U, float[,] V)
def single(U, V):
    tile = shared(float, (8, 32))
    tile[threadIdx.y, threadIdx.x] = U[idy, idx]
    syncthreads()
    total = 0.0
    for k in range(threadIdx.y):
        total += tile[k, threadIdx.x]
    V[idy, idx] = total
