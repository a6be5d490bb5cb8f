"""Texts are no values of kernels: each place says so, in each of their forms, and hides no other error."""

import pytest

from cudapy import _core

HEAD = """import math

import cudapy as cp
from cudapy import *


@cp.struct
class P:
    x: cp.float32
    y: cp.int32


# helper : int (int value, int mode)
def helper(value, mode=1):
    return value if mode == 1 else mode


# typed : float (float value)
def typed(value):
    return value


# k : void (float* X, int[,] M, int n, float f, P* B, float** L)
def k(X, M, n, f, B, L):
"""

TEXTS = ['"a"', "'a'", '"a" "b"', 'f"{n}"', 'b"a"', '("a")', 'r"\\a"', "'''a'''"]

PLACES = [
    "v = {}", "v = w = {}", "v, w = {}, n", "v, w = {}", "X[0] = {}", "B[0].x = {}", "v = {}\n    w = v + 1",
    "n += {}", "v: int = {}",
    "X[{}] = 1.0", "X[{}] += 1.0", "v = X[{}]", "v = X[n + {}]", "M[0, {}] = 1", "v = M[{}, 0]",
    "M[{}][0] = 1", "v = M[{}][0]",
    "B[{}] = B[0]", "v = B[{}].x", "v = B[{}][0]", "L[{}][0] = 1.0", "v = L[{}][0]", "v = L[0][{}]",
    "X[{}], n = 1.0, 2", "row = M[{}]",
    "part = X[{}:]", "v = (1, 2)[{}]", "v = M.shape[{}]", "v = (1, {})", "v = (1, (2, {}))", "v = (1, {})[1]",
    "v = -{}", "v = not {}", "v = {} + {}", "v = {} * 2", "v = n % {}", "v = {} % n", "v = {} < n",
    "v = n == {}", "v = {} == {}", "v = 1 < n < {}",
    "v = {} and n", "v = n or {}", "v = {} if n else 2", "v = 1 if {} else 2", "if {}: n = 1",
    "if n == {}: n = 1", "while {}: n = 1", "assert {}",
    "for c in {}: n = 1", "for i in range({}): n = 1", "for i, c in enumerate({}): n = 1",
    "for a, b in zip(X, {}): n = 1", "for v in (1, {}): n = 1",
    "v = len({})", "v = min({}, n)", "v = max(n, {})", "v = abs({})", "v = round({})", "v = pow(n, {})",
    "v = divmod({}, 2)", "v = math.sqrt({})",
    "v = bool({})", "v = uint8({})", "v = float2(f, {})", "v = P({}, 1)", "v = typed({})", "v = helper({})",
    "v = helper(n, {})", "v = helper(n, mode={})",
    "v = atomicAdd(X, {}, 1.0)", "atomicAdd(X, 0, {})", "v = {}.upper()", "v = {}.real", "v = {}[0]",
    "v = {}[n]", "return {}", "print(n + {})",
]  # fmt: skip


def errors(lines):
    """[(code, line)] of what is said of lines of a kernel."""
    got = _core.translate_text(HEAD + "".join(f"    {line}\n" for line in lines), "texts.py", "cpu", False)
    before = HEAD.count("\n")
    return [(d["code"], d["line"] - before) for d in got["diagnostics"] if d["severity"] == "error"]


@pytest.mark.parametrize("place", PLACES)
def test_texts_in_all_places_have_an_error_of_their_own(place):
    for text in TEXTS:
        lines = place.replace("{}", text).split("\n    ")
        found = errors(lines)
        assert ("E604", 1) in found, (text, found)
        assert {code for code, _ in found} <= {"E604", "E404", "E408"}, (
            text,
            found,
        )  # and that what is indexed is no array
        after = errors(["v9 = unknown", *lines, "w9 = unknown"])
        hidden = [
            error
            for error in [("E301", 1), *((code, line + 1) for code, line in found)]
            if error not in after
        ]
        assert not hidden, (text, hidden)


def test_texts_that_are_taken():
    assert (
        errors(
            [
                '"what it does"',
                'print("a", n, "b")',
                'print(f"{n} of {f:.2f}")',
                'assert n, "why"',
                "n = 1  # 'a'",
            ]
        )
        == []
    )


@pytest.mark.parametrize(
    "statement", ["v: int", "v: float\n    v = 2.0", "() = ()", "n", "X", "X[0]", "M[0]", "X[1:]", "1", "1.5",
    "2j", "True", "...", "(n, f)", "not n",
                  "-n", "n < f", "n and f", "n if f else 2", "min(n, 2)", "math.pi", "math.sqrt(f)", "idx",
                  "threadIdx.x", "len(X)", "pass", '"text"']
)  # fmt: skip
def test_statements_that_do_nothing(statement):
    assert errors(statement.split("\n    ")) == []
