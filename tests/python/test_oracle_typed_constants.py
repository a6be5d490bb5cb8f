"""Constants of types of fixed width, whose operations wrap, where a constant has a meaning of its own:
indices and slices of tuples, counts, digits, conditions. Each is right, or refused."""

import re

import generated
import numpy as np
import pytest
from cudapy import _core
from oracle import Batch

HEAD = (
    "from cudapy import *\n\nTABLE = (5, 6, 7)\nTABLES = ((1, 2, 3), (4, 5, 6))\n\n\ndef scaled(x, k=3):\n"
    "    return x * 2 + k\n\n\n"
)
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
# The language says nothing of signed overflow, and `**` of a narrow number is an int's.
OVERFLOWS = {"{t}(3) ** 40": ["uint8", "uint16", "int8", "int16", "int64"], "{t}(200) + {t}(100)": ["int8"]}
CONSTANTS = [
    form.format(t=kind)
    for kind in [*UNSIGNED, "int8", "int16", "int64"]
    for form in (
        "{t}(2) - 8", "-{t}(7)", "~{t}(5)", "{t}(100) * 100000", "({t}(2) - 8) // 5", "{t}(3) ** 40",
        "{t}(5) << 20", "(~{t}(0)) + 1",
        "{t}(1) - {t}(2)", "{t}(200) + {t}(100)", "{t}(6) // 2", "-{t}(7) >> 3", "(~{t}(5)) ^ 3", "-{t}(0)",
        "+{t}(9)", "{t}(4) - 3 - 2 + 1",
    )
    if kind not in OVERFLOWS.get(form, [])
]  # fmt: skip
USES = [
    "R[@] = t[({e}) % 3]", "R[@] = t[({e}) % 4 - 2]", "R[@] = len(t[:({e}) % 3])",
    "R[@] = len(t * (({e}) % 3))", "R[@] = TABLE[({e}) % 3]",
    "a = local(int, ({e}) % 3 + 1)\n    R[@] = len(a)", "R[@] = 4 if ({e}) > 5 else 3",
    "if ({e}) < 0:\n        R[@] = 4\n    else:\n        R[@] = 5",
    "R[@] = int(round(1.2345, ({e}) % 3) * 1000)", "R[@] = M.shape[({e}) % 2]", "F[@] = 0.5 * ({e})",
    "F[@] = 2.0 ** (({e}) % 5)", "R[@] = n << (({e}) % 5)",
    "R[@] = scaled(n, ({e}) % 3)", "R[@] = X[::({e}) % 3 + 1][1]", "R[@] = X[({e}) % 3 - 3]",
    "for i in range(0, 12, ({e}) % 3 + 1):\n        R[@] += 1",
    "R[@] = (({e}) % 5) ** 2", "assert ({e}) % 2 == 0 or True\n    R[@] = ({e}) % 1000",
    "R[@] = 0 if n > ({e}) else 1", "u = ({e}) % 3\n    R[@] = t[u]",
    "R[@] = min({e}, 100000)", "R[@] = 1 if ({e}) == 8 - 14 else 2",
    "while ({e}) < 1:\n        R[@] = 2\n        break",
]  # fmt: skip

NEGATIVE = re.compile(r"% \d - \d\]")


def translates(text):
    return not any(
        d["severity"] == "error" for d in _core.translate_text(text, "typed.py", "cpu", False)["diagnostics"]
    )


def kernel(name, lines):
    text = (
        f"# {name} : void (int n, int* X, float[,] M, int64* R, double* F)\ndef {name}(n, X, M, R, F):\n"
        "    t = (10, 20, 30)\n"
    )
    return text + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_typed_constants(checked):
    made, taken = [], 0
    for at, constant in enumerate(CONSTANTS):
        signed = constant.lstrip("-~+(").startswith("int")  # an unsigned number is never negative
        lines = [
            use.replace("@", str(i)).format(e=constant)
            for i, use in enumerate(USES)
            if signed or not NEGATIVE.search(use)
        ]
        lines = [line for line in lines if translates(HEAD + kernel("k", [line]))]
        made.append(kernel(f"k_{at}", lines))
        taken += len(lines)
    assert taken > len(CONSTANTS) * len(USES) * 2 // 3
    module = generated.module(HEAD + "\n\n".join(made))
    kernels = [getattr(module, f"k_{at}") for at in range(len(CONSTANTS))]
    batch = Batch(*kernels, checked=checked or None)
    for one in kernels:
        numbers, reals = np.zeros(len(USES), np.int64), np.zeros(len(USES))
        batch.check(one, 1, 5, np.arange(8, dtype=np.int32), np.zeros((2, 4), np.float32), numbers, reals)
