# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    for i in n:
        X[i] = 0.0
    for i in 10:
        X[i] = 0.0
    for c in f:
        X[0] = 0.0
