"""Errors that the types of later passes decide: what has no common type next to another error, and tuples
that hold themselves."""

import itertools

import pytest

from cudapy import _core

HEAD = (
    "from cudapy import *\n\n\n# k : void (uint64 b, double a, int n, float f, float* F)\n"
    "def k(b, a, n, f, F):\n"
)
CHOICES = [
    "{0} or {1} or {2}",
    "{0} and {1} or {2}",
    "max({0}, {1}, {2})",
    "min({2}, {0}, {1})",
    "max(({0}, {1}, {2}))",
]
OPERANDS = ["n", "b", "3.0 or b", "2.5 if n else b", "n or 1.5", "f", "2", "2.5"]


def said(lines):
    text = HEAD + "".join(f"    {line}\n" for line in lines)
    return [
        (d["code"], d["line"] - 5)
        for d in _core.translate_text(text, "late.py", "cpu", False)["diagnostics"]
        if d["severity"] == "error"
    ]


@pytest.mark.parametrize("choice", CHOICES)
def test_another_error_changes_nothing(choice):
    """What is said of a line is what is said of it next to an error of another line."""
    for operands in itertools.product(OPERANDS, repeat=3):
        line = f"F[0] = {choice.format(*(f'({each})' for each in operands))}"
        alone = said([line])
        assert said([line, "u = unknown"]) == [*alone, ("E301", 2)], line


@pytest.mark.parametrize("value", [
    "(t, 1)", "(1, t)", "(t >= t, t)", "(t == t, t)", "(1, (2, t))", "((t < t), -7, (n, t))",
    "(t if n else t, 1)", "(max(t, t), 1)", "(t in (t, t), t)",
])  # fmt: skip
def test_tuples_that_hold_themselves(value):
    """They end at once, whatever is made of them: a test of this file would take minutes."""
    for lines in ([f"t = {value}"], ["t = (1, 2)", "for i in range(3):", f"    t = {value}"]):
        codes = {code for code, _ in said(lines)}
        assert codes and codes <= {"E558", "E440", "E441"}, lines


def test_deep_tuples_are_taken():
    tuple_of_twenty = "(" * 20 + "n" + ",)" * 20
    assert said([f"t = {tuple_of_twenty}", "u = t", "F[0] = t" + "[0]" * 20 + " + u" + "[0]" * 20]) == []
