"""Derivatives of CPython's numbers with tangents: `call.jvp.simulate`, which is the oracle of `call.jvp`."""

from __future__ import annotations

import math  # noqa: F401
import os
import subprocess
import sys
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from derivative_oracle import compare_derivative, compare_with_duals, derivative_of, derivatives_of
from generated import functions

PYCU2CU = os.environ.get("PYCU2CU", "pycu2cu")
ROWS = {
    line.split("\t")[0]: line.split("\t")[1:]
    for line in subprocess.run(
        [PYCU2CU, "--list-derivatives"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
}
# The arguments of functions, where not all numbers will do.
INSIDE = {
    **dict.fromkeys("acos asin atanh erfinv".split(), (-0.9, 0.9)),
    **dict.fromkeys("acosh".split(), (1.1, 3.0)),
    **dict.fromkeys("erfcinv normcdfinv".split(), (0.1, 0.9)),
    **dict.fromkeys("log log2 log10 sqrt rsqrt y0 y1 yn lgamma tgamma".split(), (0.1, 4.0)),
    "log1p": (-0.9, 3.0),
    "pow": (0.1, 3.0),
}
COUNTED = {"jn": "n, X[idx]", "yn": "n, X[idx]", **dict.fromkeys(("ldexp", "scalbn", "scalbln"), "X[idx], n")}
OF_TWO = "atan2 copysign fdim fdividef fmax fmin fmod hypot nextafter pow remainder remquo rhypot".split()
PAIRS = ("frexp", "modf", "sincos", "sincospi")
ARGUMENTS = {
    "fma": "X[idx], Y[idx], X[idx]",
    **dict.fromkeys(("norm3d", "rnorm3d"), "X[idx], Y[idx], a"),
    **dict.fromkeys(("norm4d", "rnorm4d"), "X[idx], Y[idx], a, X[idx]"),
    **dict.fromkeys(("norm", "rnorm"), "3, X"),
    **dict.fromkeys(OF_TWO, "X[idx], Y[idx]"),
    **COUNTED,
}
MATH = [path.removeprefix("math.") for path in ROWS if path.startswith("math.")]


REFUSED = [name for name in MATH if ROWS[f"math.{name}"][0] == "refused"]
KNOWN = [name for name in MATH if name not in REFUSED]


def text_of(name: str) -> str:
    call = f"math.{name}({ARGUMENTS.get(name, 'X[idx]')})"
    lines = (
        [f"    p, q = {call}", "    Y[idx] = p * Y[idx] + q"] if name in PAIRS else [f"    Y[idx] = {call}"]
    )
    if name in ("ceilf", "fdividef", "floorf", "truncf"):
        lines = [f"    Y[idx] = double({call})"]
    head = [f"# of_{name} : void (double a, int n, double* X, double* Y)", f"def of_{name}(a, n, X, Y):"]
    return "\n".join([*head, *lines, "", "", ""])


def kernels_of(names: list[str]) -> Any:
    text = "import math\n\nfrom cudapy import double\n\n\n" + "".join(map(text_of, names))
    made = functions(text)
    return cp.compile([made[f"of_{name}"] for name in names])


# Of CUDA's own: a quotient in single precision, and Bessel functions by recurrence.
LESS_EXACT = {"fdividef": 1e-6, "jn": 1e-10, "yn": 1e-10}


def test_functions_of_math() -> None:
    calls = kernels_of(KNOWN)
    derivatives = derivatives_of(calls, [f"of_{name}" for name in KNOWN])
    for name in KNOWN:
        rng = np.random.default_rng(7)
        X, Y = rng.uniform(*INSIDE.get(name, (-2.5, 2.5)), 40), rng.uniform(-2.5, 2.5, 40)
        outcome = compare_with_duals(
            derivatives[f"of_{name}"],
            calls.kernels[f"of_{name}"],
            40,
            [0.75, 3, X, Y],
            relative=LESS_EXACT.get(name, 1e-12),
        )
        assert outcome[1] == 0 or name in ("pow", "fmod"), (name, outcome)  # NaN in some places


@pytest.mark.parametrize("name", [name for name in REFUSED if name != "remquo"])  # which gives a pair
def test_refused_functions_of_math(name: str) -> None:
    outcome = compare_derivative(kernels_of([name]), 40, [0.75, 3, np.ones(40), np.ones(40)])
    assert outcome == f"`math.{name}` cannot be differentiated"


OPERATIONS = {
    "sum": "a + X[idx] - 2 * Y[idx] - (-X[idx])",
    "product": "X[idx] * Y[idx] * a * idx",
    "quotient": "X[idx] / Y[idx] + 1 / X[idx] + idx / (Y[idx] * a)",
    "modulo": "X[idx] % 0.7 + X[idx] % Y[idx] + 2.5 % X[idx]",
    "powers": "X[idx] ** 2 + X[idx] ** -3 + 2.0 ** Y[idx] + abs(X[idx]) ** Y[idx] + a ** 2.5",
    "choices": "max(X[idx], Y[idx]) + min(X[idx], a, Y[idx]) + (X[idx] if Y[idx] > 0 else a)",
    "values of and": "(X[idx] and Y[idx]) + (0.0 or a) + (X[idx] > 0 and Y[idx] > 0)",
    "steps": "X[idx] // 0.5 * X[idx] + int(Y[idx]) * a + round(X[idx], 1) + math.floor(a)",
    "divmod": "divmod(X[idx], 0.3)[1] + divmod(X[idx], 0.3)[0] * Y[idx]",
    "complex": "abs(complex(X[idx], a)) + (complex(X[idx], Y[idx]) / complex(a, 1.0)).imag",
    "cmath": "cmath.exp(complex(X[idx], a)).real + cmath.phase(complex(X[idx], Y[idx]))",
    "rect": "cmath.rect(X[idx], Y[idx]).imag + cmath.sqrt(complex(X[idx], 1.5)).real",
    "polar": "cmath.polar(complex(X[idx], Y[idx]))[0] * cmath.polar(complex(X[idx], 1.0))[1]",
    "remquo": "math.remquo(X[idx], Y[idx])[0] * a + math.remquo(X[idx], 0.3)[0]",
    "logarithms": "math.log(X[idx], 1.5 + Y[idx]) + math.log(X[idx], 10) + math.log(3.0, 1.5 + a)",
    "sums": "sum((X[idx], a, Y[idx] * 2))",
}


def test_operations() -> None:
    names = {f"k{number}": what for number, what in enumerate(OPERATIONS)}
    text = "import cmath\nimport math\n"
    for name, what in names.items():
        text += f"\n\n# {name} : void (double a, double* X, double* Y)\n"
        text += f"def {name}(a, X, Y):\n    Y[idx] = {OPERATIONS[what]}\n"
    made = functions(text)
    calls = cp.compile([made[name] for name in names])
    for name, derivative in derivatives_of(calls, list(names)).items():
        rng = np.random.default_rng(8)
        X, Y = rng.uniform(0.2, 2.5, 12), rng.uniform(0.2, 2.5, 12)
        outcome = compare_with_duals(derivative, calls.kernels[name], 12, [0.75, X, Y])
        assert outcome == (24, 0), names[name]


OF_CONSTANTS = [
    "abs(complex(constant(X[idx]), 1.5))",
    "abs(complex(constant(X[idx]), constant(a)) * 2.0)",
    "complex(constant(X[idx]), 1.0).conjugate().imag",
    "cmath.exp(complex(constant(X[idx]), 1.0)).real",
    "cmath.sqrt(complex(constant(X[idx]), 1.0)).imag",
    "cmath.phase(complex(constant(X[idx]), 1.0))",
    "cmath.polar(complex(constant(X[idx]), 1.0))[1]",
    "cmath.rect(constant(X[idx]), constant(a)).real",
    "(complex(constant(X[idx]), 1.0) ** 3).real",
    "math.modf(constant(X[idx]))[0]",
    "math.frexp(constant(X[idx]))[0]",
    "math.hypot(constant(X[idx]), constant(a))",
    "max(constant(X[idx]), constant(a))",
    "(constant(X[idx]) if X[idx] > a else constant(a))",
    "(constant(X[idx]) and constant(a))",
    "-constant(X[idx]) % 0.7",
    "cp.double2(constant(X[idx]), 1.0).x",
    "(constant(X[idx]), a)[0]",
    "round(constant(X[idx]), 1)",
]


@pytest.mark.parametrize("form", OF_CONSTANTS)
def test_a_function_of_what_is_active_that_gives_a_constant(form: str) -> None:
    text = (
        "import cmath\nimport math\n\nimport cudapy as cp\n\n\n# constant : double (double x)\n"
        "def constant(x):\n    return 1.25\n\n\n# k : void (double a, double* X, double* Y)\n"
        f"def k(a, X, Y):\n    Y[idx] = {form} * X[idx]\n    Y[idx] += {form}\n"
    )
    made = functions(text)
    call = cp.compile([made["k"], made["constant"]])
    assert compare_derivative(call, 3, [0.75, np.array([0.5, 1.0, 1.5]), np.zeros(3)]) == (6, 0)


@cp.kernel("void (float alpha, float* X, float* Y)")
def saxpy(alpha, X, Y):
    if idx < len(Y):
        Y[idx] = alpha * X[idx] + Y[idx]


def test_a_derivative_is_simulated() -> None:
    Y, Y_dot = [10.0, 20.0], [0.0, 0.5]
    saxpy.jvp.simulate(2, 3.0, [1.0, 2.0], Y, 0.5, [1.0, 1.0], Y_dot)
    assert (Y, Y_dot) == ([13.0, 26.0], [3.5, 4.5])


def test_a_simulated_derivative_refuses_what_a_launch_refuses() -> None:
    with pytest.raises(ValueError) as caught:
        saxpy.jvp.simulate(2, 3.0, [1.0, 2.0], [1.0, 2.0], 0.5, [1.0], [0.0, 0.0])
    assert str(caught.value) == (
        "saxpy_jvp: parameter X_dot (float*): it holds the tangents of X and has another shape: (1,), "
        "not (2,)"
    )


def test_an_unpickled_derivative_is_not_simulated() -> None:
    import pickle

    again = pickle.loads(pickle.dumps(saxpy.jvp))
    with pytest.raises(TypeError, match="saxpy_jvp was pickled or built, and its Python function stayed"):
        again.simulate(2, 3.0, [1.0, 2.0], [1.0, 2.0], 0.5, [1.0, 1.0], [0.0, 0.0])


# refused : void (double* X)
def refused(X):
    cp.atomicMax(X, 0, X[idx])


# fine : void (double* X)
def fine(X):
    X[idx] *= X[idx]


def test_a_kernel_next_to_one_that_has_no_derivative() -> None:
    call = cp.compile([fine, refused])
    X, X_dot = [3.0], [1.0]
    call.fine.jvp(1)(X, X_dot)
    assert (X, X_dot) == ([9.0], [6.0])
    assert derivative_of(call.refused)[1] == "an atomicMax of an array with tangents cannot be differentiated"


def test_a_wrong_tangent_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from cudapy._simulate.duals import functions as duals

    monkeypatch.setitem(duals._ONE, "sin", lambda x, f: math.cos(x) * (1 + 1e-11))
    with pytest.raises(AssertionError, match="of_sin: Y_dot: 2 of 2 tangents differ"):
        compare_derivative(kernels_of(["sin"]), 2, [0.75, 3, np.array([0.5, 1.5]), np.zeros(2)])
    assert sys.modules["cudapy._simulate.duals"]
