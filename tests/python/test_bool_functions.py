"""Every built-in function and operator whose result is a bool, used as a number, as a condition and as a
bool, for every type that it takes, by each compiler, also vectorised. Compilers have functions of these names
that give some bit in place of 1."""

import os
import re
import shutil
import subprocess

import numpy as np
import pytest
from generated import functions
from oracle import TARGET, Batch

PYCU2CU = os.environ.get("PYCU2CU") or shutil.which("pycu2cu")
KINDS = {
    "half": np.float16,
    "bfloat16": np.float32,
    "float": np.float32,
    "double": np.float64,
    "bool": np.bool_,
    "int8": np.int8,
    "uint8": np.uint8,
    "int16": np.int16,
    "uint16": np.uint16,
    "int": np.int32,
    "uint32": np.uint32,
    "int64": np.int64,
    "uint64": np.uint64,
}
FLOATS = ("half", "bfloat16", "float", "double")
# What is known of this class without the table, so that the table cannot lose it.
KNOWN = {"isfinite", "isinf", "isnan", "signbit"}
COMPARISONS = [
    "{x} < {y}",
    "{x} <= {y}",
    "{x} == {y}",
    "{x} != {y}",
    "not {x}",
    "{y} <= {x} <= {x}",
    "bool({x})",
    "{x} < {y} or {x} == 1",
    "op.lt({x}, {y})",
    "op.ge({x}, {y})",
    "op.eq({x}, {y})",
    "op.ne({x}, {y})",
    "op.not_({x})",
    "op.truth({x})",
]
# Each is an element of the array of ints, of floats or of bools; P and Q are the test of two elements.
INTEGERS = [
    "P",
    "P + Q",
    "P - Q",
    "P * 5 - 3",
    "-P",
    "int(P)",
    "P | Q",
    "P ^ Q",
    "P + (1 if Q else 7)",
    "3 if P else 4",
    "max(P, Q)",
    "P << 3",
    "P == Q",
    "10 // (P + 2)",
]
NUMBERS = ["P", "P * 2.5", "P + Q + 0.5", "float(P)", "1.0 if P else 0.25"]
BOOLS = ["P", "not P", "P and Q", "P or Q", "P == Q", "P < Q"]
N = 17


def numeric_tests():
    """The tests in the table: `isnan({x})`."""
    table = subprocess.run([PYCU2CU, "--list-builtins"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^\| `(\w+)` \|[^|]*\|[^|]*\| bool \(R\) \|", table, re.MULTILINE)
    assert KNOWN <= set(names)
    return [f"math.{name}({{x}})" for name in names]


def kernel(kind, number, test):
    """A kernel that uses a test in each variant; small, so that compilers vectorise it soon."""
    step = 3 if test in COMPARISONS else 1  # compilers have no functions of their own for these
    lines = [
        f"# of_{kind}_{number} : void ({kind}* X, int* I, float* F, bool* B)",
        f"def of_{kind}_{number}(X, I, F, B):",
    ]
    if step == 1:
        lines += [
            "    n = 0",
            "    for k in range(3):",
            f"        n += {test.format(x='X[idx + k]')}",
            "    n += P",
            f"    I[idx + {N} * {len(INTEGERS)}] = n",
        ]
    for array, forms in (("I", INTEGERS), ("F", NUMBERS), ("B", BOOLS)):
        lines += [f"    {array}[idx + {N} * {i}] = {form}" for i, form in enumerate(forms[::step])]
    p, q = (f"({test.format(x=f'X[idx + {a}]', y=f'X[idx + {b}]')})" for a, b in ((0, 1), (1, 0)))
    return re.sub(r"\b[PQ]\b", lambda found: p if found[0] == "P" else q, "\n".join(lines)) + "\n\n\n"


def values(kind):
    random = np.random.default_rng(len(kind))
    dtype = KINDS[kind]
    if kind == "bool":
        return random.integers(0, 2, N + 2).astype(dtype)
    if kind in FLOATS:
        special = np.array(
            [0.0, -0.0, np.inf, -np.inf, np.nan, np.copysign(np.nan, -1), 1, -1, 3, 0.5, -65504, 6e-8, -6e-8]
        )
        made = np.concatenate([special, random.choice(special, N + 2 - len(special))]).astype(dtype)
        return made.tolist() if kind == "bfloat16" else made
    info = np.iinfo(dtype)
    ends = np.array([info.min, info.max], dtype)
    return np.concatenate([ends, random.integers(max(info.min, -2), 4, N).astype(dtype)])


# The last ones vectorise, for the types that have functions of their own in C or are converted to one that
# has.
FEW = ["half", "bfloat16", "float", "double", "int"]
CASES = [(None, KINDS)]
if TARGET != "cuda":
    CASES += [(compiler, FEW) for compiler in map(shutil.which, ("g++", "clang++")) if compiler]


@pytest.mark.parametrize(
    "compiler, kinds", CASES, ids=[compiler and os.path.basename(compiler) for compiler, _ in CASES]
)
def test_bools_are_zero_and_one(compiler, kinds, monkeypatch):
    tests = numeric_tests() if PYCU2CU else [f"math.{name}({{x}})" for name in sorted(KNOWN)]
    if compiler:
        monkeypatch.setenv("CUDAPY_CXX", os.path.realpath(compiler))
    # Numbers that are no floats are converted first, all in the same way: each of their types takes a third
    # of the tests.
    pairs = [
        (kind, number, test)
        for at, kind in enumerate(kinds)
        for number, test in enumerate(tests)
        if kind in FLOATS or (number + at) % 3 == 0
    ]
    if not compiler:
        pairs += [
            (kind, number, test)
            for kind in ("half", "double", "uint8", "uint64")
            for number, test in enumerate(COMPARISONS, len(tests))
        ]
    made = functions("import math\nimport operator as op\n\n\n" + "".join(kernel(*pair) for pair in pairs))
    batch = Batch(*made.values())
    for kind, number, _ in pairs:
        batch.check(
            made[f"of_{kind}_{number}"],
            N,
            values(kind),
            np.zeros(N * (len(INTEGERS) + 1), np.int32),
            np.zeros(N * len(NUMBERS), np.float32),
            np.zeros(N * len(BOOLS), np.bool_),
        )
