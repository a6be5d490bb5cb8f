"""cp.Tape: derivatives of several launches, and of what is done with arrays between them."""

from __future__ import annotations

import gc
import math
import os
import threading
import weakref
from collections.abc import Callable
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx


@cp.kernel("void (double* X, double* Y)")
def squared(X, Y):
    Y[idx] = X[idx] * X[idx]


@cp.kernel("void (double a, double* X)")
def scaled(a, X):
    X[idx] = a * X[idx] * X[idx]


@cp.kernel("void (double c, double* Before, double* Now, double* After)")
def wave(c, Before, Now, After):
    i = idx
    left = Now[i - 1] if i > 0 else 0.0
    right = Now[i + 1] if i + 1 < len(Now) else 0.0
    After[i] = 2.0 * Now[i] - Before[i] + c * Now[i] * Now[i] * (left - 2.0 * Now[i] + right)


def doubles(values: Any) -> cp.CudaArray:
    return cp.CudaArray(np.asarray(values, np.float64))


def wave_loss(first: Any, steps: int, tape: cp.Tape | None = None) -> tuple[Any, cp.CudaArray]:
    n = len(first)
    U = [doubles(first), doubles(first), cp.zeros(n, cp.Double)]
    start = U[1]

    def run() -> Any:
        for _ in range(steps):
            wave(n)(0.2, U[0], U[1], U[2])
            U[:] = U[1], U[2], U[0]
        return (U[1] * U[1]).sum(keepdims=True)

    if tape is None:
        return run(), start
    with tape:
        loss = run()
    return loss, start


def moved_loss(first: Any, second: Any, steps: int) -> float:
    U = [doubles(first), doubles(second), cp.zeros(len(first), cp.Double)]
    for _ in range(steps):
        wave(len(first))(0.2, *U)
        U = [U[1], U[2], U[0]]
    return float((U[1] * U[1]).sum())


def loss_along(first: Any, direction: Any, steps: int) -> float:
    """How the loss changes along a direction, by tangents."""
    n = len(first)
    U = [doubles(first), doubles(first), cp.zeros(n, cp.Double)]
    dots = [cp.zeros(n, cp.Double), doubles(direction), cp.zeros(n, cp.Double)]
    for _ in range(steps):
        wave.jvp(n)(0.2, *U, 0.0, *dots)
        U, dots = [U[1], U[2], U[0]], [dots[1], dots[2], dots[0]]
    return float(2 * (U[1] * dots[1]).sum())


@pytest.mark.parametrize("memory", [None, "1 MB", 40_000, 9_000, 4_000])
def test_a_wave_over_many_launches(memory: Any) -> None:
    n, steps = 32, 500
    first = 0.1 * np.sin(np.arange(n) / 4)
    tape = cp.Tape(memory=memory)
    loss, start = wave_loss(first, steps, tape)
    tape.backward(loss)
    # U[0] and U[1] begin alike, and only U[1] is what the gradient is of.
    found = tape.gradient(start).toHost()
    if isinstance(memory, int):
        assert tape.explain().bytes <= memory
    direction = np.random.default_rng(1).uniform(-1, 1, n)
    assert found @ direction == pytest.approx(loss_along(first, direction, steps), rel=1e-9)
    step = 1e-7
    differences = moved_loss(first, first + step * direction, steps) - moved_loss(
        first, first - step * direction, steps
    )
    assert found @ direction == pytest.approx(differences / (2 * step), rel=1e-4)


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


# What is kept


def test_only_what_is_needed_and_overwritten_is_kept() -> None:
    X, Y = doubles(np.ones(100)), cp.zeros(100, cp.Double)
    with cp.Tape() as tape:
        squared(100)(X, Y)  # needs X, which stays
        scaled(100)(2.0, Y)  # needs Y, and overwrites it
        squared(100)(X, Y)  # overwrites Y, which nothing needs
    assert str(tape.explain()) == (
        "a tape of 3 operations, with 800 bytes of copies\n"
        "  800 bytes in one copy of X of scaled, which scaled overwrites\n"
        "  800 bytes of arrays are needed as they are, without a copy"
    )
    plan = tape.explain()
    assert (plan.operations, plan.bytes, plan.held_bytes, plan.intervals) == (3, 800, 800, 0)
    assert [(each.operation, each.array, each.overwritten_by, each.copies) for each in plan.kept] == [
        ("scaled", "X", "scaled", 1)
    ]


def test_rows_are_kept_by_themselves() -> None:
    U = cp.zeros((5, 8), cp.Double)
    U[0] = np.arange(8.0)
    with cp.Tape() as tape:
        for t in range(4):
            squared(8)(U[t], U[t + 1])
    assert tape.explain().bytes == 0
    tape.vjp(U[4], np.ones(8))
    np.testing.assert_allclose(tape.gradient(U)[0].toHost(), 16 * np.arange(8.0) ** 15)
    np.testing.assert_array_equal(tape.gradient(U)[1:].toHost(), 0)


def test_a_tape_with_memory_tells_its_parts() -> None:
    tape = cp.Tape(memory=3_000)
    loss, _ = wave_loss(np.zeros(16), 100, tape)
    plan = tape.explain()
    assert 1 < plan.intervals < 20 and 100 / plan.intervals <= plan.longest and plan.bytes <= 3_000
    assert f"  it is done again in {plan.intervals} parts of at most {plan.longest} operations" in str(plan)


def test_too_little_memory_is_an_error() -> None:
    tape = cp.Tape(memory=100)
    loss, _ = wave_loss(np.zeros(16), 100, tape)
    with pytest.raises(ValueError, match=r"^tape: memory= is too little: it takes \d+ bytes at least"):
        tape.backward(loss)


def test_arrays_that_nothing_needs_go() -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape() as tape:
        Y = X + 1.0
        gone = weakref.ref(Y)
        Y = Y + 1.0
        gc.collect()
        assert gone() is None
        Z = Y * Y
    tape.vjp(Z, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [6.0, 8.0]


def test_arrays_that_are_needed_stay() -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape() as tape:
        Y = X + 1.0
        Z = Y * Y
        Y.free()
        del Y
    tape.vjp(Z, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [4.0, 6.0]


# Ways to ask


def test_several_derivatives_of_one_tape() -> None:
    X = doubles([1.0, 2.0, 3.0])
    with cp.Tape() as tape:
        Y = X * X * X
    for at in range(3):
        tape.vjp(Y, np.eye(3)[at])
        assert tape.gradient(X).tolist() == [(3.0 * (i + 1) ** 2 if i == at else 0.0) for i in range(3)]


def test_an_array_that_is_given_twice() -> None:
    X, Z = doubles([1.0, 2.0]), doubles([0.0, 0.0])

    @cp.kernel("void (double* A, double* B, double* C)")
    def product(A, B, C):
        C[idx] = A[idx] * B[idx] * B[idx]

    with cp.Tape() as tape:
        product(2)(X, X, Z)
    tape.vjp(Z, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [3.0, 12.0]


@pytest.mark.parametrize("kind", [cp.Float, cp.Half, cp.Complex64, cp.Complex128], ids=lambda kind: kind.name)
def test_types(kind: Any) -> None:
    X = cp.CudaArray([1.0, 2.0, 4.0], kind)
    with cp.Tape() as tape:
        Y = X * X + X.copy()
    tape.vjp(Y, [1.0, 0.5, 0.0])
    assert tape.gradient(X).elemType() is kind and tape.gradient(X).tolist() == [3.0, 2.5, 0.0]


def test_conversions() -> None:
    X = cp.CudaArray([1.0, 2.0, 4.0], cp.Float)
    with cp.Tape() as tape:
        Y = X.astype(cp.Double) * 3.0
        Z = (X > 1.0).astype(cp.Int)
        W = Z.astype(cp.Double) * Y
    tape.vjp(W, [1.0, 0.5, 0.0])
    assert tape.gradient(X).tolist() == [0.0, 1.5, 0.0]


@cp.struct
class Body:
    x: cp.Double
    v: cp.Double
    n: cp.Int


@cp.kernel("void (float2* A, float2* B)")
def turned(A, B):
    B[idx] = cp.float2(A[idx].y * A[idx].x, A[idx].x)


@cp.kernel("void (double h, Body* B, Body* C)")
def moved(h, B, C):
    C[idx] = Body(B[idx].x + h * B[idx].v, B[idx].v * B[idx].x, B[idx].n)


def test_vectors() -> None:
    A, B = cp.CudaArray([(1.0, 2.0), (3.0, 4.0)], cp.float2), cp.zeros(2, cp.float2)
    with cp.Tape() as tape:
        turned(2)(A, B)
        C = B.copy()
        C[0:1] = B[1:2]
    tape.vjp(C, [(1.0, 0.0), (0.0, 1.0)])
    assert tape.gradient(A).toHost().tolist() == [[0.0, 0.0], [5.0, 3.0]]


def test_structs() -> None:
    A = cp.CudaArray([Body(1.0, 2.0, 3), Body(4.0, 5.0, 6)])
    B, C = cp.zeros(2, Body), cp.zeros(2, Body)
    with cp.Tape() as tape:
        moved(2)(0.5, A, B)
        moved(2)(0.5, B, C)
        B.copy_from(C)
    tape.vjp(B, [Body(1.0, 0.0, 0), Body(0.0, 1.0, 0)])
    found = tape.gradient(A).toList()
    assert [(each.x, each.v) for each in found] == [(2.0, 1.0), (52.5, 36.0)]


def test_cotangents_of_structs_that_meet() -> None:
    A = cp.CudaArray([Body(1.0, 2.0, 3), Body(4.0, 5.0, 6)])
    with cp.Tape() as tape:
        B = A.copy()
        B[0:1] = A[1:2]
        C = A.copy()
    tape.vjp((B, C), ([Body(1.0, 2.0, 0), Body(4.0, 8.0, 0)], [Body(0.5, 0.0, 0), Body(0.0, 0.25, 0)]))
    found = tape.gradient(A).toList()
    assert [(each.x, each.v) for each in found] == [(0.5, 0.0), (5.0, 10.25)]


def test_an_array_that_is_changed_and_given_twice() -> None:
    A = cp.CudaArray([(1.0, 2.0), (3.0, 4.0)], cp.float2)
    with cp.Tape() as tape:
        turned(2)(A, A)
    with pytest.raises(
        TypeError,
        match="^the tape cannot go back: turned has no derivative: it changes an array that it was given",
    ):
        tape.vjp(A, [(1.0, 0.0), (0.0, 0.0)])


def test_generic_kernels_helpers_and_named_arguments() -> None:
    def cube(x):
        return x * x * x

    @cp.kernel("void (T* X, T* Y, int n)")
    def cubes(X, Y, n):
        if idx < n:
            Y[idx] = cube(X[idx])

    X, Y = doubles([1.0, 2.0, 3.0]), cp.zeros(3, cp.Double)
    with cp.Tape() as tape:
        cubes(3)(X, n=2, Y=Y)
    tape.vjp(Y, [1.0, 1.0, 1.0])
    assert tape.gradient(X).tolist() == [3.0, 12.0, 0.0]
    assert tape.gradient(Y).tolist() == [0.0, 0.0, 1.0]


def test_arguments_of_the_host_are_constants() -> None:
    @cp.kernel("void (int* order, double* weights, double* X, double* Y)")
    def taken(order, weights, X, Y):
        Y[idx] = weights[idx] * X[order[idx]]

    X, Y, order, weights = (
        doubles([1.0, 2.0, 3.0]),
        cp.zeros(3, cp.Double),
        [2, 0, 0],
        np.array([1.0, 2.0, 3.0]),
    )
    with cp.Tape() as tape:
        taken(3)(order, weights, X, Y)
    order[:] = [0, 0, 0]
    weights[:] = 0
    tape.vjp(Y, [1.0, 1.0, 1.0])
    assert tape.gradient(X).tolist() == [5.0, 0.0, 1.0]


# Whole arrays

WHOLE: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "sum along an axis": (lambda X: X.sum(axis=0), lambda X: X.sum(axis=0)),
    "sum along the other axis": (lambda X: X.sum(axis=1, keepdims=True), lambda X: X.sum(1, keepdims=True)),
    "mean": (lambda X: X.mean(axis=1), lambda X: X.mean(axis=1)),
    "max": (lambda X: X.max(axis=0), lambda X: X.max(axis=0)),
    "min": (lambda X: X.min(keepdims=True), lambda X: X.min(keepdims=True)),
    "transposed": (lambda X: X.T * X.T, lambda X: X.T * X.T),
    "strided": (lambda X: X[::2, 1:] * 3.0 + X[0:1, 1:], lambda X: X[::2, 1:] * 3.0 + X[0:1, 1:]),
    "broadcast": (lambda X: X * X[:, 0:1], lambda X: X * X[:, 0:1]),
    "power": (lambda X: X**3 / (X + 5.0), lambda X: X**3 / (X + 5.0)),
    "number first": (lambda X: 1.0 / (X + 5.0) - X, lambda X: 1.0 / (X + 5.0) - X),
    "negated": (lambda X: -X, lambda X: -X),
    "map": (
        lambda X: cp.lib.map(lambda x: x * math.exp(x), X.reshape(-1)),
        lambda X: (X * np.exp(X)).reshape(-1),
    ),
    "zipWith": (
        lambda X: cp.lib.zipWith(lambda x, y: x * y, X[0], X[1]),
        lambda X: X[0] * X[1],
    ),
    "cumsum": (lambda X: cp.lib.cumsum(X, axis=1), lambda X: X.cumsum(axis=1)),
    "sort": (
        lambda X: cp.lib.sort(X, axis=0),
        lambda X: X[np.argsort(X.real, axis=0), np.arange(X.shape[1])],
    ),
    "select": (lambda X: cp.lib.select(X, lambda x: x > 0), lambda X: X[X.real > 0]),
    "product": (
        lambda X: cp.reduction(lambda a, b: a * b, 1.0)(X, axis=0),
        lambda X: np.prod(X, axis=0),
    ),
    "mapped reduction": (
        lambda X: cp.reduction(lambda a, b: a + b, 0.0, map=lambda x: x * x)(X, axis=1),
        lambda X: (X * X).sum(axis=1),
    ),
    "vectorize": (
        lambda X: cp.vectorize(lambda x, y: x * math.sin(y))(X, X),
        lambda X: X * np.sin(X),
    ),
    "elementwise": (
        lambda X: cp.elementwise("T x", "T z", "z = x * x * x", "cubed")(X),
        lambda X: X**3,
    ),
}


@pytest.mark.parametrize("memory", [None, 100_000])
@pytest.mark.parametrize("shape", [(3, 4), (5, 300)], ids=str)
@pytest.mark.parametrize("name", WHOLE)
def test_whole_arrays(name: str, shape: tuple[int, int], memory: int | None) -> None:
    ours, theirs = WHOLE[name]
    random = np.random.default_rng(7)
    values, direction = random.uniform(-1, 1, shape), random.uniform(-1, 1, shape)
    X = doubles(values)
    with cp.Tape(memory=memory) as tape:
        Y = ours(X)
    dot = theirs(values + 1e-30j * direction).imag * 1e30 if name not in ("max", "min") else None
    if dot is None:
        at = values.argmax(axis=0) if name == "max" else values.argmin()
        dot = direction[at, np.arange(shape[1])] if name == "max" else direction.reshape(-1)[at].reshape(1, 1)
    weights = random.uniform(-1, 1, Y.shape)
    tape.vjp(Y, weights)
    found = float((tape.gradient(X).toHost() * direction).sum())
    assert found == pytest.approx(float((weights * dot).sum()), rel=1e-11)


def test_what_has_no_derivative_is_refused_where_it_is_needed() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def next_one(X, Y):
        Y[idx] = math.nextafter(X[idx], 3.0)

    X, Y = doubles([1.0]), cp.zeros(1, cp.Double)
    with cp.Tape() as tape:
        next_one(1)(X, Y)
        Z = X * X
    tape.vjp(Z, [1.0])
    assert tape.gradient(X).tolist() == [2.0]
    with pytest.raises(TypeError, match=r"^the tape cannot go back: next_one has no derivative: "):
        tape.vjp(Y, [1.0])


# Changes that the tape does not record


@cp.kernel("void (double* X)")
def doubled(X):
    X[idx] = 2.0 * X[idx]


def replay(X: Any) -> None:
    graph = cp.capture()
    with graph:
        doubled(2)(X)
    graph.replay()


CHANGES: dict[str, Callable[[Any], Any]] = {
    "an element": lambda X: X.__setitem__(0, 5.0),
    "a slice": lambda X: X.__setitem__(slice(None), [5.0, 6.0]),
    "copy_from": lambda X: X.copy_from(doubles([5.0, 6.0])),
    "copy_from of the host": lambda X: X.copy_from(np.array([5.0, 6.0])),
    "fill": lambda X: X.fill(5.0),
    "in place": lambda X: X.__iadd__(1.0),
    "a view's element": lambda X: X[1:].__setitem__(0, 5.0),
    "a launch": lambda X: doubled(2)(X),
    "copy_to": lambda X: doubles([5.0, 6.0]).copy_to(X),
    "a graph": replay,
    "NumPy": lambda X: np.asarray(X).__setitem__(0, 5.0),
    "memoryview": lambda X: memoryview(X).__setitem__(0, 5.0),
    "fill of NumPy": lambda X: np.asarray(X).fill(3),
}
needs_host = pytest.mark.skipif(
    os.environ["CUDAPY_TARGET"] != "cpu", reason="NumPy sees only memory of the host"
)
WAYS = [
    pytest.param(change, marks=needs_host) if "NumPy" in change or change == "memoryview" else change
    for change in CHANGES
]


@pytest.mark.parametrize("memory", [None, 10_000])
@pytest.mark.parametrize("change", WAYS)
def test_a_change_after_the_recording(change: str, memory: int | None) -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape(memory=memory) as tape:
        Y = X * X
    CHANGES[change](X)
    with pytest.raises(
        RuntimeError, match="^tape.vjp: an array that mul has used was changed since then, and the tape needs"
    ):
        tape.vjp(Y, [1.0, 1.0])


@pytest.mark.parametrize("change", WAYS)
def test_a_change_that_does_not_matter(change: str) -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape() as tape:
        Y = X + X
    CHANGES[change](X)
    tape.vjp(Y, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [2.0, 2.0]


@needs_host
@pytest.mark.parametrize("change", ["NumPy", "memoryview"])
@pytest.mark.parametrize("when", ["before", "during"])
def test_a_view_that_was_made_before(change: str, when: str) -> None:
    X = doubles([1.0, 2.0])
    make = np.asarray if change == "NumPy" else memoryview
    view: Any = make(X) if when == "before" else None
    with cp.Tape() as tape:
        Y = X * X
        if when == "during":
            view = make(X)
        Z = X * Y
    tape.vjp(Z, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [3.0, 12.0]
    view[0] = 7.0
    with pytest.raises(RuntimeError, match="was changed since then"):
        tape.vjp(Z, [1.0, 1.0])


@needs_host
def test_a_view_that_changes_while_the_tape_records() -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape():
        Y = X + X
        np.asarray(Y)[0] = 3.0
        with pytest.raises(
            RuntimeError, match="^add: x0: something that the tape does not record has changed this array"
        ):
            Y + X


def test_another_thread_that_launches() -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape() as tape:
        Y = X * X
        thread = threading.Thread(target=lambda: doubled(2)(X))
        thread.start()
        thread.join()
    with pytest.raises(RuntimeError, match="was changed since then"):
        tape.vjp(Y, [1.0, 1.0])


@needs_host
def test_reading_is_no_change() -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape() as tape:
        Y = X * X
        assert X.tolist() == [1.0, 2.0] and X[0] == 1.0 and float(X[1]) == 2.0
        assert np.asarray(X).sum() == 3.0 and X.sum() == 3.0 and str(X)
    X.toHost()
    memoryview(X)
    tape.vjp(Y, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [2.0, 4.0]


# What is refused


def test_work_that_is_not_recorded() -> None:
    X = doubles([1.0, 2.0])
    with cp.Tape() as tape:
        Y = X + X
        with pytest.raises(RuntimeError, match="^doubled: a tape does not record simulations"):
            doubled.simulate(2, X)
        with pytest.raises(RuntimeError, match="^doubled: a tape does not record traces"):
            doubled.trace(2, X)
        with pytest.raises(RuntimeError, match="^doubled: a tape does not record tuning"):
            doubled.tune(2)(X)
    tape.vjp(Y, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [2.0, 2.0]


def test_kernels_of_cuda_have_no_derivative() -> None:
    from cudapy import cuda

    @cuda.jit
    def doubling(A, B):
        i = cuda.grid(1)
        if i < A.size:
            B[i] = 2.0 * A[i]

    X, Y = doubles([1.0, 2.0]), cp.zeros(2, cp.Double)
    with cp.Tape() as tape:
        doubling[1, 2](X, Y)
        Z = Y + X
    with pytest.raises(TypeError, match="tape cannot go back: .*kernels of cudapy.cuda have no deriv"):
        tape.vjp(Z, [1.0, 1.0])


@pytest.mark.parametrize("memory", [None, 10_000])
def test_lists_of_lists(memory: int | None) -> None:
    @cp.kernel("void (double** rows, double* sums)")
    def sum_rows(rows, sums):
        total = 0.0
        for k in range(len(rows[idx])):
            total += rows[idx][k]
        sums[idx] = total

    rows, sums, X = cp.CudaLists([[1.0, 2.0], [3.0]], cp.Double), cp.zeros(2, cp.Double), doubles([2.0, 3.0])
    with cp.Tape(memory=memory) as tape:
        sum_rows(2)(rows, sums)
        Y = X * X
        Z = sums * sums
    assert Z.tolist() == [9.0, 9.0]
    tape.vjp(Y, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [4.0, 6.0]
    with pytest.raises(TypeError, match="^the tape cannot go back: sum_rows has no derivative: "):
        tape.vjp(Z, [1.0, 1.0])


def test_uses_that_are_refused() -> None:
    X, number = doubles([1.0, 2.0]), cp.CudaArray([1, 2])
    tape = cp.Tape()
    with pytest.raises(RuntimeError, match="^tape.vjp: nothing was recorded: write `with tape:` around"):
        tape.vjp(X, [1.0, 1.0])
    with tape:
        Y = X * X
        total = Y.sum()
        count = number + number
        with pytest.raises(RuntimeError, match="a tape records in this thread already"):
            cp.Tape().__enter__()
        with pytest.raises(RuntimeError, match="^tape.vjp: call it after the `with` of the tape"):
            tape.vjp(Y, [1.0, 1.0])
        with pytest.raises(RuntimeError, match="a tape does not record launches with stream="):
            doubled(2, stream=cp.Stream())(X)
        with pytest.raises(
            TypeError, match="doubled: parameter X: a tape records what a kernel writes to CudaArrays"
        ):
            doubled(2)([1.0, 2.0])
        with pytest.raises(RuntimeError, match="graph"):
            replay(X)
    with pytest.raises(RuntimeError, match="^a tape records once: make another one"):
        tape.__enter__()
    with pytest.raises(RuntimeError, match="nothing was pulled back yet"):
        tape.gradient(X)
    with pytest.raises(
        TypeError, match=r"got float: a number is no longer part of the tape: write X.sum\(keep"
    ):
        tape.backward(total)
    with pytest.raises(
        ValueError, match=r"^tape.backward: the loss has the shape \(2,\), and a gradient is that"
    ):
        tape.backward(Y)
    with pytest.raises(TypeError, match="^tape.vjp: the elements are int, which have no derivative"):
        tape.vjp(count, [1.0, 1.0])
    with pytest.raises(
        ValueError, match=r"^tape.vjp: the cotangent has the shape \(3,\), and the array \(2,\)"
    ):
        tape.vjp(Y, [1.0, 1.0, 1.0])
    with pytest.raises(ValueError, match="^tape.vjp: recorded work has used none of these arrays"):
        tape.vjp(doubles([1.0]), [1.0])
    tape.vjp(Y, [1.0, 1.0])
    with pytest.raises(TypeError, match="^tape.gradient: the elements are int, which have no derivative"):
        tape.gradient(number)
    with pytest.raises(ValueError, match="^tape.gradient: recorded work has made this array"):
        tape.gradient(Y)
    assert tape.gradient(doubles([3.0])).tolist() == [0.0]


def test_a_recording_that_fails_is_no_recording() -> None:
    X = doubles([1.0, 2.0])
    with pytest.raises(ZeroDivisionError), cp.Tape() as tape:
        Y = X * X
        1 / 0
    with pytest.raises(
        RuntimeError, match="^tape.vjp: the recording is not complete: its `with` ended by ZeroDivisionError"
    ):
        tape.vjp(Y, [1.0, 1.0])
    assert (X + X).tolist() == [2.0, 4.0]


@pytest.mark.parametrize("memory", [0, -1, True, "", "2", "GB", "2 XB", 1.5])
def test_memory_that_is_none(memory: Any) -> None:
    with pytest.raises(ValueError, match="^cp.Tape: memory= must be a number of bytes"):
        cp.Tape(memory=memory)


@pytest.mark.parametrize(
    ("memory", "expected"), [("2 GB", 2_000_000_000), ("1.5 kB", 1500), ("1 MiB", 1 << 20), ("7B", 7)]
)
def test_memory_as_text(memory: str, expected: int) -> None:
    assert cp.Tape(memory=memory)._limit == expected
