"""Each ufunc that kernels have, for all pairs of 13 types: the types of NumPy's loops, and the values at
their edges. NumPy itself computes the expected ones."""

import linecache
import random

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda._library._kinds import kinds_of
from cudapy.cuda._library._loops import LOOPS
from cudapy.cuda._library._ufuncs import choose

CORE = {
    "?": "bool", "b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int", "I": "uint32",
    "l": "int64",
    "L": "uint64", "f": "float", "d": "double", "F": "complex64", "D": "complex128",
}  # fmt: skip
WHOLE = "?bBhHiIlL"


def edges(letter):
    kind = np.dtype(letter)
    if letter == "?":
        values = [False, True]
    elif kind.kind in "iu":
        values = [0, 1, 2, 7, np.iinfo(kind).max, np.iinfo(kind).min] + [-1, -3] * (kind.kind == "i")
    elif kind.kind == "f":
        values = [0.0, -0.0, 1.0, -1.0, 2.5, -7.25, np.nan, np.inf, -np.inf, 3e38]
    else:
        values = [0, 1, -1, 2.5 - 1j, 1j, -0.5 + 0.25j]
    return np.array(values, kind)


def loop_of(ufunc, letters):
    """Returns the types of the operands and results. Numbers of 16 bits, which kernels compute in single
    precision, count as float32. Integers next to a float32 or complex64 count as that, as in numba."""
    if ufunc is np.ldexp:
        return [np.dtype("d" if letters[0] in "iIlLd" else "f"), np.dtype(letters[1])], [
            np.dtype("d" if letters[0] in "iIlLd" else "f")
        ]
    kinds = {np.dtype(each).kind for each in letters}
    if kinds & set("iu") and kinds & set("fc"):
        letters = [next(a for a in letters if a not in WHOLE) if each in WHOLE else each for each in letters]
    if ufunc is np.divide and all(each in "?bBhH" for each in letters):
        letters = "ff"  # the first loop of divide that holds them
    if ufunc in (np.subtract, np.sign, np.negative, np.positive) and set(letters) == {"?"}:
        letters = "b" * ufunc.nin  # NumPy refuses bools
    found = [
        np.dtype("f") if each == np.float16 else each
        for each in ufunc.resolve_dtypes((*map(np.dtype, letters), *[None] * ufunc.nout))
    ]
    return found[: ufunc.nin], found[ufunc.nin :]


def given(ufunc, x, y, loop):
    """Returns the arguments for which NumPy has a value that it promises."""
    keep = np.ones(x.size, bool)
    kind = loop.kind
    if "shift" in ufunc.__name__:
        keep &= (y >= 0) & (y < loop.itemsize * 8)
    if ufunc is np.power and kind in "iu":
        keep &= y >= 0
    if kind == "c":
        keep &= np.isfinite(x) & (True if y is None else np.isfinite(y))
    if ufunc is np.power and kind == "c":
        keep &= (x != 0) | (y.real > 0)
        keep &= np.abs(y) < 1000  # the angle of a larger power has no digits left
    return x[keep], None if y is None else y[keep]


def is_same(made, expected):
    if expected.dtype.kind not in "fc":
        return np.array_equal(made, expected)
    near = 1e-5 if expected.dtype.char in "fF" else 1e-13
    return np.allclose(
        made, expected, rtol=near, atol=near if expected.dtype.kind == "c" else 0, equal_nan=True
    )


NAMES = sorted(name for name in LOOPS if isinstance(getattr(np, name, None), np.ufunc))


@pytest.mark.parametrize("name", NAMES)
def test_all_types(name):
    ufunc = getattr(np, name)
    body, parameters, arguments, cases = "", [], [], []
    pairs = [(first, second) for first in CORE for second in (CORE if ufunc.nin == 2 else [None])]
    # A choice of all pairs, another one for each ufunc, keeps the kernels small.
    for first, second in random.Random(name).sample(pairs, min(len(pairs), 40)):
        letters = [first] + [second] * (second is not None)
        kinds = kinds_of("(" + "\n".join(CORE[each] for each in letters) + ")")
        if not isinstance(choose(name, kinds, False), str):
            wanted, results = loop_of(ufunc, letters)
            x = edges(first)
            y = None if second is None else np.tile(edges(second), x.size)
            x = x if second is None else np.repeat(x, edges(second).size)
            x, y = given(ufunc, x, y, wanted[0])
            with np.errstate(all="ignore"):
                made = ufunc(*(each.astype(kind) for each, kind in zip((x, y), wanted)))
            expected = made if isinstance(made, tuple) else (made,)
            assert [each.dtype for each in expected] == results
            outs = [np.zeros_like(each) for each in expected]
            n = len(cases)
            parameters += [f"x{n}", *[f"y{n}"] * (y is not None), *(f"o{n}_{i}" for i in range(len(outs)))]
            arguments += [x, *[y] * (y is not None), *outs]
            body += f"    for i in range(x{n}.size):\n"
            body += f"        r{n} = np.{name}(x{n}[i]{f', y{n}[i]' * (y is not None)})\n"
            for i in range(len(outs)):
                body += f"        o{n}_{i}[i] = r{n}{f'[{i}]' * (len(outs) > 1)}\n"
            cases.append((letters, x, y, outs, expected))
    assert cases
    source = f"def kernel({', '.join(parameters)}):\n{body}"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names = {"np": np}
    exec(compile(source, name, "exec"), names)
    cuda.jit(names["kernel"])[1, 1](*arguments)
    wrong = [case for case in cases if not all(map(is_same, case[3], case[4]))]
    assert not wrong, wrong[0]


def test_the_types_of_results_are_those_of_the_loops():
    @cuda.jit
    def kernel(a, b, h, out):
        out[0] = np.power(a[0], b[0])  # an int32 wraps
        out[1] = np.add(h[0], h[0])  # and an int8
        out[2] = np.fmod(a[1], b[1])
        out[3] = np.floor_divide(a[1], h[2])
        out[4] = np.absolute(h[1])
        out[5] = np.divmod(a[1], b[1])[1]

    out = np.zeros(6)
    a, b, h = np.int32([3, -7]), np.int32([21, 3]), np.int8([100, -128, 0])
    kernel[1, 1](a, b, h, out)
    with np.errstate(all="ignore"):
        assert out.tolist() == [np.power(a[0], b[0]), np.int8(-56), -1.0, 0.0, -128.0, 2.0]


def test_powers_of_complex_numbers():
    base, exponent = np.array([1j, 2j, 0, 2 + 1j, -1j]), np.array([1j, 1j, 2, 1j, 2 + 0.5j])

    @cuda.jit
    def kernel(a, b, out):
        for i in range(a.size):
            out[i] = a[i] ** b[i]

    out = np.zeros(5, complex)
    kernel[1, 1](base, exponent, out)
    np.testing.assert_allclose(out, base**exponent, rtol=1e-14, atol=1e-14)
