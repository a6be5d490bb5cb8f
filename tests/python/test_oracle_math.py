"""Every function of `math`, in both precisions, through the oracle."""

import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

from generated import functions
from oracle import Batch, compare

SAMPLES = 60

ANY = (-5, 5)
UNIT = (-1, 1)
POSITIVE = (0.01, 30)
# Functions of one number and where to try them; those that need more room than 4 ulps name it.
UNARY = {
    "acos": UNIT,
    "acosh": (1, 50),
    "asin": UNIT,
    "asinh": ANY,
    "atan": ANY,
    "atanh": (-0.99, 0.99),
    "cbrt": ANY,
    "cos": ANY,
    "cosh": ANY,
    "cospi": ANY,
    "cyl_bessel_i0": ANY,
    "cyl_bessel_i1": ANY,
    "erf": ANY,
    "erfc": (-3, 5),
    "erfcinv": (0.01, 1.99),
    "erfcx": (-2, 8),
    "erfinv": (-0.99, 0.99),
    "exp": (-20, 20),
    "exp10": (-8, 8),
    "exp2": (-20, 20),
    "expm1": ANY,
    "fabs": ANY,
    "j0": (-2, 2),
    "j1": (-3, 3),
    "lgamma": (2.5, 30),
    "log": POSITIVE,
    "log10": POSITIVE,
    "log1p": (-0.9, 20),
    "log2": POSITIVE,
    "logb": POSITIVE,
    "nearbyint": ANY,
    "normcdf": (-4, 4),
    "normcdfinv": (0.01, 0.99),
    "rcbrt": POSITIVE,
    "rint": ANY,
    "round": ANY,
    "rsqrt": POSITIVE,
    "sin": ANY,
    "sinh": ANY,
    "sinpi": ANY,
    "sqrt": POSITIVE,
    "tan": (-1.5, 1.5),
    "tanh": ANY,
    "tgamma": (0.1, 20),
    "y0": (0.05, 0.8),
    "y1": (0.05, 2),
}
BINARY = {
    "atan2": (ANY, ANY),
    "copysign": (ANY, ANY),
    "fdim": (ANY, ANY),
    "fmax": (ANY, ANY),
    "fmin": (ANY, ANY),
    "fmod": ((-50, 50), (0.5, 3)),
    "hypot": (ANY, ANY),
    "nextafter": (ANY, ANY),
    "pow": (POSITIVE, (-4, 4)),
    "remainder": ((-50, 50), (0.5, 3)),
    "rhypot": (POSITIVE, POSITIVE),
}
# CUDA's own bounds are wider for these; the host's are ours.
ULPS = {
    "tgamma": 16,
    "lgamma": 16,
    "j0": 32,
    "j1": 32,
    "y0": 64,
    "y1": 64,
    "jn": 64,
    "yn": 64,
    "normcdf": 16,
    "normcdfinv": 16,
    "erfcx": 16,
    "erfcinv": 16,
    "erfinv": 16,
    "cyl_bessel_i0": 16,
    "cyl_bessel_i1": 16,
    "erfc": 16,
    "pow": 8,
    "sinh": 8,
    "cospi": 8,
    "sinpi": 8,
}
# Names with only one precision, or that the kernels below call by hand.
OTHERS = {
    "ceil",
    "ceilf",
    "floor",
    "floorf",
    "trunc",
    "truncf",
    "fdividef",
    "fma",
    "frexp",
    "ilogb",
    "isfinite",
    "isinf",
    "isnan",
    "jn",
    "ldexp",
    "llrint",
    "llround",
    "lrint",
    "lround",
    "modf",
    "norm",
    "norm3d",
    "norm4d",
    "remquo",
    "rnorm",
    "rnorm3d",
    "rnorm4d",
    "scalbln",
    "scalbn",
    "signbit",
    "sincos",
    "sincospi",
    "yn",
}


def kernels():
    text = "import math\nimport math as m\nimport numpy as np\n\n\n"
    for name, kind, suffix in (("double", "double", ""), ("plain", "float", ""), ("single", "float", "f")):
        text += f"# unary_{name} : void ({kind}* X, {kind}* R, int n)\ndef unary_{name}(X, R, n):\n"
        for i, function in enumerate(UNARY):
            text += f"    R[idx + {i} * n] = m.{function}{suffix}(X[idx + {i} * n])\n"
        text += (
            f"\n\n# binary_{name} : void ({kind}* X, {kind}* Y, {kind}* R, int n)\n"
            f"def binary_{name}(X, Y, R, n):\n"
        )
        for i, function in enumerate(BINARY):
            text += f"    R[idx + {i} * n] = math.{function}{suffix}(X[idx + {i} * n], Y[idx + {i} * n])\n"
        text += f"""

# others_{name} : void ({kind}* X, {kind}* Y, int* N, {kind}* R, int* I, int64* L, bool* B)
def others_{name}(X, Y, N, R, I, L, B):
    x, y, n = X[idx], Y[idx], N[idx]
    R[idx * 20 + 0] = math.fma{suffix}(x, y, 0.5)
    R[idx * 20 + 1] = math.ldexp{suffix}(x, n)
    R[idx * 20 + 2] = math.scalbn{suffix}(x, n)
    R[idx * 20 + 3] = math.scalbln{suffix}(x, n)
    R[idx * 20 + 4] = math.jn{suffix}(n % 4, y)
    R[idx * 20 + 5] = math.yn{suffix}(n % 4, y + 1)
    R[idx * 20 + 6] = math.norm3d{suffix}(x, y, 2)
    R[idx * 20 + 7] = math.norm4d{suffix}(x, y, 2, 3)
    R[idx * 20 + 8] = math.rnorm3d{suffix}(x, y, 2)
    R[idx * 20 + 9] = math.rnorm4d{suffix}(x, y, 2, 3)
    R[idx * 20 + 10] = math.norm{suffix}(5, X)
    R[idx * 20 + 11] = math.rnorm{suffix}(3, X)
    fraction, exponent = math.frexp{suffix}(x)
    R[idx * 20 + 12] = fraction
    R[idx * 20 + 13], R[idx * 20 + 14] = math.modf{suffix}(x)
    R[idx * 20 + 15], R[idx * 20 + 16] = math.sincos{suffix}(x)
    R[idx * 20 + 17], R[idx * 20 + 18] = math.sincospi{suffix}(x)
    remainder, quotient = math.remquo{suffix}(x * 20, y)
    R[idx * 20 + 19] = remainder
    I[idx * 3 + 0] = exponent
    I[idx * 3 + 1] = quotient % 8  # how many of its bits there are is the library's business
    I[idx * 3 + 2] = math.ilogb{suffix}(x)
    L[idx * 4 + 0] = math.lrint{suffix}(x)
    L[idx * 4 + 1] = math.lround{suffix}(x)
    L[idx * 4 + 2] = math.llrint{suffix}(x)
    L[idx * 4 + 3] = math.llround{suffix}(x)
    B[idx * 4 + 0] = math.isnan(x)
    B[idx * 4 + 1] = math.isinf(x)
    B[idx * 4 + 2] = math.isfinite(x)
    B[idx * 4 + 3] = math.signbit(x)


"""
    text += """
# of_integers : void (int* N, int64* L, bool* B, float* R, double* W)
def of_integers(N, L, B, R, W):
    R[idx * 4 + 0] = math.sqrt(N[idx])
    R[idx * 4 + 1] = math.sin(B[idx])
    R[idx * 4 + 2] = math.fdividef(N[idx], 3)
    R[idx * 4 + 3] = math.exp(1) + math.log(N[idx] + 1, 2)
    W[idx * 2 + 0] = math.sqrt(L[idx])
    W[idx * 2 + 1] = math.atan2(L[idx], 3)


# hypots : void (float* X, float* R)
def hypots(X, R):
    x = X[idx]
    R[idx * 4 + 0] = math.hypot(x)
    R[idx * 4 + 1] = math.hypot(x, 2)
    R[idx * 4 + 2] = math.hypot(x, 2, 3)
    R[idx * 4 + 3] = math.hypot(x, 2, 3, x)


# by_numpy : void (float* X, double* Y, float* R, double* W)
def by_numpy(X, Y, R, W):
    R[idx * 5 + 0] = np.arcsin(X[idx])
    R[idx * 5 + 1] = np.floor(X[idx] * 10)
    R[idx * 5 + 2] = np.hypot(X[idx], 3)
    R[idx * 5 + 3] = np.pi * np.ceil(X[idx])
    R[idx * 5 + 4] = np.trunc(X[idx] * 7)
    W[idx * 2 + 0] = np.arctan2(Y[idx], X[idx])
    W[idx * 2 + 1] = np.exp(Y[idx])


# specials : void (float* X, float* R)
def specials(X, R):
    x = X[idx]
    R[idx * 6 + 0] = m.sqrt(x) if x >= 0 else m.nan
    R[idx * 6 + 1] = m.exp(x)
    R[idx * 6 + 2] = m.tanh(x)
    R[idx * 6 + 3] = m.fmax(x, 1)
    R[idx * 6 + 4] = m.atan(x)
    R[idx * 6 + 5] = m.copysign(m.inf, x)
"""
    return functions(text)


FUNCTIONS = kernels()
batch = Batch(*FUNCTIONS.values())
PRECISIONS = [("double", np.float64), ("plain", np.float32), ("single", np.float32)]


def spread(bounds, dtype, seed):
    drawn = np.random.default_rng(seed).uniform(*bounds, SAMPLES)
    drawn[:5] = np.clip(np.array([0.5, 1, 2, -0.5, -1]), *bounds)
    return drawn.astype(dtype)


def check_rows(kernel, names, inputs, dtype):
    """Runs a kernel whose results are rows, one for each name, and compares row by row."""
    results = np.zeros(len(names) * SAMPLES, dtype)
    got, want = results.copy(), results.copy()
    given = [a.copy() for a in inputs]
    batch.call(kernel)(SAMPLES)(*given, got, SAMPLES)
    batch.program.run(kernel, (SAMPLES,), [*inputs, want, SAMPLES])
    wrong = []
    for i, name in enumerate(names):
        row = slice(i * SAMPLES, (i + 1) * SAMPLES)
        try:
            compare(got[row], want[row], f"{kernel.__name__}: {name}", ULPS.get(name, 4), each=True)
        except AssertionError as error:
            wrong.append(str(error))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name,dtype", PRECISIONS)
def test_functions_of_one_number(name, dtype):
    x = np.concatenate([spread(bounds, dtype, i) for i, bounds in enumerate(UNARY.values())])
    check_rows(FUNCTIONS[f"unary_{name}"], list(UNARY), [x], dtype)


@pytest.mark.parametrize("name,dtype", PRECISIONS)
def test_functions_of_two_numbers(name, dtype):
    x, y = (
        np.concatenate([spread(b[i], dtype, 100 * i + k) for k, b in enumerate(BINARY.values())])
        for i in (0, 1)
    )
    check_rows(FUNCTIONS[f"binary_{name}"], list(BINARY), [x, y], dtype)


@pytest.mark.parametrize("name,dtype", PRECISIONS)
def test_other_functions(name, dtype):
    n = SAMPLES
    x, y = spread((-20, 20), dtype, 1), spread((0.5, 2), dtype, 2)
    counts = np.random.default_rng(3).integers(0, 9, n).astype(np.int32)
    batch.check(
        FUNCTIONS[f"others_{name}"],
        n,
        x,
        y,
        counts,
        np.zeros(n * 20, dtype),
        np.zeros(n * 3, np.int32),
        np.zeros(n * 4, np.int64),
        np.zeros(n * 4, np.bool_),
        ulps=16,
    )


def test_functions_of_integers():
    n = 20
    count = np.arange(n, dtype=np.int32)
    batch.check(
        FUNCTIONS["of_integers"],
        n,
        count,
        count.astype(np.int64),
        count % 2 == 0,
        np.zeros(n * 4, np.float32),
        np.zeros(n * 2),
        each=True,
    )


def test_hypot_of_one_to_four_numbers():
    batch.check(
        FUNCTIONS["hypots"], SAMPLES, spread(ANY, np.float32, 4), np.zeros(SAMPLES * 4, np.float32), each=True
    )


def test_names_of_numpy():
    n = SAMPLES
    batch.check(
        FUNCTIONS["by_numpy"],
        n,
        spread(UNIT, np.float32, 5),
        spread(UNIT, np.float64, 6),
        np.zeros(n * 5, np.float32),
        np.zeros(n * 2),
        each=True,
    )


def test_infinities_and_nan():
    x = np.array([np.inf, -np.inf, np.nan, 0, -0.0, 1, 1000, -1000], np.float32)
    batch.check(FUNCTIONS["specials"], len(x), x, np.zeros(len(x) * 6, np.float32), each=True)


def test_no_function_is_left_out():
    """The names tested here are those of the table of built-ins."""
    program = (
        os.environ.get("PYCU2CU")
        or shutil.which("pycu2cu", path=os.path.dirname(sys.executable))
        or shutil.which("pycu2cu")
    )
    listed = subprocess.run([program, "--list-builtins"], capture_output=True, text=True, check=True).stdout
    section = listed.split("\n## `math`\n")[1].split("\n## ")[0]
    table = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    assert table == set(UNARY) | set(BINARY) | OTHERS | {"log"}
