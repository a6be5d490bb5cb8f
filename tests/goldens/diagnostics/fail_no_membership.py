# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    if n in Y:
        X[idx] = 1.0
    if n not in (1, 2):
        X[idx] = 2.0
