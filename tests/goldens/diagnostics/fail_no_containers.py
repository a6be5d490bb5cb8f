# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    a = [1, 2]
    b = {1: 2}
    c = {1, 2}
    X[idx] = a[0]
