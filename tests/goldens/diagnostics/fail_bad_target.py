# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    len(X)[0] = 1
    (n + 1)[0] = 2
    a, (b, c) = 1, (2, 3)
    X[idx].real = 2.0
    idx = 3; threadIdx.x = 2
