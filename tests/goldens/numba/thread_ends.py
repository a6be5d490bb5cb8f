# pycu2cu: --dialect numba
# A function that raises, or that gives None on some path, says so next to its result.


# half : float64 (float64 x)
def half(x):
    if x < 0:
        raise ValueError("negative")
    return x / 2


# sign : int64 (float64 x)
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1


# kernel : void (float64* X, float64* Y)
def kernel(X, Y):
    Y[0] = half(X[0])
    Y[1] += half(X[1]) if X[0] > 1 else X[1]
    s = sign(X[2])
    if s is not None:
        Y[2] = s
    Y[3] = sign(X[3]) + 1
    while half(X[4]) > 1:
        X[4] -= 1
