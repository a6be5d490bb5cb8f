"""W913: a name that holds integers with and without a sign is a float64, also where one of them is computed
from the name itself. What the warning says to write makes it an integer, and nothing is told of names that
are floats anyway."""

import re
import warnings

import numpy as np
import pytest

from cudapy import cuda
from generated import module

LARGE = 2**60 + 1  # which no float64 holds

# Statements, and the expression that the warning is about
CLASHES = {
    "sum": ("s = u[0]\n    for i in range(3): s = s + 1", "s + 1"),
    "augmented": ("s = u[0]\n    for i in range(3): s += 1", "1"),
    "product": ("s = u[0]\n    for i in range(3): s = s * 3 + i", "s * 3 + i"),
    "while": ("s = u[0]\n    while s > 9: s = s // 2 - 1", "s // 2 - 1"),
    "quotient": ("s = u[0]\n    while s > 9: s //= 2", "2"),
    "branch": ("s = u[0]\n    if x[0] > -1: s = -1", "-1"),
    "two names": ("s = u[0]\n    t = s\n    for i in range(3):\n        s = t\n        t = s + i", "s + i"),
    "remainder": ("s = u[0]\n    for i in range(3): s = s % 7 + u[1] * 1", "s % 7 + u[1] * 1"),
}
FLOATS = {
    "literal": "s = u[0]\n    for i in range(3): s = s * 0.5",
    "quotient": "s = u[0]\n    for i in range(3): s = s / 2",
    "element": "s = u[0]\n    for i in range(3): s = x[0]",
    "another name": "s = u[0]\n    f = 0\n    for i in range(3):\n        s = s - 1\n        s = f\n"
    "        f = x[0]",
    "then a literal": "s = u[0]\n    for i in range(3):\n        s = s - 1\n        s = s * 0.5",
    "signed": "s = 0\n    for i in range(3): s += u[i]",
    "unsigned": "s = u[0]\n    for i in range(3): s ^= s << 13",
    "cast": "s = u[0]\n    for i in range(3): s = float(s + 1)",
}


def told(text):
    """What the kernel gives, and the whole texts of its warnings of W913."""
    body = f"    {text}\n    x[0] = s > 2**60\n    x[1] = s\n"
    function = module(f"import numpy as np\n\n\ndef f(u, x):\n{body}").f
    x = np.zeros(2)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        cuda.jit(function)[1, 1](np.array([LARGE, 3, 5], np.uint64), x)
    return x.tolist(), [str(each.message) for each in found if "W913" in str(each.message)]


@pytest.mark.parametrize("name", CLASHES)
def test_a_clash_is_told_of_and_the_advice_mends_it(name):
    text, expression = CLASHES[name]
    found = told(text)[1]
    wanted = r"a `u?int64` and an? `u?int64`, so that numba makes it a `float64` \[W913\]"
    assert len(found) == 1 and re.search(wanted, found[0])
    advice = found[0].rpartition("write `")[2].rstrip("`")
    assert advice == f"np.uint64({expression})"
    place = text.rindex(expression)
    assert told(text[:place] + advice + text[place + len(expression) :])[1] == []


@pytest.mark.parametrize("name", FLOATS)
def test_other_names_say_nothing(name):
    assert told(FLOATS[name])[1] == []
