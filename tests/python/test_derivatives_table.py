"""The table of derivatives (`pycu2cu --list-derivatives`): each formula against mpmath's derivative of the
function, at kinks against the rule of the documents, and no function of floating numbers without a row."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from typing import Any

import mpmath
import pytest

mpmath.mp.dps = 40
PYCU2CU = os.environ.get("PYCU2CU", "pycu2cu")
ROWS = {
    line.split("\t")[0]: line.split("\t")[1:]
    for line in subprocess.run(
        [PYCU2CU, "--list-derivatives"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
}


def _rounded(x: Any) -> Any:
    return mpmath.nint(x)


def _inverse(function: Callable[[Any], Any], y: Any, low: float, high: float) -> Any:
    return mpmath.findroot(
        lambda x: function(x) - y, (low, high), solver="anderson", tol=mpmath.mpf(10) ** -60, verify=False
    )


def _fmod(x: Any, y: Any) -> Any:
    return x - y * (mpmath.floor(x / y) if x / y > 0 else mpmath.ceil(x / y))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "%": lambda x, y: x - y * mpmath.floor(x / y),
    "**": lambda x, y: x**y,
    "abs": abs,
    "pow": lambda x, y: x**y,
    "copysign": lambda x, y: abs(x) * mpmath.sign(y),
    "cospi": lambda x: mpmath.cos(mpmath.pi * x),
    "sinpi": lambda x: mpmath.sin(mpmath.pi * x),
    "cyl_bessel_i0": lambda x: mpmath.besseli(0, x),
    "cyl_bessel_i1": lambda x: mpmath.besseli(1, x),
    "erfcinv": lambda x: mpmath.erfinv(1 - x),
    "erfcx": lambda x: mpmath.exp(x * x) * mpmath.erfc(x),
    "exp10": lambda x: mpmath.mpf(10) ** x,
    "exp2": lambda x: mpmath.mpf(2) ** x,
    "fabs": abs,
    "fdim": lambda x, y: max(x - y, mpmath.mpf(0)),
    "fdividef": lambda x, y: x / y,
    "fma": lambda x, y, z: x * y + z,
    "fmod": _fmod,
    "hypot": lambda *a: mpmath.sqrt(sum(x * x for x in a)),
    "j0": lambda x: mpmath.besselj(0, x),
    "j1": lambda x: mpmath.besselj(1, x),
    "jn": lambda n, x: mpmath.besselj(n, x),
    "ldexp": lambda x, n: x * mpmath.mpf(2) ** n,
    "lgamma": lambda x: mpmath.log(abs(mpmath.gamma(x))),
    "tgamma": mpmath.gamma,
    "log10": mpmath.log10,
    "log1p": mpmath.log1p,
    "log2": lambda x: mpmath.log(x, 2),
    "norm3d": lambda *a: mpmath.sqrt(sum(x * x for x in a)),
    "norm4d": lambda *a: mpmath.sqrt(sum(x * x for x in a)),
    "normcdf": mpmath.ncdf,
    "normcdfinv": lambda x: mpmath.sqrt(2) * mpmath.erfinv(2 * x - 1),
    "rcbrt": lambda x: 1 / mpmath.cbrt(x),
    "remainder": lambda x, y: x - y * _rounded(x / y),
    "rhypot": lambda *a: 1 / mpmath.sqrt(sum(x * x for x in a)),
    "rnorm3d": lambda *a: 1 / mpmath.sqrt(sum(x * x for x in a)),
    "rnorm4d": lambda *a: 1 / mpmath.sqrt(sum(x * x for x in a)),
    "rsqrt": lambda x: 1 / mpmath.sqrt(x),
    "scalbln": lambda x, n: x * mpmath.mpf(2) ** n,
    "scalbn": lambda x, n: x * mpmath.mpf(2) ** n,
    "y0": lambda x: mpmath.bessely(0, x),
    "y1": lambda x: mpmath.bessely(1, x),
    "yn": lambda n, x: mpmath.bessely(n, x),
}

ONE = [-2.5, -0.75, -0.001, 0.001, 0.3, 0.9, 1.5, 4.25, 11.125]
TWO = [(0.7, 1.3), (-0.7, 1.3), (2.6, -1.9), (5.5, 0.8), (-3.3, -2.1), (0.01, 12.0)]
OF_COUNT = {
    "jn": [(0, 1.3), (1, 0.4), (2, 5.5), (5, 9.25)],
    "yn": [(0, 1.3), (1, 0.4), (2, 5.5), (5, 9.25)],
    "ldexp": [(1.3, 4), (-0.2, -7)],
    "scalbn": [(1.3, 4), (-0.2, -7)],
    "scalbln": [(1.3, 4), (-0.2, -7)],
}


def _function(path: str) -> Callable[..., Any]:
    name = path.split(".")[-1]
    return FUNCTIONS.get(name) or getattr(mpmath, name)


def _namespace() -> dict[str, Any]:
    names = {
        name: _function(name)
        for name in (*FUNCTIONS, "sin", "cos", "sqrt", "exp", "log", "sinh", "cosh")
        if name.isidentifier()
    }
    return {
        **names,
        "rint": _rounded,
        "isnan": mpmath.isnan,
        "digamma": mpmath.digamma,
        "pow": lambda x, y: x**y,
    }


def evaluated(formula: str, **operands: Any) -> Any:
    """A formula of the table, whose numbers are exact."""
    exact = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])", r"number('\1')", formula)
    return eval(exact, {**_namespace(), "number": mpmath.mpf, **operands})


def _points(path: str, count: int) -> list[tuple[Any, ...]]:
    name = path.split(".")[-1]
    if name in OF_COUNT:
        return OF_COUNT[name]
    if count == 1:
        return [(x,) for x in ONE]
    if count == 2:
        return TWO
    return [(0.7, -1.3, 2.2, 0.4)[:count], (-0.1, 3.5, 0.25, -2.0)[:count]]


@pytest.mark.parametrize("path", [path for path, row in ROWS.items() if row[0] == "partials"])
def test_partials(path: str) -> None:
    """Each partial derivative, wherever the function is real."""
    _, *formulas, _ = ROWS[path]
    formulas = [formula for formula in formulas if formula]
    counts = [2] if path.split(".")[-1] in OF_COUNT else [len(formulas)]
    if path == "math.hypot":
        counts = [2, 3, 4]
    function, tried = _function(path), 0
    for count in counts:
        for point in _points(path, count):
            at = [x if isinstance(x, int) else mpmath.mpf(x) for x in point]
            try:
                value = function(*at)
            except (ValueError, ZeroDivisionError):
                continue
            if isinstance(value, mpmath.mpc) or not mpmath.isfinite(value):
                continue
            operands = {
                ("n" if isinstance(x, int) else letter): x for letter, x in zip("xyzw", at, strict=False)
            }
            for place in range(count):
                if isinstance(at[place], int):
                    continue
                if path in ("**", "pow", "math.pow") and place == 1 and at[0] < 0:
                    continue
                expected = mpmath.diff(lambda t: function(*at[:place], t, *at[place + 1 :]), at[place])
                got = evaluated(formulas[place], f=value, **operands)
                assert mpmath.almosteq(got, expected, 1e-14, 1e-14), (path, point, place, got, expected)
                tried += 1
    assert tried >= 2


@pytest.mark.parametrize(
    ("path", "results"),
    [
        ("math.sincos", (mpmath.sin, mpmath.cos)),
        ("math.sincospi", (lambda x: mpmath.sin(mpmath.pi * x), lambda x: mpmath.cos(mpmath.pi * x))),
        ("math.modf", (lambda x: x - int(x), lambda x: mpmath.mpf(int(x)))),
        ("math.frexp", (lambda x: mpmath.frexp(x)[0], None)),
    ],
)
def test_pairs(path: str, results: tuple[Callable[[Any], Any] | None, ...]) -> None:
    _, *formulas, _ = ROWS[path]
    for x in map(mpmath.mpf, ONE):
        first, second = results
        assert first is not None
        f = first(x)
        g = second(x) if second else mpmath.frexp(x)[1]
        for place, result in enumerate(results):
            if result is None:
                assert formulas[place] == "0"
                continue
            got = evaluated(formulas[place], x=x, f=f, g=g)
            assert mpmath.almosteq(got, mpmath.diff(result, x), 1e-14, 1e-14), (path, x, place)


@pytest.mark.parametrize(
    ("path", "point", "partials"),
    [
        ("abs", (0.0,), (0,)),
        ("math.fabs", (0.0,), (0,)),
        ("math.fdim", (2.0, 2.0), (0, 0)),
        ("math.j1", (0.0,), (0.5,)),
        ("math.cyl_bessel_i1", (0.0,), (0.5,)),
    ],
)
def test_kinks(path: str, point: tuple[float, ...], partials: tuple[float, ...]) -> None:
    for formula, expected in zip(ROWS[path][1:], partials, strict=False):
        operands = dict(zip("xy", map(mpmath.mpf, point), strict=False))
        assert evaluated(formula, f=mpmath.mpf(0), **operands) == expected


@pytest.mark.parametrize(
    ("path", "chosen"),
    [("max", max), ("min", min), ("math.fmax", max), ("math.fmin", min)],
)
def test_choices(path: str, chosen: Callable[[Any, Any], Any]) -> None:
    """Of equals the first one is chosen, as by Python; fmax and fmin pass a NaN over."""
    formula = ROWS[path][1]
    for x, y in [(1.0, 2.0), (2.0, 1.0), (-1.0, -1.0)]:
        a, b = mpmath.mpf(x), mpmath.mpf(y)
        assert bool(evaluated(formula, x=a, y=b)) is (chosen(a, b) is a)
    if path.startswith("math"):
        nan, one = mpmath.mpf("nan"), mpmath.mpf(1)
        assert evaluated(formula, x=one, y=nan)
        assert not evaluated(formula, x=nan, y=one)


# Functions that take and give no floating numbers, and those whose result is the values that they are given
# in another arrangement, which become operators before they are differentiated.
WITHOUT = {
    "": "assert bool complex divmod enumerate float int len print range sum zip",
    "cudapy": "activemask all_sync any_sync atomicAnd atomicDec atomicInc atomicOr atomicXor ballot_sync "
    "brev clz ffs grid_sync lanemask_eq lanemask_ge lanemask_gt lanemask_le lanemask_lt local popc randint "
    "random_state reduce_and_sync reduce_or_sync reduce_xor_sync shared syncthreads syncthreads_and "
    "syncthreads_count syncthreads_or syncwarp threadfence threadfence_block threadfence_system",
}
MODULES = {"Python's own": "", "`math`": "math", "`cmath`": "cmath", "`numpy`": "numpy", "`cudapy`": "cudapy"}


def test_no_function_lacks_a_row() -> None:
    listed = subprocess.run([PYCU2CU, "--list-builtins"], capture_output=True, text=True, check=True).stdout
    lacking, module = [], None
    for line in listed.splitlines():
        if line.startswith("## "):
            module = MODULES.get(line[3:])
        elif module is not None and line.startswith("| `"):
            name = line.split("`")[1]
            path = f"{module}.{name}" if module else name
            if path not in ROWS and name not in WITHOUT.get(module, "").split():
                lacking.append(path)
    assert not lacking


def test_refused_rows_say_why() -> None:
    for row in ROWS.values():
        assert (row[0] in ("refused", "rule", "constant")) == bool(row[-1])
