# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    if n > 1 and (m := n + 1) > 2:
        X[idx] = m
