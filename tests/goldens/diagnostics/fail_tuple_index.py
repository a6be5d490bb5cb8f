SHAPE = (3, 4)


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    Y[idx] = SHAPE[2]
    Y[idx] = SHAPE[-3]
