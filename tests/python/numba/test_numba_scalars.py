"""Elements of arrays on the device, read on the host: NumPy's scalars in the dialect of numba, as its own
arrays give."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

NUMBERS = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"] + [
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]


@pytest.mark.parametrize("name", NUMBERS)
def test_an_element_is_a_scalar_of_numpy(name):
    host = np.array([[1, 0], [3, 2]], name)
    array = cuda.to_device(host)
    for index in [(0, 0), (1, 0), (-1, -1)]:
        assert type(array[index]) is type(host[index]) and array[index] == host[index]


def test_views_give_them_too():
    array = cuda.to_device(np.arange(6, dtype=np.float32))
    views = [array[2:], array.reshape(2, 3)[1], array.reshape(2, 3).T[0], array.view(np.int32), array.ravel()]
    assert [type(view[1]) for view in views] == [np.float32, np.float32, np.float32, np.int32, np.float32]


def test_all_that_makes_arrays_gives_them():
    made = [cuda.device_array(2, np.int16), cuda.device_array_like(np.zeros((2, 2), np.float32, "F"))[0]]
    made += [cuda.device_array((2, 1), "float32", order="F")[0]]
    assert [type(each[0]) for each in made] == [np.int16, np.float32, np.float32]
    assert type(cuda.to_device(np.array(2.5, np.float32))[()]) is np.float32


def test_what_ufuncs_make_gives_them():
    @cuda.vectorize("float32(float32)", target="cuda")
    def twice(x):
        return x * 2

    result = twice(cuda.to_device(np.arange(3, dtype=np.float32)))
    assert type(result[1]) is np.float32 and result[1] == 2


def test_they_compute_as_those_of_numpy():
    array = cuda.to_device(np.array([250, 2**31 - 1], np.int64).astype(np.uint8))
    with np.errstate(over="ignore"):
        assert array[0] + np.uint8(10) == np.uint8(4)


def test_cudapys_own_arrays_give_numbers_of_python():
    array = cp.CudaArray([1.5, 2.5])
    assert type(array[0]) is float
