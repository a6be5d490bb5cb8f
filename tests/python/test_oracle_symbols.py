"""What names mean: each is what CPython takes it for, however it was bound. Through the oracle."""

import numpy as np

import cudapy as cp
from cudapy import atomicAdd
from oracle import Batch

# --- Names that a loop's body gives something else
# -------------------------------------------------------------------


@cp.struct
class Cell:
    row: cp.int32
    weight: cp.float32


# rebound : void (float[,,] A, float[,] B, float[,] out)
def rebound(A, B, out):
    """A loop goes through what its head named, also where an annotated assignment gives the name something
    else."""
    plane = A[idx]
    for row in plane:
        plane: cp.Array[cp.float32, 2] = B
        out[idx, 0] += row[0]
    plane = A[idx]
    for i, row in enumerate(plane):
        out[idx, 1] += row[1] * (i + 1)
        plane: cp.Array[cp.float32, 2] = B
    plane = A[idx]
    for a, row in zip(B, plane):
        if a[0] > -1:
            plane: cp.Array[cp.float32, 2] = B
        else:
            pass
        out[idx, 2] += row[0]
    line = A[idx, 0]
    for x in line:
        line: cp.Array[cp.float32] = B[1]
        out[idx, 3] += x
    for i, x in enumerate(line):
        line: cp.Array[cp.float32] = A[idx, 1]
        out[idx, 4] += x * i


batch = Batch(rebound)


def test_loops_whose_array_gets_another_name():
    rng = np.random.default_rng(1)
    A = rng.integers(1, 9, (4, 3, 2)).astype(np.float32)
    B = rng.integers(100, 900, (3, 2)).astype(np.float32)
    batch.check(rebound, 4, A, B, np.zeros((4, 5), np.float32))


# parts_by_fields : void (int3* W, int* A, float[,] M, Cell* C, float* R)
def parts_by_fields(W, A, M, C, R):
    u = W[idx]
    part = A[u.y % 7 :]
    backwards = A[max(min(12, u.x << (u.z & 1)), 3) :: -1]
    own = C[idx].copy()
    row = M[own.row]
    R[idx] = part[0] * 100 + backwards[0] + row[idx]
    for value in M[own.row, own.row :]:
        R[idx] += value


def test_parts_whose_bounds_are_fields_of_what_gets_its_type_later():
    rng = np.random.default_rng(3)
    C = np.zeros(8, Cell.dtype)
    C["row"] = rng.integers(0, 4, 8)
    batch = Batch(parts_by_fields)
    batch.check(
        parts_by_fields,
        8,
        rng.integers(0, 9, (8, 3)).astype(np.int32),
        np.arange(20, dtype=np.int32),
        rng.integers(0, 9, (4, 8)).astype(np.float32),
        C,
        np.zeros(8, np.float32),
    )


# --- Names by other names
# --------------------------------------------------------------------------------------------


counted = enumerate


# grow : void (Cell c, int by)
def grow(c, by):
    c.row += by


# other_loops : void (Cell[,] A, Cell[,] B)
def other_loops(A, B):
    """What goes through the arrays has other names than its own, and the loops have the same ones."""
    enumerate = zip
    for a, b in enumerate(A[idx], B[idx]):
        a.row += 1
        grow(b, 10)
    for b, a in enumerate(A[idx], B[idx]):
        a.row += 100
        grow(b, 1000)
    number = counted
    for i, a in number(A[idx]):
        a.row += i * 7
    for i, a in number(B[idx]):
        more = lambda by: a.row + by * i
        a.row = more(3)


# once : T (T(T) f, T x)
def once(f, x):
    g = f
    return g(x)


# both : T (T(T) f, T(T) g, T x)
def both(f, g, x):
    """Other names of parameters, of which each function has captures of its own."""
    a = g
    b = f
    h = lambda f: a(b(f)) + g(f)
    return h(x) * 100 + once(a, b(x)) + once(h, x)


# given : void (double* X)
def given(X):
    x = X[idx]
    y = x + 10
    X[idx] = once(lambda v: v * x, 2.0) + both(lambda v: v * x, lambda x: x - y, 0.5)


# annotated_types : void (float* X, int* A)
def annotated_types(X, A):
    T = X.dtype
    small = cp.int64
    half: T = A[idx] / 2
    wide: small = A[idx]
    X[idx] = half
    A[idx] = int(wide * 3)


others = Batch(other_loops, given, annotated_types, grow, once, both)


def test_loops_whose_functions_have_other_names():
    cells = np.zeros((3, 4), Cell.dtype)
    cells["row"] = np.arange(12).reshape(3, 4)
    others.check(other_loops, 3, cells, cells.copy())


def test_parameters_that_are_functions_by_other_names():
    others.check(given, 5, np.arange(5.0))


def test_annotations_by_local_names():
    others.check(annotated_types, 5, np.zeros(5, np.float32), np.arange(5, dtype=np.int32) * 3 + 1)


# --- What is stored through a choice between arrays
# ------------------------------------------------------------------


# bump : int (int* R, int i)
def bump(R, i):
    R[i] += 1
    return R[i] & 1


def atomicMax(a, b, c):
    return a * 100 + b * 10 + c


add = atomicAdd


# choices : void (float[,] X, float[,] Y, int* R)
def choices(X, Y, R):
    """The value of an assignment is made before what it is stored in is chosen."""
    (X[idx] if bump(R, idx) else Y[idx])[0] = R[idx]
    (X if add(R, idx, 3) & 1 else Y)[idx, 1] = R[idx] * 10
    (X[bump(R, idx)] if idx & 1 else Y[0])[idx & 3] = bump(R, idx) + R[idx]
    (X[idx] if idx & 1 else Y[idx])[bump(R, idx)] = R[idx]
    (X[idx] if R[idx] & 1 else Y[idx])[2] = bump(R, idx)
    (X[idx] if bump(R, idx) else Y[idx])[3] += R[idx]
    chosen = 7
    (X[idx] if R[idx] & 1 else Y[idx])[3] = chosen


# chosen_atomics : void (int* X, int* Y, int* R)
def chosen_atomics(X, Y, R):
    """Atomic operations by other names, and another function by the name of one."""
    add(X if R[idx] & 1 else Y, idx, 3)
    old = add(X if R[idx] & 2 else Y, idx, 4)
    plus = atomicAdd
    R[idx] = plus(X if R[idx] & 1 else Y, idx, 5)
    more = lambda by: atomicAdd(X if R[idx] & 1 else Y, idx, by)
    R[idx] += more(7) + atomicMax(X[idx] if idx > 2 else 5, 3, old)


stores = Batch(choices, chosen_atomics, bump)


def test_choices_that_stores_go_through():
    X = np.arange(24, dtype=np.float32).reshape(6, 4)
    for low in (0, 1):
        stores.check(choices, 1, X, X + 100, np.array([low], np.int32))


def test_choices_of_atomic_operations():
    X = np.arange(6, dtype=np.int32)
    stores.check(chosen_atomics, 6, X, X + 100, X * 7 + 1)


# --- Structs that functions change
# -----------------------------------------------------------------------------------


def raised(c, by):
    c.row += by
    return c.row


def raised_more(c, by):
    other = c
    return raised(by=by, c=other) + 1


# through : T (T(A, T) f, A c, T x)
def through(f, c, x):
    g = f
    return g(c, x) + f(c, x)


# lent : void (Cell* A, int* R)
def lent(A, R):
    own = A[idx].copy()
    made = Cell(idx, 0.5)
    R[idx] = raised(own, 3) + raised_more(made, 4) * 10
    R[idx] += own.row * 100 + made.row * 1000
    once_more = lambda c, by: raised_more(c, by)
    R[idx] += once_more(own, 5) + through(raised, made, 7)
    A[idx].row = own.row + made.row


# renamed_lent : void (Cell* A, int* R)
def renamed_lent(A, R):
    own = Cell(idx, 0.5)
    other = Cell(7, 1.5)
    R[idx] = changed(own, other, 4)
    R[idx] += own.row * 10 + other.row
    R[idx] += changed(A[idx], own, 2)
    A[idx].weight += own.weight


# changed : int (Cell c, Cell unchanged, int n)
def changed(c, unchanged, n):
    """The name that changes the struct gets it from one that gets it further down."""
    last = c
    for i in range(n):
        last.weight += i
        first = c
        last = first
    change = grow
    change(c, n)
    raise_it = lambda x: raised(x, 2)
    raised_more = unchanged.row
    return raise_it(c) + raised_more


structs = Batch(lent, renamed_lent, changed, grow, through)


def test_local_structs_that_generic_functions_change():
    cells = np.zeros(5, Cell.dtype)
    cells["row"] = np.arange(5) * 3
    structs.check(lent, 5, cells, np.zeros(5, np.int32))


def test_structs_that_functions_change_by_other_names():
    cells = np.zeros(5, Cell.dtype)
    cells["row"] = np.arange(5) * 3
    structs.check(renamed_lent, 5, cells, np.zeros(5, np.int32))


# --- Names of the module that hide predefined ones
# -------------------------------------------------------------------

idy = 40
gridDim = 3


def idz(x):
    return x * idy


# hidden : void (int* R)
def hidden(R):
    R[idx] = idz(gridDim) + idy + idx


def test_names_of_the_module_hide_coordinates():
    Batch(hidden).check(hidden, 5, np.zeros(5, np.int32))
