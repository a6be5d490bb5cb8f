"""cp.Tape: random programs, compared with complex numbers of NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from tape_kernels import doubles, squared

# What a program may do between launches, in CudaPy and in NumPy. Each changes the arrays of a dict.

N = 12
Step = tuple[Callable[[dict[str, Any]], None], Callable[[dict[str, Any]], None]]


def launch_of(kernel: Any, numpys: Any, *names: str) -> Step:
    def ours(a: dict[str, Any]) -> None:
        kernel(N)(*(a[name] for name in names))

    def theirs(a: dict[str, Any]) -> None:
        numpys(*(a[name] for name in names))

    return ours, theirs


@cp.kernel("void (double* X, double* Y)")
def half_of(X, Y):
    if idx % 2 == 0:
        Y[idx] = X[idx] * Y[idx] + 0.5


def half_of_numpy(X: Any, Y: Any) -> None:
    Y[::2] = X[::2] * Y[::2] + 0.5


@cp.kernel("void (double* X, double* Y, double* Z)")
def shifted(X, Y, Z):
    Z[idx] = 0.5 * Z[idx] + X[(idx + 3) % len(X)] * Y[idx]


def shifted_numpy(X: Any, Y: Any, Z: Any) -> None:
    Z[...] = 0.5 * Z + np.roll(X, -3) * Y


def squared_numpy(X: Any, Y: Any) -> None:
    Y[...] = X * X


@cp.kernel("void (double* X)")
def sine(X):
    X[idx] = math.sin(X[idx])


def sine_numpy(X: Any) -> None:
    X[...] = np.sin(X)


def both(step: Callable[[dict[str, Any]], None]) -> Step:
    return step, step


def set_(name: str, key: Any, other: str | None, other_key: Any = None) -> Step:
    def step(a: dict[str, Any]) -> None:
        a[name][key] = 0.25 if other is None else a[other][other_key]

    return both(step)


def whole(name: str, operation: Callable[[dict[str, Any]], Any]) -> Step:
    def step(a: dict[str, Any]) -> None:
        a[name][:] = operation(a)

    return both(step)


def in_place(name: str, other: str) -> Step:
    def step(a: dict[str, Any]) -> None:
        a[name] *= a[other]

    def added(a: dict[str, Any]) -> None:
        a[name] += a[other]

    return both(added if name < other else step)


def copied(name: str, other: str) -> Step:
    def ours(a: dict[str, Any]) -> None:
        a[name].copy_from(a[other])

    def theirs(a: dict[str, Any]) -> None:
        a[name][...] = a[other]

    return ours, theirs


def replaced(name: str, other: str) -> Step:
    def step(a: dict[str, Any]) -> None:
        a[name] = a[other].copy()

    return both(step)


def summed(name: str, other: str) -> Step:
    def step(a: dict[str, Any]) -> None:
        a[name][2:3] = a[other].sum(keepdims=True) * 0.1

    return both(step)


STEPS = [
    launch_of(squared, squared_numpy, "X", "Y"),
    launch_of(squared, squared_numpy, "Z", "X"),
    launch_of(half_of, half_of_numpy, "X", "Z"),
    launch_of(half_of, half_of_numpy, "Y", "X"),
    launch_of(shifted, shifted_numpy, "X", "Y", "Z"),
    launch_of(shifted, shifted_numpy, "Z", "Z", "Y"),
    launch_of(sine, sine_numpy, "X"),
    launch_of(sine, sine_numpy, "Y"),
    launch_of(sine, sine_numpy, "Z"),
    set_("X", slice(1, 5), "Y", slice(4, 8)),
    set_("X", slice(1, 5), "X", slice(2, 6)),
    set_("Z", slice(None, None, 3), "Y", slice(0, 4)),
    set_("Y", slice(None), "Z", slice(None, None, -1)),
    set_("Y", 3, None),
    set_("Z", slice(2, 9, 2), None),
    set_("X", -1, None),
    whole("X", lambda a: a["X"] * a["Y"] + 1.0),
    whole("Y", lambda a: a["Z"] - 0.5 * a["X"]),
    whole("Z", lambda a: a["Z"][::-1] * a["X"]),
    in_place("X", "Z"),
    in_place("Z", "Y"),
    in_place("Y", "X"),
    copied("Y", "X"),
    copied("X", "Z"),
    replaced("Z", "Y"),
    summed("Y", "X"),
    summed("X", "Z"),
]


@pytest.mark.parametrize("memory", [None, 5_000, 500])
@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed: int, memory: int | None) -> None:
    random = np.random.default_rng(seed)
    steps = [STEPS[int(at)] for at in random.integers(0, len(STEPS), random.integers(1, 30))]
    begin = {name: random.uniform(-1, 1, N) for name in "XYZ"}
    direction = {name: random.uniform(-1, 1, N) for name in "XYZ"}
    weights = {name: random.uniform(-1, 1, N) for name in "XYZ"}
    # In complex numbers a small imaginary part is the tangent.
    a: dict[str, Any] = {name: begin[name] + 1e-30j * direction[name] for name in "XYZ"}
    for _, theirs in steps:
        theirs(a)
    expected = sum(float((a[name].imag * 1e30) @ weights[name]) for name in "XYZ")
    arrays = {name: doubles(begin[name]) for name in "XYZ"}
    first = dict(arrays)
    with cp.Tape(memory=memory) as tape:
        for ours, _ in steps:
            ours(arrays)
    held = {name: arrays[name].toHost() for name in "XYZ"}
    try:
        tape.vjp(tuple(arrays.values()), tuple(weights[name] for name in arrays))
    except ValueError as error:
        assert memory == 500 and "memory= is too little" in str(error)
        return
    found = sum(float(tape.gradient(first[name]).toHost() @ direction[name]) for name in "XYZ")
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)
    for name in "XYZ":
        np.testing.assert_array_equal(held[name], arrays[name].toHost())
        np.testing.assert_allclose(held[name], a[name].real, rtol=1e-12, atol=1e-14)
