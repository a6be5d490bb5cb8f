import math

import cudapy as cp


# choices : void (float* X, int n)
def choices(X, n):
    f = math.sin if n > 3 else math.cos
    X[idx] = f(X[idx])
    g = math.sin
    if n > 3:
        g = math.cos
    X[idx] = g(X[idx])
    n = lambda x: x
    X[idx] = h(1.0)
    h = lambda x: x
    if n > 3:
        late = math.exp
    X[idx] += late(X[idx])
    for i in range(n):
        X[idx] += early(X[idx])
        early = math.sqrt
    X[idx] += math.sqrt
    value = h


# types : void (float* X, float** rows)
def types(X, rows):
    X[idx] = X.dtype(1)
    T = X.dtype
    X[idx] = T(1)
    X[idx] = type(X)(1)
    X[idx] = type(1.0)(X[idx])
    X[idx] = type(bump(X))(1)
    X[idx] = rows.dtype.type(1)
    U = rows.dtype
    X[idx] = U.type(1)
    X[idx] = T + X.dtype


# bump : float (float* X)
def bump(X):
    X[0] += 1
    return X[0]


# recursion : void (float* X)
def recursion(X):
    f = lambda n: 1.0 if n < 2 else n * f(n - 1)
    X[idx] = f(X[idx])
