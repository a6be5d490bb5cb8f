"""Runs a random kernel in CPython: once for each thread, the threads of a block in lockstep where they
meet."""

import sys
import traceback

import numpy as np

from in_cpython import library
from in_cpython import lockstep
from in_cpython import memory
from in_cpython import tracking
from in_cpython import values
from in_cpython.numeric import NUMPY, ROUND, Number, count_in, counted


def scalar(t, value):
    return Number(t, ROUND[t](value) if t in ROUND else int(value))


def arguments(kernel, names):
    """What the kernel is given, and the arrays that it may change: {name: array or rows}."""
    given, data = [], {}
    for kind, name, t, value in kernel.arguments:
        if kind == "scalar":
            given.append(scalar(t, value))
        elif kind == "lists":
            data[name] = [row.copy() for row in value]
            given.append(memory.Lists(t, data[name]))
        elif kind == "vectors":
            data[name] = value.copy()
            given.append(values.array_of(t, data[name]))
        else:
            data[name] = value.copy()
            given.append(
                memory.StructArray(names[t], data[name]) if kind == "structs" else memory.Array(t, data[name])
            )
    return given, data


def run(kernel, watch=None):
    """The expected contents of all arrays: {name: array}. Raises OutOfContract; a Watch sees shared
    memory."""
    names = library.predefined()
    count_in(kernel.index)
    for name, fields in kernel.structs.items():
        names[name] = memory.struct_class(name, fields)
    exec(compile(kernel.reference, kernel.name, "exec"), names)
    for name, parameters, returned in kernel.helpers:
        names[name] = library.typed(names[name], parameters, returned)
    given, data = arguments(kernel, names)
    library.begin()
    if kernel.strided:  # one thread comes to all elements, as any number of them does together
        names |= {"idx": counted(0), "gridsize": lockstep.Point(1), "blockDim": lockstep.Point(1)}
        names |= {"gridDim": lockstep.Point(1)}
        names[kernel.name](*given)
    elif kernel.is_block:
        run_blocks(kernel, names, given, watch)
    else:
        run_threads(kernel, names, given)
    for a in given:
        if isinstance(a, memory.StructArray):
            a.write_back()
    return {name: np.concatenate(a) if isinstance(a, list) else a for name, a in data.items()}


def line_of(error, name):
    """The line of the program of that name at which an error arose."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == name]
    return frames[-1].lineno if frames else None


def run_threads(kernel, names, given):
    extents = (*kernel.threads, 1, 1)
    for z in range(extents[2]):
        for y in range(extents[1]):
            for x in range(extents[0]):
                names["idx"], names["idy"], names["idz"] = (counted(i) for i in (x, y, z))
                names[kernel.name](*given)


def block_shape(kernel):
    """The threads of a block along x and y."""
    return kernel.block if isinstance(kernel.block, tuple) else (kernel.block, 1)


def coordinates_in_block(shape, grid, block, thread):
    """What a thread calls itself and the launch; blocks and threads are given as (x, y)."""
    names = {name: b * size + t for name, b, size, t in zip(("idx", "idy"), block, shape, thread)}
    return {name: counted(v) for name, v in names.items()} | {
        "threadIdx": lockstep.Point(*thread, 0),
        "blockIdx": lockstep.Point(*block, 0),
        "blockDim": lockstep.Point(*shape),
        "gridDim": lockstep.Point(*grid),
    }


def places_of(extents):
    """All (x, y) within the extents, x first."""
    return [(x, y) for y in range(extents[1]) for x in range(extents[0])]


def shared_memory(kernel, watch):
    """What `shared` is for the threads of a block: each line that calls it makes one array for all of
    them."""
    arrays = {}

    def shared(kind, shape=kernel.shared):
        data = np.zeros(shape, NUMPY[kind.name])
        made = tracking.WatchedArray(kind.name, data, watch) if watch else memory.Array(kind.name, data)
        return arrays.setdefault(sys._getframe(1).f_lineno, made)

    return shared


def run_blocks(kernel, names, given, watch):
    """Each thread has functions of its own, whose globals are its coordinates."""
    functions = {n: f for n, f in names.items() if getattr(f, "__globals__", None) is names}
    shape = block_shape(kernel)
    grid = tuple(-(-threads // size) for threads, size in zip((*kernel.threads, 1), shape))
    blocks = []
    for block in places_of(grid):
        if watch:
            watch.barrier()  # what another block did is before it
        shared = shared_memory(kernel, watch)
        threads = []
        for thread in places_of(shape):
            own = names | coordinates_in_block(shape, grid, block, thread) | {"shared": shared}
            for n, f in functions.items():
                own[n] = type(f)(f.__code__, own, n, f.__defaults__)
            threads.append(own[kernel.name](*given))
        blocks.append(lockstep.block(threads, watch))
        if not kernel.is_grid:
            lockstep.run_grid(blocks)
            blocks.clear()
    lockstep.run_grid(blocks)
