"""Arrays of cudapy.cuda on the host and on the device: how they are made, how they travel, and what strided
ones are."""

import numpy as np
import pytest

from cudapy import CudaArray, cuda


def base_of(array):
    return array.pointer()


@cuda.jit
def doubled(x, y):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        y[i, j] = 2 * x[i, j]
        x[i, j] = -1


@cuda.jit
def first_then_second(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1
        b[i] = a[i] * 10


def launched(x, y):
    doubled[(1, 1), (8, 8)](x, y)


def test_hints():
    x, y = np.arange(6.0).reshape(2, 3), np.zeros((2, 3))
    launched(cuda.In(x), cuda.Out(y))
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]] and y.tolist() == [[0, 2, 4], [6, 8, 10]]
    launched(cuda.InOut(x), y)
    assert x.tolist() == [[-1] * 3] * 2
    on_device = cuda.to_device(x)
    launched(cuda.In(on_device), y)
    assert on_device.copy_to_host().tolist() == [[-1] * 3] * 2 and y.tolist() == [[-2] * 3] * 2
    assert repr(cuda.In(3)) == "In(3)"


def test_arrays_by_columns_travel():
    x, y = np.asfortranarray(np.arange(6.0).reshape(2, 3)), np.zeros((2, 3), order="F")
    launched(x, y)
    assert y.tolist() == [[0, 2, 4], [6, 8, 10]] and x.tolist() == [[-1] * 3] * 2
    assert y.flags.f_contiguous


@pytest.mark.parametrize(
    "wrong, error, message",
    [
        (
            np.zeros((4, 4))[:, ::2],
            ValueError,
            "doubled: the elements of an array on the host do not follow each other in memory, so that it "
            "cannot travel as one: give numpy.ascontiguousarray(array)",
        ),
        (
            np.ma.zeros((4, 2)),
            TypeError,
            "doubled: kernels of cuda.jit have no masks: give array.data, or array.filled()",
        ),
    ],
)
def test_arrays_that_do_not_travel(wrong, error, message):
    with pytest.raises(error) as caught:
        launched(wrong, np.zeros((4, 2)))
    assert str(caught.value) == message


def test_read_only_arrays():
    x = np.arange(6.0).reshape(2, 3)
    x.flags.writeable = False
    with pytest.raises(ValueError, match="the kernel writes to it and this ndarray cannot be changed"):
        launched(x, np.zeros((2, 3)))

    @cuda.jit
    def reads(x, y):
        y[0] = x[1, 2]

    y = np.zeros(1)
    reads[1, 1](x, y)
    assert y[0] == 5


def test_arrays_of_the_host_that_share_memory():
    """numba copies each of them to the device, and back in the order of the arguments."""
    x = np.arange(4.0)
    first_then_second[1, 4](x, x)
    assert x.tolist() == [10, 20, 30, 40]  # what came back last
    x = np.arange(4.0)
    first_then_second[1, 4](x[:3], x[1:])
    assert x.tolist() == [1, 10, 20, 30]
    x = np.arange(4.0)
    first_then_second[1, 4](cuda.In(x), x)
    assert x.tolist() == [10, 20, 30, 40]


@pytest.mark.parametrize(
    "view",
    [lambda a: a.T, lambda a: a[::2], lambda a: a[:, ::-1], lambda a: a[1:3, 1:]],
    ids=["T", "rows", "reversed", "part"],
)
def test_strided_arrays_on_the_device(view):
    host = np.arange(16.0).reshape(4, 4)
    device = cuda.to_device(host)
    shown = view(host)
    y = np.zeros(shown.shape)
    launched(view(device), y)
    assert np.array_equal(y, 2 * shown)
    shown[...] = -1
    assert np.array_equal(device.copy_to_host(), host)


def test_strided_arrays_that_share_memory():
    device = cuda.to_device(np.arange(16.0).reshape(4, 4))
    for x, y in (
        (device.T, device),
        (device, device.T),
        (device[::2], device[::-1]),
        (device[:, 1:], device[:, :3]),
    ):
        with pytest.raises(ValueError) as error:
            launched(x, y)
        assert (
            str(error.value)
            == "doubled: a strided array on the device shares elements with another argument: pass "
            "array.copy()"
        )
    launched(device[:2], device[2:])  # which are packed
    assert device.copy_to_host()[2:].tolist() == [[0, 2, 4, 6], [8, 10, 12, 14]]
    launched(device[2:, ::2], device[2:, 1::2])  # which have no element in common
    assert device.copy_to_host()[2:].tolist() == [[-1, 0, -1, 8], [-1, 16, -1, 24]]
    launched(device[:0], device[::2])


def test_strided_arrays_in_a_stream():
    device = cuda.to_device(np.arange(4.0).reshape(2, 2))
    y = cuda.device_array((2, 2))
    stream = cuda.stream()
    with stream.auto_synchronize():
        doubled[1, (2, 2), stream](device.T, y)
    assert y.copy_to_host().tolist() == [[0, 4], [2, 6]] and device.copy_to_host().tolist() == [
        [-1, -1],
        [-1, -1],
    ]


def test_to_device():
    host = np.arange(6, dtype=np.int16).reshape(2, 3)
    device = cuda.to_device(host)
    assert isinstance(device, CudaArray) and (device.dtype, device.strides) == (np.int16, (6, 2))
    by_columns = cuda.to_device(np.asfortranarray(host))
    assert by_columns.strides == (2, 4) and by_columns.copy_to_host().tolist() == host.tolist()
    assert by_columns.copy_to_host().flags.f_contiguous
    assert base_of(cuda.to_device(device)) == base_of(device)
    target = cuda.device_array_like(device)
    assert (
        cuda.to_device(host + 1, to=target) is target
        and target.copy_to_host().tolist() == (host + 1).tolist()
    )
    assert cuda.to_device(host, copy=False, to=target) is target and target.copy_to_host()[0, 0] == 1
    assert cuda.to_device(host, copy=False).shape == (2, 3)
    assert cuda.to_device([1.5, 2.5]).copy_to_host().tolist() == [1.5, 2.5]
    assert cuda.to_device(np.broadcast_to(np.arange(3.0), (2, 3))).copy_to_host().tolist() == [[0, 1, 2]] * 2
    assert cuda.to_device(np.zeros((0, 3))).shape == (0, 3)
    with pytest.raises(ValueError) as error:
        cuda.to_device(np.zeros((4, 4))[::2])
    assert str(error.value) == (
        "to_device: the elements of an array on the host do not follow each other in memory, so that it "
        "cannot travel as one: "
        "give numpy.ascontiguousarray(array)"
    )


@pytest.mark.parametrize(
    "given, what",
    [
        (None, "objects of a NoneType"),
        ("text", "strings of a str"),
        (b"text", "bytes of a bytes"),
        ([None, 1], "objects of a list"),
        ({1: 2}, "objects of a dict"),
    ],
    ids=str,
)
def test_to_device_of_no_numbers(given, what):
    with pytest.raises(TypeError) as error:
        cuda.to_device(given)
    assert str(error.value) == f"to_device: NumPy makes an array of {what}, and kernels take numbers"


@pytest.mark.parametrize(
    "given, shape, strides, dtype",
    [
        (((2, 3),), (2, 3), (24, 8), np.float64),
        ((5, np.int8), (5,), (1,), np.int8),
        (((2, 3), cuda.float32), (2, 3), (12, 4), np.float32),
        (((2, 3), "i2", None, "F"), (2, 3), (2, 4), np.int16),
        (((2, 3), "i2", (2, 4)), (2, 3), (2, 4), np.int16),
        (((2, 3, 4), np.float64, (32, 64, 8)), (2, 3, 4), (32, 64, 8), np.float64),
        (([2, 3], bool), (2, 3), (3, 1), np.bool_),
    ],
    ids=str,
)
def test_device_array(given, shape, strides, dtype):
    made = cuda.device_array(*given)
    assert (made.shape, made.strides, made.dtype) == (shape, strides, dtype)


@pytest.mark.parametrize(
    "given, error, message",
    [
        (
            (4, np.float64, (16,)),
            NotImplementedError,
            "cudapy.cuda has no device_array(strides=(16,)) with gaps yet: make a larger array, and a slice "
            "of it",
        ),
        ((4, np.float64, (8, 8)), ValueError, "device_array: there are 1 extents, and 2 strides"),
        ((4, np.float64, None, "A"), ValueError, 'device_array: order must be "C" or "F", not \'A\''),
        (
            (4, cuda.types.UniTuple(cuda.int32, 2)),
            NotImplementedError,
            "cudapy.cuda has no arrays of UniTuple(int32 x 2) yet: numbers are there",
        ),
    ],
    ids=str,
)
def test_device_arrays_that_are_refused(given, error, message):
    with pytest.raises(error) as caught:
        cuda.device_array(*given)
    assert str(caught.value) == message


def test_device_array_like():
    host = np.zeros((4, 6, 8), np.float32)
    for like in (host, host.T, host[:, :, 0], np.zeros((0, 2)), cuda.to_device(host).T):
        made = cuda.device_array_like(like)
        assert (made.shape, made.dtype) == (like.shape, like.dtype)
    assert cuda.device_array_like(host.T).strides == host.T.strides
    assert cuda.device_array_like(host.transpose(1, 0, 2)).strides == (32, 192, 4)
    assert cuda.device_array_like(host[::2, :, ::2]).strides == (96, 16, 4)


def test_views_of_device_arrays():
    host = np.arange(12, dtype=np.float32).reshape(3, 4)
    device = cuda.to_device(host)
    assert device.flags == {"C_CONTIGUOUS": True, "F_CONTIGUOUS": False}
    assert device.T.flags == {"C_CONTIGUOUS": False, "F_CONTIGUOUS": True}
    assert device.T.copy_to_host().tolist() == host.T.tolist()
    by_columns = cuda.to_device(np.asfortranarray(host))
    for order, array in (("C", device), ("F", by_columns)):
        assert (
            array.reshape(4, 3, order=order).copy_to_host().tolist()
            == host.reshape(4, 3, order=order).tolist()
        )
        assert (
            array.reshape((2, -1), order=order).copy_to_host().tolist()
            == host.reshape(2, -1, order=order).tolist()
        )
        assert device.ravel(order=order).copy_to_host().tolist() == host.ravel(order=order).tolist()
    assert device.view(np.int16).copy_to_host().tolist() == host.view(np.int16).tolist()
    assert device.view(np.int64).copy_to_host().tolist() == host.view(np.int64).tolist()
    device.view(np.int32).fill(0)
    assert device.copy_to_host().tolist() == np.zeros((3, 4)).tolist()
    assert [part.shape for part in device.ravel().split(5)] == [(5,), (5,), (2,)]
    assert device[:1].squeeze().shape == (4,) and (device.alloc_size, device[::2, :2].alloc_size) == (48, 40)
    assert cuda.device_array((0, 3)).alloc_size == 0 and cuda.device_array((0, 3)).view(np.int32).shape == (
        0,
        6,
    )
    assert cuda.device_array((1, 1)).squeeze().shape == (1,)


@pytest.mark.parametrize(
    "wrong, message",
    [
        (
            lambda a: a.view(np.complex128),
            "view: the last dimension has 12 bytes, which is no number of elements of 16 bytes",
        ),
        (
            lambda a: a.T.view(np.int16),
            "view: the elements along the last dimension do not follow each other, so that others cannot be "
            "seen in them: "
            "copy() makes an array whose do",
        ),
        (lambda a: a.split(2), "split: expected an array of one dimension, got one of 2"),
        (lambda a: a[0].split(0), "split: a section has one element or more, not 0"),
        (
            lambda a: a.squeeze(0),
            "squeeze: axis 0 names a dimension that has not one element, of an array of the shape (2, 3)",
        ),
        (lambda a: a.reshape(6, order="A"), 'reshape: order must be "C" or "F", not \'A\''),
    ],
)
def test_views_that_are_refused(wrong, message):
    with pytest.raises(ValueError) as error:
        wrong(cuda.device_array((2, 3), np.float32))
    assert str(error.value) == message


def test_arrays_of_the_interface():
    device = cuda.device_array(3)
    assert cuda.is_cuda_array(device) is (device.device != "cpu") and not cuda.is_cuda_array(np.zeros(3))
    assert base_of(cuda.as_cuda_array(device)) == base_of(device)
    with pytest.raises(TypeError) as error:
        cuda.as_cuda_array([1])
    assert str(error.value) == "as_cuda_array: a list has no __cuda_array_interface__"
    masked = {"shape": (1,), "typestr": "<f8", "data": (8, False), "version": 3, "mask": device}
    with pytest.raises(NotImplementedError) as error:
        cuda.from_cuda_array_interface(masked)
    assert str(error.value) == (
        "from_cuda_array_interface: Masked arrays are not supported: kernels do not know missing elements"
    )
    if cuda.is_cuda_array(device):
        described = cuda.from_cuda_array_interface(device.__cuda_array_interface__, owner=device)
        assert base_of(described) == base_of(device)
    with pytest.raises(NotImplementedError) as error:
        device.get_ipc_handle()
    assert (
        str(error.value)
        == "CudaArray has no get_ipc_handle yet: pickle the array, or send copy_to_host() to the other "
        "process"
    )


@pytest.mark.parametrize("make", [cuda.pinned_array, cuda.mapped_array, cuda.managed_array])
def test_memory_of_the_host(make):
    array = make((2, 3), np.float32, order="F")
    assert isinstance(array, np.ndarray) and (array.shape, array.dtype, array.strides) == (
        (2, 3),
        np.float32,
        (4, 8),
    )
    assert make(4).dtype == np.float64
    array[:] = 3
    y = np.zeros((2, 3))
    launched(array, y)
    cuda.synchronize()
    assert y.tolist() == [[6] * 3] * 2 and array.tolist() == [[-1] * 3] * 2
    with pytest.raises(NotImplementedError) as error:
        make(4, np.float64, (16,))
    assert (
        str(error.value)
        == f"cudapy.cuda has no {make.__name__}(strides=(16,)) with gaps yet: make a larger array, and a "
        "slice of it"
    )
    assert make((2, 3), np.float32, (4, 8)).strides == (4, 8)


def test_memory_like_that_of_others():
    for make in (cuda.pinned_array_like, cuda.mapped_array_like):
        assert make(np.zeros((2, 3), np.int8)).strides == (3, 1) and make(
            np.zeros((2, 3), np.int8).T
        ).strides == (1, 3)
        assert make(np.zeros((4, 6, 8), np.float32)[::2, :, ::2]).strides == (96, 16, 4)
    x, y = np.zeros((2, 2)), np.zeros((2, 2))
    with cuda.pinned(x, y):
        launched(x, y)
    with cuda.mapped(x, y) as (a, b):
        a.fill(3)
        launched(a, b)
    assert x.tolist() == [[-1, -1]] * 2 and y.tolist() == [[6, 6]] * 2
    with cuda.mapped(x) as a:
        a.fill(5)
    assert x.tolist() == [[5, 5]] * 2


class OfAnotherLibrary:
    """An array of which only DLPack is seen."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.skipif(
    cuda.device_array(1).device != "cpu",
    reason="a kernel on a GPU is not given the host's memory by DLPack",
)
def test_arrays_of_other_libraries():
    x, y = np.arange(6.0).reshape(2, 3), np.zeros((2, 3))
    launched(OfAnotherLibrary(x), y)
    assert y.tolist() == [[0, 2, 4], [6, 8, 10]] and x[0, 0] == -1
    assert cuda.typeof(OfAnotherLibrary(x)) == cuda.float64[:, :]
    signed = cuda.jit("void(float64[:,:], float64[:,:])")(doubled.py_func)
    signed[1, (8, 8)](OfAnotherLibrary(x), y)
    assert y.tolist() == [[-2] * 3] * 2
