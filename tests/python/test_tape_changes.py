"""cp.Tape: changes that the tape does not record."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from tape_kernels import doubled, doubles, needs_host, replay


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
