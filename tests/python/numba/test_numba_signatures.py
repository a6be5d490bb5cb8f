"""Kernels and device functions of cuda.jit with signatures: how they are written, what they are launched
with, and which of several is meant."""

import numpy as np
import pytest

from cudapy import CompileError, cuda
from cudapy.cuda import complex64, errors, float32, float64, int32, int64, types, uint8, void
from cudapy.cuda._jit.matching import best


def scaled(x, by, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * by


@pytest.mark.parametrize(
    "signature",
    [
        "void(float32[:], int32, float64[:])",
        "(f4[:], i4, f8[:])",
        void(float32[:], int32, float64[:]),
        (float32[:], int32, float64[:]),
        [void(float32[:], int32, float64[:])],
        ["void(float32[:], int32, float64[:])"],
    ],
    ids=str,
)
def test_ways_to_write_one(signature):
    kernel = cuda.jit(signature)(scaled)
    assert list(kernel.overloads) == kernel.signatures == [(float32[:], int32, float64[:])]
    out = np.zeros(3)
    kernel[1, 4](np.float32([1, 2, 3]), 2, out)
    assert out.tolist() == [2, 4, 6]
    assert kernel.specialized is not isinstance(signature, list)


def test_it_is_compiled_at_once():
    def wrong(x):
        x[0] = missing  # noqa: F821

    line = wrong.__code__.co_firstlineno
    with pytest.raises(errors.TypingError) as error:
        cuda.jit("void(float32[:])")(wrong)
    assert (
        isinstance(error.value, CompileError)
        and error.value.diagnostics[0]["message"] == "unknown name `missing`"
    )
    assert (
        str(error.value)
        == f"""\
{__file__}:{line + 1}:16: error[E301]: unknown name `missing`
  {line} |     def wrong(x):
     |         ----- in `wrong` with x = `float32[:]`
  {line + 1} |         x[0] = missing  # noqa: F821
     |                ^^^^^^^ not defined here
   = help: assign `missing` before it is used, make it a parameter, or define it as a constant at the top level of the module
1 error"""  # noqa: E501
    )


FACTOR = 2


@cuda.jit("void(int64[:])")
def frozen(x):
    x[0] = FACTOR


def test_what_was_captured_is_frozen():
    global FACTOR
    FACTOR = 5
    x = np.zeros(1, np.int64)
    frozen[1, 1](x)
    assert x[0] == 2
    again = cuda.jit(frozen.py_func)
    again[1, 1](x)
    assert x[0] == 5
    FACTOR = 2
    again[1, 1](x)
    assert x[0] == 5


@cuda.jit("void(uint8, int8, int32, float32, complex64, boolean, float64[:])")
def shows(a, b, c, d, e, f, out):
    out[0] = a
    out[1] = b
    out[2] = c
    out[3] = d
    out[4] = e.real
    out[5] = e.imag
    out[6] = f


def test_numbers_become_those_of_the_signature():
    out = np.zeros(7)
    shows[1, 1](300, 200, 2**31, 0.1, 0.1 + 0.2j, True, out)
    assert out.tolist() == [
        300 - 256,
        200 - 256,
        -(2**31),
        np.float32(0.1),
        np.float32(0.1),
        np.float32(0.2),
        1,
    ]
    shows[1, 1](np.int64(-1), np.uint8(5), True, 3, 2, np.bool_(False), out)
    assert out.tolist() == [255, 5, 1, 3, 2, 0, 0]
    shows[1, 1](1, 1, 1, True, np.float32(2.5), True, out)
    assert out[3:].tolist() == [1, 2.5, 0, 1]


@pytest.mark.parametrize(
    "kind, value, stored",
    [
        (types.float16, 0.1, np.float16(0.1)),
        (types.float16, 1e6, np.inf),
        (float64, np.float32(0.1), np.float32(0.1)),
        (types.uint64, -1, 2**64 - 1),
        (types.int16, 2**15, -(2**15)),
        (types.complex128, 1, 1),
        (float32, 2**40, 2**40),
    ],
)
def test_a_number_and_what_is_stored(kind, value, stored):
    out = np.zeros(1, np.dtype(kind.name))
    cuda.jit(void(kind, kind[:]))(which)[1, 1](value, out)
    assert out[0] == stored


@pytest.mark.parametrize(
    "place, value, message",
    [
        (0, 1.0, "shows: the signature has an uint8 where the launch has 1.0: write int(...)"),
        (2, 1j, "shows: the signature has an int32 where the launch has 1j: write int(...)"),
        (3, 1j, "shows: the signature has a float32 where the launch has 1j"),
        (
            3,
            np.complex64(0),
            "shows: the signature has a float32 where the launch has " + repr(np.complex64(0)),
        ),
        (5, 1.0, "shows: the signature has a bool where the launch has 1.0: write bool(...)"),
        (0, np.zeros(1), "shows: the signature has uint8 where the launch has array(float64, 1d, C)"),
        (6, 1.0, "shows: the signature has array(float64, 1d, A) where the launch has float64"),
        (
            6,
            np.zeros(7, np.float32),
            "shows: the signature has array(float64, 1d, A) where the launch has array(float32, 1d, C)",
        ),
        (
            6,
            np.zeros((7, 1)),
            "shows: the signature has array(float64, 1d, A) where the launch has array(float64, 2d, C)",
        ),
    ],
)
def test_what_does_not_fit_the_only_signature(place, value, message):
    arguments = [1, 1, 1, 1.0, 1j, True, np.zeros(7)]
    arguments[place] = value
    with pytest.raises(TypeError) as error:
        shows[1, 1](*arguments)
    assert str(error.value) == message


def test_layouts():
    def rows(x):
        x[0, 1] = 7

    by_rows, by_columns, any_strides = (
        cuda.jit(void(kind))(rows) for kind in (float32[:, ::1], float32[::1, :], float32[:, :])
    )
    c, f = np.zeros((2, 3), np.float32), np.zeros((2, 3), np.float32, order="F")
    for kernel, array in ((by_rows, c), (by_columns, f), (any_strides, c), (any_strides, f)):
        array[:] = 0
        kernel[1, 1](array)
        assert array.tolist() == [[0, 7, 0], [0, 0, 0]]
    with pytest.raises(TypeError) as error:
        by_rows[1, 1](f)
    assert (
        str(error.value)
        == "rows: the signature has array(float32, 2d, C) where the launch has array(float32, 2d, F)"
    )


def which(x, out):
    out[0] = x


@pytest.mark.parametrize(
    "value, meant",
    [
        (1, int64),
        (1.5, float64),
        (np.float32(1.5), float32),
        (np.int32(3), int32),
    ],
)
def test_the_best_of_several(value, meant):
    kernel = cuda.jit([void(kind, float64[:]) for kind in (int32, int64, float32, float64)])(which)
    out = np.zeros(1)
    kernel[1, 1](value, out)
    assert out[0] == value
    assert kernel.inspect_cuda() == kernel.inspect_cuda((meant, float64[:]))


def test_none_and_several_that_fit():
    kernel = cuda.jit([(int32, float32[:]), (float32, float32[:])])(which)
    with pytest.raises(TypeError) as error:
        kernel[1, 1](1j, np.zeros(1, np.float32))
    assert str(error.value) == "No matching definition for argument type(s) complex128, array(float32, 1d, C)"
    with pytest.raises(TypeError) as error:
        kernel[1, 1](1, np.zeros(1))
    assert str(error.value) == "No matching definition for argument type(s) int64, array(float64, 1d, C)"
    with pytest.raises(TypeError) as error:
        kernel[1, 1](1, np.zeros(1, np.float32))
    array = "Array(float32, 1, '{}', False, aligned=True)"
    assert str(error.value) == (
        f"Ambiguous overloading for {which!r} (int64, {array.format('C')}):\n"
        f"(int32, {array.format('A')}) -> none\n"
        f"(float32, {array.format('A')}) -> none"
    )
    with pytest.raises(RuntimeError) as error:
        kernel.compile("void(int64, float32[:])")
    assert (
        str(error.value)
        == "which: nothing else is compiled, since the kernel has a signature or disable_compile() was called"
    )


def test_the_ratings_of_conversions():
    """As numba's table of conversions has them."""
    two = [(float32, float32), (float64, float64)]
    assert best((int64, int64), two) == [(float64, float64)]
    assert best((types.int16, float32), two) == [(float32, float32)]
    assert best((float64, float32), [(float32, float64), (float64, float32)]) == [(float64, float32)]
    assert best((complex64,), [(float32,), (types.complex128,)]) == [(types.complex128,)]
    assert best((float32[::1],), [(float32[:],), (float32[::1],), (float64[:],)]) == [(float32[::1],)]
    assert best((float32[:],), [(float32[::1],)]) == [] and best((uint8,), [(uint8, uint8)]) == []
    assert best((types.Array(uint8, 1, "C", readonly=True),), [(uint8[:],)]) == []


@pytest.mark.parametrize(
    "signature, error, message",
    [
        (
            "int32(int32)",
            TypeError,
            "cuda.jit: which is a kernel, which returns nothing: the signature must be void(...), not "
            "int32(...)",
        ),
        ("void(int32)", TypeError, "which: the kernel has 2 parameters, and the signature has 1 types"),
        (
            "float32[:]",
            TypeError,
            "cuda.jit: 'float32[:]' is no signature: write void(float32[:], int32), or a tuple of types",
        ),
        ((int32, 3), TypeError, "cuda.jit: a signature is made of types, and 3 is none"),
        ("void(types)", NameError, "name 'types' is not defined"),
        (
            (int32, types.UniTuple(types.Type("set"), 2)),
            NotImplementedError,
            "which: cudapy.cuda has no arguments of the type UniTuple(set x 2) yet: numbers, arrays and "
            "tuples of them are there",
        ),
    ],
    ids=str,
)
def test_wrong_signatures(signature, error, message):
    with pytest.raises(error) as caught:
        cuda.jit(signature)(which)
    assert str(caught.value) == message


def test_a_kernel_that_returns_a_value():
    def returns(x):
        return x[0]

    with pytest.raises(errors.TypingError) as error:
        cuda.jit(returns)[1, 1](np.zeros(1))
    assert "`returns` returns a value, so that it cannot be launched as a kernel" in str(error.value)


@cuda.jit("int32(float32, uint8)", device=True)
def converts(a, b):
    return a + b


@cuda.jit("void(float64[:], int64)", device=True)
def sets(x, i):
    x[i] = 9


@cuda.jit("void(float64[:], uint8)")
def kernel_that_is_called(x, value):
    x[2] = value


@cuda.jit
def calls(x, out):
    out[0] = converts(x[0], x[1])
    sets(out, 1.9)
    kernel_that_is_called(out, 300)


def test_device_functions_convert():
    out = np.zeros(3)
    calls[1, 1](np.array([16777217.5, 254.9]), out)
    assert out.tolist() == [int(np.float32(16777217.5) + np.float32(254)), 9, 300 - 256]


def subtracted(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] < 0
        a[i] -= 2


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_integers_of_the_other_sign_are_taken_as_they_lie_in_memory(bits):
    kernel = cuda.jit(f"void(int{bits}[:], int8[:])")(subtracted)
    unsigned = np.array([0, 5, 2**bits - 3], f"uint{bits}")
    signed, out = unsigned.view(f"int{bits}"), np.zeros(3, np.int8)
    expected = signed - signed.dtype.type(2)
    on_device = cuda.to_device(unsigned)
    for array in (unsigned, on_device):
        kernel[1, 4](array, out)
        assert out.tolist() == [0, 0, 1]
    assert signed.tolist() == expected.tolist()
    assert (
        on_device.dtype == f"uint{bits}"
        and on_device.copy_to_host().view(f"int{bits}").tolist() == expected.tolist()
    )
    with pytest.raises(
        TypeError, match=f"^subtracted: the signature has array.int{bits}, 1d, A. where the launch has "
    ):
        kernel[1, 4](np.zeros(3, np.float64 if bits != 64 else np.int32), out)


def test_hints_around_integers_of_the_other_sign():
    kernel = cuda.jit("void(int32[:], int8[:])")(subtracted)
    for hint in (cuda.InOut, cuda.Out):
        a, out = np.array([0, 5], np.uint32), np.zeros(2, np.int8)
        kernel[1, 2](hint(a), out)
        assert a.view(np.int32).tolist() == [-2, 3]
    a = np.array([7], np.uint32)
    kernel[1, 1](cuda.In(a), np.zeros(1, np.int8))
    assert a.tolist() == [7]


@pytest.mark.parametrize(
    "ndim, layout, fits",
    [(1, "C", "CF"), (1, "F", "CF"), (1, "A", "CF"), (2, "C", "C"), (2, "F", "F"), (2, "A", "CF")],
)
@pytest.mark.parametrize("several", [False, True])
def test_one_axis_lies_by_rows_and_by_columns(ndim, layout, fits, several):
    wanted = types.void(types.Array(types.float64, ndim, layout))

    @cuda.jit([wanted, types.void(types.Array(types.float32, ndim, "A"))] if several else wanted)
    def clear(x):
        i = cuda.grid(1)
        if ndim == 2:
            x[i, 1] = 0
        else:
            x[i] = 0

    for order in "CF":
        x = np.ones((2, 3)[:ndim], order=order)
        if order not in fits:
            with pytest.raises(TypeError):
                clear[1, 2](x)
        else:
            clear[1, 2](x)
            assert x.sum() == (4 if ndim == 2 else 0)
