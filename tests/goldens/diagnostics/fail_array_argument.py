# first : float (float* A)
def first(A):
    return A[0]


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[idx] = first(f)
    X[idx] = first(Y)
    X[idx] = first(X[idx])
