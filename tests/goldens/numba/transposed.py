# pycu2cu: --dialect numba
# `.T` turns the dimensions of an array, or of a part of one, round.
from cudapy import cuda


def corner(x):
    return x[0, 1] + x.shape[0]


# transposed : void (float[,] a, float[,] b, float[,,] c, double* y)
def transposed(a, b, c, y):
    i = cuda.grid(1)
    columns = a.T
    if i < columns.shape[0]:
        for value in a.T[i]:
            y[i] += value
        b.T[i, 0] = columns[i, -1]
        y[i] += corner(a[1:].T) + c.T[i].T[0, i] + a.T.T[0, i]
