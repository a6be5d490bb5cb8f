import math


# helper : float (float a, float b)
def helper(a, b):
    return a + b


# kernel : void (float* X)
def kernel(X):
    X[idx] = helper(1.0)
    X[idx] = helper(1.0, 2.0, 3.0)
    X[idx] = math.sqrt()
    X[idx] = math.sin(1.0, 2.0)
    X[idx] = min(1.0)
    X[idx] = len(X, X)
