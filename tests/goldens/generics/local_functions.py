import math

import cudapy as cp


def helper(x, by=2.0):
    return x * by


# apply : T (T(T) f, T x)
def apply(f, x):
    return f(f(x))


# kernel : void (float* X, int64* W, float alpha)
def kernel(X, W, alpha):
    # names of functions are no variables
    root = math.sqrt
    scale = helper
    op = lambda x, y: x * alpha + y
    T = X.dtype
    tile = cp.local(T, 4)
    tile[0] = op(root(X[idx]), 1)
    again = lambda x: op(x, tile[0])
    X[idx] = apply(again, tile[0]) + scale(X[idx]) + apply(root, T.type(W[idx]))
    W[idx] = W.dtype.type(X[idx]) + type(W[0])(3)
