# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    def inner(a):
        return a
    square = lambda a: a * a
    X[idx] = 1.0
