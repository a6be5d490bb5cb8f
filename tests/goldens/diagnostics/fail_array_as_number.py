import math


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[idx] = X + 1
    X[idx] = math.sqrt(X)
    f = X
    X[Y] = 0.0
    X[idx] = -X
