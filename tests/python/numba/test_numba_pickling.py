"""Kernels, and functions over arrays, that are defined in functions are pickled by value, as in numba."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from cudapy import cuda

FACTOR = 3


def local_kernel():
    @cuda.jit(device=True)
    def inner(a):
        return a + 1

    def scaled(a, by=2):
        return np.float64(a) * FACTOR * by

    offset = 10

    @cuda.jit
    def k(x):
        """Does it."""
        x[0] = inner(x[0])
        x[1] = scaled(x[1]) + offset

    return k


def launched(kernel, *values):
    x = np.array(values or (1.0, 1.0))
    kernel[1, 1](x)
    return x.tolist()


def test_a_local_kernel():
    kernel = local_kernel()
    copied = pickle.loads(pickle.dumps(kernel))
    assert launched(copied) == launched(kernel) == [2, 16]
    again = pickle.loads(pickle.dumps(copied))
    assert launched(again) == [2, 16] and (again.__name__, again.__doc__) == ("k", "Does it.")
    configured = pickle.loads(pickle.dumps(again[5, (8, 2)]))
    assert (configured.griddim, configured.blockdim) == ((5, 1, 1), (8, 2, 1))


def test_a_kernel_with_a_signature():
    @cuda.jit("void(float64[:])")
    def k(x):
        x[0] = 4

    copied = pickle.loads(pickle.dumps(k))
    assert launched(copied) == [4, 1] and list(copied.overloads) == list(k.overloads)
    with pytest.raises(TypeError):
        copied[1, 1](np.zeros(1, np.int8))


def test_in_another_process(tmp_path):
    program = (
        "import pickle, sys, numpy as np\n"
        "kernel, mean = pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "x = np.array([1.0, 1.0])\n"
        "kernel[1, 1](x)\n"
        "print(x.tolist(), mean(x, 4.0).tolist())\n"
    )

    @cuda.vectorize(["float64(float64, float64)"])
    def mean(a, b):
        return (a + b) / 2

    command = [sys.executable, "-c", program, pickle.dumps((local_kernel(), mean)).hex()]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "[2.0, 16.0] [3.0, 10.0]\n", done.stderr


def test_functions_over_arrays():
    @cuda.vectorize(["int64(int64)", "float64(float64)"])
    def twice(x):
        return x * 2

    @cuda.guvectorize(["void(float64[:], float64[:])"], "(n)->()")
    def total(x, out):
        out[0] = 0
        for each in x:
            out[0] += each

    copied, sums = pickle.loads(pickle.dumps((twice, total)))
    copied = pickle.loads(pickle.dumps(copied))
    assert copied(np.arange(3)).tolist() == [0, 2, 4]
    assert sums(np.ones((2, 3))).tolist() == [3, 3]
    open_one = pickle.loads(pickle.dumps(cuda.vectorize(twice.py_func)))
    assert open_one(np.arange(3.0)).tolist() == [0, 2, 4]


def test_what_calls_itself_is_refused():
    @cuda.jit("int64(int64)", device=True)
    def count(n):
        if n < 1:
            return 0
        return 1 + count(n - 1)

    with pytest.raises(TypeError) as error:
        pickle.dumps(count)
    assert str(error.value) == (
        "count cannot be pickled: it is defined in a function, and calls itself: define it in a module"
    )


def test_another_version_of_python_is_refused():
    made = pickle.dumps(local_kernel())
    older = made.replace(b"K" + bytes([sys.version_info.minor]), b"K\x08")
    with pytest.raises(TypeError) as error:
        pickle.loads(older)
    assert str(error.value).endswith("was pickled by Python 3.8, whose code this one cannot run")
