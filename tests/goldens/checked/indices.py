# pycu2cu: --checked


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


# blurred : void (float[,] A, float* last, int i)
def blurred(A, last, i):
    row = A[i]
    last[-1] = row[idy] + A[
        i,
        idx
    ]


# of_lists : float (float** rows, int i, int j)
def of_lists(rows, i, j):
    return rows[i][j]


# turned : void (float** rows, int* bins, float* X)
def turned(rows, bins, X):
    cache = shared(float, 64)
    cache[threadIdx.x] = of_lists(rows, idx, 2)
    syncthreads()
    X[idx] = cache[63 - threadIdx.x]
    atomicAdd(bins, int(X[idx]), 1)
