TT = ((1, (2, 3)), (4, (5, 6)))


# calls : void (float* X, int n)
def calls(X, n):
    X[0] = max(x for x in X)
    print("x", file=n)
    for x, w in zip(X, X, strict=True):
        X[0] = w
    X[0] = min(n, 3, key=abs)
    X[0] = pow(n, 2, 7)
    for x in reversed(X):
        X[0] = x
    print("n=" + str(n))
    print("{}".format(n))
    print("%d" % n)
    print("a" + "b")


# tuples : void (float* X, int8* B, int n, int64 wide)
def tuples(X, B, n, wide):
    X[0] = (n, 2)[n % 2]
    X[0] = TT[n % 2][1][n % 2]
    s = X.shape
    y = ()
    X[n:][(n, 1)] = 2
    B[0] = wide
    a = [1.0] * 5


# gives : void (int* X, float n)
def gives(X, n):
    return X


# deep : void (float*** X)
def deep(X):
    X[0][0][0] = 1
