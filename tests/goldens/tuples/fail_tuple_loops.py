import cudapy as cp


# pair : (float, float) (float x)
def pair(x):
    return x, 2 * x


# kernel : void (float* X, int* A, float2* V)
def kernel(X, A, V):
    for p in ((X[0], X[1]), pair(X[0])):
        X[0] = 1
    for a, b in (X[0], X[1]):
        X[0] = a
    for a, b in ((X[0], 1), (X[1], 2, 3)):
        X[0] = a
    for v in (X[0], V[0]):
        X[0] = 1
    n = 0
    for n in (A[0], X[0]):
        A[n] = 1
    for A in (X[0], X[1]):
        X[0] = 1
    for row in (X, A):
        X[0] = row[0]
    for i, x in enumerate((X[0], missing)):
        X[i] = x
    for u in V:
        X[0] = u
    held: cp.Array[cp.float32]
