"""Derivatives of the small kernels by which systems that differentiate kernels are judged: six that one of
them gets wrong without a word, and the ideas of bugs that were reported to it."""

from __future__ import annotations

import math

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from derivative_cases import Cases, doubles, ints, rng

case = Cases()

# Six small kernels that overwrite what their derivative needs.


@case("void (double* X, double* Y)", 5, doubles(5), doubles(5))
def product_in_a_loop(X, Y):
    product = 1.0
    for k in range(len(X)):
        product *= X[k]
    Y[idx] = product * Y[idx]


@case("void (double* A, double* Root)", 6, doubles(6), doubles(6))
def newtons_root(A, Root):
    x = A[idx]
    for _ in range(8):
        x = 0.5 * (x + A[idx] / x)
    Root[idx] = x


@case("void (double* X, double* Weight, double* Mean)", 3, doubles(7), doubles(7), doubles(3))
def weighted_mean(X, Weight, Mean):
    total = 0.0
    weights = 0.0
    for k in range(len(X)):
        total += Weight[k] * X[k]
        weights += Weight[k]
    Mean[idx] = total / weights


@case("void (double* A, double* B)", 6, doubles(6), doubles(6))
def multiplied_in_place(A, B):
    A[idx] *= B[idx]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def read_and_then_overwritten(X, Y):
    Y[idx] = math.sin(X[idx]) * X[idx]
    X[idx] = 2.0


def place_of_a_counter(X, Y, N):
    place = cp.atomicAdd(N, 0, 1)
    Y[place] = X[idx] * X[idx]


def places(X, N, Places):
    Places[idx] = cp.atomicAdd(N, 0, 1) if X[idx] > 1.0 else -1


@case("void (double* X, int* Places, double* Y)", 4, doubles(4), ints(1, -1, 0, 2), doubles(3))
def packed_at_places(X, Places, Y):
    if Places[idx] >= 0:
        Y[Places[idx]] = X[idx] * X[idx]


def test_place_of_an_atomic_counter() -> None:
    """The one of the six that is refused: a second launch would get other places. The way round works."""
    packed = cp.compile(place_of_a_counter, "void (double* X, double* Y, int* N)")
    with pytest.raises(cp.CompileError) as caught:
        packed.vjp
    assert str(caught.value).partition(": ")[2].splitlines()[0] == (
        "error[E790]: the value that `atomicAdd` gives cannot be differentiated"
    )
    count = cp.compile(places, "void (double* X, int* N, int* Places)")
    X, N = cp.CudaArray([1.5, 0.5, 2.0], cp.Double), cp.zeros(1, cp.Int)
    Places, Y = cp.zeros(3, cp.Int), cp.zeros(2, cp.Double)
    count(3)(X, N, Places)
    with cp.Tape() as tape:
        packed_at_places(3)(X, Places, Y)
    tape.vjp(Y, cp.CudaArray([1.0, 1.0], cp.Double))
    assert tape.gradient(X).toHost().tolist() == [3.0, 0.0, 4.0]


# The ideas of reported bugs.


@case("void (double* X, double* S, int n, double* Y)", 4, doubles(4), doubles(6), 6, doubles(4))
def used_after_a_loop(X, S, n, Y):
    """What is computed before a loop of n iterations is multiplied with its result."""
    area = X[idx] * X[idx]
    total = 5.0
    for k in range(n):
        total += S[k] * X[idx]
    Y[idx] = total * area


# reciprocal_of_sum : double (double* X, int n, double start)
def reciprocal_of_sum(X, n, start):
    total = start
    for k in range(n):
        total += X[k] * X[k]
    return 1.0 / total


@case(
    "void (double* X, int* Count, double* Start, double* Y)",
    4,
    doubles(5),
    ints(1, 3, 5, 0),
    doubles(4),
    doubles(4),
)
def function_with_a_loop(X, Count, Start, Y):
    Y[idx] = reciprocal_of_sum(X, Count[idx], Start[idx]) + reciprocal_of_sum(X, 2, 0.0)


@cp.struct
class Quaternion:
    x: cp.double
    y: cp.double
    z: cp.double
    w: cp.double


# turned : Quaternion (Quaternion a, Quaternion b)
def turned(a, b):
    return Quaternion(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
        a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    )


@case(
    "void (int* Bodies, int* Joints, double[,] Axis, double* Angle, double* Length, double[,] End)",
    2,
    ints(0, 2, 5),
    ints(0, 2, 3, 3, 5, 6),
    doubles(6, 3),
    doubles(6),
    doubles(5),
    doubles(2, 3),
)
def joints_of_bodies(Bodies, Joints, Axis, Angle, Length, End):
    """Each branch has bodies, and each body joints that turn it: two loops whose ends are data."""
    q = Quaternion(0.0, 0.0, 0.0, 1.0)
    x, y, z = 0.0, 0.0, 0.0
    for body in range(Bodies[idx], Bodies[idx + 1]):
        for joint in range(Joints[body], Joints[body + 1]):
            half = 0.5 * Angle[joint]
            s = math.sin(half)
            turn = Quaternion(Axis[joint, 0] * s, Axis[joint, 1] * s, Axis[joint, 2] * s, math.cos(half))
            q = turned(q, turn)
        x += Length[body] * 2.0 * (q.x * q.z + q.w * q.y)
        y += Length[body] * 2.0 * (q.y * q.z - q.w * q.x)
        z += Length[body] * (1.0 - 2.0 * (q.x * q.x + q.y * q.y))
    End[idx, 0] = x
    End[idx, 1] = y
    End[idx, 2] = z


SIGNED = np.where(rng.uniform(size=(5, 4)) < 0.4, 0.0, rng.normal(size=(5, 4)))


@case("void (double[,] C, double* X, double* Y)", 6, SIGNED, rng.normal(size=6), doubles(6))
def largest_that_counts(C, X, Y):
    """Which pair is the largest differs between threads, and `continue` leaves out some of the pairs."""
    largest = -1e20
    for p in range(C.shape[0]):
        for q in range(C.shape[1]):
            if C[p, q] == 0.0:
                continue
            value = X[idx] * C[p, q] * (p + q + 2)
            if value > largest:
                largest = value
    Y[idx] = largest


@case("void (double* X, int n, double* Y)", 5, doubles(5), 6, doubles(5))
def state_of_a_loop(X, n, Y):
    """A loop whose state is overwritten, in a way that is not linear, and divided by its own norm."""
    a, b, norm = X[idx], 1.0, 0.0
    for k in range(n):
        a, b = math.sin(a * b) + a, b * a * 0.3
        norm += a * a + b
    Y[idx] = a * b / math.sqrt(norm)


def squared(X, Y):
    Y[idx] = X[idx] * X[idx]


def test_an_array_that_changes_before_backward() -> None:
    call = cp.compile(squared, "void (double* X, double* Y)")
    X, Y = cp.CudaArray([3.0], cp.Double), cp.zeros(1, cp.Double)
    with cp.Tape() as tape:
        call(1)(X, Y)
    tape.backward(Y)
    assert tape.gradient(X).toHost().tolist() == [6.0]
    X.fill(7.0)
    with pytest.raises(RuntimeError) as caught:
        tape.backward(Y)
    assert str(caught.value) == (
        "tape.backward: an array that squared has used was changed since then, and the tape needs what it "
        "held: change it after the derivative, or change a copy of it"
    )


@pytest.mark.parametrize("name", case.names)
def test_both_modes(name: str) -> None:
    case.compare(name)
