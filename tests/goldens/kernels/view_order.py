"""Parts of arrays whose brackets change while they are used: each is what it was when its turn came."""


# bump : int (int* X)
def bump(X):
    X[0] += 1
    return X[0]


# pick : int (int* X, int i)
def pick(X, i):
    return X[i % len(X)]


# calls : void (int* X, int[,] A)
def calls(X, A):
    X[1] = pick(X[X[0]:], bump(X))
    X[2] = pick(A[X[0]], bump(X)) + pick(A[bump(X)], X[0])
    q = A[0]
    q[0], q = 5, A[1]
    q, q[1] = A[0], 7


# nested : void (int[,,] B, int* X)
def nested(B, X):
    for row in B[0]:
        X[1] += row[0]
        for row in B[1]:
            X[2] += row[1]
    rows = B[0, 1:]
    for row in rows:
        rows = B[1, 2:]
        X[3] += row[0]
    for row in rows:
        X[3] += row[1]
    n = 2
    for row in B[0][:, 0:n]:
        X[4] += len(row)
        n = 1


# wide : void (int* X, int[,] A, int64 m)
def wide(X, A, m):
    for x in X[m:]:
        X[0] += x
    for i, x in enumerate(X[:m]):
        X[1] += i * x
    for a, b in zip(X[m:], X):
        X[2] += a - b
    for row in A[m:]:
        X[3] += row[-1]
    X[4] = len(A[m:]) + len(X[1:m])
