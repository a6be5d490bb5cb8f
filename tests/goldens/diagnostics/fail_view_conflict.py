# k : void (float[,] A, float[,] B, float* X, int* N, float** L, int n, float f)
def k(A, B, X, N, L, n, f):
    row = A[0]
    row = B[0]
    row = A[:, 0]
    row = A
    row = N
    row = 1.0
    row += 1.0
    for row in range(3):
        pass
    for row in A:
        row = row[1:]
    n = A[0]
    f = X
    X[0] = row + 1.0
    if n > 3:
        late = X[n:]
    X[1] = late[0]
    X = X[1:]
    X = N[1:]
    N = A if n > 2 else B
    X, N = N, 1
    L = X
    other = L
    both = X if n > 3 else N
    both = X if n > 3 else 1.0
    noted: cp.Array[cp.float32] = X
    cache = shared(float, 4)
    cache = N
    cache = X
    cache = 1.0


import cudapy as cp


@cp.struct
class Body:
    x: cp.float32


# m : void (Body* P, Body* Q, float* X)
def m(P, Q, X):
    src, dst = P, Q
    src, dst = dst, src
    p = src[0]
    for q in dst:
        X[0] = q.x
    for i, r in enumerate(src):
        X[1] = r.x
    own = local(int, 4)
    target = own if idx > 3 else own[1:]
    other = local(int, 4)
    target = other
    cp.atomicAdd(target, 0, 1)
    sum(P[0], P if idx > 3 else Q)
    X[0] = len(X if idx > 3 else X[1:])
    for x in X if idx > 3 else X[1:]:
        X[1] = (X if idx > 3 else X[1:])[0]


# sum : void (Body b, Body* P)
def sum(b, P):
    P[0].x += b.x
