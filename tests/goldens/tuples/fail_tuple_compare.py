# kernel : void (float* X, float2* V, complex64* Z, int64* A, uint64* B)
def kernel(X, V, Z, A, B):
    pair = (X[0], X[1])
    if pair == X[0]:
        X[0] = 1
    if X[0] < pair:
        X[0] = 1
    if pair < (1, 2) < (3, 4):
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
