"""Derivatives of kernels as users of other systems write them, of which each has found something: what was
wrong, or what is refused, with the way round."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import pytest
from cudapy import idx, threadIdx
from derivative_cases import Cases, doubles

case = Cases()


@case("void (double* C, uint32 n, double* X, double* Y)", 4, doubles(6), 6, doubles(4), doubles(4))
def polynomial(C, n, X, Y):
    """An unsigned number counts down."""
    i = n
    total = 0.0
    while i > 0:
        i -= 1
        total = total * X[idx] + C[i]
    while i < n:
        total = total * C[i] + X[idx]
        i += 3
        i -= 1
    Y[idx] = total


@case("void (double* X, uint32 n, double* Y)", 4, doubles(9), 9, doubles(4))
def down_by_a_number(X, n, Y):
    i = n
    total = 1.0
    by = n // 3
    while i >= by:
        i -= by
        total = total * X[i] + X[idx]
    Y[idx] = total


def bitonic_in_pairs(X):
    """One thread of each pair stores both."""
    S = cp.shared(cp.double, 8)
    t = threadIdx.x
    S[t] = X[idx]
    cp.syncthreads()
    k = 2
    while k <= 8:
        j = k // 2
        while j > 0:
            other = t ^ j
            if other > t:
                if (S[t] > S[other]) == ((t & k) == 0):
                    S[t], S[other] = S[other], S[t]
            cp.syncthreads()
            j //= 2
        k *= 2
    X[idx] = S[t] * (t + 1)


@case("void (double* X)", 16, doubles(16), block=8)
def bitonic_in_place(X):
    """Each thread stores its own."""
    S = cp.shared(cp.double, 8)
    t = threadIdx.x
    S[t] = X[idx]
    cp.syncthreads()
    k = 2
    while k <= 8:
        j = k // 2
        while j > 0:
            mine, other = S[t], S[t ^ j]
            is_lower = ((t & j) == 0) == ((t & k) == 0)
            cp.syncthreads()
            S[t] = min(mine, other) if is_lower else max(mine, other)
            cp.syncthreads()
            j //= 2
        k *= 2
    X[idx] = S[t] * (t + 1)


def test_bitonic_sort_in_pairs() -> None:
    call: Any = cp.compile(bitonic_in_pairs, "void (double* X)")
    with pytest.raises(cp.CompileError) as caught:
        call.vjp
    told = caught.value.diagnostics[0]
    assert (told["code"], told["message"]) == (
        "E790",
        "a store to an array that a loop reads again cannot be differentiated",
    )
    assert told["help"] == (
        "let each thread store to one element only, such as `S[threadIdx.x]`: read the others before a "
        "barrier, and store after it"
    )


@pytest.mark.parametrize("name", case.names)
def test_both_modes(name: str) -> None:
    case.compare(name)
