"""cp.elementwise: functions over arrays that are given as texts."""

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


def test_a_result():
    squared = cp.elementwise("T x, T y", "T z", "z = (x - y) * (x - y)", "squared")
    X, Y = np.arange(10.0, dtype="f4").reshape(2, 5), np.arange(5.0, dtype="f4")
    found = squared(X, Y)
    assert (
        found.dtype == np.float32
        and np.array_equal(found, (X - Y) * (X - Y))
        and squared.__name__ == "squared"
    )
    out = np.zeros((2, 5), "f4")
    assert squared(X, y=2, out=out) is out and np.array_equal(out, (X - 2) ** 2)
    assert squared(cp.CudaArray([1.0, 5.0]), 2.0).toList() == [1, 9]


def test_several_statements_and_results():
    both = cp.elementwise(
        "float64 x, int32 n",
        "float64 low, bool isLow",
        """
        limit = sqrt(x) + math.floor(0.5)
        if limit < n:
            low = limit
        else:
            low = float64(n)
        isLow = limit < n
    """,
    )
    low, is_low = both(np.array([4.0, 100.0]), 5)
    assert low.tolist() == [2, 5] and is_low.tolist() == [True, False] and is_low.dtype == np.bool_


def test_two_of_one_name():
    one, other = (cp.elementwise("T x", "T y", f"y = x * {by}") for by in (2, 3))
    assert one(np.ones(1)) == 2 and other(np.ones(1)) == 3 and one(np.ones(1)) == 2


def test_errors_show_the_operation():
    with pytest.raises(cp.CompileError, match=r"<cp.elementwise \d+>:3:.*unknown name `w`"):
        cp.elementwise("T x", "T y", "y = x * w")(np.ones(1))
    with pytest.raises(SyntaxError):
        cp.elementwise("T x", "T y", "y = = x")
    with pytest.raises(
        TypeError, match="kernel: it uses idx .* a function over arrays has no threads of its own"
    ):
        cp.elementwise("T x", "T y", "y = x * idx")(np.ones(1))


def test_what_is_refused():
    for given, message in (
        (
            ("raw T x", "T y", "y = x"),
            "in_params has 'raw T x', and a function over arrays sees one element of each: write a kernel",
        ),
        (("x", "T y", "y = x"), "'x' in in_params is no type and a name: write one such as float32 x"),
        (
            ("floaty x", "T y", "y = x"),
            "'floaty x' in in_params is no type and a name: write one such as float32 x",
        ),
        (("T x,", "T y", "y = x"), "'' in in_params is no type and a name: write one such as float32 x"),
        (("T x", "S y", "y = x"), "nothing says what S is, the type of y: give one of in_params that type"),
        (("T x", "T x", "x = x"), "x is in in_params and in out_params: give the result a new name"),
        (("T x", "", "y = x"), "out_params must be types and names, such as \"float32 x, T y\", got ''"),
        (("T x", "T y", ""), "operation must be Python, such as \"z = x * y\", got ''"),
        (("T x", "T y", "y = x", "a b"), "name must be a name of Python's, got 'a b'"),
    ):
        with raises(TypeError, f"elementwise: {message}"):
            cp.elementwise(*given)
