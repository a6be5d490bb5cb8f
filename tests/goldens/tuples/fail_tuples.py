# pair : (float, int) (float x)
def pair(x):
    return x, x


# number : float (float x)
def number(x):
    return x, 1


# three : (float, float, float) (float x)
def three(x):
    return x, x


# both : (float, int) (float x)
def both(x):
    return x


# kernel : void (float* X, int* A)
def kernel(X, A):
    t = pair(X[0])
    X[0] = t + 1
    X[1] = t[2]
    X[2] = t[idx]
    t[0] = 3.0
    X[3] = t
    if t:
        X[4] = t[0][0]
    a, b, c = t
    (d, e), f = t
    s = 1.5
    s = t
    t = (1.0, 2, 3)
    for x in t:
        X[5] = x
    u = t[0:1]
    v = (X[0],)
    A[0], A[1] = pair(1.0)
    w = t if X[0] > 0 else 1.0


# launched : void ((float, int) t)
def launched(t):
    pass
