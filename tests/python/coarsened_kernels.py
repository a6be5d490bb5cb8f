"""Kernels that get a coarsened variant, each with the shapes of arguments that it is launched with.

A shape is a word with a letter for each extent: `n` threads along x, `r` rows by `c` columns, `k` a multiple
of what a loop loads at a time, `m` one that is none, and digits for themselves.
"""

from math import sqrt

import cudapy as cp

CASES = {}


def case(kernel, *arguments, over=False):
    """Adds a kernel to the cases. With `over` it guards itself, and may be launched with more threads than
    elements."""
    CASES[kernel.__name__] = (kernel, arguments, over)


# saxpy : void (float a, float* X, float* Y)
def saxpy(a, X, Y):
    Y[idx] = a * X[idx] + Y[idx]


# guarded : void (float a, float* X, float* Y)
def guarded(a, X, Y):
    if idx < len(X):
        Y[idx] += a * X[idx]


# returns_early : void (int n, double* X, double* Y)
def returns_early(n, X, Y):
    if idx >= n:
        return
    Y[idx] = X[idx] / 3.0


# at_edges : void (float* X, float* Y)
def at_edges(X, Y):
    if idx == 0 or idx == len(X) - 1:
        Y[idx] = X[idx]
    else:
        Y[idx] = (X[idx - 1] + X[idx] + X[idx + 1]) / 3


# matmul : void (float[,] A, float[,] B, float[,] C)
def matmul(A, B, C):
    total = 0.0
    for k in range(B.shape[0]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


# matmul_guarded : void (double[,] A, double[,] B, double[,] C)
def matmul_guarded(A, B, C):
    rows, columns = C.shape
    if idx < columns and idy < rows:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[idy, k] * B[k, idx]
        C[idy, idx] = total


# stencil : void (float[,] A, float[,] B)
def stencil(A, B):
    rows, columns = A.shape
    if 0 < idx < columns - 1 and 0 < idy < rows - 1:
        B[idy, idx] = 0.25 * (A[idy - 1, idx] + A[idy + 1, idx] + A[idy, idx - 1] + A[idy, idx + 1])


# border : void (int[,] A, int[,] B)
def border(A, B):
    if idy == 0 or idy >= A.shape[0] - 1:
        B[idy, idx] = 7
        return
    B[idy, idx] = A[idy - 1, idx] - A[idy + 1, idx]


# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    B[idx, idy] = A[idy, idx]


# row_sums : void (float[,] A, float* S)
def row_sums(A, S):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idx, k]
    S[idx] = total


# scaled_row_sums : void (int n, double[,] A, double* F, double* S)
def scaled_row_sums(n, A, F, S):
    total = 1.0
    for k in range(n):
        total += F[k] * A[idx, k]
        if k > 2:
            total = -total
    for j in range(n):
        total += F[j]
    S[idx] = total


# byte_sums : void (uint8[,] A, int* S)
def byte_sums(A, S):
    total = 0
    for k in range(A.shape[1]):
        total = total * 3 + A[idx, k]
    S[idx] = total


# grey : void (uint8[,,] image, float[,] result)
def grey(image, result):
    result[idy, idx] = 0.299 * image[idy, idx, 0] + 0.587 * image[idy, idx, 1] + 0.114 * image[idy, idx, 2]


# grey_bytes : void (float[,,] image, uint8[,] result)
def grey_bytes(image, result):
    result[idy, idx] = cp.uint8(
        80 * (image[idy, idx, 0] + image[idy, idx, 1]) + 5 * image[idy, idx, 2] + image[idy, idx, 3]
    )


# gather : void (float* X, int* places, float* Y)
def gather(X, places, Y):
    Y[idx] = X[places[idx]]


# layers : void (double[,,] A, int64[,] B)
def layers(A, B):
    B[idy, idx] = cp.int64(100 * A[0, idy, idx]) - cp.int64(100 * A[2, idy, idx])


# nbody : void (float* X, float* Y, float* mass, float* result)
def nbody(X, Y, mass, result):
    x = X[idx]
    y = Y[idx]
    force = 0.0
    for i in range(len(X)):
        dx = X[i] - x
        dy = Y[i] - y
        near = 1.0 / sqrt(dx * dx + dy * dy + 0.01)
        force += mass[i] * near * near * near * dx
    result[idx] = force


# wide_integers : void (int64* A, int64* B)
def wide_integers(A, B):
    A[idx] = A[idx] * 5 - B[idx]
    B[idx] = A[idx] // 3


# bytes_added : void (uint8* A, uint8* B)
def bytes_added(A, B):
    B[idx] = (A[idx] + B[idx]) & 127


# mixed_sizes : void (uint8* A, double* B, int16* C, bool* D)
def mixed_sizes(A, B, C, D):
    B[idx] += A[idx]
    C[idx] = cp.int16(A[idx]) - C[idx] // 2
    D[idx] = B[idx] > 100


# stores_twice : void (float* X, float* Y)
def stores_twice(X, Y):
    Y[idx] = X[idx] * 2
    X[idx] = Y[idx] + 1
    Y[idx] -= X[idx] * 0.5


# stores_halves : void (float* X, float[,] Y)
def stores_halves(X, Y):
    Y[0, idx] = X[idx]
    Y[1, idx] = -X[idx]
    Y[0, idx] *= Y[1, idx]


# chooses : void (int n, float* X, float* Y)
def chooses(n, X, Y):
    value = X[idx]
    if value > 0.5:
        value = 1 - value
    if n > 2:
        value *= n
    Y[idx] = value if value < 0.3 else -value


# powers : void (int n, float* X, float* Y)
def powers(n, X, Y):
    power = 1.0
    factor = X[idx]
    for i in range(n):
        if i == 3:
            continue
        if i == 5:
            break
        power *= factor
    Y[idx] = power


# changes_scalar : void (int first, float* X, float* Y)
def changes_scalar(first, X, Y):
    before = first
    first += 1
    total = X[idx]
    for i in range(first, 10):
        total += i * first
    Y[idx] = float(total - before)


# swaps : void (float* X, float* Y)
def swaps(X, Y):
    X[idx], Y[idx] = Y[idx], X[idx] + 1


# operators : void (uint32* A, int64* B, int* C, double* D)
def operators(A, B, C, D):
    A[idx] += 3
    B[idx] //= 2
    C[idx] <<= 1
    D[idx] /= 3
    B[idx] *= A[idx]
    D[idx] -= C[idx]


# turns_of_while : void (int n, float* X, float* Y)
def turns_of_while(n, X, Y):
    value = X[idx]
    while n > 1:
        value = value * 0.5 + n
        n //= 2
    Y[idx] = value


# branches : void (int n, float* X, float* Y)
def branches(n, X, Y):
    value = X[idx]
    if idx < 6:
        value += 1
        if idx >= n:
            value *= n
    elif idx % 8 < 4:
        value = -value
    else:
        return
    Y[idx] = value


# names_of_variants : void (float x, float[,] A, float[,] B, float[,] C)
def names_of_variants(x, A, B, C):
    y = A[idy, 0] * x
    lane = y + idx
    value = lane
    for turn in range(B.shape[0]):
        taking = A[idy, turn]
        first_idx = taking * B[turn, idx]
        value += first_idx
    C[idy, idx] = float(value + lane)


# threads_in_names : void (int threads, int* X, int* Y)
def threads_in_names(threads, X, Y):
    x = threads + idx
    if x < len(X):
        Y[idx] = X[x]


# square : float (float x)
def square(x):
    return x * x


# dot : float (float[,] A, int64 row, float* V)
def dot(A, row, V):
    total = 0.0
    for k in range(len(V)):
        total += A[row, k] * V[k]
    return total


# calls_helper : void (float* X, float* Y)
def calls_helper(X, Y):
    Y[idx] = square(X[idx]) + square(2)


# calls_loop : void (float[,] A, float* V, float* Y)
def calls_loop(A, V, Y):
    Y[idx] = dot(A, idx, V)


# counts : void (int* X, int* bins)
def counts(X, bins):
    if idx < len(X):
        cp.atomicAdd(bins, X[idx], int(idx) + 1)


# adds_sum : void (int* X, int* Y, int* total)
def adds_sum(X, Y, total):
    Y[idx] = X[idx] + 1
    cp.atomicMax(total, X[idx] % 2, Y[idx] * X[idx])
    Y[idx] += X[idx]


# edges : void (float* X, float* Y)
def edges(X, Y):
    if idx == 0:
        Y[idx] = 0.0
    elif idx < len(X) - 1:
        Y[idx] = X[idx - 1] + X[idx + 1]
    else:
        Y[idx] = 1.0


# either : void (int p, int* X, int* Y)
def either(p, X, Y):
    """Conditions that are the same for all threads, before those that are not, and after them."""
    value = X[idx]
    if p > 4:
        value += 1
    elif value > 10:
        value += 2
    elif p == 2:
        value += 3
    Y[idx] = value


# differences : void (float* X, float* Y)
def differences(X, Y):
    if idx < len(X) - 1:
        Y[idx] = X[idx + 1] - X[idx]


# smooth : void (int* X, int16* Z, int* Y)
def smooth(X, Z, Y):
    """Register tiles wider than a coarsened thread, on both sides, and elements that are in none."""
    if 4 <= idx < len(X) - 9:
        Y[idx] = 3 * X[idx - 4] - X[idx - 2] * 7 + X[idx] + Z[idx + 1] * X[idx + 3] - X[idx + 9] + Z[idx - 1]


# apart : void (double* X, double* Y)
def apart(X, Y):
    """Two windows of one array, which do not touch, and an index that is none of theirs."""
    if 1 <= idx < len(X) - 14:
        Y[idx] = X[idx - 1] + X[idx] + X[idx + 12] * X[idx + 13] + X[idx // 2]


# either_side : void (float* X, float* Y)
def either_side(X, Y):
    """What only some threads load is no part of a window."""
    if 1 <= idx < len(X) - 2:
        Y[idx] = X[idx] - X[idx + 1] + (X[idx - 1] if idx > 10 else X[idx + 2])


# again : void (float* X, float* Y)
def again(X, Y):
    """A window that is loaded again after a store."""
    if 1 <= idx < len(Y) - 1:
        Y[idx] = X[idx - 1] + X[idx + 1]
        Y[idx] *= X[idx] - X[idx - 1]


# blurred : void (uint8[,] A, uint8[,] B)
def blurred(A, B):
    if 0 < idx < A.shape[1] - 1 and 0 < idy < A.shape[0] - 1:
        total = 0
        total += A[idy - 1, idx - 1] + 2 * A[idy - 1, idx] + A[idy - 1, idx + 1]
        total += 2 * A[idy, idx - 1] + 4 * A[idy, idx] + 2 * A[idy, idx + 1]
        total += A[idy + 1, idx - 1] + 2 * A[idy + 1, idx] + A[idy + 1, idx + 1]
        B[idy, idx] = uint8(total // 16)


# diffused : void (double k, double[,] A, double[,] F, double[,] B)
def diffused(k, A, F, B):
    rows, columns = A.shape
    if idx == 0 or idy == 0 or idx >= columns - 1 or idy >= rows - 1:
        return
    around = A[idy - 1, idx] + A[idy + 1, idx] + A[idy, idx - 1] + A[idy, idx + 1]
    B[idy, idx] = A[idy, idx] + k * (around - 4 * A[idy, idx]) + F[idy, idx] * F[0, 1]


# upwind : void (float[,] A, float[,] B)
def upwind(A, B):
    """Rows that neighbours share, at places that no word begins at."""
    if 0 < idy and idx < A.shape[1] - 3:
        B[idy, idx] = A[idy, idx + 3] - A[idy - 1, idx + 3]


# stored_aside : void (float[,] A, float[,] B)
def stored_aside(A, B):
    """Words can be loaded, but not stored."""
    if 0 < idy and idx < A.shape[1] - 1:
        B[idy, idx + 1] = A[idy, idx] - A[idy - 1, idx]


# layers_around : void (float[,,] A, float[,] B)
def layers_around(A, B):
    if 0 < idx < A.shape[2] - 1 and 0 < idy < A.shape[1] - 1:
        B[idy, idx] = (
            A[0, idy, idx] + A[1, idy - 1, idx] + A[1, idy, idx + 1] * A[1, idy, idx - 1] + A[2, idy + 1, idx]
        )


# and_a_column : void (float[,] A, float[,] B)
def and_a_column(A, B):
    """Threads diverge along x after a store, so that they are coarsened only along y."""
    if 0 < idy < A.shape[0] - 1 and 0 < idx < A.shape[1] - 1:
        B[idy, idx] = A[idy - 1, idx] + A[idy + 1, idx] + A[idy, idx - 1] + A[idy, idx + 1]
    if idx == 0:
        B[idy, 0] = 1.0


# by_columns : void (float[,] A, float[,] B)
def by_columns(A, B):
    """Threads take turns along x, and not along y."""
    if idx % 2 == 0:
        if idy > 0:
            B[idy, idx] = A[idy, idx] + A[idy - 1, idx]
    else:
        B[idy, idx] = A[idy, idx]


# convolved : void (float[,] A, float[,] V, float[,] B)
def convolved(A, V, B):
    """A window in a loop whose rows are loaded as words."""
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * V[k, idx] + V[k, idx + 1]
    B[idy, idx] = total


# named_rows : void (double[,] A, double[,] B)
def named_rows(A, B):
    if 0 < idy < A.shape[0] - 1 and 0 < idx < A.shape[1] - 1:
        up = A[idy - 1]
        own = A[idy]
        down = A[idy + 1, :]
        B[idy, idx] = up[idx] + own[idx - 1] + own[idx + 1] * down[idx]


# last_row : void (uint8[,] A, int* B)
def last_row(A, B):
    if idx < A.shape[1] - 1:
        B[idx] = A[-1, idx] + A[-1, idx + 1]


case(and_a_column, "rc", "rc")
case(by_columns, "rc", "rc")
case(convolved, "rk", "kN", "rc")
case(named_rows, "rc", "rc")
case(last_row, "mN", "N")
case(differences, "n", "n")
case(smooth, "n", "n", "n")
case(apart, "n", "n")
case(either_side, "n", "n")
case(again, "n", "n")
case(blurred, "rc", "rc")
case(diffused, 0.1, "rc", "rc", "rc")
case(upwind, "rc", "rc")
case(stored_aside, "rc", "rc")
case(layers_around, "3rc", "rc")
case(either, 2, "n", "n")
case(saxpy, 2.5, "n", "n")
case(guarded, 2.5, "n", "n", over=True)
case(returns_early, 6, "n", "n")
case(at_edges, "n", "n")
case(matmul, "rk", "mc", "rc")
case(matmul_guarded, "rk", "kc", "rc", over=True)
case(stencil, "rc", "rc")
case(border, "rc", "rc")
case(transpose, "rc", "cR")
case(row_sums, "nk", "n")
case(scaled_row_sums, "m", "nk", "k", "n")
case(byte_sums, "nk", "n")
case(grey, "rc3", "rc")
case(grey_bytes, "rc4", "rc")
case(gather, "n", "n", "n")
case(layers, "3rc", "rc")
case(nbody, "n", "n", "n", "n")
case(wide_integers, "n", "n")
case(bytes_added, "n", "n")
case(mixed_sizes, "n", "n", "n", "n")
case(stores_twice, "n", "n")
case(stores_halves, "n", "2N")
case(chooses, 3, "n", "n")
case(powers, 8, "n", "n")
case(changes_scalar, 3, "n", "n")
case(swaps, "n", "n")
case(operators, "n", "n", "n", "n")
case(turns_of_while, 9, "n", "n")
case(branches, 2, "n", "n")
case(names_of_variants, 2.5, "rk", "mc", "rc")
case(threads_in_names, 2, "n", "n")
case(calls_helper, "n", "n")
case(calls_loop, "nk", "k", "n")
case(counts, "n", "n", over=True)
case(adds_sum, "n", "n", "n")
case(edges, "n", "n")

HELPERS = [square, dot]
