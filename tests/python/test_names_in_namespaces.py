"""What kernels name through modules of the program's own, and through items of tuples: functions, types,
coordinates."""

import math
import types

import numpy as np
import pytest

import cudapy as cp


def double_of(x):
    return x * 2


space = types.ModuleType("space")
space.sqrt, space.math, space.kind, space.count, space.cp, space.thread = (
    math.sqrt,
    math,
    np.float32,
    4,
    cp,
    cp.threadIdx,
)
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
    assert (
        str(error.value)
        == f"""\
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
2 errors"""  # noqa: E501
    )


# The names by which C, CUDA and NumPy have the types, where long has 64 bits.
SAME = {
    "double": cp.float64, "single": cp.float32, "half": cp.float16, "short": cp.int16, "intc": cp.int32,
    "long": cp.int64, "longlong": cp.int64,
    "intp": cp.int64, "ssize_t": cp.int64, "ubyte": cp.uint8, "uchar": cp.uint8, "ushort": cp.uint16,
    "uint": cp.uint32, "uintc": cp.uint32,
    "ulong": cp.uint64, "ulonglong": cp.uint64, "uintp": cp.uint64, "size_t": cp.uint64,
}  # fmt: skip


def test_names_of_types(tmp_path):
    """Each in an annotation, as the type of an array, and as a cast."""
    lines = [
        "import cudapy as cp",
        f"def names(X: cp.Array[cp.double], {', '.join(f'a{i}: cp.{name}' for i, name in enumerate(SAME))}):",
    ]
    for i, name in enumerate(SAME):
        lines += [
            f"    own{i} = cp.local(cp.{name}, 1)",
            f"    own{i}[0] = cp.{name}(X[0])",
            f"    X[{i + 1}] = own{i}[0] + a{i}",
        ]
    path = tmp_path / "names.py"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    assert all(getattr(cp, name) is kind for name, kind in SAME.items())
    call = cp.compile(scope["names"], target="cpu")
    X = np.array([300.5] + [0.0] * len(SAME))
    call(1)(X, *(1 for _ in SAME))
    expected = [float(np.array(300.5).astype(kind.numpy_name)) + 1 for kind in SAME.values()]
    assert X[1:].tolist() == expected
