# pycu2cu: --optimize
# targets: cuda
# Loops that load what several turns need before the first of them, and loops that must not.


# Counts bytes, first in a block's own memory.
#
# histogram : void (uint8* X, int* bins)
def histogram(X, bins):
    own = shared(int, 256)
    own[threadIdx.x] = 0
    syncthreads()
    # Each thread takes every so many bytes.
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        atomicAdd(own, X[i], 1)
    syncthreads()
    atomicAdd(bins, threadIdx.x, own[threadIdx.x])


# weights : void (int16* at, double[,] W, float* sums)
def weights(at, W, sums):
    for i in range(idx, len(at), gridDim.x * blockDim.x):
        place = at[i]
        if place >= 0:
            weight = float(W[i, 1] + W[place, 0])
            atomicAdd(sums, place, weight)


# The array that is read may be the one that is written.
#
# same : void (int* X, int* Y)
def same(X, Y):
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        atomicAdd(Y, X[i], 1)


# A compiler loads less ahead by itself.
#
# total : void (float* X, float* out)
def total(X, out):
    t = 0.0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        t += X[i]
    out[idx] = t


# dot : void (half* X, float[,] W, float* out)
def dot(X, W, out):
    t = 0.0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        x = X[i]
        w = W[1, i]
        if w > 0:
            t += x * w
    out[idx] = t


# Eight turns of three loads would need too many registers.
#
# three : void (float* X, float* Y, float* Z, float* out)
def three(X, Y, Z, out):
    t = 0.0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        t += X[i] * Y[i] + Z[i]
    out[idx] = t


# The array that is read is written elsewhere in the kernel.
#
# left : void (float* X)
def left(X):
    t = 0.0
    for i in range(idx + 1, len(X), gridDim.x * blockDim.x):
        t += X[i]
    X[idx] = t


# The place of the next load is known when this turn has ended.
#
# strides : void (uint8* X, int* bins)
def strides(X, bins):
    at = 0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        at = (at + 1) % len(X)
        atomicAdd(bins, X[at], 1)


# leaves : void (uint8* X, int* bins)
def leaves(X, bins):
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        if X[i] == 0:
            break
        atomicAdd(bins, X[i], 1)


# A compiler reorders no iterations of a loop, unless the arrays are different ones.
#
# scales : void (float by, float[,] A, float[,] B)
def scales(by, A, B):
    for k in range(A.shape[1]):
        B[idx, k] = by * A[idx, k]


# A name for one of two arrays is each of them, and one of these may be the array that is read.
#
# by_name : void (int first, int* X, int* Y, int* Z)
def by_name(first, X, Y, Z):
    chosen = Y if first else Z
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        atomicAdd(chosen, X[i], 1)
