"""Kernels that sum up the rows of an array, chunk by chunk."""

from __future__ import annotations

from typing import TypeVar

from ..._compile.names import idx

CHUNK = 128  # elements of a row that one thread sums up
R = TypeVar("R")  # for readers and linters: in a kernel they are what its signature says
S = TypeVar("S")


# sum_chunks : void (A* X, S* totals, int length, int inner, int chunks)
def sum_chunks(X, totals, length, inner, chunks):
    """What each chunk comes to. `inner` elements are from one of a row to the next."""
    chunk = idx // inner % chunks
    first = (idx // (inner * chunks) * length + chunk * CHUNK) * inner + idx % inner
    total = S(X[first])
    for i in range(1, min(CHUNK, length - chunk * CHUNK)):
        total += S(X[first + i * inner])
    totals[idx] = total


# put_sums : void (A* X, S* before, R* Y, int length, int inner, int chunks)
def put_sums(X, before, Y, length, inner, chunks):
    """The sums up to each element. `before` has what the chunks up to each one come to."""
    chunk = idx // inner % chunks
    first = (idx // (inner * chunks) * length + chunk * CHUNK) * inner + idx % inner
    total = S(X[first])
    if chunk > 0:
        total = before[idx - inner] + total
    Y[first] = R(total)
    for i in range(1, min(CHUNK, length - chunk * CHUNK)):
        total += S(X[first + i * inner])
        Y[first + i * inner] = R(total)
