"""Parts of arrays: rows, columns, slices; names for them, and helpers that take them."""


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


# trace : float (float[,] A)
def trace(A):
    acc = 0.0
    for i in range(min(A.shape[0], A.shape[1])):
        acc += A[i, i]
    return acc


# rows : void (float[,] A, float* sums)
def rows(A, sums):
    row = A[idx]
    last = len(row) - 1
    row[0], row[last] = row[last], row[0]
    scale(row, 2.0)
    sums[idx] = total(row) + total(A[-1]) + total(A[idx, 1:])


# columns : void (float[,] A, float* sums)
def columns(A, sums):
    # A column's elements are a row apart.
    column = A[:, idx]
    acc = 0.0
    for x in column:
        acc += x
    column[-1] = column[0]
    sums[idx] = acc * column.size


# windows : void (float* X, float* Y, int n)
def windows(X, Y, n):
    window = X[idx:idx + n]
    Y[idx] = total(window) / max(len(window), 1)
    first, rest = 0.0, X[1:]
    while len(rest) > 0:
        first += rest[0]
        rest = rest[2:]
    Y[0] += first + total(X[-3:-1]) + total(X[:n])


# planes : void (double[,,] T, double* R)
def planes(T, R):
    plane = T[idx]
    acc = 0.0
    for row in plane:
        for x in row[1:-1]:
            acc += x
    for i, x in enumerate(plane[0]):
        acc += i * x
    for a, b in zip(T[0, 0], T[:, 0, 1]):
        acc += a * b
    inner = plane[1:-1, 1:-1]
    rows, columns = inner.shape
    R[idx] = acc + inner[0, 0] + inner[-1][-1] + rows * columns + T[idx, 1:, 2].shape[0]


# traces : void (float[,,] T, float* R)
def traces(T, R):
    R[idx] = trace(T[idx]) + trace(T[0][1:3])


# tiles : void (float* X)
def tiles(X):
    tile = shared(float, (4, 32))
    row = tile[threadIdx.x // 32]
    row[threadIdx.x % 32] = X[idx]
    syncthreads()
    column = tile[:, threadIdx.x % 32]
    X[idx] = total(row) + column[0] + total(tile[1, 1:3])
