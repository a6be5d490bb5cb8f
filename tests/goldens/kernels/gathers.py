# targets: cpu
"""Loads from places that memory names: compilers take few of the threads of these kernels at once."""
import math

SQUARES = (0, 1, 4, 9, 16, 25, 36, 49)


# by_name : void (float* X, int* at, float* Y)
def by_name(X, at, Y):
    if idx < len(at):
        place = at[idx]
        if place >= 0:
            Y[idx] = 2.0 * X[place] + Y[idx]


# twice : void (int* next, int* Y)
def twice(next, Y):
    first = next[idx]
    second = next[first]
    Y[idx] = second


# of_table : void (uint8* X, int* Y)
def of_table(X, Y):
    Y[idx] = SQUARES[X[idx] & 7]


# in_order : void (float* X, int n, float* Y)
def in_order(X, n, Y):
    """The place is no element."""
    Y[idx] = X[idx * n] + X[n]


# much_to_do : void (float* X, int* at, float* Y)
def much_to_do(X, at, Y):
    """Vectors gain more by the arithmetic."""
    x = X[at[idx]]
    Y[idx] = ((((x * 0.1 + 0.2) * x + 0.3) * x + 0.4) * x + 0.5) * x


# with_a_root : void (float* X, int* at, float* Y)
def with_a_root(X, at, Y):
    Y[idx] = math.sqrt(X[at[idx]])


# strided : void (float* X, int* at, int n, float* Y)
def strided(X, at, n, Y):
    """A loop of each thread goes with those of its neighbours."""
    for i in range(idx, n, gridDim.x * blockDim.x):
        Y[i] = X[at[i]]


# scattered : void (float* X, int* at, float* Y)
def scattered(X, at, Y):
    Y[at[idx]] = X[idx]


# bounded : void (float* X, int* at, int n, float* Y)
def bounded(X, at, n, Y):
    Y[idx] = X[min(at[idx], n - 1)]


# summed : void (float* X, int* at, int n, float* sums)
def summed(X, at, n, sums):
    total = 0.0
    for i in range(idx, n, gridDim.x * blockDim.x):
        total += X[at[i]]
    sums[idx] = total


# counted : void (int* X, int* at, int* counts)
def counted(X, at, counts):
    count = syncthreads_count(X[at[idx]] > 7)
    if threadIdx.x == 0:
        counts[blockIdx.x] = count


# by_row : void (float[,] X, int* rows, float[,] Y)
def by_row(X, rows, Y):
    """Neighbours along x load one element of `rows`, and then neighbours."""
    Y[idy, idx] = X[rows[idy], idx]


# shifted : void (float* X, int* by, float* Y)
def shifted(X, by, Y):
    k = by[1]
    Y[idx] = X[idx + by[0]] + X[idx + k]


# lists : void (float** X, float** Y)
def lists(X, Y):
    Y[idy][idx] = 2.0 * X[idy][idx]


# own : void (int* at, int* Y)
def own(at, Y):
    a = local(int, 4)
    for i in range(4):
        a[i] = i * i
    Y[idx] = a[at[idx] & 3]
