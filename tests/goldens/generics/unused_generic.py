# pycu2cu: --only-diagnostics
# scale : void (T* X, T by)
def scale(X, by):
    X[idx] *= by


# fill : void (int* X)
def fill(X):
    X[idx] = 1
