# targets: cpu
# The helper is inlined into the loop, and threads leave it at different times.


# square : (float, float) (float re, float im)
def square(re, im):
    return re * re - im * im, 2 * re * im


# orbit : void (float* X, float* Y, int* steps)
def orbit(X, Y, steps):
    x, y = 0.0, 0.0
    n = 0
    while n < 100 and x * x + y * y < 4:
        x, y = square(x, y)
        x += X[idx]
        y += Y[idx]
        n += 1
    steps[idx] = n


# extent : (float, float) (float* X)
def extent(X):
    lo = hi = X[0]
    for x in X:
        if x < lo:
            lo = x
        if x > hi:
            hi = x
    return lo, hi


# normalised : void (float* X, float* Y)
def normalised(X, Y):
    lo, hi = extent(X)
    Y[idx] = (X[idx] - lo) / (hi - lo)


# rotated : void (float* X)
def rotated(X):
    t = (X[idx], 1.0, 2.0)
    n = 0
    while t[0] < 100.0 and n < 50:
        t = t[1] + t[2], t[0], t[1]
        n += 1
    X[idx] = t[0]
