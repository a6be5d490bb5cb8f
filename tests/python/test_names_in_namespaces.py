"""What kernels name through modules of the program's own, and through items of tuples: functions, types, coordinates."""

import math
import types

import numpy as np
import pytest

import cudapy as cp


def double_of(x):
    return x * 2


space = types.ModuleType("space")
space.sqrt, space.math, space.kind, space.count, space.cp, space.thread = math.sqrt, math, np.float32, 4, cp, cp.threadIdx
space.functions, space.nothing = (double_of, (math.sqrt, lambda x: x + 1)), object()


# kernel : void (float[] X)
def kernel(X):
    own = cp.shared(space.kind, space.count)
    own[threadIdx.x] = space.sqrt(4.0) + space.math.sqrt(4.0) + space.thread.x
    space.cp.syncthreads()
    if idx < len(X):
        X[idx] = space.kind(own[space.cp.threadIdx.x]) + space.functions[0](1.0)


def test_namespaces(target):
    X = cp.zeros(4, cp.Float, target=target)
    cp.compile(kernel, target=target)(4, block=4)(X)
    assert X.toList() == [6, 7, 8, 9]


def test_an_array_with_empty_brackets_is_one_of_one_dimension():
    assert cp.compile(kernel).signature == "kernel : void (float* X)"


# unknown : void (float* X)
def unknown(X):
    X[idx] = space.nothing.at(1) + space.absent.at(2)


def test_what_is_none_of_them():
    with pytest.raises(cp.CompileError) as error:
        cp.compile(unknown)
    line = unknown.__code__.co_firstlineno + 1
    assert str(error.value) == f"""\
{__file__}:{line}:14: error[E306]: `space.nothing` is a `object`, which a kernel cannot capture
  {line} |     X[idx] = space.nothing.at(1) + space.absent.at(2)
     |              ^^^^^^^^^^^^^^^^ not a number
   = note: a kernel sees numbers, bools, vectors, structs and tuples of them from outside; everything else is passed to it
   = help: pass the numbers that the kernel needs as parameters
{__file__}:{line}:36: error[E310]: kernels cannot use the module `space`
  {line} |     X[idx] = space.nothing.at(1) + space.absent.at(2)
     |                                    ^^^^^^^^^^^^^^^ not math, cmath, numpy or cudapy
   = note: the functions of other modules exist only in Python
   = help: use `math`, or compute the value outside and pass it as a parameter
2 errors"""
