# pycu2cu: --jvp saxpy --jvp flow --jvp sums
import math


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(Y):
        Y[idx] = alpha * X[idx] + Y[idx]


# length : double (double x, double y)
def length(x, y):
    if x > y:
        return math.sqrt(x * x + y * y)
    return x / y


# flow : void (double a, double* X, double* Y)
def flow(a, X, Y):
    total = 0.0
    # the first ones
    for k in range(len(X)):
        if X[k] < 0:
            continue
        total += length(X[k], a) ** 2
        if total > 100:
            break
    s, c = math.sincos(total)
    p, q = c, s
    Y[idx] = max(p, 0.5 * q) if idx > 1 else -q
    w = X[idx]
    while w < 3:
        w *= 1.5
    Y[idx] += w


# sums : void (double* X, double* Y, int* N)
def sums(X, Y, N):
    cache = shared(double, 32)
    cache[threadIdx.x] = X[idx] * X[idx]
    syncthreads()
    value = cache[31 - threadIdx.x]
    value += shfl_down_sync(0xFFFFFFFF, value, 16)
    N[idx] = int(X[idx] / 2)
    atomicAdd(Y, N[idx], value)
