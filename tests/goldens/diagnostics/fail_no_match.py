# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    match n:
        case 1:
            X[idx] = 1.0
        case _:
            X[idx] = 2.0
