"""Programs that are nested deeply are translated, or refused as too deep: no text ends the process."""

import pytest

from cudapy import _core


def code_of(lines):
    """The first error of a kernel; None where there is none."""
    text = "import math\n\nfrom cudapy import *\n\n\n"
    text += "# k : void (float* X, int n)\ndef k(X, n):\n" + "".join(f"    {line}\n" for line in lines)
    got = _core.translate_text(text, "deep.py", "cpu", False)
    return None if got["ok"] else got["diagnostics"][0]["code"]


DEEP = {
    "parentheses": lambda n: ["X[0] = " + "(" * n + "1" + ")" * n],
    "sum": lambda n: ["X[0] = " + " + ".join(["n"] * n)],
    "sum_of_literals": lambda n: ["X[0] = " + " + ".join(["1"] * n)],
    "powers": lambda n: ["X[0] = " + " ** ".join(["n"] * n)],
    "signs": lambda n: ["X[0] = " + "-" * n + "n"],
    "nots": lambda n: ["X[0] = " + "not " * n + "n"],
    "calls": lambda n: ["X[0] = " + "abs(" * n + "n" + ")" * n],
    "subscripts": lambda n: ["X[0] = " + "X[int(" * n + "0" + ")]" * n],
    "brackets": lambda n: ["X[0] = X" + "[0]" * n],
    "attributes": lambda n: ["X[0] = n" + ".real" * n],
    "choices": lambda n: ["X[0] = " + "1 if n else " * n + "2"],
    "comparisons": lambda n: ["X[0] = " + " < ".join(["n"] * n)],
    "ands": lambda n: ["X[0] = " + " and ".join(["n"] * n)],
    "tuple": lambda n: ["t = " + "(1, " * n + "2" + ")" * n],
    "ifs": lambda n: ["    " * k + "if n:" for k in range(n)] + ["    " * n + "X[0] = 1"],
    "loops": lambda n: ["    " * k + f"for i{k} in range(2):" for k in range(n)] + ["    " * n + "X[0] = 1"],
    "elifs": lambda n: ["if n == 0:", "    X[0] = 0"] + [line for k in range(1,
    n) for line in (f"elif n == {k}:", f"    X[0] = {k}")],
    "lambdas": lambda n: ["X[0] = " + "(lambda x: " * n + "1" + ")" * n],
    "text": lambda n: ["print(" + " ".join(['"a"'] * n) + ")"],
    "lines": lambda n: ["X[0] += n"] * n,
}  # fmt: skip


@pytest.mark.parametrize("form", DEEP)
def test_deep_programs_are_translated_or_refused(form):
    assert code_of(DEEP[form](20)) in (None, "E401", "E408", "E468", "E608")
    for depth in (1000,) if form in ("ifs", "loops") else (1000, 10000):
        assert code_of(DEEP[form](depth)) == (None if form in ("text", "lines") else "E111")
