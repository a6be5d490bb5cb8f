"""Parts with gaps between their elements: as arguments, in loops, with names; rows in `zip`; calls in brackets."""


# total : float (float* X)
def total(X):
    acc = 0.0
    for x in X:
        acc += x
    return acc


# scale : void (float* X, float by)
def scale(X, by):
    for i in range(len(X)):
        X[i] *= by


# dot : float (float* X, float* Y)
def dot(X, Y):
    acc = 0.0
    for i in range(min(len(X), len(Y))):
        acc += X[i] * Y[i]
    return acc


# trace : float (float[,] A)
def trace(A):
    acc = 0.0
    for i in range(min(A.shape[0], A.shape[1])):
        acc += A[i, i]
    return acc


# tree : float (float* X)
def tree(X):
    if len(X) == 1:
        return X[0]
    return tree(X[::2]) + tree(X[1::2])


# columns : void (float[,] A, float* R)
def columns(A, R):
    # A column's elements are a row apart.
    column = A[:, idx]
    scale(column, 2.0)
    R[idx] = total(column) + total(A[0]) + dot(column, A[0]) + dot(column[::-1], A[1:, 0])
    R[idx] += trace(A) + trace(A[:, 1:]) + trace(A[::2, ::2]) + tree(column)


# steps : void (float* X, float* R, int step)
def steps(X, R, step):
    back = X[::-1]
    for x in back:
        R[0] = 0.5 * R[0] + x
    for i, x in enumerate(X[1:-1:2]):
        R[1] += i * x
    for x in X[idx::step]:
        R[2] += x
    for x, y in zip(X[-1::-2], X[: idx : -1]):
        R[3] += x * y


# rows : void (float[,] A, float[,] B, float* R)
def rows(A, B, R):
    for i, row in enumerate(A):
        R[i] = row[0]
    for a, b in zip(A, B[:, 1:]):
        R[idx] += a[idx] * b[0] + len(b)
    # Only its length is used.
    part = A[idx]
    R[0] += len(part)


# bump : int (int* C)
def bump(C):
    C[0] += 1
    return C[0]


# calls : void (int* C, float[,] A, float* R)
def calls(C, A, R):
    part = A[bump(C):]
    R[0] = part[0, 0] + len(part) + len(A[bump(C)])
    R[1] = total(A[0, bump(C):bump(C)]) if C[0] > 0 else 0.0


# tiles : void (float* X)
def tiles(X):
    tile = shared(float, (8, 32))
    tile[threadIdx.x // 32, threadIdx.x % 32] = X[idx]
    syncthreads()
    X[idx] = total(tile[:, threadIdx.x % 32]) + total(tile[threadIdx.x // 32, ::-2])
