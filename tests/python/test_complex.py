"""Complex numbers from Python: arrays of NumPy, lists, CudaArrays, arguments by value, types."""

import pickle

import numpy as np

import cudapy as cp
from raising import raises


# turn : void (complex64 by, complex64* X)
def turn(by, X):
    X[idx] *= by


# turn_wide : void (complex128 by, complex128* X)
def turn_wide(by, X):
    X[idx] *= by


def test_arrays_and_lists():
    X = np.array([1, 2j, 3 - 1j], np.complex64)
    cp.compile(turn)(3)(1j, X)
    assert X.tolist() == [1j, -2, 1 + 3j]
    D = np.arange(6, dtype=np.complex128)[::2]
    cp.compile(turn_wide)(3)(np.complex128(2j), D)
    assert D.tolist() == [0, 4j, 8j]
    values = [1, 2.5, 1j]
    cp.compile(turn)(3)(2, values)
    assert values == [2, 5, 2j] and all(type(value) is complex for value in values)


def test_what_is_refused():
    with raises(
        TypeError,
        "turn: parameter X (complex64*): expected an array of complex64, got ndarray of complex128: the "
        "kernel writes to it, so write `X = X.astype(numpy.complex64)` before the launch, make it by "
        "numpy.zeros(n, numpy.complex64), or declare it `complex128* X`",
    ):
        cp.compile(turn)(1)(1, np.zeros(1, np.complex128))
    with raises(
        TypeError,
        "turn: parameter X (complex64*): expected an array of complex64, got ndarray of float32: the kernel "
        "writes to it, so write `X = X.astype(numpy.complex64)` before the launch, make it by "
        "numpy.zeros(n, numpy.complex64), or declare it `float* X`",
    ):
        cp.compile(turn)(1)(1, np.zeros(1, np.float32))
    with raises(TypeError, "turn: parameter by (complex64): expected a complex number, got str 'x'"):
        cp.compile(turn)(1)("x", [1j])
    with raises(
        OverflowError,
        "turn: parameter by (complex64): complex 1e+39j is out of range for complex64 (up to 3.4028235e+38)",
    ):
        cp.compile(turn)(1)(1e39j, [1j])


def test_cuda_arrays():
    made = cp.CudaArray([1, 2.5, 1j], target="cpu")
    assert made.elemType() is cp.Complex64 and made.toList() == [1, 2.5, 1j]
    assert made.toHost().dtype == np.complex64 and np.asarray(made).tolist() == [1, 2.5, 1j]
    cp.compile(turn, target="cpu")(3)(2, made)
    assert made[2] == 2j
    made[0] = 3 - 1j
    assert made.toList() == [3 - 1j, 5, 2j]
    wide = cp.CudaArray(np.array([[1j, 2]]), target="cpu")
    assert wide.elemType() is cp.Complex128 and wide.toList() == [[1j, 2]]
    assert cp.CudaArray([1, 2], complex, target="cpu").elemType() is cp.Complex64
    assert cp.CudaArray([np.complex64(1j)], target="cpu").toList() == [1j]
    assert cp.CudaArray.allocate(2, cp.complex128, target="cpu").toList() == [0, 0]


def test_types():
    assert (
        cp.complex64(1, 2) == 1 + 2j
        and cp.complex128(0.1) == 0.1
        and cp.complex64(0.1j) == complex(np.complex64(0.1j))
    )
    assert (cp.complex64.name, cp.complex64.numpy_name, cp.complex128.size) == ("complex64", "complex64", 16)
    assert pickle.loads(pickle.dumps(cp.complex128)) is cp.complex128 is cp.Complex128


X_SHIFT = 0.5


def annotated(z: cp.complex64, Z: cp.Array[cp.complex64], R: cp.Array[cp.float32]):
    w: cp.complex128 = z
    Z[idx] = cp.complex64(w.conjugate()) + np.complex64(X_SHIFT)
    R[idx] = z.real


def test_annotations():
    Z, R = np.zeros(1, np.complex64), np.zeros(1, np.float32)
    cp.compile(annotated)(1)(1 + 2j, Z, R)
    assert Z.tolist() == [1.5 - 2j] and R.tolist() == [1]


# scale : void (float by, float* X)
def scale(by, X):
    X[idx] *= by


def test_a_complex_number_is_no_real_one_whosever_it_is():
    kernel = cp.compile(scale, target="cpu")
    X = np.ones(2, np.float32)
    with raises(
        TypeError, "scale: parameter by (float): expected a number, got complex128 np.complex128(2+9j)"
    ):
        kernel(2)(np.complex128(2 + 9j), X)
    with raises(
        TypeError, "scale: parameter by (float): expected a number, got complex64 np.complex64(2+9j)"
    ):
        kernel(2)(np.complex64(2 + 9j), X)
    with raises(TypeError, "scale: parameter by (float): expected a number, got ndarray array(2.+9.j)"):
        kernel(2)(np.array(2 + 9j), X)
    with raises(
        TypeError, "scale: parameter by (float): expected a number, got clongdouble np.clongdouble('2+9j')"
    ):
        kernel(2)(np.clongdouble(2 + 9j), X)
    with raises(
        TypeError,
        "scale: parameter X (float*): element 0: expected a number, got complex64 np.complex64(1+5j)",
    ):
        kernel(1)(1.0, [np.complex64(1 + 5j)])
    assert X.tolist() == [1, 1]
    for element in (cp.Float, cp.Double, cp.Half, cp.BFloat16):
        A = cp.zeros(2, element, target="cpu")
        name = element.name
        with raises(
            TypeError,
            f"CudaArray of {name}: element 0: expected a number, got complex128 np.complex128(1+2j)",
        ):
            A[:] = np.array([1 + 2j, 3 + 4j])
        with raises(TypeError, f"CudaArray of {name}: expected a number, got complex128 np.complex128(1j)"):
            A[0] = np.complex128(1j)
        with raises(TypeError, f"CudaArray of {name}: expected a number, got complex64 np.complex64(1j)"):
            A.fill(np.complex64(1j))
        with raises(TypeError, "full: expected a number, got complex128 np.complex128(1+2j)"):
            cp.full(1, np.complex128(1 + 2j), element, target="cpu")
        assert A.toList() == [0, 0]
    with raises(TypeError, "CudaArray: element 0: expected a number, got complex64 np.complex64(1j)"):
        cp.CudaArray([np.complex64(1j)], float, target="cpu")
    with raises(TypeError, "float(x): expected a number, got complex128 np.complex128(1j)"):
        cp.float32(np.complex128(1j))
    with raises(TypeError, "int(x): expected an integer, got complex64 np.complex64(1j)"):
        cp.int32(np.complex64(1j))
    assert cp.CudaArray([np.clongdouble(1j)], target="cpu").toList() == [1j]
    assert cp.full(1, np.longdouble(1.5), cp.Float, target="cpu").toList() == [1.5]


def test_the_components_of_vectors_are_real_numbers():
    for value, text in (
        (1j, "complex 1j"),
        (np.complex128(1j), "complex128 np.complex128(1j)"),
        (np.complex64(1j), "complex64 np.complex64(1j)"),
        ("nan", "str 'nan'"),
        (b"2", "bytes b'2'"),
        (None, "NoneType None"),
    ):
        with raises(TypeError, f"float3: y: expected a number, got {text}"):
            cp.float3(1, value, 3)
    assert cp.float3(np.float32(1.5), np.int8(2), True) == cp.float3(1.5, 2, 1)
