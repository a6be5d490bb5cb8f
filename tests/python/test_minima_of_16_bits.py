"""Minima and maxima of integers of 8 and 16 bits. The ptxas of CUDA 13.0 compares them wrongly on sm_90.

So none may reach it: the index of a loop that began at such a minimum had another value after the loop.
"""

import os
import re
import shutil
import subprocess

import numpy as np
import pytest

import generated
from oracle import Batch

TYPES = ("uint8", "int8", "uint16", "int16")
NVCC = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")

# Each makes `a` of the elements x and y.
CHOICES = {
    "minimum": "a = min(x, y)",
    "maximum": "a = max(x, y)",
    "of_a_constant": "a = min(x, {t}(3))",
    "constant_first": "a = max({t}(3), x)",
    "clamped": "a = min(max(x, {t}(1)), {t}(5))",
    "of_three": "a = min(x, y, {t}(4))",
    "conditional": "a = x if x < y else y",
    "conditional_constant": "a = x if x < 3 else {t}(3)",
    "turned": "a = y if not x < y else x",
    "chained": "a = x if {t}(1) < x < y else y",
    "if_": "a = y\n        if x < a:\n            a = x",
    "if_else": "if x >= y:\n            a = x\n        else:\n            a = y",
    "function": "a = least_{t}(x, y)",
    "early_return": "a = most_{t}(x, y)",
}
# What is done with it, where it is compared once more.
USES = {
    "loop": "for k in range(a, 6):\n            last = k",
    "equal": "if a == x:\n            last = j\n        elif a == 3:\n            last += 3",
    "while_": "last = a\n        while last < 6:\n            last += 2",
}

FUNCTIONS = """
# least_{t} : {t} ({t} x, {t} y)
def least_{t}(x, y):
    return x if x < y else y


# most_{t} : {t} ({t} x, {t} y)
def most_{t}(x, y):
    if x > y:
        return x
    return y

"""

KERNEL = """
# {name} : void ({t}* X, {t}* Y, int* out, int n)
def {name}(X, Y, out, n):
    last = idx
    for j in range(n):
        x = X[(idx + j) % len(X)]
        y = Y[X[j] % len(Y)]
        {choice}
        {use}
        out[idx] |= 13
    out[idx] += last * 16

"""


def names():
    return [f"{t}_{choice}_{use}" for t in TYPES for choice in CHOICES for use in USES]


def source():
    text = "import cudapy as cp\nfrom cudapy import *\n"
    for t in TYPES:
        text += FUNCTIONS.replace("{t}", t)
        for choice, made in CHOICES.items():
            for use, used in USES.items():
                text += KERNEL.format(
                    name=f"{t}_{choice}_{use}", t=t, choice=made.replace("{t}", t), use=used
                )
    return text


MADE = generated.functions(source())
BATCH = Batch(*MADE.values())


@pytest.mark.parametrize("name", names())
def test_they_are_compared_as_in_cpython(name):
    numbers = np.random.default_rng(46)
    X, Y = (numbers.integers(0, 8, 24).astype(name.split("_")[0]) for _ in range(2))
    BATCH.check(MADE[name], 24, X, Y, np.zeros(24, np.int32), 5)


def minima_in_ptx(text, path):
    """Returns the instructions of 16 bits that nvcc makes of the text."""
    path.write_text(text, encoding="utf-8")
    command = [NVCC, "-std=c++17", "-arch=sm_90", "-O3", "--ptx", path, "-o", path.with_suffix(".ptx")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]
    return re.findall(r"\b(?:min|max)\.[su]16\b", path.with_suffix(".ptx").read_text())


@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
def test_none_of_them_reaches_ptxas(tmp_path):
    path, out = tmp_path / "minima.py", tmp_path / "minima.cu"
    path.write_text(source(), encoding="utf-8")
    command = [os.environ.get("PYCU2CU", "pycu2cu"), path, "--target", "cuda", "-o", out]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    text = out.read_text()
    # Whatever nvcc is here, it is taken for the one that needs this.
    text = re.sub(r"#if __CUDACC_VER_MAJOR__ == 13.*", "#if 1", text)
    assert minima_in_ptx(text, out) == []
    seen = minima_in_ptx(text.replace('asm("" : "+r"(wide));', ""), out)
    assert seen, "nvcc makes no minima of 16 bits, so that nothing is worked around"
