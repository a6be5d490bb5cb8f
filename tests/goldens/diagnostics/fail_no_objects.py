# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    class Point:
        pass
    X[idx] = n.real
    X.sort()
    X[idx] = f.hex()
