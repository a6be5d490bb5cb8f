"""The checked mode names an index as the program has it, -7 and not -4, wherever the kernel counts from the
end."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from generated import module

FORMS = """
import cudapy as cp
from cudapy import *


@cp.struct
class Pair:
    x: cp.float32
    y: cp.float32

TABLE = (1.0, 2.0, 4.0)

def at(X, j):
    return X[j]

# local_array : void (float* X, int i)
def local_array(X, i):
    L = local(float, 3, 0)
    X[0] = L[i]

# local_rows : void (float* X, int i)
def local_rows(X, i):
    L = local(float, (2, 3), 0)
    X[0] = L[1, i]

# local_structs : void (float* X, int i)
def local_structs(X, i):
    L = local(Pair, 3)
    for j in range(3):
        L[j] = Pair(1, 2)
    X[0] = L[i].y

# shared_array : void (float* X, int i)
def shared_array(X, i):
    S = shared(float, 3)
    S[threadIdx.x] = 0
    X[0] = S[i]

# parameter : void (float* X, int i)
def parameter(X, i):
    X[i] += 1

# of_function : void (float* X, int i)
def of_function(X, i):
    X[0] = at(X, i)

# part : void (float* X, int i)
def part(X, i):
    L = local(float, 4, 0)
    P = L[1:]
    X[0] = P[i]

# row : void (float* X, int i)
def row(X, i):
    L = local(float, (2, 3), 0)
    R = L[1]
    X[0] = R[i]

# choice : void (float* X, int i)
def choice(X, i):
    L = local(float, 3, 0)
    P = L if X[0] == 7 else X
    P[i] = 1

# items : void (float* X, int i)
def items(X, i):
    t = (X[0], X[1], X[2])
    X[0] = t[i]

# table : void (float* X, int i)
def table(X, i):
    X[0] = TABLE[i]

# atomic : void (float* X, int i)
def atomic(X, i):
    atomicAdd(X, i, 1.0)
"""
NAMES = {
    "local_array": "L",
    "local_rows": "L",
    "local_structs": "L",
    "shared_array": "S",
    "of_function": "X",
    "part": "P",
    "row": "R",
    "choice": "P",
    "items": "t",
    "table": "TABLE",
    "atomic": "X",
    "parameter": "X",
}
# How the index is written, so that the kernel knows, or does not know, that it may count from the end
WRITTEN = {"argument": "i", "constant": "-7", "counted": "k", "sum": "i + 0"}


def failure_of(call, *arguments):
    """What a launch raises, without its place."""
    try:
        call(*arguments)
        cp.synchronize()
    except cp.KernelError as error:
        return str(error).split(": ", 1)[1]


# A constant index outside a tuple is an error of the translation.
CASES = [
    (name, written)
    for name in NAMES
    for written in WRITTEN
    if written != "constant" or name not in ("items", "table")
]


@pytest.mark.parametrize(("name", "written"), CASES)
def test_the_index_that_the_program_has(name, written):
    index = WRITTEN[written]
    signature, body = FORMS[FORMS.index(f"# {name} :") :].split("\n\n")[0].split("):\n", 1)
    for place in "[i]", ", i]", "X, i)", "X, i,":
        body = body.replace(place, place.replace("i", index))
    if written == "counted":
        body = "    k = -1\n    while k > i: k -= 1\n" + body
    made = module(f"{FORMS[: FORMS.index('# local_array')]}{signature}):\n{body}\n")
    functions = [made.at] if name == "of_function" else []
    call = getattr(cp.compile([getattr(made, name), *functions], checked=True), name)
    extent = (
        "dimension 1 of L, which is 3 long"
        if name == "local_rows"
        else f"{NAMES[name]}, which has 3 elements"
    )
    failure = failure_of(call(1, block=1), np.zeros(3, np.float32), -7)
    assert failure.startswith(f"index -7 is outside {extent}, in thread 0: "), failure


RECORD = np.dtype([("x", np.float32), ("at", np.float32, 3), ("grid", np.int32, (2, 3))], align=True)


def of_element(a, i):
    a[i].x = 1


def of_all(a, i):
    a.x[i] = 1


def inside(a, i):
    a[0].at[i] = 1


def inside_read(a, i):
    a[0].x = a[1].at[i]


def inside_all(a, i):
    a.at[1, i] = 1


def inside_rows(a, i):
    a[0].grid[1, i] = 1


def of_name(a, i):
    r = a[i]
    r.x = 1


OF_RECORDS = {
    of_element: "a, which has 3 elements, in thread 0: `a[i]`",
    of_all: "a, which has 3 elements, in thread 0: `i`",
    inside: "a[0].at, which has 3 elements, in thread 0: `a[0].at[i]`",
    inside_read: "a[1].at, which has 3 elements, in thread 0: `a[1].at[i]`",
    inside_all: "a.at, which has 3 elements, in thread 0: `a.at[1, i]`",
    inside_rows: "a[0].grid, which has 3 elements, in thread 0: `a[0].grid[1, i]`",
    of_name: "a, which has 3 elements, in thread 0: `a[i]`",
}


@pytest.mark.parametrize("function", OF_RECORDS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("index", [-7, -4, 3, 9])
def test_records(function, index, monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", "1")
    assert (
        failure_of(cuda.jit(function)[1, 1], np.zeros(3, RECORD), index)
        == f"index {index} is outside {OF_RECORDS[function]}"
    )
