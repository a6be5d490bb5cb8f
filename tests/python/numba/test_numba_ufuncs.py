"""NumPy's ufuncs in kernels of the dialect, over numbers and over arrays, compared with NumPy."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda._library._loops import LOOPS

ON_CPU = cuda.device_array(1).device == "cpu"
REALS = np.array([-1.5, -0.5, 0.0, 0.25, 0.5, 1.5, np.inf, np.nan])
COMPLEX = np.array([-0.5 - 0.5j, 0.5 + 0.25j, 2 - 1j, 0.25j])
INTEGERS = np.array([-3, -1, 0, 1, 2, 5, 7])
OF = {"?": np.array([True, False, True]), "i": INTEGERS, "f": REALS, "F": COMPLEX}
DTYPES = {"?": ["?"], "i": ["i1", "i4", "u8"], "f": ["f4", "f8"], "F": ["c8", "c16"]}


def cases():
    for name, row in LOOPS.items():
        # ldexp has operands of two kinds, and ufuncs with two results fill no array.
        of_one_kind = name != "ldexp" and getattr(np, name).nout == 1
        for kind in row if of_one_kind else ():
            for dtype in DTYPES[kind]:
                yield pytest.param(name, kind, dtype, id=f"{name}-{dtype}")


def made_by(ufunc, *arguments):
    """Returns what a ufunc gives in a kernel for arrays, in an array like that of NumPy."""
    with np.errstate(all="ignore"):
        expected = ufunc(*arguments)
    out = np.zeros_like(expected)
    if ufunc.nin == 1:

        @cuda.jit
        def kernel(x, out):
            ufunc(x, out)
    else:

        @cuda.jit
        def kernel(x, y, out):
            ufunc(x, y, out)

    kernel[1, 1](*arguments, out)
    return out, expected


@pytest.mark.parametrize("name, kind, dtype", cases())
def test_arrays(name, kind, dtype):
    ufunc = getattr(np, name)
    if kind in "?i" and not any(set("bilqhBHILQ?") & set(loop) for loop in ufunc.types):
        pytest.skip("NumPy has no such loop")
    if kind == "i" and ("shift" in name or name == "power"):
        arguments = (INTEGERS.astype(dtype), np.abs(INTEGERS).astype(dtype))
    else:
        values = OF[kind].astype(dtype)
        arguments = (
            (values,) if ufunc.nin == 1 else (np.repeat(values, values.size), np.tile(values, values.size))
        )
    made, expected = made_by(ufunc, *arguments)
    assert made.dtype == expected.dtype
    if expected.dtype.kind in "fc":
        single = expected.dtype.itemsize // (1 + (expected.dtype.kind == "c")) == 4
        apart = 1e-6 if single else 1e-14
        np.testing.assert_allclose(
            made, expected, rtol=apart, atol=apart if expected.dtype.kind == "c" else 0
        )
    else:
        assert np.array_equal(made, expected)


def test_comparisons_of_int64_with_uint64_are_exact():
    signed = np.array([-1, -1, 0, 2**62, 2**63 - 1, 2**63 - 1], np.int64)
    unsigned = np.array([2**64 - 1, 0, 0, 2**62, 2**63, 2**63 - 1], np.uint64)
    for name in ("greater", "greater_equal", "less", "less_equal", "equal", "not_equal"):
        for arguments in ((signed, unsigned), (unsigned, signed)):
            made, expected = made_by(getattr(np, name), *arguments)
            assert np.array_equal(made, expected), name


def test_shapes_meet_as_in_numpy():
    x, y = np.arange(6.0).reshape(2, 3), np.array([1.0, 2, 3])
    for arguments in ((x, y), (y, x), (x, y[:1]), (x[:, :1].copy(), y), (np.asfortranarray(x), y)):
        made, expected = made_by(np.arctan2, *arguments)
        np.testing.assert_allclose(made, expected, rtol=1e-15)
    cube = np.linspace(0, 1, 24).reshape(2, 3, 4)
    made, expected = made_by(np.sin, cube)
    np.testing.assert_allclose(made, expected, rtol=1e-15)


@cuda.jit
def of_numbers(x, y, out, bools):
    out[0] = np.sin(x[0])
    out[1] = np.arctan2(x[0], y[0])
    out[2] = np.maximum(y[0], 5)
    out[3] = np.cos(y[0])
    out[4] = np.log2(8)
    np.hypot(x[0], 2.0, out=out[5:6])
    bools[0] = np.greater(x[0], y[0])
    bools[1] = np.isnan(x[0])


def test_numbers_have_the_types_of_numpys_loops():
    out, bools = np.zeros(6), np.ones(2, bool)
    of_numbers[1, 1](np.float32([0.3]), np.int8([2]), out, bools)
    x = np.float32(0.3)
    assert out[:3].tolist() == pytest.approx([np.sin(x), np.arctan2(x, np.float32(2)), 5], rel=1e-7)
    assert out[0] == np.float32(out[0]) and out[3] == np.float32(out[3]) == pytest.approx(np.cos(2), rel=1e-6)
    assert out[4] == (3 if ON_CPU else pytest.approx(3, rel=4e-16)) and out[5] == pytest.approx(
        np.hypot(float(x), 2), rel=1e-15
    )
    assert bools.tolist() == [False, False]


def test_shapes_that_do_not_meet_leave_the_result():
    @cuda.jit
    def kernel(x, out):
        np.sin(x, out)

    out = np.full(3, 7.0)
    kernel[1, 1](np.ones(2), out)
    assert out.tolist() == [7, 7, 7]


@cuda.jit
def without_a_result(x, out):
    out[0] = np.sin(x)[0]


@cuda.jit
def of_complex(x, out):
    np.hypot(x[0] * 1j, x[1], out)


@cuda.jit
def into_integers(x, out):
    np.sin(x, out)


@pytest.mark.parametrize(
    "kernel, dtype, what",
    [
        (
            without_a_result,
            "f8",
            "`np.sin` of an array of float64 without an array for the result, which nothing "
            "in a kernel can allocate,",
        ),
        (of_complex, "f8", "`np.hypot` of complex128, float64, an array of float64"),
        (into_integers, "i4", "`np.sin` of an array of float64, an array of int32"),
    ],
)
def test_what_has_no_loop_is_refused(kernel, dtype, what):
    with pytest.raises(cp.CompileError) as error:
        kernel[1, 1](np.ones(2), np.zeros(2, dtype))
    head = str(error.value).splitlines()[0].partition("error[E619]: ")[2]
    assert head == f"{what} is not in the kernel language"
