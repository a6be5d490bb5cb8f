"""half and bfloat16 from Python: arrays of NumPy, lists, CudaArrays, arguments by value, types."""

import copy
import pickle
import types

import numpy as np
import pytest

import cudapy as cp
from raising import raises


# scale : void (half a, half* X)
def scale(a, X):
    X[idx] *= a


# shift : void (bfloat16 a, bfloat16* X)
def shift(a, X):
    X[idx] += a


def test_arrays_of_numpy():
    X = np.array([1, 2.5, -3], np.float16)
    cp.compile(scale)(3)(0.1, X)
    assert X.tolist() == (np.array([1, 2.5, -3], np.float16) * np.float16(0.1)).tolist()
    strided = np.arange(6, dtype=np.float16)[::2]
    cp.compile(scale)(3)(np.float16(2), strided)
    assert strided.tolist() == [0, 4, 8]


def test_lists():
    X = [1, 2.5, 0.1]
    cp.compile(scale)(3)(3, X)
    assert X == [3.0, 7.5, float(np.float16(0.1) * np.float16(3))]
    Y = [1.0, 256.0, 0.1]
    cp.compile(shift)(3)(1.0, Y)
    assert Y == [2.0, 256.0, 1.1015625]


def test_other_arrays_are_refused():
    with raises(
        TypeError,
        "scale: parameter X (half*): expected an array of float16, got ndarray of float32: the kernel "
        "writes to it, so write `X = X.astype(numpy.float16)` before the launch, make it by numpy.zeros(n, "
        "numpy.float16), or declare it `float* X`",
    ):
        cp.compile(scale)(1)(1, np.zeros(1, np.float32))
    with raises(
        TypeError,
        "shift: parameter X (bfloat16*): expected an array of bfloat16, got ndarray of "
        "uint16: the kernel writes to it, so write `X = cudapy.CudaArray(X, cudapy.bfloat16)` "
        "before the launch, or declare it `uint16* X`",
    ):
        cp.compile(shift)(1)(1, np.zeros(1, np.uint16))
    with raises(
        OverflowError, "scale: parameter a (half): float 70000.0 is out of range for half (up to 65504)"
    ):
        cp.compile(scale)(1)(70000.0, [1.0])
    with raises(
        OverflowError,
        "shift: parameter a (bfloat16): float 1e+39 is out of range for bfloat16 (up to 3.3895314e+38)",
    ):
        cp.compile(shift)(1)(1e39, [1.0])


def test_cuda_arrays():
    made = cp.CudaArray([1, 2.5, 0.1], cp.float16, target="cpu")
    assert made.elemType() is cp.Half and made.toList() == [1.0, 2.5, float(np.float16(0.1))]
    host = np.asarray(made)
    assert host.dtype == np.float16 and host.tolist() == made.toList()
    assert made.toHost().dtype == np.float16 and made.toHost().tolist() == made.toList()
    assert cp.CudaArray(np.float16([1, 2]), target="cpu").elemType() is cp.Half
    assert cp.CudaArray([70000.0 / 2], np.float16, target="cpu")[0] == 35008.0
    cp.compile(scale, target="cpu")(3)(2, made)
    assert made.toList() == [2.0, 5.0, float(np.float16(0.1)) * 2]
    made[1] = 0.1
    assert made[1] == float(np.float16(0.1)) and copy.copy(made).toList() == made.toList()
    assert cp.CudaArray.allocate(3, cp.half, target="cpu").toList() == [0.0] * 3


def test_bfloat16_arrays():
    made = cp.CudaArray([1, 2.5, 0.1, 1 / 3], cp.bfloat16, target="cpu")
    assert made.elemType() is cp.BFloat16 and made.toList() == [1.0, 2.5, 0.10009765625, 0.333984375]
    host = made.toHost()  # as floats, which have all the values
    assert host.dtype == np.float32 and host.tolist() == made.toList()
    assert np.asarray(made).dtype == np.uint16
    assert cp.CudaArray(np.float32([[1, 0.1]]), cp.bfloat16, target="cpu").toList() == [[1.0, 0.10009765625]]
    cp.compile(shift, target="cpu")(4)(1, made)
    assert made.toList() == [2.0, 3.5, 1.1015625, 1.3359375]


def test_bfloat16_arrays_by_their_name():
    """What ml_dtypes makes: an array whose dtype has the name, and which shows its elements only as
    uint16."""

    class Array:
        dtype = types.SimpleNamespace(name="bfloat16")

        def __init__(self, bits):
            self.bits = bits

        def __len__(self):
            return len(self.bits)

        def view(self, name):
            return self.bits.view(name)

        def __buffer__(self, flags):
            raise ValueError("cannot include dtype 'E' in a buffer")

    array = Array(np.array([0x3F80, 0x4000], np.uint16))
    if not hasattr(memoryview, "__buffer__"):
        pytest.skip("only CPython 3.12 asks a class for its buffer")
    cp.compile(shift)(2)(1.0, array)
    assert array.bits.tolist() == [0x4000, 0x4040]


def test_types():
    assert cp.half is cp.float16 is cp.Half and cp.bfloat16 is cp.BFloat16
    assert cp.half(0.1) == float(np.float16(0.1)) and cp.bfloat16(0.1) == 0.10009765625
    assert (cp.half.name, cp.half.numpy_name, cp.half.size) == ("half", "float16", 2)
    assert repr(cp.Array[cp.half, 2]) == "cudapy.Array[cudapy.Half, 2]"
    assert pickle.loads(pickle.dumps(cp.bfloat16)) is cp.bfloat16


def annotated(x: cp.half, X: cp.Array[cp.float16], Y: cp.Array[cp.bfloat16]):
    y: cp.bfloat16 = x
    Y[idx] = y
    X[idx] = np.float16(y) + cp.half(X[idx])


def test_annotations():
    X, Y = np.zeros(1, np.float16), [0.0]
    cp.compile(annotated)(1)(0.1, X, Y)
    assert Y == [0.10009765625] and X.tolist() == [0.10009765625]
