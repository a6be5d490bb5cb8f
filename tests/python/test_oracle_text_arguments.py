"""Texts that functions without a signature are given, and compare when the kernel is translated."""

import generated
import numpy as np
import pytest
from cudapy import _core
from oracle import Batch

# Each is the body of `pick(x, y, c, mode="first")`.
BODIES = {
    "if": 'if mode == "second":\n        x, y = y, x\n    elif mode == "third":\n        return x + y\n'
    "    return x",
    "choice": 'return x if mode == "first" else y if mode != "second" else x * y',
    "in": 'return x if mode in ("first", "third") else y',
    "not_in": 'if mode not in ("second",) and c:\n        return y\n    return x',
    "and": 'return x if c and mode == "first" else y',
    "or": 'return x if mode == "second" or c else y',
    "not": 'if not mode == "first":\n        return y\n    return x',
    "value": 'b = mode == "first"\n    return x if b else y',
    "number": 'return x + (mode == "second") * 3 + y',
    "and_value": 'b = c and mode == "third"\n    d = mode != "first" and c\n    return x + b * 2 + d * 5 + y',
    "and_of_numbers": 'n = y and mode == "first"\n    m = mode == "second" or y\n    return x + n * 2 + m',
    "while": 'while mode == "second":\n        x += y\n        if x > 50:\n            break\n    return x',
    "other_types": 'if mode == "first":\n        z = x\n    else:\n        z = (x, y)[1] * 2\n    return z',
    "given_on": "return inner(x, mode) + inner(y, kind=mode) + inner(y)",
    "left_out": 'if mode == "first":\n        return x\n    return unknown_name(x, y)',
    "unicode": 'return x if mode != "\u00e9" else y',
    "assert": 'assert mode != "never", "why"\n    return y',
}
CALLS = [
    "pick(X[idx], 3, n > 2)",
    'pick(X[idx], 3, True, "second")',
    'pick(4, n, mode="third", c=n > 3)',
    'pick(X[idx], n, idx > 2, "first")',
]
HEAD = (
    'from cudapy import *\n\n\ndef inner(x, kind="plain"):\n'
    '    return x * 2 if kind == "second" else x + 1 if kind == "plain" else x\n\n\n'
)


def text_of(name):
    body = BODIES[name]
    calls = [call for call in CALLS if name != "left_out" or "second" not in call and "third" not in call]
    text = f'def pick_{name}(x, y, c, mode="first"):\n    """Gives one."""\n    {body}\n\n\n'
    text += f"# k_{name} : void (int* X, int n, int* R)\ndef k_{name}(X, n, R):\n"
    return text + "".join(
        f"    R[idx * 4 + {i}] = {call.replace('pick', 'pick_' + name)}\n" for i, call in enumerate(calls)
    )


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_texts_as_arguments(checked):
    module = generated.module(HEAD + "\n\n".join(map(text_of, BODIES)))
    kernels = [getattr(module, f"k_{name}") for name in BODIES]
    batch = Batch(*kernels, checked=checked or None)
    for kernel in kernels:
        batch.check(kernel, 5, np.array([1, -2, 30, 4, 0], np.int32), 4, np.zeros(20, np.int32))


def said(body, call='pick(X[idx], "fast")'):
    text = f"def pick(x, mode):\n    {body}\n\n\n# k : void (int* X)\ndef k(X):\n    X[idx] = {call}\n"
    return [
        (d["code"], d["line"], d["message"])
        for d in _core.translate_text(text, "texts.py", "cpu", False)["diagnostics"]
    ]


def test_texts_that_are_more_than_compared():
    value = '`mode`, which is the string "fast", as a value is not in the kernel language'
    assert said("return mode") == [("E619", 2, value)]
    assert said("return x + mode") == [("E619", 2, value)]
    assert said("return x if mode else 1") == [("E619", 2, value)]
    assert said('return x if mode < "a" else 1')[0][:2] == ("E619", 2)
    assert said("return x if mode == 1 else 2")[0][:2] == ("E619", 2)
    assert said('return x if mode == "fast" else 2') == []


def test_a_text_names_the_instance():
    text = (
        'def pick(x, mode):\n    return x if mode == "fast" else 2 * x\n\n\n# k : void (int* X)\ndef k(X):\n'
    )
    text += '    X[0] = pick(X[0], "fast") + pick(X[1], "slow & sure")\n'
    got = _core.translate_text(text, "texts.py", "cuda", False)["source"]
    assert "pick_fast_int(X[0]) + pick_slowsure_int(X[1])" in got
    assert "static __device__ int pick_fast_int(int x)\n{\n    return x;\n}\n" in got
