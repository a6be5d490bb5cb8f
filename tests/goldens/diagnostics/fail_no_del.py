# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    a = n
    Y[idx] = a
    del a
    del X[0], Y
    X[idx] = 1.0
