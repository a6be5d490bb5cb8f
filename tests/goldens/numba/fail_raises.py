# pycu2cu: --dialect numba
# A raise in a function would have to end the thread that calls it.


# root : void (float* X)
def root(X):
    if X[0] < 0:
        raise ValueError("negative")


# half : float (float x)
def half(x):
    if x < 0:
        raise ValueError("negative")
    return x / 2


# calls : void (float* X)
def calls(X):
    root(X)
    X[0] = half(X[0])
