"""Tuples compared, by the first parts that differ."""


# key : (int, float) (float x)
def key(x):
    return int(x), -x


# kernel : void (float* X, int* A, double* D)
def kernel(X, A, D):
    x = X[idx]
    pair = (A[idx], x)
    A[idx] = 0
    if (x, A[0]) == (D[idx], 2):
        A[idx] += 1
    if pair != (1, 2.5):
        A[idx] += 2
    if pair < (3, 0):
        A[idx] += 4
    if pair >= (A[0], D[0]) and (1, pair) > (1, (2, 3)):
        A[idx] += 8
    if key(x) <= key(X[0]):
        A[idx] += 16
    while key(x) < (4, 0.5):
        x += 1
    A[idx] = A[idx] if (x + 1, 1) < (x, 1, 2) else -1
    A[idx] += 1 if (A[idx], 1) == (A[idx], 1, 2) else 0
    if (0, 0) <= (A[idx], x) < (9, 0.5):
        A[idx] += 32
    if (A[idx], 0.0) < key(x) < key(X[0]) != (1, 2):
        A[idx] += 64
