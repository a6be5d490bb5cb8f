# kernel : void (half* X)
def kernel(X):
    pass


# third : void (float** X)
def third(X):
    pass


# map : void (R(A) f, A* X)
def map(f, X):
    pass


# pair : (int, int) (int a)
def pair(a):
    return a, a
