"""`del` of names, in both dialects: a name has no value until it is assigned again. What CPython raises for
is an error when the kernel is compiled; what it runs is run, with the same result."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from generated import module

RIGHT = {
    "the last line": ["y = n", "x[0] = y", "del y"],
    "several": ["y, z = n, 2", "x[0] = y + z", "del y, z"],
    "in parentheses": ["y, z = n, 2", "x[0] = y + z", "del (y, z)"],
    "a parameter": ["x[0] = n", "del n"],
    "an array": ["x[0] = 4", "del x"],
    "assigned again": ["y = n", "x[0] = y", "del y", "y = 2 * n", "x[1] = y"],
    "in a loop": ["for i in range(3):", "  y = i * n", "  x[i] = y", "  del y"],
    "a counter": ["for i in range(3):", "  x[i] = i", "  del i"],
    "in a branch that leaves": ["y = n", "if n > 1:", "  del y", "  return", "x[0] = y"],
    "in a branch that leaves the loop": [
        "for i in range(3):",
        "  y = i",
        "  if i == 2:",
        "    del y",
        "    break",
        "  x[i] = y",
    ],
    "on both sides": ["y = n", "if n > 1:", "  x[0] = y", "  del y", "else:", "  del y", "y = 7", "x[1] = y"],
    "before a continue": [
        "for i in range(3):",
        "  y = i",
        "  if i == 1:",
        "    del y",
        "    continue",
        "  x[i] = y + 1",
    ],
    "after an endless loop": [
        "while True:",
        "  y = n",
        "  if x[0] > 3:",
        "    break",
        "  x[0] += y",
        "del y",
    ],
    "after a while that assigns": [
        "x[1] = n",
        "while (y := x[1]) > 0:",
        "  x[0] += y",
        "  x[1] -= 1",
        "del y",
    ],
    "after a while": ["y = n", "while y > 0:", "  x[0] += y", "  y -= 1", "del y"],
}
WRONG = {
    "read": (["y = n", "del y", "x[0] = y"], 3),
    "read where it may be deleted": (["y = n", "if n > 1:", "  del y", "x[0] = y"], 4),
    "read in the next iteration": (["y = n", "for i in range(3):", "  x[i] = y", "  del y"], 3),
    "read in the next iteration, after a continue": (
        [
            "y = n",
            "for i in range(3):",
            "  x[i] = y",
            "  if i < 9:",
            "    del y",
            "    continue",
            "  x[0] = y",
        ],
        3,
    ),
    "read after a break": (["y = n", "for i in range(3):", "  del y", "  break", "x[0] = y"], 5),
    "read after an endless loop": (
        ["y = n", "while 1:", "  if n > 1:", "    del y", "    break", "x[0] = y"],
        6,
    ),
    "read by a condition": (["y = n", "while y > 0:", "  x[0] += y", "  del y"], 2),
    "read by +=": (["y = n", "del y", "y += 1", "x[0] = y"], 3),
    "read as an index": (["y = 0", "del y", "x[y] = n"], 3),
    "an array": (["y = x", "del y", "y[0] = n"], 3),
    "a parameter": (["del x", "x[0] = n"], 2),
    "deleted twice": (["y = n", "x[0] = y", "del y", "del y"], 4),
    "deleted twice in a loop": (["y = n", "for i in range(3):", "  x[0] = n", "  del y"], 4),
    "not assigned yet": (["del y", "y = n", "x[0] = y"], 1),
    "not assigned on some path": (["if n > 7:", "  y = n", "  x[0] = y", "del y"], 4),
    "one of several": (["y, z = n, 2", "del y, z", "x[0] = z"], 3),
}
# Names of which CPython knows nothing when it runs, and what it says is the same.
UNKNOWN = {
    "nowhere assigned": (["x[0] = n", "del y"], 2),
    "only outside": (["x[0] = OUTSIDE", "del OUTSIDE"], 2),
}


def kernel_of(lines):
    return module("OUTSIDE = 3\n" + "\n ".join(["def kernel(x, n):", *lines])).kernel


def run(function, dialect, x):
    if dialect == "CudaPy's own":
        cp.compile(function, sig="void (int* x, int n)")(1)(x, 4)
    else:
        cuda.jit(function)[1, 1](x, 4)


both = pytest.mark.parametrize("dialect", ["CudaPy's own", "numba's"])


@both
@pytest.mark.parametrize("lines", RIGHT.values(), ids=RIGHT)
def test_names_that_are_read_no_more(lines, dialect):
    x, expected = np.zeros(3, np.int32), np.zeros(3, np.int32)
    kernel_of(lines)(expected, 4)
    run(kernel_of(lines), dialect, x)
    assert x.tolist() == expected.tolist()


@both
@pytest.mark.parametrize("lines, line", WRONG.values(), ids=WRONG)
def test_names_without_a_value(lines, line, dialect):
    with pytest.raises(UnboundLocalError):
        kernel_of(lines)(np.zeros(3, np.int32), 4)
    x = np.zeros(3, np.int32)
    with pytest.raises(cp.CompileError) as error:
        run(kernel_of(lines), dialect, x)
    found = [each for each in str(error.value).splitlines() if "error[" in each]
    assert len(found) == 1 and f":{line + 2}:" in found[0] and "error[E550]: `" in found[0], str(error.value)


@both
@pytest.mark.parametrize("lines, line", UNKNOWN.values(), ids=UNKNOWN)
def test_names_that_are_not_the_kernels(lines, line, dialect):
    with pytest.raises(UnboundLocalError):
        kernel_of(lines)(np.zeros(3, np.int32), 4)
    x = np.zeros(3, np.int32)
    with pytest.raises(cp.CompileError) as error:
        run(kernel_of(lines), dialect, x)
    assert f":{line + 2}:" in str(error.value) and "error[E301]: unknown name `" in str(error.value)


@both
@pytest.mark.parametrize("part", ["x[0]", "(n, x[0])", "n.real", "[n]"])
def test_parts_of_objects(part, dialect):
    x = np.zeros(3, np.int32)
    with pytest.raises(cp.CompileError, match=r"error\[E613\]: kernels have no `del` of anything but names"):
        run(kernel_of([f"del {part}"]), dialect, x)


@both
def test_a_name_that_a_lambda_reads(dialect):
    x = np.zeros(3, np.int32)
    with pytest.raises(cp.CompileError) as error:
        run(kernel_of(["y = n", "f = lambda a: a + y", "del y", "x[0] = f(1)"]), dialect, x)
    assert "`del` of a name that a function inside the kernel reads is not in the kernel language" in str(
        error.value
    )


def test_what_is_said():
    x = np.zeros(3, np.int32)
    with pytest.raises(cp.CompileError) as error:
        run(kernel_of(["y = n", "del y", "x[0] = y"]), "CudaPy's own", x)
    assert str(error.value).splitlines()[1:] == [
        "   4 |  del y",
        "     |  ----- deleted here",
        "   5 |  x[0] = y",
        "     |         ^ no value here",
        "   = note: a name that is deleted has no value until it is assigned again",
        "   = help: take the `del` out, or assign `y` before this line",
        "1 error",
    ]
