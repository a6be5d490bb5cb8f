# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    if X:
        X[idx] = 1.0
    while not Y:
        X[idx] = 2.0
