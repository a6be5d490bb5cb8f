# kernel : void (float* X, float2* V, complex64* Z, int64* A, uint64* B)
def kernel(X, V, Z, A, B):
    pair = (X[0], X[1])
    if pair == X[0]:
        X[0] = 1
    if X[0] < pair:
        X[0] = 1
    if pair < (1, 2) < 3:
        X[0] = 1
    if (1, pair) < (1, 2):
        X[0] = 1
    if (V[0], 1) == (V[1], 1):
        X[0] = 1
    if (Z[0], 1) < (Z[1], 1):
        X[0] = 1
    if (A[0], 1) == (B[0], 1):
        X[0] = 1
    if pair:
        X[0] = 1
    x = X[1]
    same = x
    if pair == (x, X[0]):
        X[0] = 1
    other = (X[0] * 2, x)
    if (1, same) <= (2, other[1]) or (same, 1) < (other[0], 2):
        X[0] = 1
    if (x, 1) != (x, 2) or (1, x) > (2, x) or (x + 1, 1) == (x, 2) or (x, 1) == (2.5, 1):
        X[0] = 1
    best = (X[0], 0)
    for i in range(1, 4):
        d = X[i]
        if (d, i) < best or (X[i], i) < best:
            best = (d, i)
