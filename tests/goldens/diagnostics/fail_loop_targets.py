# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    for i, j in range(n):
        X[i] = 0.0
    for i in enumerate(X):
        X[0] = 0.0
    for x, y, z in zip(X, Y):
        X[0] = x
