# make : T (int n)
def make(n):
    return n


# same : T (T* X, T* Y)
def same(X, Y):
    return X[0] + Y[0]


# pair : A ((A, B) t)
def pair(t):
    return t[0]


# of_elements : T (T* X)
def of_elements(X):
    return X[0]


# apply : R (R(A) f, A x)
def apply(f, x):
    return f(x)


# bits : T (T x)
def bits(x):
    return x << 1


# deep : T (T x)
def deep(x):
    return bits(x) & 1


# arrays : int (T x, T* X)
def arrays(x, X):
    return 1


# grow : int (T x)
def grow(x):
    return grow((x, x))


# nothing : void (float x)
def nothing(x):
    pass


def unsigned(x):
    return x


# kernel : void (float* X, int* A, float[,] M)
def kernel(X, A, M):
    k = 2
    X[0] = make(1)
    X[1] = same(X, A)
    X[2] = pair(X[0])
    X[3] = of_elements(M)
    X[4] = apply(3, X[0])
    X[5] = apply(abs(X[0]), X[0])
    X[6] = apply(lambda x, y: x, X[0])
    X[7] = apply(lambda x: x * k, X)
    X[8] = deep(X[0])
    X[9] = deep(A[0])
    f = lambda x: x
    X[10] = arrays(X, X)
    X[11] = grow(1)
    X[12] = apply(nothing, X[0])
    X[13] = apply(lambda x: x + y, X[0])
    A[0] = apply(lambda x: x / 2, A[0])
