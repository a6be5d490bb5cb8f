# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    print(n)
    assert n > 0
    a = X[1:3]
    X[0] = uniform(n)
    e = (1, 2)
    for x in (1, n, 3):
        X[idx] = x
