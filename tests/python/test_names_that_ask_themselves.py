"""Names whose meaning asks for the name itself: each is an error with its place, in both dialects, and none
ends the process."""

import numpy as np
import pytest

import generated
from cudapy import _core, cuda

HERE = "`{}` stands for nothing here"

# Lines of a kernel, and what is said of them: the line, the text that is underlined, and the message.
FORMS = {
    "a cast": (["x = type(x + 1)", "X[0] = x(1)"], [(1, "x + 1", "x")]),
    "a dtype": (["x = x.dtype", "X[0] = 1"], [(1, "x.dtype", "x")]),
    "a dtype's type": (["x = x.dtype.type", "X[0] = x(1)"], [(1, "x.dtype.type", "x")]),
    "an index": (["x = type(X[x])", "X[0] = x(1)"], [(1, "x])", "x")]),
    "its own call": (["x = type(x(1))", "X[0] = x(1)"], [(1, "x(1)", "x")]),
    "types of types": (["x = type(type(x(1))(2))", "X[0] = x(1)"], [(1, "x(1)", "x")]),
    "two in a circle": (
        ["T = type(U(1))", "U = type(T(1))", "X[0] = T(1)"],
        [(1, "U(1)", "U"), (2, "T(1)", "T")],
    ),
    "three in a circle": (
        ["A = type(C(1))", "B = type(A(1))", "C = type(B(1))", "X[0] = 1"],
        [(1, "C(1)", "C")],
    ),
    "in a loop": (["for i in range(3):", "    x = type(x + i)", "    X[0] = x(1)"], [(2, "x + i", "x")]),
    "in an argument": (["x = type(abs(x))", "X[0] = x(1)"], [(1, "x))", "x")]),
}  # fmt: skip


def expected(lines, found):
    """[(line, column, message)] of the places in the lines."""
    return [(line, lines[line - 1].rindex(text) + 1, HERE.format(name)) for line, text, name in found]


@pytest.mark.parametrize("form", FORMS)
def test_names_that_ask_for_themselves(form):
    lines, found = FORMS[form]
    text = "# k : void (float* X)\ndef k(X):\n" + "".join(f"    {line}\n" for line in lines)
    got = _core.translate_text(text, "asks.py", "cpu", False)
    said = [
        (d["line"] - 2, d["column"] - 4, d["message"]) for d in got["diagnostics"] if d["severity"] == "error"
    ]
    assert said == expected(lines, found)
    assert {d["code"] for d in got["diagnostics"] if d["severity"] == "error"} == {"E323"}


@pytest.mark.parametrize("form", FORMS)
def test_names_that_ask_for_themselves_in_numbas_dialect(form):
    lines, found = FORMS[form]
    text = "def k(X):\n" + "".join(f"    {line}\n" for line in lines)
    X = np.zeros(3, np.float32)
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(generated.module(text).k)[1, 1](X)
    said = [(d["line"] - 1, d["column"] - 4, d["message"]) for d in error.value.diagnostics]
    assert said == expected(lines, found)


def test_names_of_types_still_name_types():
    lines = ["x = X.dtype.type", "y = type(x(1) + 1)", "z = type(X[int(y(2))])", "X[0] = z(y(x(2.5)))"]
    text = "# k : void (float* X)\ndef k(X):\n" + "".join(f"    {line}\n" for line in lines)
    got = _core.translate_text(text, "asks.py", "cpu", False)
    assert (got["ok"], got["diagnostics"]) == (True, [])
