import numpy as np


# imports : void (float* X, int n)
def imports(X, n):
    import math
    X[0] = math.sin(n)


# unpacks : void (float* X, int n)
def unpacks(X, n):
    [a, b] = n, n
    X[0] = a


# named : void (float* X)
def named(X, **kw):
    X[0] = 1


# parts : void (float* X)
def parts(X):
    X[::2] = X[1::2]


# annotated : void (float* X)
def annotated(X):
    x: list[int] = []


# arrays : void (float* X)
def arrays(X):
    x = np.array([1, 2])
    X[0] = X * X
