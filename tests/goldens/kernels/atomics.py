"""Atomic operations on arrays in global and in shared memory, as statements and as values."""

import cudapy as cp


# histogram : void (int* H, int* X)
def histogram(H, X):
    """Counts values into bins."""
    if idx < len(X):
        atomicAdd(H, X[idx], 1)


# block_histogram : void (int* H, int* X)
def block_histogram(H, X):
    bins = shared(int, 64)
    t = threadIdx.x
    if t < len(bins):
        bins[t] = 0
    syncthreads()
    if idx < len(X):
        atomicAdd(bins, X[idx], 1)
    syncthreads()
    if t < len(bins):
        atomicAdd(H, t, bins[t])


# every : void (int* I, int64* W, float* F, double* D, int v)
def every(I, W, F, D, v):
    I[0] = atomicAdd(I, idx, v)
    atomicSub(I, 0, v)
    atomicMin(I, 1, v)
    atomicMax(I, 2, v)
    atomicAnd(I, 3, v)
    atomicOr(I, 4, v)
    atomicXor(I, -1, v)
    I[1] = atomicExch(I, 6, v) + atomicCAS(I, 7, v, 0)
    W[1] = atomicAdd(W, 0, v)
    atomicSub(W, 0, v)
    atomicMin(W, 0, v)
    atomicMax(W, 0, 5000000000)
    atomicAnd(W, 0, v)
    atomicOr(W, 0, v)
    atomicXor(W, 0, v)
    atomicExch(W, 0, v)
    if atomicCAS(W, 0, v, -1) == v:
        W[2] = v
    atomicAdd(F, 0, 1)
    F[1] = atomicExch(F, 0, v)
    atomicAdd(D, 0, F[1])
    atomicExch(D, 0, 2.0)


# small : void (half* H, bfloat16* B, uint16* U, int16* S, float v)
def small(H, B, U, S, v):
    """Types of 16 bits."""
    H[1] = atomicAdd(H, 0, v) + 1
    atomicAdd(B, idx, v)
    atomicCAS(U, 0, 1, 2)
    if atomicCAS(S, 1, S[0], -2) != -2:
        S[0] = int16(S[0] + 1)
    s = shared(half, 2)
    s[0] = 0.0
    syncthreads()
    atomicAdd(s, 0, H[idx])
    B[0] = atomicAdd(s, 1, 1)


# vectors : void (float2* P, float4* Q)
def vectors(P, Q):
    old = atomicAdd(P, 0, P[idx] * 2)
    Q[idx] = atomicAdd(Q, 1, float4(1, 2, old.x, old.y))
    s = shared(float2, 4)
    s[threadIdx.x] = P[idx]
    syncthreads()
    atomicAdd(s, 0, P[idx])
    P[idx] = s[0]


# votes : void (int[,] A, float[,] B, int* X)
def votes(A, B, X):
    row = A[idx]
    atomicAdd(A, (idx, X[idx]), 1)
    atomicAdd(row, -1, 2)
    cp.atomicAdd(A[0], X[idx], 3)
    atomicAdd(B[1:], (0, idx), 0.5)


# take : int (int* counter)
def take(counter):
    return atomicAdd(counter, 0, 1)


# queue : void (int* counter, int* items, int* out)
def queue(counter, items, out):
    at = take(counter)
    while at < len(items):
        out[at] = 2 * items[at]
        at = take(counter)


# compact : void (float* X, float* out, int* count)
def compact(X, out, count):
    if X[idx] > 0:
        out[atomicAdd(count, 0, 1)] = X[idx]


# order : void (int* A, int* B)
def order(A, B):
    B[idx] = A[0] - atomicAdd(A, 0, 1) * 2 + A[0]
    B[atomicAdd(A, 1, 1)] += 1


# locked : void (int* lock, int* A)
def locked(lock, A):
    while atomicCAS(lock, 0, 0, 1) != 0:
        pass
    A[0] = 3 * A[0] + 1
    threadfence()
    atomicExch(lock, 0, 0)


# nearest : void (float* X, int* best)
def nearest(X, best):
    total = 0.0
    for x in X:
        total += abs(x - X[idx])
    atomicMin(best, 0, int(total))
