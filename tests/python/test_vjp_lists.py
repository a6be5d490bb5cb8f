"""Kernel.jvp and Kernel.vjp of kernels of lists with lengths of their own. Their tangents and cotangents are
such lists, too."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx

rng = np.random.default_rng(11)
LENGTHS = (3, 0, 5, 1)


def rows(low: float = 0.5, high: float = 2.0) -> list[list[float]]:
    return [rng.uniform(low, high, length).tolist() for length in LENGTHS]


@cp.kernel("void (double** R, double* Y)")
def squares(R, Y):
    total = 0.0
    for x in R[idx]:
        total += x * x
    Y[idx] = total * len(R[idx])


@cp.kernel("void (double** R, double** S, double a)")
def in_place(R, S, a):
    for i in range(len(R[idx])):
        R[idx][i] = math.sin(R[idx][i]) * S[idx][i] + a * R[idx][0]
        if R[idx][i] > 1:
            S[idx][i] *= R[idx][i] * a


@cp.kernel("void (double** R, int* K, double* Y)")
def of_other_rows(R, K, Y):
    for k in range(len(R)):
        for i in range(len(R[k])):
            if i <= K[idx]:
                Y[idx] = Y[idx] * 0.5 + R[k][i] * R[k][i]


@cp.kernel("void (double** R, double** S, double* Y)")
def chosen_rows(R, S, Y):
    row = R[idx] if Y[idx] > 1 else S[idx]
    for i in range(len(row)):
        row[i] *= Y[idx] * row[0]
        Y[idx] += row[i] * row[len(row) - 1]


def given(call: Any) -> list[Any]:
    by_name = {"R": rows, "S": rows, "Y": lambda: rng.uniform(0.5, 2, 4).tolist(), "a": lambda: 0.7}
    return [by_name.get(name, lambda: [1, 0, 2, 1])() for name, _ in call.parameters]


def flat(value: Any) -> list[float]:
    if not isinstance(value, list):
        return [value]
    return [number for each in value for number in flat(each)]


def copied(value: Any) -> Any:
    return [copied(each) for each in value] if isinstance(value, list) else value


def direction(value: Any) -> Any:
    return [direction(each) for each in value] if isinstance(value, list) else rng.uniform(-1, 1)


def product(a: Any, b: Any) -> float:
    return float(np.dot(flat(a), flat(b)))


@pytest.mark.parametrize("call", [squares, in_place, of_other_rows, chosen_rows], ids=lambda call: call.name)
@pytest.mark.parametrize("memory", [None, "8"])
def test_inner_products(call: Any, memory: str | None, monkeypatch: Any) -> None:
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    values = given(call)
    moved = [i for i, value in enumerate(values) if isinstance((flat(value) or [0.0])[0], float)]
    tangents = [direction(values[i]) for i in moved]
    dots, before = copied(tangents), copied(values)
    call.jvp(4)(*copied(values), *dots)
    bars = [direction(values[i] if isinstance(values[i], list) else [0.0]) for i in moved]
    after = copied(bars)
    call.vjp(4)(*values, *bars)
    assert values == before
    forward = backward = 0.0
    for place, dot, tangent, bar, was in zip(moved, dots, tangents, bars, after, strict=True):
        if isinstance(values[place], list):
            forward += product(was, dot)
            backward += product(bar, tangent)
        else:
            backward += (bar[0] - was[0]) * tangent
    assert forward == pytest.approx(backward, rel=1e-12)


def test_forward_mode_against_differences() -> None:
    R, Y, R_dot = rows(), [0.0] * 4, rows(-1, 1)
    Y_dot = [0.0] * 4
    squares.jvp(4)(R, Y, R_dot, Y_dot)
    want = [2 * len(r) * sum(x * v for x, v in zip(r, d)) for r, d in zip(R, R_dot)]
    assert Y_dot == pytest.approx(want, rel=1e-14)


def test_arrays_on_the_device() -> None:
    R, want = rows(), rows(0, 0)
    squares.vjp(4)(R, [0.0] * 4, want, [1.0, 2.0, 3.0, 4.0])
    lists, bars = cp.CudaLists(R, cp.double), cp.CudaLists(rows(0, 0), cp.double)
    squares.vjp(4)(lists, [0.0] * 4, bars, [1.0, 2.0, 3.0, 4.0])
    assert (
        bars.tolist()
        == want
        == [[2 * n * k * x for x in row] for k, row in enumerate(R, 1) for n in [len(row)]]
    )


@pytest.mark.parametrize("way", ["list", "CudaLists", "array"])
def test_other_rows_are_refused(way: str) -> None:
    R, bars = rows(), [[0.0] * length for length in (3, 1, 4, 1)]
    other: Any = {"list": bars, "CudaLists": cp.CudaLists(bars, cp.double, "cpu"), "array": np.zeros((3, 3))}[
        way
    ]
    with pytest.raises(ValueError) as caught:
        squares.vjp(4)(R, [0.0] * 4, other, [1.0] * 4)
    last = (
        "row 1 has 3 elements, not 0 elements" if way == "array" else "row 1 has 1 elements, not 0 elements"
    )
    assert (
        str(caught.value)
        == f"squares_vjp: parameter R_bar: it holds the derivatives of R and has other rows: {last}"
    )


def test_lists_of_which_the_launch_alone_has_the_result() -> None:
    R, Y = rows(), [0.0] * 4
    with pytest.raises(ValueError, match="R_bar .* its result would be lost"):
        squares.vjp(4)(R, Y, [[0.0] * n for n in LENGTHS], [1.0] * 4)


def test_a_check_with_differences_is_refused() -> None:
    with pytest.raises(TypeError) as caught:
        squares.gradcheck(4)(rows(), [0.0] * 4)
    assert str(caught.value) == (
        "gradcheck: squares takes lists with lengths of their own (R), which are not moved: check a kernel "
        "of one array, and of where each row begins in it"
    )


def test_cpython_runs_the_derivative() -> None:
    R, Y, R_dot = rows(), [0.0] * 4, rows(-1, 1)
    simulated, launched = [0.0] * 4, [0.0] * 4
    squares.jvp.simulate(4, R, Y, R_dot, simulated)
    squares.jvp(4)(R, Y, R_dot, launched)
    assert simulated == pytest.approx(launched, rel=1e-14)
