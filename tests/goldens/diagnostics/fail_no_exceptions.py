# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    try:
        X[idx] = 1.0
    except ValueError:
        pass
    raise ValueError('n')
