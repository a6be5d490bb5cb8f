"""Branches and loops whose conditions are known before a kernel runs."""

import warnings

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda.errors import NumbaPerformanceWarning

YES, NO, ONE, HALF, MODE, NOTHING = True, False, 1, 0.5, 2, None

ENDLESS = [
    "True", "1", "-1", "0.5", "2 > 1", "0 < 1 <= 2", "1 != 0.5", "not 0", "not False", "not (1 > 2)", "YES",
    "ONE",
    "HALF", "MODE == 2", "MODE % 2 == 0", "YES and ONE", "NO or MODE", "x == x + 1 or YES", "1 + 1",
    "ONE - 2",
    "1 if x > 0 else 2", "YES if x > 0 else 1.5", "not NO and 3 > ONE",
]  # fmt: skip


def made(text):
    names = dict(globals())
    exec(text, names)
    return names


def test_functions_that_an_endless_loop_never_falls_out_of():
    text = ""
    for number, condition in enumerate(ENDLESS):
        text += f"""
@cuda.jit(device=True)
def find_{number}(a, x):
    i = 0
    while {condition}:
        if a[i] == x:
            return i + {number}
        i += 1
"""
    text += "@cuda.jit\ndef search(a, out):\n    i = cuda.grid(1)\n"
    text += "".join(f"    out[i, {number}] = find_{number}(a, a[i])\n" for number in range(len(ENDLESS)))
    a, out = np.array([4.0, -1.0, 2.0]), np.zeros((3, len(ENDLESS)))
    made(text)["search"][1, 3](a, out)
    assert out.tolist() == [[i + number for number in range(len(ENDLESS))] for i in range(3)]


# Of a condition that is known to be false nothing is looked at, and of one that is true no other side.
KNOWN = {
    "NO": False, "0": False, "NO and x > 0": False, "x > 0 and NO": False, "YES or x > 0": True,
    "not YES": False,
    "not (NO or 0)": True, "MODE == 3": False, "1 < MODE < 5": True, "MODE - 2": False,
    "NOTHING is None": True,
    "NOTHING is not None": False, "w is None": True, "not (w is not None)": True,
    "w is not None and w > 0": False,
    "a.ndim == 2": False, "a.ndim == 1 and MODE": True, "debug": False, "debug or MODE > 1": True,
    "x > 5 and (MODE == 3 or x < 5 and NO)": False, "HALF > ONE or NO": False,
}  # fmt: skip


def test_sides_that_never_run_are_not_looked_at():
    text = ""
    for number, (condition, is_true) in enumerate(KNOWN.items()):
        dead, alive = "r = undefined(x) + only_there", "r = x + 1.0"
        text += f"""
@cuda.jit(device=True)
def choose_{number}(a, x, w=None):
    {"debug = False" if "debug" in condition else "pass"}
    if {condition}:
        {alive if is_true else dead}
    else:
        {dead if is_true else alive}
    s = {"r if " + condition + " else undefined" if is_true else "undefined if " + condition + " else r"}
    while {"not (" + condition + ")" if is_true else condition}:
        return undefined
    return s + {number}
"""
    text += "@cuda.jit\ndef all_of_them(a, out):\n    i = cuda.grid(1)\n"
    text += "".join(f"    out[i, {number}] = choose_{number}(a, a[i])\n" for number in range(len(KNOWN)))
    a, out = np.array([4.0, -1.0, 2.0]), np.zeros((3, len(KNOWN)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # `debug` is read, though nothing is left of that
        warnings.simplefilter("ignore", NumbaPerformanceWarning)
        made(text)["all_of_them"][1, 3](a, out)
    assert out.tolist() == [[x + 1 + number for number in range(len(KNOWN))] for x in a]


def made_for(is_tiled, dims):
    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        if is_tiled:
            tile = cuda.shared.array(4, np.float64)
            tile[i] = x[i]
        cuda.syncthreads()
        if dims == 2:
            own = cuda.local.array((2, 2), np.float64)
        elif dims == 1:
            own = cuda.local.array(3, np.float32)
        else:
            own = cuda.local.array((2, 2, 2), np.int16)
        if dims == 2:
            own[1, 1] = x[i]
            out[i] = own[1, 1]
        elif dims == 1:
            own[2] = x[i] * 3
            out[i] = own[2]
        else:
            own[0, 1, 1] = 7.9
            out[i] = own[0, 1, 1]
        if is_tiled and i == 0:
            out[i] += tile[2] * 100
        elif i == 1 and not is_tiled:
            out[i] += 1000
        if not is_tiled:
            return
        out[i] *= 2 if is_tiled else tile[0]

    return kernel


@pytest.mark.parametrize("is_tiled", [False, True])
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_what_flags_say_that_are_captured(is_tiled, dims):
    x, out = np.array([-1.0, 0.5, 2.0]), np.zeros(3)
    made_for(is_tiled, dims)[1, 3](x, out)
    expected = {1: x * 3, 2: x, 3: np.full(3, 7.0)}[dims]
    if is_tiled:
        expected = (expected + [200, 0, 0]) * 2
    else:
        expected = expected + [0, 1000, 0]
    assert out.tolist() == expected.tolist()


@cuda.jit
def reads_what_is_not_there(out):
    if NO:
        q = 1.0
    if out[0] > 0:
        out[0] = q


def test_a_name_that_only_a_dead_side_has_a_value_for_has_none():
    with pytest.raises(cuda.errors.TypingError) as error:
        reads_what_is_not_there[1, 1](np.zeros(1))
    assert "error[E550]: `q` is used before it is assigned" in str(error.value)


UNBOUND = {
    "a flag from outside": ["if NO:", "  q = 1.0", "out[0] = q"],
    "else": ["if not NO:", "  pass", "else:", "  q = 1.0", "out[0] = q"],
    "and": ["if NO and out[0] > 0:", "  q = 1.0", "out[0] = q"],
    "while": ["while NO:", "  q = 1.0", "out[0] = q"],
    "a name for a constant": ["flag = 0", "if flag:", "  q = 1.0", "out[0] = q"],
    "an array": ["if NO:", "  q = cuda.local.array(2, np.float64)", "out[0] = q[0]"],
    "the length of an array": ["if NO:", "  q = cuda.local.array(2, np.float64)", "out[0] = q.size"],
    "a call": ["if NO:", "  q = 1.0", "out[0] = abs(q)"],
    "a choice": ["if NO:", "  q = 1.0", "out[0] = q if out[0] > 0 else 0"],
}


def compiled(lines):
    names = {"cuda": cuda, "np": np, "NO": False}
    exec("\n ".join(["def kernel(out):", *lines]), names)
    return cuda.jit(names["kernel"])


@pytest.mark.parametrize("lines", UNBOUND.values(), ids=UNBOUND)
def test_what_is_said_of_names_that_only_a_dead_side_has_a_value_for(lines):
    with pytest.raises(cuda.errors.TypingError) as error:
        compiled(lines)[1, 1](np.zeros(1))
    assert str(error.value).count("error[") == 1
    assert f":{len(lines) + 1}:" in str(error.value) and "E550]: `q` is used before it is assigned" in str(
        error.value
    )
    assert (
        "   = note: the branch that assigns `q` never runs: its condition is known when the "
        "kernel is compiled" in str(error.value)
    )


LATER = {
    "if": ["if q > 3:", "  out[0] = 3", "q = 1"],
    "and": ["if out[0] > 0 and q > 3:", "  out[0] = 3", "q = 1"],
    "a choice": ["out[0] = 3 if q else 4", "q = 1"],
    "while": ["while q:", "  out[0] = 3", "q = 0"],
    "the value of another name": ["r = q", "q = 1", "if r:", "  out[0] = 3"],
    "a side that does not run": ["if NO:", "  q = 1", "if q:", "  out[0] = 3"],
}


@pytest.mark.parametrize("lines", LATER.values(), ids=LATER)
def test_names_do_not_have_the_constants_that_they_are_given_later(lines):
    """Such a condition was taken for known, so that nobody saw that the name has no value."""
    with pytest.raises(cuda.errors.TypingError) as error:
        compiled(lines)[1, 1](np.zeros(1))
    assert "E550]: `q` is used before it is assigned" in str(error.value)


@pytest.mark.parametrize(
    "lines",
    [
        ["for i in range(2):", "  if i > 0:", "    if q:", "      out[0] = 3", "  q = 1"],
        ["if out[0] == 0:", "  q = 1", "if q:", "  out[0] = 3"],
    ],
    ids=["an earlier iteration of the loop", "a branch"],
)
def test_names_that_have_a_constant_on_some_paths(lines):
    out = np.zeros(1)
    with pytest.warns(cp.CompileWarning, match="`q` may be used before it is assigned"):
        compiled(lines)[1, 1](out)
    assert out[0] == 3


@cuda.jit
def of_two_lengths(x, out, is_colored):
    i = cuda.grid(1)
    if is_colored:
        count = 3
        sums = cuda.local.array((3, 2), np.float64)
        seen = cuda.shared.array((4, 4), np.int32)
    else:
        count = 1
        sums = cuda.local.array((1, 2), np.float64)
        seen = cuda.shared.array(shape=(2, 4), dtype=np.int32)
    for c in range(count):
        sums[c, 0] = c
        sums[c, 1] = x[i]
    seen[0, i] = i
    cuda.syncthreads()
    last = sums[count - 1]
    out[i] = last[0] + 10 * last[1] + seen[0, 2 - i] * 100 + sums.shape[0] * 1000
    if i == 1:
        sums = cuda.local.array((7, 1), np.float64)
        sums[6, 0] = 1e6
    out[i] += sums[sums.shape[0] - 1, 0]


def test_arrays_of_two_lengths_by_one_name():
    x = np.array([-1.0, 0.5, 2.0])
    colored, grey = np.zeros(3), np.zeros(3)
    of_two_lengths[1, 3](x, colored, True)
    of_two_lengths[1, 3](x, grey, False)
    assert (
        colored.tolist()
        == [3194, 1003107, 3024]
        == (2 + 10 * x + np.array([200, 100, 0]) + 3000 + [2, 1e6, 2]).tolist()
    )
    assert grey.tolist() == [1190, 1001105, 1020]


@cuda.jit
def own_or_given(x, weights, out, is_own):
    i = cuda.grid(1)
    if is_own:
        w = cuda.local.array(3, np.float64)
        for k in range(3):
            w[k] = 7 + k
    else:
        w = weights
    out[i] = w[i] + w.size * 10
    either = w if i > 0 else x
    out[i] += either[0] * 100


def test_an_array_of_the_kernel_or_one_that_is_given():
    x, weights, out = np.array([-1.0, 0.5, 2.0]), np.array([-1.0, 0, 2, 3]), np.zeros((2, 3))
    own_or_given[1, 3](x, weights, out[0], True)
    own_or_given[1, 3](x, weights, out[1], False)
    assert out.tolist() == [[-63, 738, 739], [-61, -60, -58]]
