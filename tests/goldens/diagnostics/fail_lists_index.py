# total : float (float* X)
def total(X):
    return X[0]


# longest : int (float** rows)
def longest(rows):
    return len(rows[0])


# k : void (float** rows, float[,] A, float* X)
def k(rows, A, X):
    X[0] = rows[0, 1]
    part = rows[1:]
    for row in rows[::2]:
        X[1] = row[0]
    X[2] = rows[0][1][2]
    other = rows
    X[3] = rows.shape[0] + rows.size
    X[4] = rows + 1.0
    X[5] = total(rows) + longest(A) + longest(rows[0]) + longest(X)
    rows[0] = 1.0
    rows = 1.0
    X[6] = rows[0]
    X[7] = rows[1.5][0]
    atomicAdd(rows, (0, 1), 1.0)
    if rows:
        X[8] = 1.0
