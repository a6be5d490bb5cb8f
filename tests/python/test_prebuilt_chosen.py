"""Which kernels of a file are built, and what is said of all that is left out."""

import cudapy as cp
import pytest
from prebuilt_programs import finished, run_python

KERNELS = """
import cudapy as cp
from cudapy import cuda, idx
import json
from json import dumps
import numpy as np


# commented : void (float* X)
def commented(X):
    X[idx] = 1


@cp.kernel("void (float* X)")
def decorated(X):
    X[idx] = 2


def annotated(by: cp.float32, X: cp.Array[cp.float32]):
    X[idx] = by


def annotated_result(X: cp.Array[cp.float32], n: int) -> None:
    if idx < n:
        X[idx] = n


def quoted(X: "float*", n: "int"):
    X[idx] = n


@cp.kernel
def decorated_and_annotated(X: "float*"):
    X[idx] = 3


def numbers(n: int, x: float):
    assert n >= 0 or x > 0


# commented_helper : float (float x)
def commented_helper(x):
    return x


def annotated_helper(x: cp.float32) -> cp.float32:
    return x


@cp.kernel
def decorated_helper(x: "float") -> "float":
    return x


@cp.kernel
def generic(X, by):
    X[idx] += by


def partly(X: "float*", by):
    X[idx] += by


def plain(x):
    return x + 1


def main(path: str) -> dict:
    return json.loads(open(path).read())


def summed(A: np.ndarray, axis: int = 0) -> np.ndarray:
    return A.sum(axis)


async def waits(n: int) -> None:
    pass


# _private : void (float* X)
def _private(X):
    X[idx] = 4


@cuda.jit
def of_numba(X):
    X[cuda.grid(1)] = 1


class Other:
    def method(self, n: int) -> None:
        pass


geometry = cp.cuda_source('extern "C" __global__ void raw(float* X) { X[0] = 1; }')
"""

BUILT = [
    "commented",
    "decorated",
    "annotated",
    "annotated_result",
    "quoted",
    "decorated_and_annotated",
    "numbers",
]
LEFT_OUT = {
    "commented_helper": "it returns a value, for kernels to call",
    "annotated_helper": "it returns a value, for kernels to call",
    "decorated_helper": "it returns a value, for kernels to call",
    "generic": "it is generic: build instances of it, each with a name",
    "partly": "it is generic: build instances of it, each with a name",
    "plain": "it has no signature",
    "main": "it is no kernel: `str` is no type of the kernel language",
    "summed": "it is no kernel: `np.ndarray` is no type of the kernel language",
    "waits": "it is no kernel: waits is an async function: kernels do not wait",
    "_private": "its name begins with an underscore",
    "of_numba": "kernels of cudapy.cuda are compiled where they run",
}


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_all_functions_of_a_file(future, tmp_path):
    (tmp_path / "many.py").write_text(future + KERNELS)
    lines = finished(
        run_python(tmp_path, "-m", "cudapy", "build", "many.py", "-o", "shipped", "--target", "cpu")
    )
    assert [line.split(" : ")[0] for line in lines[: len(BUILT)]] == BUILT
    assert lines[len(BUILT) : -1] == [f"{name} is left out: {reason}" for name, reason in LEFT_OUT.items()]
    assert list(cp.load(tmp_path / "shipped")) == BUILT


def test_what_is_warned_of_in_a_module(tmp_path):
    """Kernels that are left out, and not all functions of Python."""
    (tmp_path / "many.py").write_text(KERNELS)
    (tmp_path / "build.py").write_text(
        "import warnings\nimport cudapy as cp, many\nwith warnings.catch_warnings(record=True) as found:\n"
        "    warnings.simplefilter('always')\n    cp.build(many, 'shipped', 'cpu')\n"
        "for each in found:\n    print(each.category.__name__, each.filename, each.lineno, each.message)\n"
    )
    assert finished(run_python(tmp_path, "build.py")) == [
        f"RuntimeWarning {tmp_path}/build.py 5 build: {name} is left out: {LEFT_OUT[name]}"
        for name in ("generic", "partly", "of_numba")
    ]


@pytest.mark.parametrize(
    "function",
    [
        "# k : void (float* X)\ndef k(X):",
        "def k(X: 'float*'):",
        "def k(X: cp.Array[cp.float32]):",
        "def k(X: 'cp.Array[cp.float32]') -> None:",
        "def k(n: cp.int32) -> None:",
    ],
)
def test_a_mistake_in_a_kernel_ends_the_build(function, tmp_path):
    (tmp_path / "wrong.py").write_text(f"import cudapy as cp\n\n\n{function}\n    missing_name[0] = 1\n")
    with pytest.raises(cp.CompileError) as raised:
        cp.build(tmp_path / "wrong.py", tmp_path / "shipped", "cpu")
    assert raised.value.diagnostics[0]["message"] == "unknown name `missing_name`"
    assert not (tmp_path / "shipped").exists()


def test_a_file_without_kernels(tmp_path):
    (tmp_path / "none.py").write_text(
        "# helper : float (float x)\ndef helper(x):\n    return x\n\n\ndef plain():\n    pass\n"
    )
    with pytest.raises(ValueError) as raised:
        cp.build(tmp_path / "none.py", tmp_path / "shipped", "cpu")
    assert str(raised.value) == (
        "build: there are no kernels to build; helper is left out: it returns a value, for kernels to call; "
        "plain is left out: it has no signature"
    )
