"""Names of a module that hide built-in ones, and functions by other names than their own: a name means what
Python finds by it."""

import types

import cudapy as cp
import numpy as np
from cudapy import idx  # noqa: F401 - the predefined one, by its name

warpSize = 7
blockDim = 5


def max(a, b):
    return a * 100 + b


@cp.struct
class Counter:
    count: cp.int32
    last: cp.float32


# bump : float (Counter c, float by)
def bump(c, by):
    c.count += 1
    c.last += by
    return c.last


counters = types.SimpleNamespace(bump=bump)
alias = bump


# twice : float (Counter c)
def twice(c):
    return alias(c, 1.0) + counters.bump(c, 2.0)


# hidden : void (int* R)
def hidden(R):
    R[0] = warpSize
    R[1] = blockDim
    R[2] = max(R[0], R[1])


# counted : void (Counter* A, float* R)
def counted(A, R):
    own = Counter(3, 0.5)
    R[0] = alias(own, 2.0)
    R[1] = own.last + own.count
    R[2] = counters.bump(A[0], 4.0)
    R[3] = twice(own)
    R[4] = own.last + own.count


# atomic_mass : float (float x, int n)
def atomic_mass(x, n):
    return x * n


# masses : void (float* A, float* R)
def masses(A, R):
    R[idx] = atomic_mass(A[idx] if idx > 0 else 1.5, 3)


def test_a_helper_whose_name_begins_as_those_of_atomics():
    R = [0.0] * 3
    cp.compile([masses, atomic_mass], target="cpu")(3)([1.0, 2.0, 4.0], R)
    assert R == [4.5, 6.0, 12.0]


def test_a_module_s_name_hides_the_built_in_one():
    R = [0, 0, 0]
    cp.compile([hidden, max], target="cpu")(1)(R)
    expected = [0, 0, 0]
    hidden(expected)  # it uses nothing that Python does not have
    assert R == expected == [7, 5, 705]


def test_structs_that_functions_change_by_other_names():
    A, R = np.zeros(1, Counter.dtype), [0.0] * 5
    cp.compile([counted, bump, twice], target="cpu")(1)(A, R)
    assert R == [2.5, 6.5, 4.0, 9.0, 11.5]
    assert A["count"].tolist() == [1] and A["last"].tolist() == [4.0]
