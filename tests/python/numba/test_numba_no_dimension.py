"""Arrays of no dimension: on the device, and as arguments of kernels."""

import numpy as np
import pytest

from cudapy import cuda


def element(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[()] * 2 + x.ndim + x.size
        cuda.atomic.add(y, 0, 1)
        if i == 0:
            x[()] += 1


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.complex128, np.bool_, np.uint8])
def test_on_the_device(dtype):
    host = np.array(1, dtype)
    array = cuda.to_device(host)
    assert (array.shape, array.strides, array.ndim, array.size, array.nbytes, array.dtype) == (
        (),
        (),
        0,
        1,
        host.nbytes,
        host.dtype,
    )
    copied = array.copy_to_host()
    assert type(copied) is np.ndarray and copied.shape == () and copied.dtype == dtype and copied == 1
    array.copy_to_device(np.array(0, dtype))
    into = np.ones((), dtype)
    assert array.copy_to_host(into) is into and into == 0 and array[()] == 0
    array[()] = dtype(1)
    assert array.reshape(1).copy_to_host().tolist() == [1] and array.tolist() == 1
    assert cuda.device_array_like(host).shape == cuda.device_array_like(array).shape == ()
    assert cuda.device_array((), dtype).dtype == cuda.pinned_array((), dtype).dtype == dtype


def test_what_has_no_items():
    array = cuda.to_device(2.5)
    shown = ": 2.5" if array.device == "cpu" else ""
    assert repr(array) == f"<CudaArray of one double on {array.device}{shown}>"
    with pytest.raises(TypeError, match="^a CudaArray of no dimension has no len\\(\\)$"):
        len(array)
    with pytest.raises(TypeError, match="^a CudaArray of no dimension has no items: ask A\\[\\(\\)\\]$"):
        iter(array)
    with pytest.raises(IndexError, match="^1 indices for a CudaArray of 0 dimensions$"):
        array[0]


@pytest.mark.parametrize("checked", ["0", "1"])
@pytest.mark.parametrize("dtype", [np.float32, np.int16])
@pytest.mark.parametrize("on_device", [False, True])
def test_in_kernels(checked, dtype, on_device, monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", checked)
    x, y, out = np.array(3, dtype), np.zeros(1, np.int32), np.zeros(1)
    kernel = cuda.jit(element)
    given = cuda.to_device(x) if on_device else x
    for _ in range(2):
        kernel[1, 1](given, y, out)
    assert (given.copy_to_host() if on_device else given) == 5
    assert (out.tolist(), y.tolist()) == ([9], [2])
    assert kernel.signatures[0][0] == cuda.types.Array(cuda.typeof(dtype(0)), 0, "C")


def test_hints_signatures_tuples_and_records():
    @cuda.jit([(cuda.types.Array(cuda.float64, 0, "C"), cuda.float64)])
    def stores(x, value):
        x[...] = value

    x = np.zeros(())
    stores[1, 1](x, 7)
    assert x == 7
    stores[1, 1](cuda.In(x), 8)
    assert x == 7

    @cuda.jit
    def of_a_tuple(pair):
        pair[0][()] = pair[1]

    of_a_tuple[1, 1]((x, 9))
    assert x == 9

    @cuda.jit
    def of_a_record(r):
        r[()].a = r[()]["b"] + 1

    record = np.zeros((), np.dtype([("a", np.float64), ("b", np.int32)]))
    of_a_record[1, 1](record)
    assert record.tolist() == (1.0, 0)


@cuda.jit(device=True)
def first(x):
    return x[()]


def passed_on(x):
    x[()] = first(x)


def renamed(x):
    y = x
    y[()] = 1


def in_a_lambda(x):
    f = lambda: x[()]  # noqa: E731
    x[()] = f()


def asked_for_its_shape(x):
    x[()] = len(x.shape)


@pytest.mark.parametrize(
    "function, column, line",
    [
        (passed_on, 19, "x[()] = first(x)"),
        (renamed, 9, "y = x"),
        (in_a_lambda, 17, "f = lambda: x[()]  # noqa: E731"),
        (asked_for_its_shape, 17, "x[()] = len(x.shape)"),
    ],
)
def test_refused_as_a_whole(function, column, line):
    with pytest.raises(cuda.errors.TypingError) as caught:
        cuda.jit(function)[1, 1](np.zeros(()))
    number = function.__code__.co_firstlineno + 1
    assert str(caught.value) == (
        f"{__file__}:{number}:{column}: error[E619]: an array of no dimension used as a whole is not in "
        f"the kernel language\n {number} |     {line}\n     |{' ' * column}^ not supported\n"
        "   = help: its element is `x[()]`, and an array of one element can be passed on and sliced\n1 error"
    )


@pytest.mark.skipif(cuda.device_array(1).device == "cpu", reason="arrays have the interface only on GPUs")
def test_over_the_interface_of_another_array():
    class Other:
        def __init__(self, array):
            self.array, self.__cuda_array_interface__ = array, array.__cuda_array_interface__

    array = cuda.to_device(np.float32(2).reshape(()))
    other = Other(array)
    assert cuda.as_cuda_array(other).shape == () and cuda.as_cuda_array(other).copy_to_host() == 2
    interface = other.__cuda_array_interface__
    assert cuda.from_cuda_array_interface(interface, other).copy_to_host() == 2

    @cuda.jit
    def kernel(out):
        out[()] = other[()] * 3

    out = cuda.device_array((), np.float32)
    kernel[1, 1](out)
    assert out.copy_to_host() == 6
