"""The language server on kernels of numba's dialect, and on what is right when a module runs."""

from pathlib import Path

import pytest

pytest.importorskip("pygls")

from cudapy._lsp.facts import facts_of, may_have_kernels
from lsp_client import Client, marked

ROOT = Path(__file__).resolve().parents[2]
NUMBA = """\
import math
import numpy as np
from cudapy import cuda

WIDTH = 16


@cuda.jit(device=True)
def added(a, b):
    return a + b


def doubled(a):
    return a * 2


@cuda.jit
def k(X, Y, n):
    i = cuda.grid(1)
    tile = cuda.shared.array(WIDTH, np.float32)
    tile[cuda.threadIdx.x] = Y[i]
    cuda.syncthreads()
    value = added(Y[i], doubled(tile[0]))
    X[i] = math.sqrt(value) + n


def on_the_host(X):
    with open("file") as file:
        k[1, 2](X, file.read(), nothing)
"""


@pytest.fixture(scope="module")
def client():
    client = Client()
    yield client
    client.close()


@pytest.fixture
def uri(tmp_path):
    return f"file://{tmp_path}/kernels.py"


def brief(found):
    return [(each["code"], each["range"]["start"]["line"]) for each in found]


def errors(text):
    facts = facts_of(text, "k.py", lambda _: None)
    assert facts.failure == ""
    return [(each["code"], each["line"]) for each in facts.diagnostics if each["severity"] == "error"]


def test_kernels_of_numba(client, uri):
    assert client.open(uri, NUMBA) == []
    wrong = NUMBA.replace("doubled(tile", "dubbled(tile").replace("cuda.sync", "cuda.synk")
    found = client.change(uri, wrong, 2)
    assert brief(found) == [("E302", 21), ("E301", 22)]
    assert client.change(uri, NUMBA.replace("X[i] = math", "X[i] = (math"), 3) != []
    assert client.change(uri, NUMBA, 4) == []


HOVERED = {
    "i = ‸cuda": None,
    "X[i] = math.sqrt(‸value)": "value: double",
    "‸tile = cuda": "tile: float[16]",
    "value = ‸added": "double added(double a, double b)",
    "return ‸a + b": "a: double",
    "‸i = cuda": "i: int64",
}


@pytest.mark.parametrize("mark", HOVERED)
def test_hover_in_kernels_of_numba(client, uri, mark):
    client.open(uri, NUMBA)
    _, line, character = marked(NUMBA.replace(mark.replace("‸", ""), mark))
    got = client.at("textDocument/hover", uri, line, character)
    if HOVERED[mark] is None:
        assert got is None
    else:
        assert got["contents"]["value"].startswith(f"```python\n{HOVERED[mark]}\n```")


def test_definitions_in_kernels_of_numba(client, uri):
    client.open(uri, NUMBA)
    for mark, line in (("value = ‸added", 8), ("‸doubled(tile", 12), ("math.sqrt(‸value", 22)):
        _, *place = marked(NUMBA.replace(mark.replace("‸", ""), mark))
        got = client.at("textDocument/definition", uri, *place)
        assert (got["uri"], got["range"]["start"]["line"]) == (uri, line), mark


@pytest.mark.parametrize("command", ["Cuda", "Cpp"])
def test_lenses_of_kernels_of_numba(client, uri, command):
    client.open(uri, NUMBA)
    got = client.ask("textDocument/codeLens", textDocument={"uri": uri})
    assert [each["command"]["arguments"] for each in got] == [[uri, "k"]] * 2
    got = client.ask("workspace/executeCommand", command=f"cudapy.show{command}", arguments=[uri, "k"])
    assert got["problem"] == ""
    assert "k_double_array_double_array_double" in got["text"]
    assert " added_double(double a, double b)" in got["text"]


@pytest.mark.parametrize(
    "head, decorator",
    [
        ("from cudapy import cuda", "@cuda.jit"),
        ("from cudapy import cuda as c", "@c.jit(fastmath=True)"),
        ("import cudapy.cuda as cuda", "@cuda.jit('void(float32[:])')"),
        ("import cudapy", "@cudapy.cuda.jit"),
        ("from cudapy.cuda import jit", "@jit"),
        ("from cudapy.cuda import jit as j", "@j(\n    debug=True,\n)"),
    ],
)
def test_ways_to_write_the_decorator(head, decorator):
    text = f"{head}\n\n\n{decorator}\ndef k(X):\n    X[0] = nothing\n"
    assert errors(text) == [("E301", text.count("\n"))]


@pytest.mark.parametrize("head", ["from numba import cuda", "from cudapy import cuda as other\ncuda = None"])
def test_other_functions_are_not_looked_at(head):
    assert errors(f"{head}\n\n\n@cuda.jit\ndef k(X):\n    X[0] = nothing\n") == []


FOLDERS = ["samples", "benchmarks", "pymodule/cudapy"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_kernels_that_run_have_no_errors(folder):
    texts = [(path, path.read_text(encoding="utf-8")) for path in (ROOT / folder).rglob("*.py")]
    kernels = [(path, text) for path, text in texts if may_have_kernels(text)]
    assert len(kernels) > 5
    found = {str(path): errors(text) for path, text in kernels}
    assert {path: each for path, each in found.items() if each} == {}


# What pycu2cu refuses, because only running the module tells that it is right.
RIGHT = """\
import types
import cudapy as cp
from settings import Body

space = types.SimpleNamespace(n=4)
if cp:
    N = 1
else:
    N = 2


# values : void (int* X)
def values(X):
    X[idx] = space.n + N


@cp.vectorize
def half(a):
    return a / 2


# over_arrays : void (float* X)
def over_arrays(X):
    X[idx] = half(X[idx])


# struct_of_elsewhere : void (Body* X)
def struct_of_elsewhere(X):
    X[idx].mass = 1


# computed_default : int (int x, int y)
def computed_default(x, y=len(str(N))):
    return x + y


# twice : void (int* X)
def twice(X):
    X[idx] = 1


# twice : void (int* X)
def twice(X):
    X[idx] = 2


def on_the_host(k: cp.Kernel, X: cp.CudaArray, n: int | None = None) -> None:
    with open("x"):
        k(n)(X)


def make():
    # inner : void (int* X)
    def inner(X):
        X[idx] = 1

    return inner
"""
PARTS = RIGHT.split("\n\n\n")


@pytest.mark.parametrize("part", range(1, len(PARTS)))
def test_what_is_right_when_it_runs(part):
    assert errors("\n\n\n".join((PARTS[0], *PARTS[part : part + 1])) + "\n") == []


def test_what_is_right_when_it_runs_together():
    assert errors(RIGHT) == []
