# pycu2cu: --only-diagnostics
# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[idx] = d
    X[idx] = 2 * d
    a: float = d
    X[idx] += d * a
