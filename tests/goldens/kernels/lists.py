# pycu2cu: --header
"""Arrays of arrays: rows with lengths of their own."""


# total : float (float* X)
def total(X):
    acc = 0.0
    for x in X:
        acc += x
    return acc


# longest : int (float** rows)
def longest(rows):
    n = 0
    for row in rows:
        n = max(n, len(row))
    return n


# sums : void (float** rows, float* R)
def sums(rows, R):
    if idx < len(rows):
        row = rows[idx]
        R[idx] = total(row) + longest(rows) + rows[idx][0] + row[-1] + len(rows[-1])
        for i in range(len(row)):
            row[i] *= 2


# walk : void (int** rows, int64* R)
def walk(rows, R):
    for i, row in enumerate(rows):
        R[0] += i * len(row)
        for x in row:
            R[1] += x
    for a, b in zip(rows, rows):
        R[2] += a[0] * b[-1]


# gather : void (int** table, int* X)
def gather(table, X):
    row = table[X[idx]]
    X[idx] = row[idx % len(row)]
