import math


# helper : float (float a, float b)
def helper(a, b):
    return a + b


# kernel : void (float* X)
def kernel(X):
    X[idx] = helper(1.0, c=2.0)
    X[idx] = math.sqrt(x=2.0)
