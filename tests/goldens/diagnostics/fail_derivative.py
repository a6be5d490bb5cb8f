# pycu2cu: --jvp norms --jvp bits --jvp deep --jvp old --jvp atomics --jvp warps --jvp drawn --jvp sized --jvp missing
import math


# norms : void (double* X, double* Y)
def norms(X, Y):
    Y[0] = math.norm(3, X)
    Y[1] = math.rnorm(3, X)


# bits : void (double* X, double* Y)
def bits(X, Y):
    Y[idx] = math.nextafter(X[idx], 1.0) if idx < 0 else X[idx]
    rest, n = math.remquo(X[idx], 0.75)
    Y[n] = rest


# power : double (double x, int n)
def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)


# deep : void (double* X)
def deep(X):
    X[idx] = power(X[idx], 3)


# fine : void (double* X)
def fine(X):
    X[idx] = math.nextafter(X[idx], 1.0)


# old : void (double* X, double* Y)
def old(X, Y):
    Y[idx] = atomicAdd(X, 0, Y[idx])


# atomics : void (double* X, double* Y)
def atomics(X, Y):
    atomicMax(X, 1, Y[idx])
    atomicMin(X, 1, Y[idx])
    atomicExch(X, 1, Y[idx])
    atomicCAS(X, 1, Y[idx], 2.0)


# warps : void (float* X)
def warps(X):
    X[idx] = reduce_max_sync(0xFFFFFFFF, X[idx]) + reduce_min_sync(0xFFFFFFFF, X[idx])


# drawn : void (double* X)
def drawn(X):
    rng = random_state(7, idx)
    X[idx] = uniform(rng, 0.0, X[idx]) + normal(rng, X[idx], 1.0)


# sized : void (double* X)
def sized(X):
    cache = shared(double)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = cache[0]
