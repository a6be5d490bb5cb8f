"""Kernels that get no coarsened variant, each with a name that says why."""

from math import sin

import cudapy as cp


# uses_atomic : void (float* X, int* total)
def uses_atomic(X, total):
    X[idx] = cp.atomicAdd(total, 0, 1)


# prints : void (float* X, float* Y)
def prints(X, Y):
    Y[idx] = X[idx]
    print(idx)


# asserts : void (float* X, float* Y)
def asserts(X, Y):
    assert idx < 1000
    Y[idx] = X[idx]


# barrier : void (float* X, float* Y)
def barrier(X, Y):
    Y[idx] = X[idx]
    cp.syncthreads()


# shares_tile : void (float* X, float* Y)
def shares_tile(X, Y):
    tile = cp.shared(cp.float32, 64)
    tile[threadIdx.x] = X[idx]
    cp.syncthreads()
    Y[idx] = tile[0]


# own_memory : void (float* X, float* Y)
def own_memory(X, Y):
    kept = cp.local(cp.float32, 4)
    for i in range(4):
        kept[i] = X[idx]
    Y[idx] = kept[2]


# place_in_block : void (float* X, float* Y)
def place_in_block(X, Y):
    Y[idx] = X[idx] + threadIdx.x


# place_in_helper : int ()
def place_in_helper():
    return idx


# asks_helper : void (float* X, float* Y)
def asks_helper(X, Y):
    Y[idx] = X[idx] + place_in_helper()


# some_store : void (float* X, float* Y)
def some_store(X, Y):
    if X[idx] > 0:
        Y[idx] = X[idx]


# some_load : void (float* X, float* Y)
def some_load(X, Y):
    Y[idx] = X[idx] if Y[idx] > 0 else 0.0


# mandelbrot : void (float* X, float* Y, int* count)
def mandelbrot(X, Y, count):
    x = y = 0.0
    n = 0
    while x * x + y * y < 4 and n < 50:
        x, y = x * x - y * y + X[idx], 2 * x * y + Y[idx]
        n += 1
    count[idx] = n


# ends_apart : void (float* X, float* Y)
def ends_apart(X, Y):
    total = 0.0
    for k in range(idx):
        total += k
    Y[idx] = X[idx] + total


# leaves_apart : void (float* X, float* Y)
def leaves_apart(X, Y):
    total = 0.0
    for k in range(10):
        if total > X[idx]:
            break
        total += k
    Y[idx] = total


# returns_apart : void (float* X, float* Y)
def returns_apart(X, Y):
    value = X[idx]
    if value > 0:
        return
    Y[idx] = value


# factorial : int (int n)
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


# changes_row : void (int row, float[,] A, float* S)
def changes_row(row, A, S):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[row, k]
        row = (row + 1) % 3
    S[idx] = total


# recursion : void (int* X, int* Y)
def recursion(X, Y):
    Y[idx] = factorial(X[idx])


# halves : void (half* X, half* Y)
def halves(X, Y):
    Y[idx] = X[idx]


# complex_numbers : void (complex64* X, complex64* Y)
def complex_numbers(X, Y):
    Y[idx] = X[idx]


# third_axis : void (float[,,] A, float[,,] B)
def third_axis(A, B):
    B[idz, idy, idx] = A[idz, idy, idx]


# scatters_apart : void (float* X, float* Y)
def scatters_apart(X, Y):
    Y[2 * idx] = X[idx]


# stores_before_edge : void (float* X, float* Y)
def stores_before_edge(X, Y):
    Y[idx] = X[idx]
    if idx == 3:
        Y[idx] = 0.0


# one_column : void (float[,] A, float* S)
def one_column(A, S):
    total = 0.0
    for k in range(A.shape[0]):
        total += A[k, idx]
    S[idx] = total


# computes_much : void (float* X, float* Y)
def computes_much(X, Y):
    x = X[idx]
    x = sin(x) + sin(2 * x) + sin(3 * x) + sin(4 * x) + sin(5 * x) + sin(6 * x) + sin(7 * x)
    x = sin(x) + sin(2 * x) + sin(3 * x) + sin(4 * x) + sin(5 * x) + sin(6 * x) + sin(7 * x)
    x = sin(x) + sin(2 * x) + sin(3 * x) + sin(4 * x) + sin(5 * x) + sin(6 * x) + sin(7 * x)
    Y[idx] = x


KERNELS = [
    "uses_atomic",
    "prints",
    "asserts",
    "barrier",
    "shares_tile",
    "own_memory",
    "place_in_block",
    "asks_helper",
    "some_store",
    "some_load",
    "mandelbrot",
    "ends_apart",
    "leaves_apart",
    "returns_apart",
    "changes_row",
    "recursion",
    "halves",
    "complex_numbers",
    "third_axis",
    "scatters_apart",
    "stores_before_edge",
    "one_column",
    "computes_much",
]
