"""Programs that still import types from numba itself. numba is not needed here: its types are known by their
modules and names."""

import sys
import types as python_types

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float32, int32, void


def of_numba(module, name, **parts):
    """Returns an object of a class of this module of numba whose text is `name`."""
    return type(
        "OfNumba",
        (),
        {"__module__": module, "__str__": lambda self: name, "__repr__": lambda self: name, **parts},
    )()


SCALARS, ARRAYS = "numba.core.types.scalars", "numba.core.types.npytypes"
numba_float32, numba_int32, numba_bool = (of_numba(SCALARS, name) for name in ("float32", "int32", "bool"))
numba_void = of_numba("numba.core.types.misc", "none")
rows = of_numba(
    ARRAYS, "array(float32, 1d, A)", dtype=numba_float32, ndim=1, layout="A", mutable=True, aligned=True
)
numba_signature = of_numba(
    "numba.core.typing.templates",
    "(array(float32, 1d, A), int32) -> none",
    return_type=numba_void,
    args=(rows, numba_int32),
)


def scaled(x, by):
    i = cuda.grid(1)
    tile = cuda.shared.array(4, numba_float32)
    tile[i] = x[i]
    cuda.syncthreads()
    x[i] = tile[3 - i] * numba_int32(by + 0.5)


@pytest.mark.parametrize(
    "given", [numba_signature, [numba_signature], (rows, numba_int32), void(rows, numba_int32)], ids=str
)
def test_signatures(given):
    kernel = cuda.jit(given)(scaled)
    assert kernel.signatures == [(float32[:], int32)]
    x = np.arange(4, dtype=np.float32)
    kernel[1, 4](x, 2)
    assert x.tolist() == [6, 4, 2, 0]


OF_OURS = {
    "a result and an argument": (cuda.boolean(numba_float32), cuda.boolean(float32)),
    "an array as the argument": (cuda.boolean(rows), cuda.boolean(float32[:])),
    "each number": (
        [each(numba_int32) for each in (cuda.int8, cuda.uint64, float32, cuda.complex64, cuda.float16)],
        [each(int32) for each in (cuda.int8, cuda.uint64, float32, cuda.complex64, cuda.float16)],
    ),
    "several arguments": (void(rows, int32, numba_int32), void(float32[:], int32, int32)),
    "an array of": (cuda.types.Array(numba_float32, 2, "C"), float32[:, ::1]),
    "a tuple of": (cuda.types.Tuple((numba_float32, int32)), cuda.types.Tuple((float32, int32))),
    "a tuple of equal ones": (cuda.types.Tuple((numba_float32, float32)), cuda.types.UniTuple(float32, 2)),
    "several of one": (cuda.types.UniTuple(numba_float32, 3), cuda.types.UniTuple(float32, 3)),
    "a signature": (cuda.typing.signature(numba_void, numba_int32), void(int32)),
}


@pytest.mark.parametrize("name", OF_OURS)
def test_types_of_ours_made_of_numbas(name):
    made, expected = OF_OURS[name]
    assert made == expected and repr(made) == repr(expected)


def test_arrays():
    assert (
        cuda.device_array(3, numba_float32).dtype == np.float32
        and cuda.device_array(3, numba_bool).dtype == np.bool_
    )


@pytest.fixture
def types_of_numba(monkeypatch):
    module = python_types.ModuleType("numba.core.types")
    monkeypatch.setitem(sys.modules, "numba.core.types", module)
    return module


def test_the_module_of_types(types_of_numba):
    types = types_of_numba

    @cuda.jit
    def cast(x):
        x[0] = types.int32(x[0])

    x = np.array([1.9])
    cast[1, 1](x)
    assert x[0] == 1


def test_types_that_are_not_there():
    record = of_numba("numba.core.types.npytypes", "Record(a[type=int32;offset=0];4;False)")
    with pytest.raises(TypeError) as error:
        cuda.jit((record,))
    assert str(error.value) == (
        "cuda.jit: a signature is made of types, and Record(a[type=int32;offset=0];4;False) is none"
    )
