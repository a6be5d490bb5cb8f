import math

SHAPE = (3, 4)


# helper : float (float a)
def helper(a):
    return a


# kernel : void (float* X)
def kernel(X):
    X[idx] = helper
    X[idx] = math + 1
    X[idx] = float
    X[idx] = SHAPE
    r = range(3)
