"""sum, mean, min, max, any, all, argmin and argmax of CudaArrays, compared with NumPy; and what is said of
those that are not there."""

import itertools
import runpy
import warnings

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")

KINDS = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
NAMES = ["sum", "mean", "min", "max", "any", "all", "argmin", "argmax"]


@cp.struct
class Named:
    name: cp.int32  # which types of numbers have, too


def values(kind, shape):
    return np.random.default_rng(len(kind)).integers(0, 9, shape).astype(kind)


def same(found, expected):
    """What a method gives, and what NumPy's gives: an array of one type and shape, or a number."""
    if np.ndim(expected):
        assert type(found) is cp.CudaArray, found
        found = found.toHost()
        assert found.dtype == expected.dtype and found.shape == expected.shape, (
            found.dtype,
            expected.dtype,
            found.shape,
        )
    else:
        assert type(found) is type(expected.item()), (found, expected)
    np.testing.assert_array_equal(found, expected)
    return True


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_types(name, kind):
    A = values(kind, (4, 5))
    if kind[0] == "c" and name in ("min", "max", "argmin", "argmax"):
        with raises(
            TypeError,
            f"CudaArray.{name}: complex numbers have no order: take it of their real parts, or of abs",
        ):
            getattr(cp.CudaArray(A), name)()
        return
    for axis in (None, 0, 1):
        found, expected = getattr(cp.CudaArray(A), name)(axis=axis), np.asarray(getattr(A, name)(axis=axis))
        if (
            kind == "c16" and name == "mean"
        ):  # which NumPy multiplies by the reciprocal, with another last bit
            expected = np.asarray((A.real.sum(axis) / (A.size // expected.size)).astype("c16"))
        assert same(found, expected)


@pytest.mark.parametrize("name", NAMES)
def test_axes(name):
    A = values("i4", (3, 4, 5))
    axes = [None, 0, 1, 2, -1] + (
        [] if name.startswith("arg") else [(), *itertools.combinations(range(3), 2), (0, 1, 2)]
    )
    for axis, keepdims in itertools.product(axes, (False, True)):
        expected = np.asarray(getattr(A, name)(axis=axis, keepdims=keepdims))
        assert same(getattr(cp.CudaArray(A), name)(axis=axis, keepdims=keepdims), expected), (axis, keepdims)
        turned = np.asarray(getattr(A.T[::-1], name)(axis=axis, keepdims=keepdims))
        assert same(getattr(cp.CudaArray(A).transpose()[::-1], name)(axis, keepdims), turned)


def test_nan_and_equal_elements():
    A = np.array([[1.0, np.nan, 3.0], [4.0, 4.0, 0.0], [np.nan, np.nan, 1.0], [-np.inf, np.inf, -0.0]])
    B = cp.CudaArray(A)
    for name, axis in itertools.product(NAMES, (None, 0, 1)):
        assert same(getattr(B, name)(axis=axis), np.asarray(getattr(A, name)(axis=axis))), (name, axis)
    assert cp.CudaArray([7, 7, 7]).argmin() == cp.CudaArray([7, 7, 7]).argmax() == 0
    assert cp.CudaArray([-0.0, -0.0]).sum() == 0 and str(cp.CudaArray([-0.0]).sum()) == str(
        np.array([-0.0]).sum()
    )


def test_wide_results():
    assert (
        cp.full(10, 2**31 - 1, cp.Int).sum() == 10 * (2**31 - 1) and cp.full(5, 255, cp.UInt8).sum() == 1275
    )
    A = np.full(5000, 0.1, "f2")
    assert cp.CudaArray(A).sum() == np.float16(A.astype("f8").sum()) and cp.CudaArray(A).mean() == np.float16(
        0.1
    )
    large = np.full(3000, 1000, "f2")
    assert cp.CudaArray(large).sum() == float("inf") and cp.CudaArray(large).mean() == 1000
    assert (
        cp.CudaArray([1.5, 2.0], cp.bfloat16).sum() == 3.5
        and cp.CudaArray([1.5, 2.5], cp.bfloat16).mean() == 2
    )
    assert cp.full(2**12, 2**62, cp.Int64).mean() == 2.0**62


def test_many_elements():
    X = np.random.default_rng(3).integers(-(2**31), 2**31, 100_003).astype("i4")
    A = cp.CudaArray(X)
    assert A.sum() == X.sum() and A.argmax() == X.argmax() and A.argmin() == X.argmin() and A.max() == X.max()


def test_no_elements():
    for shape, axis in itertools.product(((0, 3), (3, 0)), (None, 0, 1)):
        A = np.zeros(shape, "f4")
        for name in ("sum", "any", "all"):
            assert same(
                getattr(cp.zeros(shape, cp.Float), name)(axis=axis), np.asarray(getattr(A, name)(axis=axis))
            )
        found = cp.zeros(shape, cp.Float).mean(axis=axis)
        found = found.toHost() if axis is not None else found
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            np.testing.assert_array_equal(found, A.mean(axis=axis))
        for name in ("min", "max", "argmin", "argmax"):
            try:
                expected = np.asarray(getattr(A, name)(axis=axis))
            except ValueError:
                with raises(ValueError, f"CudaArray.{name}: there are no elements along the axes that go"):
                    getattr(cp.zeros(shape, cp.Float), name)(axis=axis)
            else:
                assert same(getattr(cp.zeros(shape, cp.Float), name)(axis=axis), expected)


def test_what_is_refused():
    A = cp.zeros((2, 3), cp.Float)
    for name in NAMES:
        with raises(ValueError, f"CudaArray.{name}: axis 2 is none of an array of 2 dimensions"):
            getattr(A, name)(axis=2)
        for kind in (cp.float2, Named):
            with raises(
                TypeError, f"CudaArray.{name}: the elements are {kind.__name__}, which are no numbers"
            ):
                getattr(cp.zeros(2, kind), name)()
    with raises(TypeError, "CudaArray.argmax: axis must be None or an int, got (0, 1)"):
        A.argmax(axis=(0, 1))


ARRAYS = "cupy" if cp.cuda_available() else "numpy"  # whose functions are advised here


@pytest.mark.parametrize(
    ("name", "of_array", "of_package"),
    [
        ("std", f": use {ARRAYS}.std or torch.std, whose arrays are arguments of kernels, too", None),
        (
            "concatenate",
            f": use {ARRAYS}.concatenate or torch.cat, whose arrays are arguments of kernels, too",
            None,
        ),
        (
            "linalg",
            f": use {ARRAYS}.linalg or torch.linalg, whose arrays are arguments of kernels, too",
            None,
        ),
        (
            "clip",
            f": use {ARRAYS}.clip or torch.clamp, whose arrays are arguments of kernels, too",
            ": write cp.vectorize(lambda x, low, high: min(max(x, low), high))",
        ),
        ("sort", ": write cp.lib.sort(A)", None),
        ("prod", ": write cp.reduction(lambda a, b: a * b)(A)", None),
        ("sin", "", ": write cp.vectorize(lambda x: math.sin(x))"),
        (
            "where",
            f": use {ARRAYS}.where or torch.where, whose arrays are arguments of kernels, too",
            ": write cp.vectorize(lambda c, x, y: x if c else y)",
        ),
        (
            "take_along_axis",
            f": use {ARRAYS}.take_along_axis or torch.take_along_dim, whose arrays are arguments of "
            "kernels, too",
            None,
        ),
        ("get", ": write A.numpy(), or A.toList() for numbers of Python", ""),
        ("item", ": write A[0], or A[i, j] of several dimensions", ""),
        (
            "RawKernel",
            "",
            ": write cp.cuda_source(text), and launch its kernels by their names: module.name(n)(arguments)",
        ),
        ("ElementwiseKernel", "", ': write cp.elementwise("T x, T y", "T z", "z = x * y")'),
        ("ReductionKernel", "", ": write cp.reduction(lambda a, b: a + b, 0, map=lambda x: x * x)"),
        ("fuse", "", ": write @cp.vectorize"),
        ("abs", "", ": write cp.vectorize(lambda x: abs(x))"),
        ("nonsense", "", ""),
        ("__nonsense__", "", ""),
    ],
)
def test_what_is_not_there_says_who_has_it(name, of_array, of_package):
    with raises(AttributeError, f"'cudapy.CudaArray' object has no attribute '{name}'{of_array}"):
        getattr(cp.CudaArray([1]), name)
    with raises(
        AttributeError,
        f"module 'cudapy' has no attribute '{name}'{of_array if of_package is None else of_package}",
    ):
        getattr(cp, name)


def test_what_is_advised_works(target):
    X = np.array([1.0, -2.0], np.float32)
    T = {"cp": cp, "A": cp.CudaArray(X, target=target), "X": X}
    assert (
        eval("A.numpy()", T).tolist() == [1, -2] and eval("A.toList()", T) == [1, -2] and eval("A[0]", T) == 1
    )
    assert eval("A.copy()", T).toList() == [1, -2] and eval("A.astype(cp.float32)", T).toList() == [1, -2]
    assert cp.vectorize(lambda x: abs(x))(X).tolist() == [1, 2]
    assert eval('cp.elementwise("T x, T y", "T z", "z = x * y")', T)(X, X).tolist() == [1, 4]
    assert cp.reduction(lambda a, b: a + b, 0, map=lambda x: x * x)(X) == 5
    eval("A.copy_from(X)", T)


def test_a_method_that_is_no_function():
    for name in ("sum", "argmax"):
        with raises(
            AttributeError,
            f"module 'cudapy' has no attribute '{name}': it is a method of CudaArrays, A.{name}()",
        ):
            getattr(cp, name)


def test_the_functions_that_are_named_instead(tmp_path):
    from cudapy._arrays import missing_names

    assert all(hasattr(cp.lib, name) for name in missing_names._OF_LIB) and all(
        hasattr(cp.CudaArray, name) for name in missing_names._METHODS
    )
    path = tmp_path / "named_instead.py"
    path.write_text(
        "import math\n"
        + "".join(f"f{i} = {text}\n" for i, text in enumerate(missing_names._OF_NUMBERS.values())),
        encoding="utf-8",
    )
    functions = runpy.run_path(str(path))
    for i, name in enumerate(missing_names._OF_NUMBERS):
        f = functions[f"f{i}"]
        A = cp.CudaArray([1.25, 1.5, 1.75] if name == "acosh" else [0.25, 0.5, 0.75], cp.Double)
        arguments = [A] * f.__code__.co_argcount
        assert cp.vectorize(f)(*arguments).tolist() == pytest.approx(
            [f(*each) for each in zip(*(X.tolist() for X in arguments))]
        )
