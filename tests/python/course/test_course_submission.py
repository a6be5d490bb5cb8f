"""What a student hands in is text: none of it runs."""

import builtins

import numpy as np
import pytest

import cudapy
from cudapy._course.submission import Unreadable, literal, read


def test_what_is_bound():
    found = read(
        "import math\nimport numpy as np\nimport os, sys\nfrom numpy import float64\nfrom os import path\n"
        "import cudapy as cp\nfrom cudapy import idx, compile as c\nfrom . import x\n"
        "N = 2 ** 5 - 1\nR: float = np.float32(0.5)\nD = float64(N)\n"
        "P = (N, math.pi, -1.5)\nB = not_there + 1\n"
        "L = [1, 2]\nS = 'text'\nF = (lambda: 1)()\n"
        "def f(x, y=N):\n    return x\n",
        "a.py",
    )
    scope = {name: value for name, value in found.scope.items() if not name.startswith("__")}
    assert scope.pop("f").__defaults__ == (31,)
    assert scope.pop("c") is cudapy.compile and scope.pop("idx") is cudapy.idx
    assert scope.pop("cp") is cudapy and scope.pop("np") is np and scope.pop("float64") is np.float64
    assert scope.pop("math").__name__ == "math"
    assert isinstance(scope["R"], np.float32) and isinstance(scope["D"], np.float64)
    assert scope == {"N": 31, "R": 0.5, "D": 31.0, "P": (31, 3.141592653589793, -1.5)}


def test_nothing_runs(monkeypatch, tmp_path):
    def refuse(*arguments, **named):
        raise AssertionError("it ran")

    text = (
        "open('made', 'w')\nX = open('made', 'w')\nprint(1)\n"
        "@open('made', 'w')\ndef f(x: open('made', 'w'), y: int = 3) -> open('made', 'w'):\n    pass\n"
        "class C(open('made', 'w')):\n    open('made', 'w')\n"
        "if True:\n    open('made', 'w')\n"
    )
    with monkeypatch.context() as patched:
        for name in ("open", "exec", "eval", "print", "__import__"):
            patched.setattr(builtins, name, refuse)
        found = read(text, "b.py")
    assert list(found.functions) == ["f"]


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("def f(:\n", "this is not Python: invalid syntax", 1),
        ("x = 1\0\n", "this is not Python: source code string cannot contain null bytes", 0),
        ("x = " + "(" * 3000 + ")" * 3000, "this is not Python: too many nested parentheses", 1),
        ("#" * 300000, "the file has more than 256 KiB, which no answer needs", 0),
        ("def f(x=open('made')):\n    pass\n", "a default value must be a number", 1),
        (
            "def f(x):\n    return\ndef g(x, x):\n    pass\n",
            "this is not Python: duplicate argument 'x' in function definition",
            3,
        ),
    ],
)
def test_what_cannot_be_read(text, said, line):
    with pytest.raises(Unreadable) as caught:
        read(text, "c.py")
    assert (str(caught.value), caught.value.line) == (said, line)


@pytest.mark.parametrize(
    "text", ["10**10**10", "1 << 10**9", "1 << -1", "'a' * 10**10", "1 / 0", "(1, 2) * 10**9", "f()", "9**99"]
)
def test_constants_that_are_too_large_or_none(text):
    assert "N" not in read(f"N = 1\nN = {text}\n", "d.py").scope


def test_literals():
    found = read("answers = {'a': 1, 'b': None}\nother = [].__class__\n", "e.py")
    assert literal(found, "answers") == {"a": 1, "b": None}
    with pytest.raises(Unreadable, match="write plain numbers into `other`"):
        literal(found, "other")
    with pytest.raises(Unreadable, match="there is no `more = …` in it"):
        literal(found, "more")
