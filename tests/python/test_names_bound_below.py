"""Programs whose top level names what it binds only further down. Python raises a NameError for these, so
that pycu2cu, which reads the text without running it, refuses them."""

import importlib
import sys

import pytest
from cudapy import _core

CONSTANT, STRUCT = "LATER = 2", "@cp.struct\nclass LATER:\n    z: cp.float32 = 2.0"
TYPE = "LATER = cp.float32"
# Lines with `LATER` and one that makes `p` of it in a kernel, and what binds `LATER`.
PLACES = {
    "default of a field": ("@cp.struct\nclass P:\n    y: cp.float32 = LATER", "P().y", CONSTANT),
    "part of a default": ("@cp.struct\nclass P:\n    y: cp.float32 = 3 * (1 + LATER)", "P().y", CONSTANT),
    "default in a vector": (
        "@cp.struct\nclass P:\n    y: cp.float2 = cp.make_float2(LATER, 1)", "P().y.x", CONSTANT,
    ),
    "type of a field": ("@cp.struct\nclass P:\n    y: LATER", "P(LATER(1.0)).y.z", STRUCT),
    "type of a field as text": ('@cp.struct\nclass P:\n    y: "LATER"', "P(LATER(1.0)).y.z", STRUCT),
    "name of a type": ("@cp.struct\nclass P:\n    y: LATER", "P(1.0).y", TYPE),
    "default of a parameter": ("def f(x, y=LATER):\n    return x + y", "f(1)", CONSTANT),
    "part of a default of a parameter": ("def f(x, y=2 * LATER):\n    return x + y", "f(1)", CONSTANT),
    "constant": ("N = LATER + 1", "N", CONSTANT),
    "constant of a constant": ("M = LATER + 1\nN = M * 2", "N", CONSTANT),
    "constant in a tuple": ("N = (1, LATER)", "N[1]", CONSTANT),
    "constant of a class": ("class C:\n    N = LATER", "C.N", CONSTANT),
    "module": ("N = LATER.floor(2.5)", "N", "import math as LATER"),
}  # fmt: skip
KERNEL = '@cp.kernel("void (float* X)")\ndef k(X):\n    p = {use}\n    X[idx] = p\n'


def errors(text):
    return [
        each["code"]
        for each in _core.translate_text(text, "below.py", "cpu", False)["diagnostics"]
        if each["severity"] == "error"
    ]


def run(text, tmp_path, monkeypatch):
    """Runs the text as a module, since a kernel needs its file."""
    (tmp_path / "below.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "below", raising=False)
    return importlib.import_module("below")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("is_below", [False, True], ids=["above", "below"])
def test_names_are_known_where_python_knows_them(place, is_below, tmp_path, monkeypatch):
    lines, use, binding = PLACES[place]
    parts = [lines, binding] if is_below else [binding, lines]
    text = "\n\n\n".join(["import cudapy as cp\nfrom cudapy import *", *parts, KERNEL.format(use=use)])
    if not is_below:
        run(text, tmp_path, monkeypatch)
        assert errors(text) == []
        return
    with pytest.raises((NameError, TypeError)) as caught:
        run(text, tmp_path, monkeypatch)
    assert "LATER" in str(caught.value)
    assert errors(text) != []


def test_the_messages():
    kernel = "\n\n" + KERNEL.format(use="P(1.0).x")
    field = "import cudapy as cp\n@cp.struct\nclass P:\n    x: cp.float32\n    y: cp.float32 = 1 + LATER\n"
    field += "LATER = 2\n"
    found = _core.translate_text(field + kernel, "below.py", "cpu", False)["diagnostics"][0]
    assert (found["code"], found["line"], found["message"]) == (
        "E232", 5, "the default of `y` names `LATER` before it is bound",
    )  # fmt: skip
    field = field.replace("cp.float32 = 1 + LATER", "LATER").replace("LATER = 2", "LATER = cp.float32")
    found = _core.translate_text(field + kernel, "below.py", "cpu", False)["diagnostics"][0]
    assert (found["code"], found["line"], found["message"]) == (
        "E241", 5, "the field `y` of the struct `P` cannot be `LATER`",
    )  # fmt: skip


@pytest.mark.parametrize("lines", ["N = 3", "import math", "import cudapy as cp"])
def test_what_is_bound_twice_is_known_from_the_first_time(lines):
    text = f"import math\nimport cudapy as cp\nA = int(math.pi)\n{lines}\n"
    assert errors(text + KERNEL.format(use="A")) == []
