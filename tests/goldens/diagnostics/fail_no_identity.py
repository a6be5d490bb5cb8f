# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    if n is 1:
        X[idx] = 1.0
    if f is not None:
        X[idx] = 2.0
