# pycu2cu: --header
import math

from cudapy import idx, syncthreads, threadIdx

SCALE = 0.1


# Rounds after each operation.
# blend : half (half a, half b, float t)
def blend(a, b, t):
    return a + (b - a) * t


# saxpy : void (half a, half* X, half* Y)
def saxpy(a, X, Y):
    Y[idx] += a * X[idx]


# steps : void (half* X, bfloat16* B, float* F, int* I)
def steps(X, B, F, I):
    x = X[idx] * SCALE + 0.5  # literals are halves here
    total = 0.0
    for i in range(3):
        total += x
    X[idx] = blend(total, x, 0.25) // 3 + abs(x) ** 2 - min(x, 2)
    B[idx] = B[idx] / 3 if B[idx] > 1 else -B[idx]
    B[idx] = bfloat16(I[idx])
    F[idx] = X[idx] + B[idx] + math.sqrt(x)
    I[idx] = int(x) + round(X[idx])
    if x and total <= 3:
        print(x)


# sums : void (half* X, half* R)
def sums(X, R):
    tile = shared(half, 64)
    tile[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x < 32:
        tile[threadIdx.x] += tile[threadIdx.x + 32]
    syncthreads()
    low, high = tile[0], shfl_down_sync(0xFFFFFFFF, X[idx], 1)
    pair = (low, high)
    R[idx] = pair[0] + pair[1]
