"""Generic kernels from Python: what chooses an instance, what is kept, functions and lambdas as arguments,
and cudapy.lib."""

import functools
import itertools
import math
import operator

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import pytest

import cudapy as cp
from generated import module
from raising import raises

OFFSET = 100
R = TypeVar("R")


# scale : void (T* X, T by)
def scale(X, by):
    X[idx] *= by


# zip_with : void (R(A, B) f, A* X, B* Y, R* Z)
def zip_with(f, X, Y, Z):
    if idx < len(Z):
        Z[idx] = f(X[idx], Y[idx])


Item = TypeVar("Item")


def filled(X: cp.Array[Item], by: Item) -> None:
    X[idx] = by


def mapped(f: Callable[[Item], R], X: cp.Array[Item], Y: "R*") -> None:
    Y[idx] = f(X[idx])


def unsigned(X, Y, n):
    Y[idx] = X[idx] * n


# larger : T (T a, T b)
def larger(a, b):
    return a if a > b else b


# add : int (int a, int b)
def add(a, b):
    return a + b


@cp.kernel("void (T* X)")
def negate(X):
    X[idx] = -X[idx]


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64])
def test_types_come_from_the_arguments(dtype):
    X = np.arange(5, dtype=dtype)
    call = cp.compile(scale)
    call(5)(X, 3)
    assert X.tolist() == [0, 3, 6, 9, 12] and X.dtype == dtype
    on_device = cp.CudaArray(X)
    call(5)(on_device, dtype(2))
    assert on_device.toList() == [0, 6, 12, 18, 24]
    assert len(call._instances) == 2  # a number of NumPy's has a type of its own, Python's takes one


def test_instances_are_kept():
    call = cp.compile(scale)
    X = [1.0, 2.0]
    for _ in range(3):
        call(2)(X, 2.0)
    assert X == [8.0, 16.0] and len(call._instances) == 1
    call(2)(X, by=0.5)
    assert X == [4.0, 8.0] and len(call._instances) == 1
    kernel = call.instance(X, 1.0)
    assert kernel.signature.endswith("(float* X, float by)") and kernel is call.instance(X, 1.0)
    assert "scale_float" in kernel.cuda_source


def test_lists_and_numbers_take_the_type_of_what_they_meet():
    Y = cp.CudaArray(np.zeros(3))
    cp.compile(zip_with)(3)(lambda x, y: x + y, [1, 2, 3], Y, Y)
    assert Y.toList() == [1.0, 2.0, 3.0]
    Z = [0, 0]  # and of what a function gives
    cp.compile(zip_with)(2)(lambda x, y: x / y, [1, 3], [2, 4], Z)
    assert Z == [0.5, 0.75]


def test_functions_and_lambdas():
    call = cp.compile(zip_with)
    Z = [0, 0, 0]
    call(3)(larger, [1, 5, 2], [4, 3, 2], Z)
    assert Z == [4, 5, 2]
    call(3)(add, [1, 5, 2], [4, 3, 2], Z)
    assert Z == [5, 8, 4]
    call(3)(f=lambda x, y: (x - y) * OFFSET, X=[1, 5, 2], Y=[4, 3, 2], Z=Z)
    assert Z == [-300, 200, 0]


def test_what_a_lambda_captures_is_part_of_the_choice():
    call = cp.compile(zip_with)
    Z = [0.0] * 2
    seen = []
    for k in (1, 2, 2, 1):
        call(2)(lambda x, y: x * k + y, [1.0, 2.0], [0.5, 0.5], Z)
        seen.append(list(Z))
    assert seen == [[1.5, 2.5], [2.5, 4.5], [2.5, 4.5], [1.5, 2.5]] and len(call._instances) == 2
    for k in (1, 1.0, True):
        call(2)(lambda x, y: x / 2 + k, [1, 2], [1, 1], Z)
    assert len(call._instances) == 5


def test_the_same_code_with_other_values_is_another_instance():
    call = cp.compile(zip_with)

    def result(f):
        Z = np.zeros(1, np.float32)
        call(1)(f, np.float32([3]), np.float32([4]), Z)
        return Z[0]

    def made(k):
        return lambda x, y: larger(x, y) * 0 + k

    # 0.0 and -0.0 are equal; NumPy's scalars live no longer than a call, and another may take their place in
    # memory.
    assert [math.copysign(1, result(lambda x, y: k)) for k in (0.0, -0.0, 0.0)] == [1, -1, 1]
    vectors = (cp.float2(0.0, 1), cp.float2(-0.0, 1), cp.float2(0.0, 1))
    assert [math.copysign(1, result(lambda x, y: v.x)) for v in vectors] == [1, -1, 1]
    assert [result(made(np.float32(k))) for k in range(20)] == list(range(20))
    assert [result(made(k)) for k in (1, 1.0, True)] == [1, 1, 1]

    for k in range(5):  # a helper of the same code, with another value
        # helper : float (float x)
        def helper(x):
            return x + k

        assert result(lambda x, y: helper(x)) == 3 + k

    pair = Pair(1.0)
    for pair.a in (2.0, 5.0):
        assert result(lambda x, y: x * pair.a) == 3 * pair.a

    global OFFSET
    for OFFSET in (1, 100):  # used in a lambda in the lambda
        assert result(lambda x, y: changed(lambda v: v + OFFSET, x)) == 3 + OFFSET


# changed : T (T(T) f, T x)
def changed(f, x):
    return f(x)


def test_a_lambda_in_a_lambda_uses_its_variables():
    k, Z = 2.5, [0.0, 0.0]
    cp.compile([zip_with, changed])(2)(
        lambda x, y: changed(lambda v: v * k + y, x), [1.0, 2.0], [0.5, 0.25], Z
    )
    assert Z == [3.0, 5.25]


@pytest.mark.parametrize(
    "function, expected",
    [
        (max, [4, 5]),
        (min, [3, 2]),
        (pow, [81, 25]),
        (operator.add, [7, 7]),
        (operator.sub, [-1, 3]),
        (operator.floordiv, [0, 2]),
        (operator.lt, [1, 0]),
        (np.fmin, [3, 2]),
        (operator.xor, [7, 7]),
    ],
)
def test_built_in_functions(function, expected):
    Z = cp.lib.zipWith(function, [3, 5], [4, 2])
    assert Z.toList() == expected


def test_built_in_functions_of_one_value():
    X = np.array([0.25, 4, 2.25], np.float32)
    assert cp.lib.map(math.sqrt, X).toList() == [0.5, 2, 1.5]
    assert cp.lib.map(np.sqrt, X.astype(np.float64)).elemType() == cp.Double
    assert cp.lib.map(math.floor, X).toList() == [0, 4, 2] and cp.lib.map(math.floor, X).elemType() == cp.Int
    assert cp.lib.map(operator.neg, X).toList() == [-0.25, -4, -2.25]
    assert cp.lib.map(abs, [-1, 2]).toList() == [1, 2]
    for kind, type in (
        (int, cp.Int),
        (float, cp.Float),
        (cp.float64, cp.Double),
        (np.uint8, cp.UInt8),
        (cp.half, cp.Half),
        (bool, cp.Bool),
    ):
        Y = cp.lib.map(kind, X)
        assert Y.elemType() == type and Y.toList() == [
            kind(x) if kind in (int, bool) else x if kind is not np.uint8 else int(x) for x in X
        ]


def test_built_in_functions_in_the_library():
    X = np.arange(5000) % 977
    assert cp.lib.reduce(max, X) == 976 and cp.lib.reduce(min, X, 3) == 0
    assert cp.lib.scan(operator.add, X).toList() == np.cumsum(X).tolist()
    assert len([key for key in cp.lib._calls if key[0] is cp.lib.reduce_tiles]) == 1


@pytest.mark.parametrize(
    "function", [operator.abs, operator.truth, operator.index, operator.not_, operator.inv, operator.pos]
)
def test_functions_of_operator(function):
    assert cp.lib.map(function, [1, -2, 0]).toList() == [function(x) for x in [1, -2, 0]]


def test_functions_of_operator_that_kernels_do_not_have():
    with pytest.raises(cp.CompileError, match="kernels do not have `operator.is_`"):
        cp.lib.zipWith(operator.is_, [1], [2])
    with pytest.raises(cp.CompileError, match="`operator.iadd` takes 2 arguments"):
        cp.lib.map(operator.iadd, [1])


def test_defaults_of_lambdas_and_functions():
    assert [cp.lib.map(lambda x, k=j: x * k, [1, 2]).toList() for j in range(3)] == [[0, 0], [1, 2], [2, 4]]
    scales = [lambda x, by=scale: x * by for scale in (2, 0.5, np.float64(1 / 3), cp.float2(1, 2).y, True)]
    results = [cp.lib.map(f, [3, 4]) for f in scales]
    assert [Y.toList() for Y in results] == [[6, 8], [1.5, 2.0], [1.0, 4 / 3], [6.0, 8.0], [3, 4]]
    assert [Y.elemType() for Y in results] == [cp.Int, cp.Double, cp.Double, cp.Double, cp.Int]

    base = 5

    # shifted : int (int x, int by)
    def shifted(x, by=base):
        return x + by

    def scaled(x, by=base / 2, *, unused=base):
        return x * by

    base = 6
    assert cp.lib.map(shifted, [1, 2]).toList() == [6, 7]
    shifted.__defaults__ = (10,)
    assert cp.lib.map(shifted, [1, 2]).toList() == [11, 12]
    with pytest.raises(cp.CompileError, match="unused"):
        cp.lib.map(scaled, [1, 2])
    limits = (0.25, 0.75)
    clamp = lambda x, limits=limits: min(max(x, limits[0]), limits[1])
    assert cp.lib.map(clamp, [0.0, 0.5, 1.0]).toList() == [0.25, 0.5, 0.75]


def test_defaults_that_are_no_constants():
    table = [1, 2]
    with pytest.raises(cp.CompileError) as caught:
        cp.lib.map(lambda x, table=table: table[x], [1])
    assert "the default of `table` is a `list`, which is no constant of a kernel" in str(caught.value)
    with pytest.raises(cp.CompileError) as caught:
        cp.lib.map(lambda x, f=math.sqrt: f(x), [1])
    assert "the default of `f` is a `function`" in str(caught.value)


def test_what_is_not_a_number_is_the_same_each_time():
    call = cp.compile(mapped)
    nan, pair, vector = float("nan"), (float("nan"), 1.0), cp.float2(float("nan"), 0)

    def made(default):
        return lambda x, k=default: x * nan + pair[0] + vector.x + k

    for _ in range(3):
        Y = [0.0]
        call(1)(made(np.float64("nan")), [1.0], Y)
        assert math.isnan(Y[0]) and len(call._instances) == 1
        nan, pair, vector = float("nan"), (float("nan"), 1.0), cp.float2(float("nan"), 0)


def test_two_lambdas_of_one_line():
    call = cp.compile(zip_with)
    pair = (lambda x, y: x + y, lambda x, y: x * y)
    Z = [0]
    results = []
    for f in pair:
        call(1)(f, [3], [4], Z)
        results.append(Z[0])
    assert results == [7, 12]


def test_a_lambda_over_several_lines():
    Z = [0]
    cp.compile(zip_with)(1)(
        lambda x, y: (
            x * 10 + y  # a comment
        ),
        [3],
        [4],
        Z,
    )
    assert Z == [34]


def test_annotations():
    X, Y = np.zeros(2, np.int64), [0.0, 0.0]
    call = cp.compile(filled)
    call(2)(X, 3)
    call(2)(Y, 2.5)
    assert X.tolist() == [3, 3] and Y == [2.5, 2.5]
    assert call.signature == "filled : void (Item* X, Item by)"
    Z = np.zeros(2)
    cp.compile(mapped)(2)(lambda x: x / 2, X, Z)
    assert Z.tolist() == [1.5, 1.5]
    assert repr(cp.Array[Item]) and repr(cp.Array[Item, 2]) and repr(cp.Array["T"])


@pytest.mark.parametrize("future, quote", [(False, '"'), (True, ""), (True, '"')])
def test_annotations_in_quotes(future, quote):
    text = "from __future__ import annotations\n" if future else ""
    text += """
from collections.abc import Callable
from typing import TypeVar
import cudapy as cp
from cudapy import idx

T = TypeVar("T")

def doubled(x: QTQ) -> QTQ:
    return x * 2

def apart(pair: Qtuple[T, cp.int32]Q) -> Qtuple[cp.int32, T]Q:
    return pair[1], pair[0]

def kernel(f: QCallable[[T], T]Q, X: Qcp.Array[T]Q, M: Qcp.Array[cp.float32, 2]Q, by: QTQ) -> QNoneQ:
    n, x = apart((X[idx], idx))
    M[n, 0] = n
    X[idx] = f(doubled(x)) * by
""".replace("Q", quote)
    made = module(text)
    X, M = np.arange(3, dtype=np.float64), np.zeros((3, 2), np.float32)
    cp.compile([made.kernel, made.doubled, made.apart])(3)(lambda x: x + 1, X, M, 3)
    assert X.tolist() == [3, 9, 15] and M[:, 0].tolist() == [0, 1, 2]


def test_no_signature():
    Y = np.zeros(3, np.float32)
    call = cp.compile(unsigned)
    call(3)([1, 2, 3], Y, 2)
    assert Y.tolist() == [2, 4, 6]
    call(3)(np.array([1.5, 2, 3], np.float32), Y, 2)
    assert Y.tolist() == [3, 4, 6]


def test_decorated():
    X, Y = [1, -2], [0.5]
    negate(2)(X)
    negate(1)(Y)
    assert X == [-1, 2] and Y == [-0.5]


def test_errors():
    call = cp.compile(zip_with)
    with pytest.raises(TypeError, match="parameter f .*expected a function or a lambda, got int 3"):
        call(1)(3, [1], [1], [1])
    with pytest.raises(TypeError, match="expected 4 arguments"):
        call(1)([1], [1], [1])
    with pytest.raises(TypeError, match="there is no parameter g"):
        call(1)([1], [1], [1], g=add)
    with pytest.raises(cp.CompileError, match="lambda.*takes 1 argument"):
        call(1)(lambda x: x, [1], [1], [1])
    with pytest.raises(cp.CompileError) as caught:
        call(1)(lambda x, y: x / y, [1], [1], cp.CudaArray([1]))
    assert (
        "`lambda` gives a `double`, but parameter `f` of `zip_with` gives `R`, which is an `int` here"
        in str(caught.value)
    )
    with pytest.raises(TypeError, match="say so in the signature"):
        cp.compile(unsigned)(1)([1], [1], add)
    with pytest.raises(TypeError, match="built-in function: it has no Python source"):
        call(1)("".join, [1], [1], [1])
    with pytest.raises(cp.CompileError, match=r"<math.sqrt>.*`math.sqrt` takes 1 argument, but 2 are given"):
        call(1)(math.sqrt, [1], [1], [1])
    with pytest.raises(cp.CompileError, match="`T` of `scale_by` would be both"):
        made = module(
            "# scale_by : void (T* X, T* by)\ndef scale_by(X, by):\n    X[idx] *= by[idx]\n"
        ).scale_by
        cp.compile(made)(1)(cp.CudaArray([1]), cp.CudaArray([1.0]))


@pytest.mark.parametrize("n", [1, 2, 255, 256, 2048, 2049, 70_001])
def test_reduce(n):
    X = np.arange(n, dtype=np.int64) % 97
    assert cp.lib.reduce(lambda a, b: a + b, X) == X.sum()
    assert cp.lib.reduce(lambda a, b: a if a > b else b, cp.CudaArray(X), 50) == max(50, X.max())
    # Associative, and not commutative: a * b of matrices is too much for one number, the last that is no zero
    # is not.
    last = functools.reduce(lambda a, b: b if b != 0 else a, X.tolist())
    assert cp.lib.reduce(lambda a, b: b if b != 0 else a, X) == last


@pytest.mark.parametrize("n", [0, 1, 2, 255, 256, 2048, 2049, 70_001])
def test_scan(n):
    X = (np.arange(n) % 13).astype(np.int32)
    assert cp.lib.scan(lambda a, b: a + b, X).toList() == list(itertools.accumulate(X.tolist()))
    assert (
        cp.lib.scan(lambda a, b: b if b != 0 else a, cp.CudaArray(X), 7).toList()
        == list(itertools.accumulate(X.tolist(), lambda a, b: b if b != 0 else a, initial=7))[1:]
    )


def test_results_have_the_type_that_the_function_and_init_give():
    bools = [True, False, True]
    for items, f, init in (
        (bools, operator.add, None),
        (bools, lambda a, b: a + b, 3),
        ([1, 2, 3], operator.add, 0.5),
        ([1, 2, 4], operator.truediv, None),
        (bools, operator.and_, None),
        (bools, max, False),
        ([1, 2], operator.add, 2**40),
        ([0.5, 1.5], operator.add, 1),
        (bools, operator.add, 0.25),
        ([2, 3], operator.mul, 1.0),
        ([True], operator.add, None),
        ([1, 2], operator.mul, 1j),
    ):
        total = cp.lib.reduce(f, items, init)
        expected = functools.reduce(f, items) if init is None else functools.reduce(f, items, init)
        assert total == expected
        sums = list(itertools.accumulate(items, f, initial=init))
        scanned = cp.lib.scan(f, items, init).toList()
        assert scanned == sums[init is not None :] and type(scanned[-1]) is type(total)
        if len(items) > 1:
            assert type(total) is type(expected)
    X = np.ones(5000, np.bool_)
    assert cp.lib.reduce(operator.add, X) == 5000 and cp.lib.scan(operator.add, X).toList() == list(
        range(1, 5001)
    )
    bytes = np.full(3000, 200, np.uint8)
    assert cp.lib.reduce(lambda a, b: int(a) + int(b), bytes) == 600_000
    assert cp.lib.reduce(operator.add, np.arange(4, dtype=np.float32), np.float64(1 / 3)) == 6 + 1 / 3
    assert cp.lib.scan(max, bytes, 7).elemType() == cp.UInt8
    assert cp.lib.scan(max, np.arange(3, dtype=np.float16), 0.5).elemType() == cp.Half


def test_map_of_rows():
    rows = [[1, 2, 3], [], [4]]
    assert cp.lib.map(len, rows).toList() == [3, 0, 1]
    assert cp.lib.map(lambda row: row[0] + row[-1] if len(row) else -1, cp.CudaLists(rows)).toList() == [
        4,
        -1,
        8,
    ]
    for call, who in (
        (lambda: cp.lib.reduce(max, rows), "reduce"),
        (lambda: cp.lib.zipWith(max, [1], rows), "zipWith"),
        (lambda: cp.lib.scan(max, rows), "scan"),
    ):
        with pytest.raises(
            TypeError, match=rf"cp.lib.{who}: {'Y' if who == 'zipWith' else 'X'} is an array of arrays"
        ):
            call()


def test_messages_name_what_was_called():
    for call in (
        lambda: cp.lib.map(lambda x, y: x, [1]),
        lambda: cp.lib.reduce(lambda x: x, [1]),
        lambda: cp.lib.scan(lambda: 1, [1]),
        lambda: cp.lib.zipWith(lambda x: x, [1], [2]),
        lambda: cp.lib.reduce(lambda x: x, [1], 2.5),
    ):
        with pytest.raises(cp.CompileError) as caught:
            call()
        first = str(caught.value).splitlines()[0]
        assert (
            first.startswith(__file__)
            and "parameter `f` of `cp.lib." in first
            and "_elements" not in first
            and "_tiles" not in first
        )
    with pytest.raises(TypeError, match="^cp.lib.map: parameter f .*got int 3"):
        cp.lib.map(3, [1])
    with pytest.raises(TypeError, match="^cp.lib.reduce: X: "):
        cp.lib.reduce(max, ["a"])
    for init, error in (
        ([1], TypeError),
        (cp.float2(1, 2), TypeError),
        ("a", TypeError),
        (2**70, OverflowError),
    ):
        with pytest.raises(error, match="^cp.lib.reduce: .*init"):
            cp.lib.reduce(max, [1, 2], init)
    with pytest.raises(OverflowError, match="^cp.lib.scan: init: .*uint64"):
        cp.lib.scan(max, np.arange(2, dtype=np.uint64), -1)
    assert cp.lib.reduce(max, [], 3) == 3


# both : void (R(A) f, R(A) g, A* X, R* Y)
def both(f, g, X, Y):
    Y[idx] = f(X[idx]) * 100 + g(X[idx])


# both_of : T (T(T) f, T x)
def both_of(f, x):
    return f(x) + 1


def multiplies(by):
    # helper : float (float x)
    def helper(x):
        return x * by

    return lambda x: helper(x)


def test_functions_of_one_name():
    """A function is compiled by its name: that of another one must not be called instead."""
    call, Y = cp.compile(both), [0.0]
    call(1)(multiplies(2), multiplies(2), [1.0], Y)
    assert Y == [202]
    with pytest.raises(
        ValueError, match="calls the helper of .*functions compiled together need names of their own"
    ):
        call(1)(multiplies(2), multiplies(3), [1.0], Y)
    text = (
        "from cudapy import idx\n# helper : float (float x)\ndef helper(x):\n    return x + {0}\n"
        "# k{0} : void (float* X)\ndef k{0}(X):\n    X[idx] = helper(X[idx])\n"
    )
    first, second = module(text.format(1)), module(text.format(2))
    for functions in ([first.k1, second.k2], [first.k1, second.helper], [first.k1, first.helper, second.k2]):
        with pytest.raises(ValueError, match="calls the helper of"):
            cp.compile(functions)
    X = [1.0]
    cp.compile([first.k1, first.helper])(1)(X)
    assert X == [2]


def test_functions_by_other_names():
    add_one = module("# increased : T (T x)\ndef increased(x):\n    return x + 1\n")
    plus, len_of = add_one.increased, "".join

    # kernel : void (float* X)
    def kernel(X):
        X[idx] = plus(X[idx]) * add_one.increased(2)

    X = [1.0, 2.0]
    cp.compile(kernel)(2)(X)
    assert X == [6, 9]
    assert cp.lib.map(lambda x: plus(x) + both_of(add_one.increased, x), [1.0]).toList() == [5]

    # join : float (float x)
    def join(x):
        return x

    # other : void (float* X)
    def other(X):
        X[idx] = len_of(X[idx])

    with pytest.raises(
        cp.CompileError, match="len_of"
    ):  # and not the function of the kernel's that has its name
        cp.compile([other, join])


def test_what_else_is_no_function():
    @functools.lru_cache
    def cached(x):
        return x + 1

    def pair(x):
        return x, x

    def nothing(x, y):
        pass

    assert cp.lib.map(cached, [1]).toList() == [2]
    for function, words in (
        (functools.partial(pow, 2), "functools.partial has no source of its own: write a lambda"),
        (np.vectorize(pair), "expected a Python function, got vectorize"),
        ([1].append, "built-in function"),
        (int.__add__, "expected a Python function"),
        (dict, "kernels do not have `dict`"),
    ):
        with pytest.raises((TypeError, cp.CompileError), match=words):
            cp.lib.map(function, [1])
    # Functions without signatures: what is wrong is said, and nothing of signatures.
    for function, words in ((nothing, "takes 2 arguments"), (pair, "`cp.lib.map` is not possible here")):
        with pytest.raises(cp.CompileError) as caught:
            cp.lib.map(function, [1])
        assert (
            words in str(caught.value)
            and "no signature" not in str(caught.value)
            and __file__ in str(caught.value)
        )


def test_map_and_zip():
    X = np.arange(1000, dtype=np.float32)
    Y = cp.lib.map(lambda x: int(x) // 2, X)
    assert Y.elemType() == cp.Int and Y.toList() == [i // 2 for i in range(1000)]
    Z = cp.lib.zipWith(larger, X, [500.0] * 900)
    assert Z.toList() == np.maximum(X, 500)[:900].tolist()
    D = cp.lib.map(lambda x: x / 3, np.arange(5.0))
    assert D.toList() == [i / 3 for i in range(5)]


def test_empty():
    assert cp.lib.reduce(operator_add, [0][:0] or cp.CudaArray.allocate(0, cp.Int), 5) == 5
    with pytest.raises(ValueError, match="empty"):
        cp.lib.reduce(operator_add, cp.CudaArray.allocate(0, cp.Int))
    assert cp.lib.map(lambda x: x, cp.CudaArray.allocate(0, cp.Float)).toList() == []


# operator_add : T (T a, T b)
def operator_add(a, b):
    return a + b


def test_larger_shapes_are_refused():
    with pytest.raises(TypeError, match="one dimension"):
        cp.lib.reduce(operator_add, np.zeros((2, 2), np.float32))


@cp.struct
class Pair:
    a: cp.float32
    b: cp.int32 = 7


# turned_round : void (T* X)
def turned_round(X):
    tile = cp.shared(T, 64)
    tile[threadIdx.x] = X[idx]
    cp.syncthreads()
    X[idx] = tile[blockDim.x - 1 - threadIdx.x]


@pytest.mark.parametrize(
    "items, type",
    [
        ([(1.0, 2.0), (3.0, 4.0)], cp.float2),
        ([Pair(1.0, 2), Pair(3.0)], Pair),
        ([1, 2], cp.Int),
        ([1j, 2.0], cp.complex64),
        ([0.5, 2.0], cp.half),
    ],
)
def test_a_type_variable_names_every_type_of_elements(items, type):
    X = cp.CudaArray(items, type)
    before = X.toList()
    cp.compile(turned_round)(2, block=2)(X)
    assert X.toList() == before[::-1]


def test_the_library_takes_vectors():
    X = cp.CudaArray([(1.0, 2.0), (3.0, 4.0), (0.5, 1.0)], cp.float2)
    assert cp.lib.reduce(lambda a, b: a + b, X) == cp.float2(4.5, 7.0)
    assert cp.lib.reduce(lambda a, b: a + b, X, cp.float2(1.0, 0.5)) == cp.float2(5.5, 7.5)
    assert cp.lib.reduce(lambda a, b: a * b, np.array([1j, 2, 3j]), 0.5j) == -3j
    assert cp.lib.scan(lambda a, b: a + b, X).toList() == [
        cp.float2(1.0, 2.0),
        cp.float2(4.0, 6.0),
        cp.float2(4.5, 7.0),
    ]


@cp.struct
class Range:
    low: cp.float32
    high: cp.float32
    count: cp.int32 = 1


# covering : Range (Range a, Range b)
def covering(a, b):
    return Range(min(a.low, b.low), max(a.high, b.high), a.count + b.count)


@pytest.mark.parametrize("n", [1, 300, 5000])
def test_the_library_takes_structs(n):
    numbers = ((np.arange(n) * 37) % 1013).astype(np.float32)
    ranges = cp.lib.map(lambda x: Range(x, x), numbers)
    whole = cp.lib.reduce(covering, ranges)
    assert whole == Range(numbers.min(), numbers.max(), n)
    assert cp.lib.reduce(covering, ranges, Range(-5.0, 3000.0, 0)) == Range(-5.0, 3000.0, n)
    # Associative, and not commutative.
    first = cp.lib.reduce(lambda a, b: Range(a.low, b.high, a.count + b.count), ranges)
    assert first == Range(numbers[0], numbers[-1], n)
    running = cp.lib.scan(covering, ranges)
    assert [each.low for each in running.toList()] == np.minimum.accumulate(numbers).tolist()
    assert [each.count for each in running.toList()] == list(range(1, n + 1))
    widths = cp.lib.zipWith(lambda a, b: b.high - a.low, running, ranges)
    assert widths.toList() == (numbers - np.minimum.accumulate(numbers)).tolist()


# add_to_all : void (T* X, T by)
def add_to_all(X, by):
    X[idx] += by


def test_a_list_in_itself_has_no_end():
    endless = []
    endless.append(endless)
    with raises(
        ValueError, "add_to_all: parameter X: lists are nested deeper than the 8 dimensions of an array"
    ):
        cp.compile(add_to_all, target="cpu")(1)(endless, 1)
