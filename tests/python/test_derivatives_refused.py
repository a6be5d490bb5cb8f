"""Each row of "What is refused" in docs/derivatives.md: a program that is refused, and the program that the
row names instead, whose derivatives agree with CPython's."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cudapy as cp
import pytest
from cudapy import blockIdx, idx, threadIdx
from derivative_cases import Cases, doubles, ints

PAGE = Path(__file__).parents[2] / "docs" / "derivatives.md"
case = Cases()
ROWS: dict[str, list[tuple[Any, str, str, str]]] = {}


def refused(row: str, signature: str, reason: str, mode: str = "vjp") -> Callable[[Any], Any]:
    """Adds a kernel that is refused, to the row of the page that begins with these words."""

    def add(function: Any) -> Any:
        ROWS.setdefault(row, []).append((function, signature, reason, mode))
        return function

    return add


# Functions


@refused("`norm(n, X)`, `rnorm(n, X)`", "void (double[,] X, double* Y)", "`math.norm`", "jvp")
def length_of_row(X, Y):
    Y[idx] = math.norm(3, X[idx])


@case("void (double[,] X, double* Y)", 4, doubles(4, 3), doubles(4))
def length_by_a_loop(X, Y):
    total = 0.0
    for x in X[idx]:
        total += x * x
    Y[idx] = math.sqrt(total)


@refused("`nextafter`, `remquo`", "void (double* X, double* Y)", "`math.nextafter`", "jvp")
def next_number(X, Y):
    Y[idx] = math.nextafter(X[idx], 2.0)


@refused("`nextafter`, `remquo`", "void (double* X, double* Y)", "`math.remquo`", "jvp")
def quotient_and_rest(X, Y):
    rest, quotient = math.remquo(X[idx], Y[idx])
    Y[idx] = rest


@case("void (double* X, double* Y)", 4, doubles(4), doubles(4))
def rest(X, Y):
    Y[idx] = math.remainder(X[idx], Y[idx])


# Atomics


@refused(
    "`atomicMax`, `atomicMin`, `atomicExch`, `atomicCAS` of floats",
    "void (double* X, double* Most)",
    "an atomicMax of an array with tangents",
    "jvp",
)
def most_by_an_atomic(X, Most):
    cp.atomicMax(Most, 0, X[idx])


@case("void (double* X, double* Most)", 1, doubles(6), doubles(1))
def most_by_one_thread(X, Most):
    most = Most[0]
    for x in X:
        most = max(most, x)
    Most[0] = most


@refused(
    "`reduce_max_sync`, `reduce_min_sync` of floats", "void (float* X, float* Y)", "`reduce_max_sync`", "jvp"
)
def most_of_a_warp(X, Y):
    Y[idx] = cp.reduce_max_sync(0xFFFFFFFF, X[idx])


@case("void (double* X, double* Y)", 32, doubles(32), doubles(32), block=32)
def most_by_shuffles(X, Y):
    most = X[idx]
    for distance in (16, 8, 4, 2, 1):
        most = max(most, cp.shfl_xor_sync(0xFFFFFFFF, most, distance))
    Y[idx] = most


# Random numbers


@refused("`uniform`, `normal` with parameters", "void (double* X, double* Y)", "`normal`", "jvp")
def drawn_around(X, Y):
    rng = cp.random_state(7, idx)
    Y[idx] = cp.normal(rng, X[idx], 2.0)


@case("void (double* X, double* Y)", 4, doubles(4), doubles(4))
def drawn_and_moved(X, Y):
    rng = cp.random_state(7, idx)
    Y[idx] = X[idx] + 2.0 * X[idx] * (0.5 if cp.randint(rng, 0, 1) == 0 else 1.5)


# Functions of other kinds


def power(x: "double", n: "int") -> "double":
    return 1.0 if n == 0 else x * power(x, n - 1)


@refused("a function that calls itself", "void (double* X, double* Y)", "the call of `power`")
def powers(X, Y):
    Y[idx] = power(X[idx], 3)


@case("void (double* X, double* Y)", 4, doubles(4), doubles(4))
def powers_by_a_loop(X, Y):
    product = 1.0
    for _ in range(3):
        product *= X[idx]
    Y[idx] = product


SOURCE = cp.cuda_source("__host__ __device__ double halved(double x) { return x / 2; }")


@refused("a function of `cuda_source`", "void (double* X, double* Y)", "the call of `halved`")
def halves_in_cuda(X, Y):
    Y[idx] = SOURCE.halved(X[idx])


def halved(x):
    return x / 2


@case("void (double* X, double* Y)", 4, doubles(4), doubles(4))
def halves_in_python(X, Y):
    Y[idx] = halved(X[idx])


# Blocks


@refused(
    "shared arrays that are sized at the launch",
    "void (double* X)",
    "a shared array that is sized at the launch",
    "jvp",
)
def turned_in_any_block(X):
    S = cp.shared(cp.double)
    S[threadIdx.x] = X[idx]
    cp.syncthreads()
    X[idx] = S[len(S) - 1 - threadIdx.x]


@case("void (double* X)", 16, doubles(16), block=8)
def turned_in_a_block(X):
    S = cp.shared(cp.double, 8)
    S[threadIdx.x] = X[idx]
    cp.syncthreads()
    X[idx] = S[7 - threadIdx.x] * S[threadIdx.x]


@refused(
    "`vjp`: a loop that changes a shared array and waits for its warp only",
    "void (double* X)",
    "a loop that changes `S` and waits for a warp",
)
def warps_wait(X):
    S = cp.shared(cp.double, 32)
    S[threadIdx.x] = X[idx]
    for _ in range(3):
        cp.syncwarp()
        x = S[(threadIdx.x + 1) % 32]
        cp.syncwarp()
        S[threadIdx.x] = x * x * 0.5
    X[idx] = S[threadIdx.x]


@case("void (double* X)", 32, doubles(32), block=32)
def blocks_wait(X):
    S = cp.shared(cp.double, 32)
    S[threadIdx.x] = X[idx]
    for _ in range(3):
        cp.syncthreads()
        x = S[(threadIdx.x + 1) % 32]
        cp.syncthreads()
        S[threadIdx.x] = x * x * 0.5
    X[idx] = S[threadIdx.x]


@refused("`vjp`: `activemask` in a loop", "void (double* X)", "`activemask` in a loop")
def mask_in_a_loop(X):
    x = X[idx]
    for _ in range(3):
        x += x * cp.shfl_down_sync(cp.activemask(), x, 1)
    X[idx] = x


@case("void (double* X)", 32, doubles(32), block=32)
def mask_before_a_loop(X):
    x = X[idx]
    mask = cp.activemask()
    for _ in range(3):
        x += x * cp.shfl_down_sync(mask, x, 1)
    X[idx] = x


@refused("`vjp`: a `return` before a barrier", "void (double* X, int n)", "a barrier after a `return`")
def some_return(X, n):
    S = cp.shared(cp.double, 8)
    S[threadIdx.x] = X[idx] * X[idx]
    if blockIdx.x == n:
        return
    cp.syncthreads()
    X[idx] = S[7 - threadIdx.x]


@case("void (double* X, int n)", 16, doubles(16), 1, block=8)
def none_returns(X, n):
    S = cp.shared(cp.double, 8)
    S[threadIdx.x] = X[idx] * X[idx]
    cp.syncthreads()
    if blockIdx.x != n:
        X[idx] = S[7 - threadIdx.x]


@refused(
    "`vjp`: a store of all threads of a block to one element",
    "void (double* X, double* Y)",
    "a store of all threads of a block to one element of `S`",
)
def all_store(X, Y):
    S = cp.shared(cp.double, 1)
    S[0] = X[0] * X[0]
    cp.syncthreads()
    Y[idx] = S[0] * Y[idx]


@case("void (double* X, double* Y)", 8, doubles(8), doubles(8), block=8)
def one_stores(X, Y):
    S = cp.shared(cp.double, 1)
    if threadIdx.x == 0:
        S[0] = X[0] * X[0]
    cp.syncthreads()
    Y[idx] = S[0] * Y[idx]


@refused(
    "`vjp`: a shared element that is stored in a loop with barriers",
    "void (double* X)",
    "a store to an array that a loop reads again",
)
def places_that_change(X):
    S = cp.shared(cp.double, 8)
    t = threadIdx.x
    S[t] = X[idx]
    cp.syncthreads()
    for step in range(8):
        other = t ^ (step + 1)
        if t < other and other < 8 and S[t] > S[other]:
            S[t], S[other] = S[other], S[t]
        cp.syncthreads()
    X[idx] = S[t] * (t + 1)


@case("void (double* X)", 16, doubles(16), block=8)
def own_places(X):
    S = cp.shared(cp.double, 8)
    t = threadIdx.x
    S[t] = X[idx]
    cp.syncthreads()
    for step in range(7):
        other = t ^ (step + 1)
        mine, theirs = S[t], S[other]
        cp.syncthreads()
        S[t] = min(mine, theirs) if t < other else max(mine, theirs)
        cp.syncthreads()
    X[idx] = S[t] * (t + 1)


@refused(
    "`vjp`: an atomic of a shared array that was read before",
    "void (double* X, double* Y)",
    "an atomic of a shared array that was read before",
)
def added_after_a_read(X, Y):
    S = cp.shared(cp.double, 8)
    t = threadIdx.x
    S[t] = X[idx]
    cp.syncthreads()
    x = S[7 - t] * S[t]
    cp.syncthreads()
    cp.atomicAdd(S, t % 2, x)
    cp.syncthreads()
    Y[idx] = S[0] * S[1] * x


@case("void (double* X, double* Y)", 8, doubles(8), doubles(8), block=8)
def added_to_another(X, Y):
    S = cp.shared(cp.double, 8)
    sums = cp.shared(cp.double, 2)
    t = threadIdx.x
    S[t] = X[idx]
    if t < 2:
        sums[t] = 0.0
    cp.syncthreads()
    x = S[7 - t] * S[t]
    cp.atomicAdd(sums, t % 2, x)
    cp.syncthreads()
    Y[idx] = sums[0] * sums[1] * x


@refused("`vjp`: fences", "void (double* X, double* Y)", "a fence")
def fenced(X, Y):
    Y[idx] = X[idx] * X[idx]
    cp.threadfence()
    X[idx] = 1.0


@case("void (double* X, double* Y)", 4, doubles(4), doubles(4))
def first_launch(X, Y):
    Y[idx] = X[idx] * X[idx]


@refused(
    "`vjp`: what `atomicAdd` gives; a read of an array that atomics change",
    "void (double* X, double* Y, int* N)",
    "the value that `atomicAdd` gives",
)
def place_of_a_counter(X, Y, N):
    Y[cp.atomicAdd(N, 0, 1)] = X[idx] * X[idx]


@refused(
    "`vjp`: what `atomicAdd` gives; a read of an array that atomics change",
    "void (double* X, double* Sum)",
    "a read of `Sum`, which atomics change",
)
def read_while_added(X, Sum):
    cp.atomicAdd(Sum, 0, X[idx])
    X[idx] = Sum[0] * Sum[0]


@case("void (double* X, int* Place, double* Y)", 4, doubles(4), ints(2, 0, 3, 1), doubles(4))
def place_of_another_launch(X, Place, Y):
    Y[Place[idx]] = X[idx] * X[idx]


@refused(
    "`vjp`: a tape whose size is not known when the kernel begins",
    "void (double* X, int* N)",
    "a loop that needs a tape",
)
def as_often_as_data_say(X, N):
    S = cp.shared(cp.double, 8)
    t = threadIdx.x
    S[t] = X[idx]
    cp.syncthreads()
    n = N[0]
    x = S[7 - t]
    while n > 0:
        x = math.sin(x) * X[n % 8]
        X[(idx + n) % 8] = x
        n -= 1
    X[idx] = x


@case("void (double* X, int n)", 8, doubles(8), 5, block=8)
def as_often_as_a_parameter_says(X, n):
    S = cp.shared(cp.double, 8)
    t = threadIdx.x
    S[t] = X[idx]
    cp.syncthreads()
    x = S[7 - t]
    for _ in range(n):
        x = math.sin(x) * S[t]
        X[idx] = x
    X[idx] = x * X[idx]


# Rows whose programs are in other files.
ELSEWHERE = {
    "`vjp`: a function with a rule that": "test_custom_vjp_arrays.py",
    "`vjp`: a store to an array in a struct": "test_vjp_cuda.py",
    "derivatives of derivatives": "test_jvp_refused.py",
    "`call.vjp.trace(": "test_vjp_calls.py",
    "`call.vjp.simulate(": "test_vjp_calls.py",
}
EACH = [(row, *each) for row, all in ROWS.items() for each in all]


@pytest.mark.parametrize(
    ("row", "function", "signature", "what", "mode"), EACH, ids=[e[1].__name__ for e in EACH]
)
def test_refused(row: str, function: Any, signature: str, what: str, mode: str) -> None:
    call = cp.compile(function, signature)
    with pytest.raises(cp.CompileError) as caught:
        getattr(call, mode)
    told = caught.value.diagnostics[0]
    assert (told["code"], told["message"]) == ("E790", f"{what} cannot be differentiated")
    assert told["line"] > function.__code__.co_firstlineno + 1


@pytest.mark.parametrize("name", case.names)
def test_instead(name: str) -> None:
    case.compare(name)


def test_each_row_of_the_page_has_a_program() -> None:
    text = PAGE.read_text("utf-8").partition("## What is refused")[2]
    rows = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)[1:]
    known = [*ROWS, *ELSEWHERE]
    assert [row for row in rows if not any(row.startswith(each) for each in known)] == []
    assert [each for each in known if not any(row.startswith(each) for row in rows)] == []
