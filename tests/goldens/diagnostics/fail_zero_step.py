# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    for i in range(0, 10, 0):
        X[i] = 0.0
