"""Names that stand for one array and later for another: buffers that are swapped, parts that change, choices
between arrays, parameters that are assigned."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import grid_sync, laneid, local, shared, shfl_sync, syncthreads
from oracle import Batch

COLUMNS = 24


# total : float (float* X)
def total(X):
    acc = 0.0
    for x in X:
        acc += x
    return acc


# --- Swapped buffers
# --------------------------------------------------------------------------------------------------


# scan : void (int* X, int* sums)
def scan(X, sums):
    """Hillis and Steele's, with two buffers."""
    src = shared(int, 256)
    dst = shared(int, 256)
    t = threadIdx.x
    src[t] = X[idx] if idx < len(X) else 0
    syncthreads()
    step = 1
    while step < blockDim.x:
        dst[t] = src[t] + (src[t - step] if t >= step else 0)
        src, dst = dst, src
        syncthreads()
        step *= 2
    if idx < len(sums):
        sums[idx] = src[t]


# scan_rows : void (int* X, int* sums)
def scan_rows(X, sums):
    """The same with the rows of one array."""
    buffers = shared(int, (2, 256))
    t = threadIdx.x
    src = buffers[0]
    dst = buffers[1]
    src[t] = X[idx] if idx < len(X) else 0
    syncthreads()
    step = 1
    while step < blockDim.x:
        if t >= step:
            dst[t] = src[t] + src[t - step]
        else:
            dst[t] = src[t]
        src, dst = dst, src
        syncthreads()
        step *= 2
    if idx < len(sums):
        sums[idx] = src[t]


# scan_dynamic : void (int* X, int* sums)
def scan_dynamic(X, sums):
    """The same with a buffer that is sized at the launch, and the names swapped by hand."""
    front = shared(int)
    back = shared(int, 256)
    t = threadIdx.x
    front[t] = X[idx] if idx < len(X) else 0
    syncthreads()
    for k in range(8):
        step = 1 << k
        back[t] = front[t] + (front[t - step] if t >= step else 0) + len(front) - len(front)
        old = front
        front = back
        back = old
        syncthreads()
    if idx < len(sums):
        sums[idx] = front[t]


# relax : int (double* src, double* dst, int steps)
def relax(src, dst, steps):
    """Jacobi's iteration; gives whether the result is in the second array."""
    for step in range(steps):
        dst[0] = src[0]
        dst[-1] = src[-1]
        for i in range(1, len(src) - 1):
            dst[i] = 0.25 * src[i - 1] + 0.5 * src[i] + 0.25 * src[i + 1]
        src, dst = dst, src
    return steps % 2


# jacobi : void (double[,] A, double[,] B, int* where, int steps)
def jacobi(A, B, where, steps):
    """Each thread works on a row of its own, so that what the helper swaps differs between threads."""
    where[idx] = relax(A[idx], B[idx], steps + idx % 3)


# jacobi_columns : void (double[,] A, double[,] B, int* where, int steps)
def jacobi_columns(A, B, where, steps):
    where[idx] = relax(A[:, idx], B[:, idx], steps + idx % 3)


# jacobi_block : void (float* X, float* Y, int steps)
def jacobi_block(X, Y, steps):
    """A block's threads together, in two global arrays."""
    t = threadIdx.x
    first = blockIdx.x * blockDim.x
    src = X[first : first + blockDim.x]
    dst = Y[first : first + blockDim.x]
    for step in range(steps):
        left = src[t - 1] if t > 0 else 0.0
        right = src[t + 1] if t + 1 < len(src) else 0.0
        dst[t] = 0.5 * src[t] + 0.25 * (left + right)
        syncthreads()
        src, dst = dst, src


# swap_global : void (int* X, int* Y, int n)
def swap_global(X, Y, n):
    """Each thread in its own elements, kernel parameters by name."""
    for k in range(n):
        Y[idx] = X[idx] * 3 + k
        if (idx + k) % 3 == 0:
            X, Y = Y, X
    X[idx] += 1000


# rotate : void (int* X, int* Y, int* Z, int n)
def rotate(X, Y, Z, n):
    a, b, c = X, Y, Z
    for k in range(n):
        c[idx] = a[idx] + 2 * b[idx] + k
        a, b, c = b, c, a
    a[idx] -= 7
    b[idx], a = 5, c
    a[idx] += b[idx]
    a, a[idx] = b, 9


# in_private : void (int* X, int* sums, int n)
def in_private(X, sums, n):
    now = local(int, 8)
    next = local(int, 8)
    for k in range(8):
        now[k] = X[idx] + k
    for step in range(n + idx % 4):
        for k in range(8):
            next[k] = now[k] + now[(k + 1) % 8]
        now, next = next, now
    s = 0
    for x in now:
        s = s * 3 + x
    sums[idx] = s + len(now)


# in_private_block : void (int* X, int* sums, int n)
def in_private_block(X, sums, n):
    """Pointers of each thread's own that live across barriers."""
    now = local(int, 4)
    next = local(int, 4)
    all = shared(int, 256)
    t = threadIdx.x
    for k in range(4):
        now[k] = X[idx % len(X)] + k
    all[t] = now[t % 4]
    syncthreads()
    for step in range(n):
        other = all[(t + 1) % 256]
        for k in range(4):
            next[k] = now[k] * 3 + other
        if (t + step) % 2 == 0:
            now, next = next, now
        syncthreads()
        all[t] = now[t % 4]
        syncthreads()
    if idx < len(sums):
        sums[idx] = now[1] + now[3]


# --- Parts that change
# ------------------------------------------------------------------------------------------------


# rest : float (float* X)
def rest(X):
    odd = 0.0
    while len(X) > 1:
        odd += X[0]
        X = X[2:]
    for x in X:
        odd += 100.0 * x
    return odd


# halves : int (int* X, int wanted)
def halves(X, wanted):
    """A binary search that narrows what its parameter names."""
    at = 0
    while len(X) > 0:
        middle = len(X) // 2
        if X[middle] < wanted:
            at += middle + 1
            X = X[middle + 1 :]
        else:
            X = X[:middle]
    return at


# narrowing : void (float[,] A, int* sorted, float* sums, int* found)
def narrowing(A, sorted, sums, found):
    sums[idx] = rest(A[idx]) + rest(A[idx][1:]) * 1000.0 + rest(A[:, idx % A.shape[1]])
    found[idx] = halves(sorted, idx * 3)


# several_roots : void (float[,] A, float[,] B, float* X, float* sums)
def several_roots(A, B, X, sums):
    row = A[idx % A.shape[0]]
    s = total(row) * len(row)
    row = B[idx % B.shape[0]]
    s += total(row) * len(row) + row[-1]
    row = X[1:]
    s += total(row[1:]) + row[0]
    row = row[2:]
    s += row[0] * len(row)
    for row in A[1:]:
        s += row[-2]
    row = A[:, 1]
    s += total(row) + row[-1]
    row = X[::-2]
    s += total(row) + row[0] + total(row[1::2])
    sums[idx] = float(s)


# kept_parts : void (int* X, int* Y, int* out)
def kept_parts(X, Y, out):
    """A part of what a name stands for stays where it is."""
    now = X
    part = now[idx:]
    now = Y
    other = now[1:]
    now = X
    out[idx] = part[0] + 10 * other[0] + 100 * now[2] + len(part) - len(other)
    for x in now:
        now = Y
        out[idx] += x
    for i, x in enumerate(now[1:]):
        now = X[2:]
        out[idx] += i * x
    for a, b in zip(now, Y):
        now = Y
        out[idx] += a * b


# planes : void (int[,,] T, int[,,] U, int[,] A, int* out)
def planes(T, U, A, out):
    plane = T[idx % 2]
    s = plane[1, 2] + plane.shape[0] * 10 + plane.shape[1] + len(plane)
    plane = A
    s += plane[0, 1] * 3 + plane.size + plane[-1, -1] + len(plane[0])
    plane = U[:, idx % 2]
    rows, columns = plane.shape
    s += plane[rows - 1, columns - 2] + rows * 1000 + total_of(plane)
    plane = U[0, 1:, ::2]
    s += plane[0, 1] + total_of(plane) + total_of(T[0])
    for row in plane:
        plane = T[1]
        for x in row:
            s = s % 1000 * 3 + x
    for i, row in enumerate(plane):
        plane = A
        s += row[i % 2] * i + row[-1]
    for row, other in zip(T[0], plane):
        row, other = other, row
        s += row[0] - 2 * other[1]
    out[idx] = s


# total_of : int (int[,] A)
def total_of(A):
    s = 0
    for row in A:
        for x in row:
            s = s * 2 + x
    A = A[1:, 1:]
    return s + A[0, 0] - A.shape[1]


# lists : void (int** L, int* X, int* out)
def lists(L, X, out):
    row = L[idx % len(L)]
    s = len(row)
    for x in row:
        s += x
    row = X
    s += row[1] * len(row)
    for row in L:
        s += len(row)
        if len(row) > 0:
            s += row[-1]
    for i, row in enumerate(L):
        s += i * len(row)
    out[idx] = s


# fill : void (int* X, int value)
def fill(X, value):
    while len(X) > 0:
        X[0] = value
        X = X[1:]


# fill_both : void (int[,] A, int[,] B)
def fill_both(A, B):
    target = A[idx]
    if idx % 2 == 0:
        target = B[idx]
    fill(target, idx)
    fill(target[1:3], -1)
    target[-1] += 5


# --- Choices
# ----------------------------------------------------------------------------------------------------------


# choose : void (int* X, int* Y, int* out, int c)
def choose(X, Y, out, c):
    best = X if idx % 3 == c else Y
    s = best[idx] + len(best) * 1000
    best = (X if c > 0 else Y) if idx % 2 == 0 else X[1:]
    s += best[0] + len(best)
    row = best if best[0] > best[1] else Y[2:]
    s += row[1] * 7 + len(row)
    row = X[:2] if s % 2 == 0 else X[3:]
    s += row[1] + len(row)
    out[idx] = s


# bump : int (int* X)
def bump(X):
    X[idx] += 1
    return X[idx] % 2


# choose_once : void (int* X, int* Y, int* counts, int* out)
def choose_once(X, Y, counts, out):
    best = X if bump(counts) == 1 else Y
    out[idx] = best[idx] + len(best)
    best, other = (Y if bump(counts) == 1 else X), best
    out[idx] = out[idx] * 100 + best[idx] + other[idx] + len(best) - len(other)


# write_chosen : void (int* X, int* Y)
def write_chosen(X, Y):
    target = X if idx % 2 == 0 else Y
    target[idx] += 50
    cp.atomicAdd(target, idx, 100)
    a = b = target
    a[idx] += b[idx]


# atomics : void (int* X, int* counts)
def atomics(X, counts):
    mine = shared(int, 8)
    other = shared(int, 8)
    t = threadIdx.x
    if t < 8:
        mine[t] = 0
        other[t] = 0
    syncthreads()
    target = mine if X[idx] % 2 == 0 else other
    cp.atomicAdd(target, X[idx] % 8, 1)
    syncthreads()
    target = counts if X[idx] % 3 == 0 else mine
    cp.atomicAdd(target, 0, 3)
    syncthreads()
    mine, other = other, mine
    if t < 8:
        cp.atomicAdd(counts, t, mine[t] + 10 * other[t])


# halved : void (half* X, half* Y, uint8* P, uint8* Q)
def halved(X, Y, P, Q):
    x, y = X, Y
    p, q = P, Q
    for k in range(3):
        y[idx] = x[idx] * 0.5 + y[idx]
        q[idx] = (p[idx] * 7 + q[idx]) & 255
        x, y = y, x
        if idx % 2 == 0:
            p, q = q, p


@cp.struct
class Body:
    x: cp.float32
    v: cp.float32
    hits: cp.int32


# push : void (Body b, float by)
def push(b, by):
    b.x += by
    b.hits += 1


# structs : void (Body* A, Body* B, int n)
def structs(A, B, n):
    src, dst = A, B
    for k in range(n):
        dst[idx].x = src[idx].x + src[idx].v
        dst[idx].hits += k
        push(dst[idx], 0.5)
        src, dst = dst, src


# --- Swapped buffers in functions that wait
# ---------------------------------------------------------------------------


# scan_in : int (int* src, int* dst)
def scan_in(src, dst):
    """A helper with barriers, put into the kernel on the CPU; it swaps what it was given."""
    t = threadIdx.x
    step = 1
    while step < len(src):
        dst[t] = src[t] + (src[t - step] if t >= step else 0)
        src, dst = dst, src
        syncthreads()
        step *= 2
    return src[t]


# scan_twice : void (int* X, int* sums)
def scan_twice(X, sums):
    a = shared(int, 256)
    b = shared(int, (3, 256))
    t = threadIdx.x
    a[t] = X[idx] if idx < len(X) else 0
    syncthreads()
    first = scan_in(a, b[1])
    syncthreads()
    a[t] = first % 7
    a = b[2]
    a[t] = first % 5
    syncthreads()
    second = scan_in(a, b[0])
    if idx < len(sums):
        sums[idx] = first + 1000 * second


# relax_grid : void (float[,] A, float[,] B, int steps)
def relax_grid(A, B, steps):
    """All blocks together, in two matrices."""
    for step in range(steps):
        if 0 < idx and idx < A.shape[1] - 1 and 0 < idy and idy < A.shape[0] - 1:
            B[idy, idx] = 0.25 * (A[idy - 1, idx] + A[idy + 1, idx] + A[idy, idx - 1] + A[idy, idx + 1])
        A, B = B, A
        grid_sync()
    if idx < A.shape[1] and idy < A.shape[0]:
        B[idy, idx] = A[idy, idx] + A.size


# in_warp : void (int* X, int* Y, int* out)
def in_warp(X, Y, out):
    """Pointers that threads of a warp change at different times, around its operations."""
    here, there = X, Y
    s = 0
    for step in range(idx % 3 + 1):
        if (idx + step) % 2 == 0:
            here, there = there, here
    s = shfl_sync(0xFFFFFFFF, here[idx], (laneid + 1) % 32)
    if idx % 64 < 32:
        here = there
        s += shfl_sync(0xFFFFFFFF, here[idx], 3)
    out[idx] = s + here[idx]


# first_above : int (int* X, int limit)
def first_above(X, limit):
    """Recursion with an array that gets shorter."""
    if len(X) == 0:
        return -1
    if X[0] > limit:
        return X[0]
    X = X[1:]
    return first_above(X, limit)


# search : void (int[,] A, int* out)
def search(A, out):
    table = A
    row = table[idx % len(table)]
    found = first_above(row, 50)
    while found > 60:
        row = row[1:]
        if len(row) < 2:
            break
        table = A[1:]
        if found % 2 == 0 and len(table) > 0:
            row = table[0][12 - len(row) :]
        found = first_above(row, found - 7) - idx % 4 - 9
    out[idx] = found + len(row)


# weave : void (T* X, T* Y, int n)
def weave(X, Y, n):
    """Of any type."""
    for k in range(n):
        X[idx] += Y[idx]
        X, Y = Y, X


# woven : void (float* X, float* Y, int* P, int* Q)
def woven(X, Y, P, Q):
    weave(X, Y, 3)
    weave(P, Q, 4)


WAITING = [scan_twice, relax_grid, in_warp, search, woven]
waiting = Batch(*WAITING, scan_in, first_above, weave)

KERNELS = [
    scan,
    scan_rows,
    scan_dynamic,
    jacobi,
    jacobi_columns,
    jacobi_block,
    swap_global,
    rotate,
    in_private,
    in_private_block,
    narrowing,
    several_roots,
    kept_parts,
    planes,
    lists,
    fill_both,
    choose,
    choose_once,
    write_chosen,
    atomics,
    halved,
    structs,
]
HELPERS = [total, relax, rest, halves, total_of, fill, bump, push]
batch = Batch(*KERNELS, *HELPERS)
wide = Batch(several_roots, jacobi_block, write_chosen, total, index=cp.int64)


def integers(*shape, seed=1, high=100, dtype=np.int32):
    return np.random.default_rng(seed).integers(0, high, shape).astype(dtype)


def reals(*shape, seed=1, dtype=np.float32):
    return np.random.default_rng(seed).random(shape).astype(dtype)


@pytest.mark.parametrize("n", [1, 256, 700])
@pytest.mark.parametrize("kernel", [scan, scan_rows])
def test_scan(kernel, n):
    batch.check(kernel, n, integers(n), np.zeros(n, np.int32))


def test_scan_in_memory_that_is_sized_at_the_launch():
    batch.check(scan_dynamic, 500, integers(500), np.zeros(500, np.int32), shared=256)


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_jacobi_in_a_helper(steps):
    A, B = reals(40, 9, dtype=np.float64), reals(40, 9, seed=2, dtype=np.float64)
    batch.check(jacobi, 40, A, B, np.zeros(40, np.int32), steps)
    batch.check(jacobi_columns, 9, A, B, np.zeros(9, np.int32), steps)


@pytest.mark.parametrize("steps", [0, 1, 6])
def test_jacobi_in_a_block(steps):
    batch.check(jacobi_block, 512, reals(512), reals(512, seed=2), steps)


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("threads", [1, 50])
def test_swaps(n, threads):
    X, Y, Z = (integers(threads, seed=k, high=10) for k in range(3))
    batch.check(swap_global, threads, X, Y, n)
    batch.check(rotate, threads, X, Y, Z, n)
    batch.check(in_private, threads, X, Y, n)
    batch.check(in_private_block, threads, X, Y, n)


def test_one_array_as_both():
    X = integers(40)
    batch.check(swap_global, 40, X, X, 4)


@pytest.mark.parametrize("threads", [1, 37])
def test_parts(threads):
    A = reals(threads, 5)
    batch.check(
        narrowing,
        threads,
        A,
        np.sort(integers(30)),
        np.zeros(threads, np.float32),
        np.zeros(threads, np.int32),
        ulps=32,
    )
    batch.check(
        several_roots,
        threads,
        reals(4, 6),
        reals(3, 4, seed=2),
        reals(9, seed=3),
        np.zeros(threads, np.float32),
        ulps=32,
    )
    batch.check(kept_parts, threads, integers(40), integers(40, seed=2), np.zeros(threads, np.int32))
    batch.check(
        planes,
        threads,
        integers(2, 3, 4, high=4),
        integers(3, 3, 5, seed=2, high=4),
        integers(3, 4, seed=3, high=4),
        np.zeros(threads, np.int32),
    )
    batch.check(lists, threads, [[1, 2, 3], [], [4]], integers(6), np.zeros(threads, np.int32))
    batch.check(fill_both, threads, integers(threads, 4), integers(threads, 6))


@pytest.mark.parametrize("c", [0, 1])
@pytest.mark.parametrize("threads", [1, 64])
def test_choices(c, threads):
    X, Y = integers(64), integers(70, seed=2)
    batch.check(choose, threads, X, Y, np.zeros(threads, np.int32), c)
    batch.check(choose_once, threads, X, Y, np.arange(64, dtype=np.int32), np.zeros(threads, np.int32))
    batch.check(write_chosen, threads, X, Y)


def test_atomics():
    batch.check(atomics, 512, integers(512), np.zeros(8, np.int32))


def test_wide_indices():
    wide.check(
        several_roots,
        37,
        reals(4, 6),
        reals(3, 4, seed=2),
        reals(9, seed=3),
        np.zeros(37, np.float32),
        ulps=32,
    )
    wide.check(jacobi_block, 512, reals(512), reals(512, seed=2), 3)
    wide.check(write_chosen, 40, integers(40), integers(40, seed=2))


def test_narrow_types():
    X, Y = (reals(40, seed=k).astype(np.float16) for k in range(2))
    P, Q = (integers(40, seed=k, dtype=np.uint8) for k in range(2))
    batch.check(halved, 40, X, Y, P, Q)


def test_structs():
    A, B = (np.zeros(40, Body.dtype) for k in range(2))
    for k, array in enumerate((A, B)):
        array["x"], array["v"], array["hits"] = reals(40, seed=k), reals(40, seed=k + 2), integers(40, seed=k)
    batch.check(structs, 40, A, B, 3)


@pytest.mark.parametrize("n", [1, 600])
def test_scan_in_a_helper(n):
    waiting.check(scan_twice, n, integers(n, high=9), np.zeros(n, np.int32))


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_jacobi_in_a_grid(steps):
    waiting.check(relax_grid, (20, 18), reals(18, 20), reals(18, 20, seed=2), steps)


def test_warps():
    waiting.check(in_warp, 512, integers(512), integers(512, seed=2), np.zeros(512, np.int32))


def test_recursion_and_type_variables():
    waiting.check(search, 40, integers(5, 12), np.zeros(40, np.int32))
    waiting.check(woven, 40, reals(40), reals(40, seed=2), integers(40), integers(40, seed=2))


@cp.struct
class Particle:
    x: cp.float32
    n: cp.int32


# through_choices : void (float* X, float* Y, float[,] A, float[,] B, Particle* P, Particle* Q, int* I, int*
# J, int n)
def through_choices(X, Y, A, B, P, Q, I, J, n):
    (X if idx % 3 else Y)[idx] = 1.5
    (X if idx % 2 else Y)[idx] += X[idx]
    (A if n > 3 else B)[idx, 1] = n
    (A if n > 3 else B)[idx][2] = A[idx, 0] + B[idx, 0]
    (P if idx % 2 else Q)[idx].n = idx
    (P if idx % 2 else Q)[idx].x *= 2
    old = atomicAdd(I if idx % 2 else J, 0, 1)
    atomicMax(I if idx < 7 else J, 1, idx)
    (X if idx % 2 else Y if idx % 3 else X)[idx] -= min(n, 2) + 0 * old
    for k in range(3):
        if k != 1:
            (X if k else Y)[idx] += k


def test_stores_through_choices():
    P, Q = (np.zeros(40, Particle.dtype) for k in range(2))
    for k, array in enumerate((P, Q)):
        array["x"] = reals(40, seed=k)
    for n in (3, 4):
        Batch(through_choices).check(
            through_choices,
            40,
            reals(40),
            reals(40, seed=2),
            reals(40, 3),
            reals(40, 3, seed=4),
            P,
            Q,
            np.zeros(2, np.int32),
            np.zeros(2, np.int32),
            n,
        )
