# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X = Y
    X += 1.0
    for X in range(3):
        pass
