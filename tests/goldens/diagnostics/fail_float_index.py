# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[f] = 1.0
    X[n / 2] = 2.0
    X[n * 0.5] = 3.0
