SHAPE = (3, 4)


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    a, b = 1, 2, 3
    a, b, c = SHAPE
    a, b, c = divmod(n, 2)
