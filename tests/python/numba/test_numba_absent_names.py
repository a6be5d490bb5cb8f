"""Names of numba.cuda that are not there: they can be imported, and say so where they are used."""

import pickle

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import (
    compile_ptx,
    float32,
    fp8,
    libdevice,
    numpy_support,
    open_ipc_array,
    types,
)
from cudapy.cuda.types import CPointer


@pytest.mark.parametrize(
    "use, message",
    [
        (lambda: CPointer(float32), "cudapy.cuda has no types.CPointer yet"),
        (
            lambda: libdevice.dadd_rd(1.0, 2.0),
            "cudapy.cuda has no libdevice.dadd_rd yet: math has most of these functions",
        ),
        (
            lambda: compile_ptx(None, ()),
            "cudapy.cuda has no compile_ptx yet: kernel.inspect_cuda() is the CUDA C++ of a kernel",
        ),
        (
            lambda: open_ipc_array("handle"),
            "cudapy.cuda has no open_ipc_array yet: send arrays to other processes by "
            "copy_to_host(), or pickle them",
        ),
        (
            lambda: list(fp8),
            "cudapy.cuda has no fp8 yet: convert numbers of 8 bits in CUDA C++, which declare_device links",
        ),
        (lambda: numpy_support.carray(0, 1), "cudapy.cuda has no carray yet"),
        (lambda: cuda.nothing, "cudapy.cuda has no nothing yet"),
    ],
)
def test_uses_outside_kernels(use, message):
    with pytest.raises(NotImplementedError) as error:
        use()
    assert str(error.value) == message


@cuda.jit
def uses_a_module(x):
    x[0] = fp8.sin(x[0])


@cuda.jit
def uses_a_function(x):
    x[0] = open_ipc_array(x)


@cuda.jit
def uses_a_member(x):
    x[0] = cuda.nothing(True, 1)


@pytest.mark.parametrize(
    "kernel, message",
    [
        (
            uses_a_module,
            """\
12: error[E304]: the function `fp8.sin` cannot be compiled with this kernel
 HEAD | def uses_a_module(x):
     |     ------------- in `uses_a_module` with x = `float64[:]`
 BODY |     x[0] = fp8.sin(x[0])
     |            ^^^^^^^ called here
   = note: cudapy.cuda has no fp8.sin yet: convert numbers of 8 bits in CUDA C++, which declare_device links
   = help: write a plain function with `def` in a file, which comes along with the kernels that call it
1 error""",
        ),
        (
            uses_a_function,
            """\
12: error[E304]: the function `open_ipc_array` cannot be compiled with this kernel
 HEAD | def uses_a_function(x):
     |     --------------- in `uses_a_function` with x = `float64[:]`
 BODY |     x[0] = open_ipc_array(x)
     |            ^^^^^^^^^^^^^^ called here
   = note: cudapy.cuda has no open_ipc_array yet: send arrays to other processes by copy_to_host(), or pickle them
   = help: write a plain function with `def` in a file, which comes along with the kernels that call it
1 error""",  # noqa: E501
        ),
        (
            uses_a_member,
            """\
17: error[E302]: `cuda` has no `nothing` that kernels can use
 HEAD | def uses_a_member(x):
     |     ------------- in `uses_a_member` with x = `float64[:]`
 BODY |     x[0] = cuda.nothing(True, 1)
     |                 ^^^^^^^ not known
   = help: docs/numba.md lists what kernels of cuda.jit can use
1 error""",
        ),
    ],
)
def test_uses_in_kernels(kernel, message):
    with pytest.raises(cuda.errors.TypingError) as error:
        kernel[1, 1](np.zeros(1))
    line = kernel.py_func.__code__.co_firstlineno + 1
    assert str(error.value) == f"{__file__}:{line + 1}:" + message.replace("BODY", f"{line + 1:3}").replace(
        "HEAD", f"{line:3}"
    )


def test_what_they_are():
    assert repr(CPointer) == "<cuda.types.CPointer, which is not there yet>"
    assert repr(pickle.loads(pickle.dumps(fp8.sin))) == "<cuda.fp8.sin, which is not there yet>"
    with pytest.raises(AttributeError, match="module 'cudapy.cuda.types' has no attribute 'nothing'"):
        types.nothing
    with pytest.raises(AttributeError, match="module 'cudapy.cuda.numpy_support' has no attribute 'nothing'"):
        numpy_support.nothing
    assert not hasattr(cuda, "nothing") and getattr(cuda, "nothing", None) is None
