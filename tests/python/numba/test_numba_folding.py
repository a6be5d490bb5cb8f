"""Operations on literals, which CPython's compiler folds before numba types anything. CPython itself says
what it folds, and to what."""

import dis
import linecache
import operator
import random

import numpy as np
import pytest

from cudapy import cuda

LITERALS = (
    "0 1 2 3 7 10 63 64 255 2147483648 9223372036854775807 9223372036854775808 0.5 1e-3 2.5 1e300 True"
).split()
OPERATORS = "+ - * / // % ** << >> & | ^".split()


def folded(text):
    """Returns the constant that CPython makes of the text, or None if it leaves an operation to the
    program."""
    try:
        code = compile(text, "<text>", "eval", dont_inherit=True)
    except (SyntaxError, OverflowError):
        return None
    names = {"RESUME", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "LOAD_SMALL_INT"}
    if {each.opname for each in dis.get_instructions(code)} - names:
        return None
    return eval(code)


def expression(depth):
    kind = random.random()
    if depth == 0 or kind < 0.2:
        return random.choice(LITERALS)
    if kind < 0.35:
        return f"{random.choice('-~+')}{expression(depth - 1)}"
    return f"({expression(depth - 1)} {random.choice(OPERATORS)} {expression(depth - 1)})"


def is_number(value):
    if isinstance(value, float):
        return value == value
    return isinstance(value, int) and -(2**63) <= value < 2**64


def made_kernel(texts, parameters="out", decorate=cuda.jit):
    """Returns a kernel that puts each text's value into its place of `out`."""
    source = f"def k({parameters}):\n" + "".join(f"    out[{i}] = {text}\n" for i, text in enumerate(texts))
    name = f"<folding {hash(source)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    namespace = {}
    exec(compile(source, name, "exec"), namespace)
    return decorate(namespace["k"])


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_what_cpython_folds():
    random.seed(7)
    texts = [f"{a} {op} {b}" for a in LITERALS for op in OPERATORS for b in LITERALS]
    texts = random.sample(texts, 500) + [expression(3) for _ in range(700)]
    values = {text: folded(text) for text in dict.fromkeys(texts)}
    kept = {text: value for text, value in values.items() if value is not None and is_number(value)}
    assert len(kept) > 500
    for kind in (float, int):
        own = {text: value for text, value in kept.items() if isinstance(value, kind)}
        assert len(own) > 100
        out = np.zeros(len(own), np.float64 if kind is float else np.uint64)
        made_kernel(own)[1, 1](out)
        expected = [float(each) if kind is float else each % 2**64 for each in own.values()]
        wrong = [
            (text, got, want) for (text, want), got in zip(zip(own, expected), out.tolist()) if got != want
        ]
        assert not wrong, wrong[:10]


@cuda.jit(device=True)
def small():
    return 10**-6


def test_folded_in_every_kind_of_function():
    out = np.zeros(3)

    @cuda.jit
    def kernel(out):
        tiny = lambda: 10**-6  # noqa: E731
        less = lambda x: x - 10**-3  # noqa: E731
        out[0] = small()
        out[1] = tiny()
        out[2] = less(1)

    kernel[1, 1](out)
    assert out.tolist() == [1e-6, 1e-6, 0.999]

    @cuda.vectorize(["float64(float64)"], target="cuda")
    def scaled(x):
        return x * 10**-6

    assert scaled(np.array([2.0])).tolist() == [2.0 * 1e-6]

    @cuda.guvectorize(["void(float64[:], float64[:])"], "(n)->(n)", target="cuda")
    def shifted(x, y):
        for i in range(x.shape[0]):
            y[i] = x[i] + 10**-6

    assert shifted(np.array([2.0])).tolist() == [2.0 + 1e-6]

    @cuda.reduce
    def total(a, b):
        return a + b + 10**-6

    assert total(np.array([1.0, 2.0])) > 3.0


def test_folded_where_a_constant_has_a_meaning_of_its_own():
    @cuda.jit
    def kernel(x, out):
        block = cuda.shared.array(2 * 2**3, np.float64)
        out[0] = x[2 - 3]
        out[1] = x[0] ** (4 // 2)
        out[2] = block.size
        for i in range(10 - 3 * 2):
            out[3] += 2**-1
        out[4] = (0, 2, 3)[1 + 1]

    out = np.zeros(5)
    kernel[1, 1](np.array([3.0, 4.0]), out)
    assert out.tolist() == [4.0, 9.0, 16.0, 2.0, 3.0]


@pytest.mark.parametrize("text", ["2 ** 64", "(2 ** 64 - 1) * (2 ** 64 - 1)", "-(2 ** 63) - 1"])
def test_integers_that_numba_has_no_type_for(text):
    with pytest.raises(cuda.errors.TypingError, match="does not fit"):
        made_kernel([text])[1, 1](np.zeros(1))


def test_functions_of_the_operator_module_fold_nothing():
    @cuda.jit
    def kernel(out):
        out[0] = operator.pow(10, -6)
        out[1] = operator.mul(2**62, 2)

    out = np.zeros(2)
    kernel[1, 1](out)
    assert out.tolist() == [0.0, -(2.0**63)]


@pytest.mark.parametrize(
    "text, expected", [("(-8) ** (1 / 3)", (-8) ** (1 / 3)), ("2j ** 2 + 1", 2j**2 + 1), ("1 / 3j", 1 / 3j)]
)
def test_complex_numbers(text, expected):
    out = np.zeros(1, np.complex128)
    made_kernel([text])[1, 1](out)
    assert out[0] == expected


def test_divisions_by_a_literal_zero_are_numbas():
    @cuda.jit
    def kernel(x, n, out):
        out[0] = x / 0
        out[1] = x // 0.0
        out[2] = 1 / 0
        out[3] = n // 0
        out[4] = n % 0

    out = np.zeros(5)
    kernel[1, 1](-2.5, 7, out)
    assert out.tolist() == [-np.inf, -np.inf, np.inf, 0.0, 0.0]
