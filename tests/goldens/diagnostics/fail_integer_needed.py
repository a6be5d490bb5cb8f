# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    a = f & 1
    b = n << f
    for i in range(f):
        X[i] = a + b
    c = ~f
