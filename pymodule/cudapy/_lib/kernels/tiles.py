"""Kernels that put the elements of an array together, tile by tile."""

from __future__ import annotations

from typing import TypeVar

from ..._compile.names import blockIdx, idx, local, shared, syncthreads, threadIdx

THREADS = 256  # of a block
ITEMS = 8  # neighbouring elements that one thread takes
TILE = THREADS * ITEMS
A = TypeVar("A")  # for readers and linters: in a kernel it is what its signature says


# reduce_tiles : void (A(A, A) f, B* X, A* results)
def reduce_tiles(f, X, results):
    """One result for each block. Elements meet in their order, so that f need not be commutative."""
    cache = shared(A, THREADS)
    total = local(A, 1)  # where a struct is copied to, as into any array
    t = threadIdx.x
    first = idx * ITEMS
    # The threads of this block that have elements.
    count = min(THREADS, (len(X) - blockIdx.x * TILE + ITEMS - 1) // ITEMS)
    if t < count:
        total[0] = X[first]
        for i in range(first + 1, min(first + ITEMS, len(X))):
            total[0] = f(total[0], X[i])
        cache[t] = total[0]
    syncthreads()
    stride = 1
    while stride < count:
        if t % (2 * stride) == 0 and t + stride < count:
            cache[t] = f(cache[t], cache[t + stride])
        syncthreads()
        stride *= 2
    if t == 0:
        results[blockIdx.x] = cache[0]


# scan_tiles : void (A(A, A) f, B* X, A* Y, A* totals)
def scan_tiles(f, X, Y, totals):
    """Each block scans its own elements, and leaves what they come to."""
    cache = shared(A, THREADS)
    total = local(A, 1)
    t = threadIdx.x
    first = idx * ITEMS
    end = min(first + ITEMS, len(X))
    count = min(THREADS, (len(X) - blockIdx.x * TILE + ITEMS - 1) // ITEMS)
    total[0] = X[0]
    if t < count:
        total[0] = X[first]
        Y[first] = total[0]
        for i in range(first + 1, end):
            total[0] = f(total[0], X[i])
            Y[i] = total[0]
    cache[t] = total[0]
    syncthreads()
    stride = 1
    while stride < count:
        if stride <= t < count:
            total[0] = f(cache[t - stride], cache[t])
        syncthreads()
        cache[t] = total[0]
        syncthreads()
        stride *= 2
    if 0 < t < count:
        for i in range(first, end):
            Y[i] = f(cache[t - 1], Y[i])
    if t == 0:
        totals[blockIdx.x] = cache[count - 1]


# carry_over : void (A(A, A) f, A* totals, A* Y)
def carry_over(f, totals, Y):
    """Puts what the tiles before come to in front of each element."""
    tile = idx // TILE
    if tile > 0:
        Y[idx] = f(totals[tile - 1], Y[idx])


# put_before : void (A(A, A) f, A init, A* Y)
def put_before(f, init, Y):
    Y[idx] = f(init, Y[idx])
