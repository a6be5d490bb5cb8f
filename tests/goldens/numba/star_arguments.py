# pycu2cu: --dialect numba
# Functions that take any number of arguments have a version for each number.
from cudapy import cuda

WEIGHTS = (2, 3)


def weighted(*values):
    if len(values) == 1:
        return values[0]
    a, b = values
    return a * 2 + b * 3


def applied(function, *arguments):
    return function(*arguments)


# star_arguments : void (float32* x, int32* n)
def star_arguments(x, n):
    i = cuda.grid(1)
    x[i] = weighted(x[i])
    n[i] = weighted(*WEIGHTS)
    x[i] = applied(weighted, x[i], n[i])
