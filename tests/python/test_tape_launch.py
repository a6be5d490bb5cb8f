"""Launches of kernels with a tape: memory of each thread, whose size it finds only when it runs."""

from __future__ import annotations

import pickle
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import atomicMax, idx, idy
from cudapy._compile.recorded import Replayed

rng = np.random.default_rng(48)


def with_tape(call: Any, **options: Any) -> Any:
    """Compiles a kernel whose parameters of a tape are hidden, as reverse mode makes them."""
    call.name  # noqa: B018 (compiled now)
    recipe = call._recipe
    return Replayed(
        recipe.units,
        recipe.answers,
        recipe.defaults,
        recipe.options.replaced(tapes=True, **options),
        recipe.instance,
    ).compile()


@cp.kernel(
    "void (int* N, int64* Y, uint64* tape, int64 tape_words, int32* tape_state, int64 tape_first, "
    "int64 tape_count)"
)
def backwards(N, Y, tape, tape_words, tape_state, tape_first, tape_count):
    thread = cp.int64(idx) - tape_first
    if thread < 0 or thread >= tape_count or tape_state[1 + idx] == 1:
        return
    if N[idx] > tape_words:
        atomicMax(tape_state, 0, N[idx])
        return
    for k in range(N[idx]):
        tape[k * tape_count + thread] = cp.uint64(1000 * idx + k)
    total = cp.int64(0)
    for k in range(N[idx] - 1, -1, -1):
        total = (total * 31 + cp.int64(tape[k * tape_count + thread])) % 1000003
    Y[idx] += total
    tape_state[1 + idx] = 1


@cp.kernel(
    "void (int[,] N, int64[,] Y, uint64* tape, int64 tape_words, int32* tape_state, int64 tape_first, "
    "int64 tape_count, int64 tape_width)"
)
def backwards2(N, Y, tape, tape_words, tape_state, tape_first, tape_count, tape_width):
    number = idx + tape_width * idy
    thread = number - tape_first
    if thread < 0 or thread >= tape_count or tape_state[1 + number] == 1:
        return
    if N[idy, idx] > tape_words:
        atomicMax(tape_state, 0, N[idy, idx])
        return
    for k in range(N[idy, idx]):
        tape[k * tape_count + thread] = cp.uint64(1000 * number + k)
    total = cp.int64(0)
    for k in range(N[idy, idx] - 1, -1, -1):
        total = (total * 31 + cp.int64(tape[k * tape_count + thread])) % 1000003
    Y[idy, idx] += total
    tape_state[1 + number] = 1


def expected(N: Any) -> Any:
    totals = []
    for number, count in enumerate(N.ravel()):
        total = 0
        for k in range(count - 1, -1, -1):
            total = (total * 31 + 1000 * number + k) % 1000003
        totals.append(total)
    return np.array(totals, np.int64).reshape(N.shape)


def run(call: Any, N: Any, **launch: Any) -> None:
    Y = np.zeros(N.shape, np.int64)
    call(N.shape[::-1] if N.ndim == 2 else len(N), **launch)(N, Y)
    np.testing.assert_array_equal(Y, expected(N))


NEEDS = {
    "none": np.zeros(100, np.int32),
    "few": rng.integers(0, 10, 1000).astype(np.int32),
    "many": rng.integers(0, 400, 1000).astype(np.int32),
    "one large": np.where(np.arange(1000) == 777, 5000, 3).astype(np.int32),
    "one thread": np.array([300], np.int32),
    "no thread": np.zeros(0, np.int32),
}


@pytest.mark.parametrize("memory", [None, "8", "4000", "100000", "10000000"])
@pytest.mark.parametrize("options", [{}, {"checked": True}, {"optimize": False}], ids=str)
@pytest.mark.parametrize("needs", NEEDS)
def test_threads_get_the_tape_that_they_need(
    needs: str, options: dict[str, Any], memory: str | None, monkeypatch: Any
) -> None:
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    call = with_tape(backwards, **options)
    for _ in range(2):
        run(call, NEEDS[needs])


@pytest.mark.parametrize("memory", [None, "8", "4000", "100000"])
def test_threads_of_two_axes_are_numbered(memory: str | None, monkeypatch: Any) -> None:
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    call = with_tape(backwards2)
    run(call, rng.integers(0, 100, (30, 17)).astype(np.int32))
    run(call, rng.integers(0, 200, (5, 70)).astype(np.int32))


def test_no_launch_gives_them() -> None:
    call = with_tape(backwards)
    assert call.signature == "backwards : void (int* N, int64* Y)"
    assert [name for name, _ in call.parameters] == ["N", "Y"]
    N, Y = np.ones(3, np.int32), np.zeros(3, np.int64)
    with pytest.raises(TypeError) as error:
        call(3)(N, Y, N)
    assert str(error.value) == "backwards: expected 2 arguments (int* N, int64* Y), got 3"
    with pytest.raises(TypeError) as error:
        call(3)(N, Y, tape_words=3)
    assert str(error.value) == "backwards: there is no parameter tape_words; the parameters are N, Y"
    call(3)(Y=Y, N=N)
    np.testing.assert_array_equal(Y, expected(N))


def test_a_launch_with_a_tape_is_no_part_of_a_graph() -> None:
    call = with_tape(backwards)
    N, Y = cp.CudaArray(NEEDS["few"]), cp.zeros(1000, cp.int64)
    with pytest.raises(RuntimeError) as error, cp.capture():
        call(1000)(N, Y)
    assert str(error.value) == (
        "backwards: its threads keep what they need on a tape, and the launch is made again where that is "
        "too small, so that it cannot be part of a graph"
    )


def test_memory_of_a_tape_is_given_back() -> None:
    call = with_tape(backwards)
    device = call.target
    before = cp.memory_info(device).used
    cp.reset_peak_memory(device)
    run(call, NEEDS["one large"])
    info = cp.memory_info(device)
    assert info.used == before
    assert info.peak >= before + 5000 * 8 * 1000


def test_streams_tune_and_pickle() -> None:
    call = with_tape(backwards)
    N = NEEDS["many"]
    run(call, N, stream=cp.Stream())
    run(pickle.loads(pickle.dumps(call)), N)


def test_explain_says_how_much_a_thread_has() -> None:
    call = with_tape(backwards)
    assert call.explain(1000).tape is None
    run(call, NEEDS["one large"])
    plan = call.explain(1000)
    assert plan.tape == 40000
    assert "  tape           40000 bytes a thread, 40000000 in all" in str(plan)


def test_an_unknown_amount_of_memory_is_refused(monkeypatch: Any) -> None:
    monkeypatch.setenv("CUDAPY_TAPE_MEMORY", "much")
    with pytest.raises(ValueError) as error:
        run(with_tape(backwards), NEEDS["few"])
    assert str(error.value) == 'CUDAPY_TAPE_MEMORY is "much", and must be a number of bytes from 8'
