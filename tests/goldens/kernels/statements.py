# assignments : void (int a, int b, int* R)
def assignments(a, b, R):
    a, b = b, a
    R[0], R[1] = a, b
    x = y = a + b
    R[2] = x
    R[3] = y
    R[a], a = a, 5
    R[4] = a
    z: int64 = 0
    z += a
    R[5] = int(z)
    R[-1] = 9


# branches : int (int a)
def branches(a):
    if a < 0:
        return -1
    elif a == 0:
        pass
    elif a == 1:
        return 10
    else:
        a += 1
    if a > 100:
        b = 1
    else:
        b = 2
    return a + b


# scoped : void (int n, float* X)
def scoped(n, X):
    if n > 3:
        t = X[0] * 2
        X[0] = t
    q, r = divmod(n, 7)
    X[1] = q
    X[2] = r
    X[3] = branches(n)
    return
