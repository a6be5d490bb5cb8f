"""cp.Tape: what is refused."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import pytest
from cudapy import idx
from tape_kernels import doubled, doubles, replay


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
