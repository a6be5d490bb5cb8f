"""Constant indices outside arrays whose length is known: the checked mode names them, and they translate, in
each of their forms."""

import generated
import numpy as np
import pytest

import cudapy as cp
from cudapy import _core

HEAD = "from cudapy import *\n\n\n# k : void (int n, int* X, int** A, int* R)\ndef k(n, X, A, R):\n"
MADE = [
    "L = local(int, 3)",
    "for y in range(3):",
    "    k = -7",
    "    L[y] = y",
    "S = shared(int, 3)",
    "S[0] = 1",
    "M = local(int, (2, 3))",
    "M[0, 0] = 1",
]
INDICES = ["-7", "7", "k", "int8(0) - 5", "-4 - 1", "int(uint8(3))"]
READ = [
    "R[0] = L[{i}]",
    "R[0] = (7, -2)[{i}]",
    "R[0] = (7, n)[{i}]",
    "R[0] = M[0, {i}]",
    "R[0] = M[{i}, 0]",
    "R[0] = S[{i}]",
]
WRITTEN = ["L[{i}] = 1", "L[{i}] += 1", "M[0][{i}] = n", "L[{i}], R[0] = 1, 2", "S[{i}] = 2"]


@pytest.mark.parametrize("line", READ + WRITTEN)
def test_they_translate_and_the_checked_mode_names_them(line):
    for index in INDICES:
        lines = [*MADE, line.format(i=index)]
        text = HEAD + "".join(f"    {each}\n" for each in lines)
        refused = set()
        for target in ("cpu", "cuda"):
            for checked in (False, True):
                got = _core.translate_text(text, "outside.py", target, checked)
                errors = [d["code"] for d in got["diagnostics"] if d["severity"] == "error"]
                refused.add(tuple(errors))
        assert len(refused) == 1, (index, refused)
        if refused == {()}:
            call = cp.compile(generated.module(text).k, target="cpu", checked=True)
            with pytest.raises(cp.KernelError, match="is outside"):
                call(1)(4, np.ones(4, np.int32), [[1]], np.zeros(4, np.int32))


@pytest.mark.parametrize("index", ["()", "(),", "0, ()"])
def test_empty_tuples_are_no_indices(index):
    for array in ("X", "A", "L", "M"):
        text = HEAD + "".join(f"    {each}\n" for each in [*MADE, f"R[0] = {array}[{index}]"])
        assert [
            d
            for d in _core.translate_text(text, "empty.py", "cpu", False)["diagnostics"]
            if d["severity"] == "error"
        ]


@pytest.mark.parametrize(
    "condition",
    [
        "(n, -1)[-1]",
        "(0, n)[0]",
        "(n, 0.0)[1]",
        "not (n, 2)[1]",
        "(n, (1, 2))[1][0]",
        "(n, 2)[1] > 1",
        "(n, True)[-1] or n",
    ],
)
def test_known_conditions_are_known_in_both_modes(condition):
    """What a side that never runs reads is no error in either mode."""
    text = HEAD + f"    if {condition}:\n        v = 1\n    else:\n        w = 2\n    R[0] = v\n"
    said = [
        [d["code"] for d in _core.translate_text(text, "known.py", "cpu", checked)["diagnostics"]]
        for checked in (False, True)
    ]
    assert said[0] == said[1]
