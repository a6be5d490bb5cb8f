"""Arrays in memory of the host that kernels use where it is: mapped_array, managed_array and cuda.mapped."""

import pickle
import warnings

import numpy as np
import pytest

from cudapy import cuda

MAKERS = [cuda.mapped_array, cuda.managed_array]
on_cpu = cuda.device_array(1).device == "cpu"


@cuda.jit
def tripled(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 3


@cuda.jit
def negated(x):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        x[i, j] = -x[i, j]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.float32, np.float64, np.complex64])
def test_kernels_use_the_memory(make, dtype):
    array = make(5, dtype)
    array[:] = range(5)
    tripled[1, 32](array)
    tripled[1, 32](array)
    cuda.synchronize()
    assert array.tolist() == [0, 9, 18, 27, 36] and array.dtype == dtype
    assert type(array).__name__ == ("MappedNDArray" if make is cuda.mapped_array else "ManagedNDArray")
    assert isinstance(array, np.ndarray) and cuda.is_cuda_array(array) is not on_cpu


@pytest.mark.parametrize("make", MAKERS)
def test_parts_and_orders(make):
    array = make((4, 6), np.float32)
    array[:] = np.arange(24).reshape(4, 6)
    expected = np.array(array)
    negated[1, (8, 8)](array[1:3])  # rows, which lie together
    expected[1:3] *= -1
    tripled[1, 32](array.reshape(24)[20:])
    expected.reshape(24)[20:] *= 3
    negated[1, (8, 8)](array[::2, 1::2])
    expected[::2, 1::2] *= -1
    cuda.synchronize()
    assert array.tolist() == expected.tolist()
    by_columns = make((2, 3), np.int32, order="F")
    by_columns[:] = [[1, 2, 3], [4, 5, 6]]
    negated[1, (8, 8)](by_columns)
    cuda.synchronize()
    assert by_columns.tolist() == [[-1, -2, -3], [-4, -5, -6]] and by_columns.strides == (4, 8)


@pytest.mark.parametrize("make", MAKERS)
def test_signatures_and_streams(make):
    stream = cuda.stream()
    array = make(8, np.int32, stream=stream)
    array[:] = 2
    with_signature = cuda.jit("void(int32[::1])")(tripled.py_func)
    with_signature[1, 32, stream](array)
    tripled[1, 32, stream](cuda.In(array[4:]))  # which is on the device already
    stream.synchronize()
    assert array.tolist() == [6, 6, 6, 6, 18, 18, 18, 18]
    with pytest.raises(TypeError) as error:
        with_signature[1, 32](make(8, np.float32))
    assert str(error.value) == (
        "tripled: the signature has array(int32, 1d, C) where the launch has array(float32, 1d, C)"
    )


def test_records_and_fields():
    pair = np.dtype([("a", np.int32), ("b", np.float64)], align=True)

    @cuda.jit
    def swapped(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i].b = x[i].a
            x[i].a = 7

    array = cuda.mapped_array(3, pair)
    array["a"] = [1, 2, 3]
    swapped[1, 32](array)
    cuda.synchronize()
    assert array.tolist() == [(7, 1.0), (7, 2.0), (7, 3.0)]


def test_what_is_no_longer_in_the_memory():
    array = cuda.mapped_array(4, np.int32)
    array[:] = [1, 2, 3, 4]
    sums, copy = array + 1, array.copy()
    tripled[1, 32](sums)  # an array of the host as any other
    tripled[1, 32](copy)
    assert sums.tolist() == [6, 9, 12, 15] and copy.tolist() == [3, 6, 9, 12]
    assert array.tolist() == [1, 2, 3, 4] and array.sum() == 10 and array[2] == 3
    assert not cuda.is_cuda_array(sums) and not cuda.is_cuda_array(copy)
    restored = pickle.loads(pickle.dumps(array))
    tripled[1, 32](restored)
    assert restored.tolist() == [3, 6, 9, 12] and array.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("make", MAKERS)
def test_as_an_array_on_the_device(make):
    array = make((2, 2), np.int32)
    array[:] = [[1, 2], [3, 4]]
    assert cuda.to_device(array) is array
    device = cuda.as_cuda_array(array)
    device[0] = 9
    cuda.synchronize()
    assert array.tolist() == [[9, 9], [3, 4]]
    negated[1, (8, 8)](array)
    assert array.copy_to_host().tolist() == [[-9, -9], [-3, -4]] == device.copy_to_host().tolist()
    array.copy_to_device(np.array([[5, 6], [7, 8]], np.int32))
    cuda.synchronize()
    assert array.tolist() == [[5, 6], [7, 8]]
    del array
    negated[1, (8, 8)](device)  # which keeps the memory
    assert device.copy_to_host().tolist() == [[-5, -6], [-7, -8]]
    if not on_cpu:
        other = make(2)
        shown = other.__cuda_array_interface__
        assert shown["data"] == (other.ctypes.data, False) and shown["shape"] == (2,)


def test_in_kernels_that_name_it():
    total = cuda.mapped_array(1, np.int64)
    total[0] = 5

    @cuda.jit
    def add(x):
        cuda.atomic.add(total, 0, x[cuda.grid(1)])

    add[1, 3](np.array([1, 2, 3]))
    cuda.synchronize()
    assert total[0] == 11
    total[0] = 100
    add[1, 3](np.array([1, 2, 3]))
    cuda.synchronize()
    assert total[0] == 106


def test_in_functions_over_arrays():
    @cuda.vectorize(["int32(int32, int32)"])
    def add(a, b):
        return a + b

    @cuda.reduce
    def total(a, b):
        return a + b

    x, y = cuda.mapped_array(4, np.int32), cuda.managed_array(4, np.int32)
    x[:], y[:] = [1, 2, 3, 4], 10
    made = add(x, y)
    assert isinstance(made, np.ndarray) is on_cpu  # on a GPU what is made of arrays on the device is one
    assert np.asarray(made).tolist() == [11, 12, 13, 14] and total(x) == 10
    assert add(x, y, out=y) is y
    cuda.synchronize()
    assert y.tolist() == [11, 12, 13, 14]


def test_no_warning_of_copies():
    array = cuda.mapped_array(4, np.int32)
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        tripled[128, 32](array)
    assert given == []


@pytest.mark.parametrize("dtype", [np.int32, np.float64])
def test_arrays_of_the_program(dtype):
    x, y = np.arange(4, dtype=dtype), np.arange(6, dtype=dtype).reshape(2, 3)
    with cuda.mapped(x) as device:
        tripled[1, 32](device)
        cuda.synchronize()
        assert x.tolist() == [0, 3, 6, 9]
        x[0] = 2
        tripled[1, 32](device)
    assert x.tolist() == [6, 9, 18, 27]
    with cuda.mapped(x, y) as (a, b):
        tripled[1, 32](a[2:])
        negated[1, (8, 8)](b)
    assert x.tolist() == [6, 9, 54, 81] and y.tolist() == [[0, -1, -2], [-3, -4, -5]]
    with pytest.raises(ValueError) as error:
        tripled[1, 32](device)
    assert "this CudaArray was freed" in str(error.value)
    with pytest.raises(KeyError), cuda.mapped(x) as device:
        raise KeyError
    with cuda.mapped(x) as device:  # it can be mapped again
        tripled[1, 32](device)
    assert x.tolist() == [18, 27, 162, 243]


@pytest.mark.parametrize(
    "given, message",
    [
        (np.array(["a"]), "is an array of elements of the format '1w'"),
        (np.array(3.0), "has 0 dimensions, not 1 to 8"),
        (np.zeros(9, np.uint8)[1:].view(np.float64), "has elements that are not at multiples of 8 bytes"),
    ],
)
def test_arrays_that_cannot_be_mapped(given, message):
    with pytest.raises(TypeError) as error, cuda.mapped(given):
        pass
    assert str(error.value) == (
        f"kernels cannot use the memory of this ndarray, which {message}: cuda.to_device(array) makes a copy"
    )
