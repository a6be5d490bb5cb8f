"""Values of all types meet in all places where several become one: they are refused, or give what CPython
gives."""

import itertools

import numpy as np
import pytest

import generated
from cudapy import _core
from oracle import Batch

HEAD = "import math\n\nfrom cudapy import *\n\n\n"
TYPES = "bool int8 uint8 int16 uint16 int uint32 int64 uint64 half bfloat16 float double".split()
FORMS = {
    "choice": "x / 2 if x else y",
    "choice_of_others": "y if x else x / 2",
    "negated_choice": "-(x / 2 if y else y)",
    "and": "x / 2 and y",
    "or": "x / 2 or y",
    "max": "max(x / 2, y, 1)",
    "min": "min(3, y, x / 2)",
    "chain": "0.1 == idx != y != 2 ** 63",
    "chain_of_literals": "-1 < idx <= y < x < 2 ** 63 - 1",
    "chain_of_lengths": "x < len(X) < y < len(X)",
    "sum": "x / 2 + y",
    "power": "(x / 2) ** y",
    "floor": "math.floor(x / 2 if x else y)",
    "rounded": "round(x / 2 if x else y)",
}


def kernel(form, one, other, text):
    name = f"{form}_{one}_{other}"
    body = f"    x = X[idx]\n    y = Y[idx]\n    R[idx] = double({text})\n"
    return name, f"# {name} : void ({one}* X, {other}* Y, double* R)\ndef {name}(X, Y, R):\n{body}\n\n"


def refusal(text, checked=False):
    """The first error of a text; None where there is none."""
    got = _core.translate_text(HEAD + text, "meetings.py", "cpu", False, checked)
    return None if got["ok"] else got["diagnostics"][0]["code"]


@pytest.mark.parametrize("one", TYPES)
def test_every_pair_of_types_is_translated_or_refused(one):
    for other, (form, text) in itertools.product(TYPES, FORMS.items()):
        refused = refusal(kernel(form, one, other, text)[1])
        assert refused in (None, "E430"), (one, other, form)
        if refused:
            assert "uint64" in (one, other), (one, other, form)


def test_a_choice_between_a_quotient_and_a_uint64_gives_what_CPython_gives():
    texts = dict(
        kernel(form, one, "uint64", text)
        for one in ("bool", "uint8", "uint64", "int")
        for form, text in FORMS.items()
    )
    accepted = [name for name, text in texts.items() if refusal(text) is None]
    assert len(accepted) > 40
    kernels = generated.functions(HEAD + "".join(texts[name] for name in accepted))
    batch = Batch(*kernels.values())
    for name, one in kernels.items():
        X = np.array(
            [0, 1, 1, 0],
            {"b": np.bool_, "u": getattr(np, name.split("_")[-2], None)}.get(
                name.split("_")[-2][0], np.int32
            ),
        )
        batch.check(one, 4, X, np.array([0, 3, 5, 7], np.uint64), np.zeros(4))
