# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    a = [x for x in X]
    X[idx] = sum(x for x in X)
