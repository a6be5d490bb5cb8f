# pycu2cu: --only-diagnostics
import math


# helper : float (float a, float b)
def helper(a, b):
    return a + b


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    n == 1
    X[idx]
    f + 1.0
    math.sqrt(f)
    helper(f, f)
