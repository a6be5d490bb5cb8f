"""Functions over whole arrays, written in the language of kernels itself: map, zipWith, reduce and scan.

    squares = cp.lib.map(lambda x: x * x, X)
    total = cp.lib.reduce(lambda a, b: a + b, X)
    largest = cp.lib.reduce(max, X)

X is a CudaArray, or whatever a CudaArray can be made of; results are CudaArrays on the same device. A function is a lambda, a
function with a signature, or a built-in one. The compiled kernels are kept for each function and type.
"""

from __future__ import annotations

from typing import TypeVar

import cudapy as cp
from cudapy import blockIdx, idx, local, shared, syncthreads, threadIdx

__all__ = ["map", "reduce", "scan", "zipWith"]

THREADS = 256  # of a block
ITEMS = 8  # neighbouring elements that one thread takes
TILE = THREADS * ITEMS

A = TypeVar("A")  # for readers and linters: in a kernel it is what its signature says


# map_elements : void (R(A) f, A* X, R* Y)
def map_elements(f, X, Y):
    Y[idx] = f(X[idx])


# zip_elements : void (R(A, B) f, A* X, B* Y, R* Z)
def zip_elements(f, X, Y, Z):
    Z[idx] = f(X[idx], Y[idx])


# reduce_tiles : void (A(A, A) f, A* X, A* results)
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


# scan_tiles : void (A(A, A) f, A* X, A* Y, A* totals)
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


_calls = {}


def _call(kernel, array):
    """The kernel for the device of an array."""
    target = "cpu" if array.device == "cpu" else "cuda"
    call = _calls.get((kernel, target))
    if call is None:
        call = _calls[kernel, target] = cp.compile(kernel, target=target)
    return call


def _array(X):
    array = X if isinstance(X, cp.CudaArray) else cp.CudaArray(X)
    if array.ndim != 1:
        raise TypeError(f"cudapy.lib works on arrays of one dimension, got one of shape {array.shape}: pass X.reshape(-1)")
    return array


def _allocate(length, type, like):
    return cp.CudaArray.allocate(length, type, "cpu" if like.device == "cpu" else "cuda")


def map(f, X):
    """The array of f(x) for each element x, of the type that f gives."""
    X = _array(X)
    instance = _call(map_elements, X).instance(f, X, None)
    Y = _allocate(len(X), dict(instance.parameters)["Y"].element, X)
    instance(len(X))(X, Y)
    return Y


def zipWith(f, X, Y):
    """The array of f(x, y) for the elements of two arrays side by side, as long as the shorter one."""
    X, Y = _array(X), _array(Y)
    length = min(len(X), len(Y))
    instance = _call(zip_elements, X).instance(f, X, Y, None)
    Z = _allocate(length, dict(instance.parameters)["Z"].element, X)
    instance(length)(X, Y, Z)
    return Z


def reduce(f, X, init=None):
    """All elements put together by an associative function f of two, from the left, as functools.reduce does: a number.
    With `init` that comes first. Raises ValueError for an empty array without `init`."""
    X = _array(X)
    if not len(X):
        if init is None:
            raise ValueError("cudapy.lib.reduce: the array is empty, and there is no init")
        return init
    results = X
    while len(results) > 1 or results is X:
        tiles = -(-len(results) // TILE)
        totals = _allocate(tiles, cp.elemType(X), X)
        _call(reduce_tiles, X)(tiles * THREADS, block=THREADS)(f, results, totals)
        results = totals
    if init is not None:
        _call(put_before, X)(1)(f, init, results)
    return results[0]


def scan(f, X, init=None):
    """The array of what the elements up to each one, itself included, come to by an associative function f of two. With
    `init` that comes first."""
    X = _array(X)
    Y = _scan(f, X)
    if init is not None:
        _call(put_before, X)(len(Y))(f, init, Y)
    return Y


def _scan(f, X):
    Y = _allocate(len(X), cp.elemType(X), X)
    if not len(X):
        return Y
    tiles = -(-len(X) // TILE)
    totals = _allocate(tiles, cp.elemType(X), X)
    _call(scan_tiles, X)(tiles * THREADS, block=THREADS)(f, X, Y, totals)
    if tiles > 1:
        _call(carry_over, X)(len(X))(f, _scan(f, totals), Y)
    return Y
