# pycu2cu: --volatile-arrays --no-stubs
# targets: cuda
# Each access in the source is an instruction of its own.

import cudapy as cp

TILE = 8


@cp.struct
class Point:
    x: cp.float32
    y: cp.float32


# total : float (float* X, int n)
def total(X, n):
    result = 0.0
    for i in range(n):
        result += X[i]
    return result


# many : void (Point* P, float2* V, half* H, float[,] A, int* N, float* X)
def many(P, V, H, A, N, X):
    tile = shared(float, (TILE, TILE))
    own = local(float, 4)
    own[idx & 3] = X[idx]
    tile[threadIdx.y, threadIdx.x] = A[idy, idx]
    syncthreads()
    X[idx] += tile[threadIdx.x, threadIdx.y] * X[idx]
    P[idx].x += P[idx].y
    P[idx] = P[idx + 1]
    V[idx] = V[idx] * 2
    X[idx] += V[idx].x + own[0]
    H[idx] = H[idx] * 2
    atomicAdd(N, 0, N[idx])
    for row in A:
        X[idx] += row[0] + total(row, len(row))
