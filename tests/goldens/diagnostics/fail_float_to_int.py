# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    Y[idx] = f
    Y[idx] = n / 2
    Y[idx] += 0.5
    i: int = 2.5
