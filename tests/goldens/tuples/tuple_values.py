"""Tuples as values: shapes, slices, sums, choices, searches and loops with a name for a tuple."""

OFFSETS = ((-1, 0), (1, 0), (0, 1))
SIZES = (16, 32, 64)


# total : int ((int, int) t)
def total(t):
    return t[0] * t[1]


# shapes : void (float[,] A, float[,] B, int* R, int i)
def shapes(A, B, R, i):
    s = A.shape
    if A.shape != B.shape or i in s:
        return
    R[0] = s[0] + s[-1] * s[i] + total(s) + total(A.shape[::-1])
    for n in A.shape + (i,):
        R[1] += n
    R[2] = min(s) + max(A.shape[1:]) + len(s)


# choices : void (float* X, int i)
def choices(X, i):
    t = (0, 2, 3)
    u = (X[0], X[1]) + (X[2],)
    X[3] = u[t[i]] + SIZES[::-1][i] + (X[4], 1.5)[i]
    p = OFFSETS[i] if i not in (0, 7) else (i, 1)
    X[5] = p[0] + sum(u) + (u * 2)[4]


# loops : void (float* X, int* R)
def loops(X, R):
    for p in OFFSETS:
        R[0] += p[0] * p[1]
    for q in ((X[0], 1), (X[1], 2)):
        X[2] += q[0] * q[1]
    t = (0, 1)
    for i in range(5):
        t = (t[1], t[0] + t[1])
    t += ()
    R[1] = t[1]


# rows : void (int[,] lengths, float* X)
def rows(lengths, X):
    n, m = lengths[idx]
    (a,), b = (X[n],), X[m]
    X[idx] = a * b
