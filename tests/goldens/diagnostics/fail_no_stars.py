# helper : float (float a, float b)
def helper(a, b):
    return a + b


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[idx] = helper(*Y)
    X[idx] = helper(**Y)
    a, *b = 1, 2, 3
