"""Compares Kernel.vjp with Kernel.jvp: <u, J v> is <J^T u, v>."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import numpy as np
import pytest

rng = np.random.default_rng(48)


def doubles(*shape: int) -> Any:
    return rng.uniform(0.5, 2.0, shape)


def is_active(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fcV"
    return isinstance(value, float | complex)


def direction(value: Any) -> Any:
    """Returns random numbers in the shape of a value."""
    if not isinstance(value, np.ndarray):
        if isinstance(value, complex):
            return complex(rng.uniform(-1, 1), rng.uniform(-1, 1))
        return rng.uniform(-1, 1)
    made = np.zeros_like(value)
    if value.dtype.kind == "V":
        for name in value.dtype.names:
            if value.dtype[name].kind == "f":
                made[name] = rng.uniform(-1, 1, value.shape)
    elif value.dtype.kind == "c":
        made[...] = rng.uniform(-1, 1, value.shape) + 1j * rng.uniform(-1, 1, value.shape)
    else:
        made[...] = rng.uniform(-1, 1, value.shape)
    return made


def product(a: Any, b: Any) -> float:
    """Returns the real inner product."""
    if isinstance(a, np.ndarray) and a.dtype.kind == "V":
        return sum(product(a[name], b[name]) for name in a.dtype.names if a.dtype[name].kind == "f")
    return float(np.sum(np.real(np.conj(a) * b)))


def copies(values: list[Any]) -> list[Any]:
    return [np.copy(value) if isinstance(value, np.ndarray) else value for value in values]


def pulls_back(call: Any, threads: Any, arguments: list[Any], tolerance: float = 1e-12) -> None:
    if any(isinstance(value, np.ndarray) and value.dtype == np.float32 for value in arguments):
        tolerance = 1e-6
    places = [place for place, value in enumerate(arguments) if is_active(value)]
    tangents = [direction(arguments[place]) for place in places]
    dots = copies(tangents)
    call.jvp(threads)(*copies(arguments), *dots)
    bars: list[Any] = []
    for place in places:
        value = arguments[place]
        bars.append(direction(value if isinstance(value, np.ndarray) else np.array([value])))
    after = copies(bars)
    given = copies(arguments)
    call.vjp(threads)(*given, *bars)
    forward = backward = size = 0.0
    for i, place in enumerate(places):
        assert bars[i].dtype.kind == "V" or np.all(np.isfinite(bars[i])), call.name
        if isinstance(arguments[place], np.ndarray):
            forward += product(after[i], dots[i])
            backward += product(bars[i], tangents[i])
            size += product(abs(after[i]), abs(dots[i])) if bars[i].dtype.kind in "fc" else 1.0
        else:
            backward += product(bars[i] - after[i], tangents[i])
    assert abs(forward - backward) <= tolerance * (size + abs(forward)), (forward, backward)
    for before, left in zip(arguments, given, strict=True):
        np.testing.assert_array_equal(before, left)
    again = copies(after)
    call.vjp(threads)(*given, *again)
    for first, second in zip(bars, again, strict=True):
        for name in first.dtype.names or [...]:
            np.testing.assert_allclose(first[name], second[name], rtol=1e-9, atol=1e-9)


class Cases(dict[str, tuple[Any, Any, list[Any]]]):
    """Kernels by name, each with the threads and the arguments that it is tested with."""

    def case(self, signature: str, threads: Any, *arguments: Any) -> Any:
        """Adds a kernel."""

        def add(function: Any) -> Any:
            call = cp.compile(function, signature)
            self[function.__name__] = (call, threads, list(arguments))
            return call

        return add


def refusal(call: Any) -> str:
    with pytest.raises(cp.CompileError) as caught:
        call.vjp
    return str(caught.value).partition(": ")[2]
