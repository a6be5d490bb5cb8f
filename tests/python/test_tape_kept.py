"""cp.Tape: what is kept, and for how long."""

from __future__ import annotations

import gc
import weakref

import cudapy as cp
import numpy as np
import pytest
from tape_kernels import doubles, scaled, squared, wave_loss


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
