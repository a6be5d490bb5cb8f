HUGE = 1 << 80


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[idx] = 123456789012345678901234567890
    X[idx] = HUGE
