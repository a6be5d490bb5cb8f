# minmax : (float, float) (float a, float b)
def minmax(a, b):
    """The smaller and the larger one."""
    if a < b:
        return a, b
    return b, a


# spread : void (float* X, float* Y, float* R)
def spread(X, Y, R):
    lo, hi = minmax(X[idx], Y[idx])
    R[idx] = hi - lo


# largest : void (float* X, float* Y, float* R)
def largest(X, Y, R):
    R[idx] = minmax(X[idx], Y[idx])[1]


# ordered : void (float* X, float* Y)
def ordered(X, Y):
    X[idx], Y[idx] = minmax(X[idx], Y[idx])  # into elements


# kept : void (float* X, float* Y, float* R)
def kept(X, Y, R):
    pair = minmax(X[idx], Y[idx])
    pair = pair[1], 0
    R[idx] = pair[0] - pair[-1] + len(pair)


# divide : (int, (int, bool)) (int a, int b)
def divide(a, b):
    return a // b, (a % b, a % b == 0)


# taken_apart : void (int* A, int* B)
def taken_apart(A, B):
    # nested, and a part that stays a tuple
    quotient, (remainder, exact) = divide(A[idx], 7)
    again, rest = divide(quotient, 3)
    (a, b), c = rest, again
    if exact and b:
        B[idx] = remainder + a
    else:
        B[idx] = c


# swap : (float, float) ((float, float) pair)
def swap(pair):
    return pair[1], pair[0]


# chosen : void (float* X, float* Y)
def chosen(X, Y):
    t = (X[idx], 1) if X[idx] > 0 else (0, Y[idx])
    for i in range(3):
        t = swap(t)
        if t[0] > 10:
            t = 0.0, t[1]
    s = r = t
    X[idx], Y[idx] = swap(s)[0], r[1]


# gcd : (int, int) (int a, int b)
def gcd(a, b):
    """Recursive, with a factor along."""
    if b == 0:
        return a, 0
    g, n = gcd(b, a % b)
    return g, n + 1


# steps : void (int* A, int* B)
def steps(A, B):
    A[idx], B[idx] = gcd(A[idx], B[idx])
