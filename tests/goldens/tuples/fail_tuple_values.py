"""What tuples are not."""

T = (1, 2, 3)


# pair : (int, int) (int* A)
def pair(A):
    A[0] += 1
    return 0, A[0]


# where : int (int* A)
def where(A):
    A[0] += 1
    return 0


# chosen : void (float* X, int* A, int i)
def chosen(X, A, i):
    t = (X[0], A[0])
    X[0] = t[i]
    X[1] = t[2] + T[5] + ()[0]
    X[2] = t[i:][0] + T[::0][0] + t[0, 1] + T[:i][0]
    X[3] = (X[0], X[1])[0.5]
    x = ((1, 2), 3)[i]


# made : void (float* X, int* A, int i)
def made(X, A, i):
    t = (X[0], X[1])
    u = t * i
    u = t * 1.5
    u = t + 1
    u = t - t
    u = t * 600
    t += (1,)
    t[0] = 1.0


# searched : void (float* X, int* A, int i)
def searched(X, A, i):
    X[0] = 1.0 if i in A else 2.0
    X[1] = 1.0 if i not in i else 2.0
    X[2] = 1.0 if 0 < i in T else 2.0
    X[3] = 1.0 if X[0] in (X[0], 1.0) else 2.0
    x = X[0]
    X[4] = 1.0 if x in (x, 1.0) else 2.0


# functions : void (float* X, int* A, int i)
def functions(X, A, i):
    X[0] = min(X) + max(A) + sum(X)
    X[1] = min(i) + sum(1.5)
    X[2] = min(((1, 2), (3, 4))) + sum(((1, 2),))
    X[3] = min(()) + sum()


# taken_apart : void (float[,] M, float* X, int* A)
def taken_apart(M, X, A):
    a, b = M
    c, d = M[where(A)]
    own = local(float, 3)
    e, f = own
    g, h, k = pair(A)
    for n in ():
        X[0] = 1.0
    for p in (1, (2, 3)):
        X[0] = 1.0
