"""Ctrl-C in kernels whose blocks wait for each other, on the CPU, and recursion in them."""

import pytest
from test_interrupt import HEAD, run

KERNELS = """
import cudapy as cp
import numpy as np
# waiting : void (int n, int* X)
def waiting(n, X):
    X[idx] += 1
    while X[idx] != n:
        grid_sync()
        X[idx] += 2
        grid_sync()
# single : void (int which, int n, int* X)
def single(which, n, X):
    X[idx] += 1
    grid_sync()
    while idx == which and X[idx] != n:
        X[idx] += 2
    grid_sync()
    X[idx] += 100
# deep : void (int n, int* X)
def deep(n, X):
    grid_sync()
    X[idx] = depth(n)
    grid_sync()
# depth : int (int n)
def depth(n):
    return depth(n - 1) + depth(n - 2) if n > 1 else 1
X = np.zeros(1024, np.int32)
"""


@pytest.mark.parametrize(
    "kernel, given", [("waiting", "-2"), ("single", "0, -2"), ("single", "700, -2"), ("single", "1023, -2")]
)
@pytest.mark.parametrize("checked", [False, True])
def test_a_loop_that_does_not_end(kernel, given, checked, tmp_path):
    """In all blocks, in the one that the launching thread runs, and in another one: the next launch is as any
    other."""
    assert run(
        HEAD
        + KERNELS
        + f"""
call = cp.compile({kernel}, target="cpu", checked={checked})
interrupted(lambda: call(1024)({given}, X), X.any)
print(X.any())
X[:] = 0
call(1024)({given.replace("-2", "1")}, X)
print(set(X.tolist()))
""",
        tmp_path,
    ) == ["interrupted", "True", "{1}" if kernel == "waiting" else "{101}"]


def test_a_handler_may_launch_and_go_on(tmp_path):
    assert run(
        HEAD
        + KERNELS
        + """
call = cp.compile(waiting, target="cpu")
Y = np.zeros(1024, np.int32)
handled = []
def handle(*_):
    call(1024)(1, Y)
    handled.append(1)
signal.signal(signal.SIGALRM, handle)
signal.setitimer(signal.ITIMER_REAL, 0.2)
interrupted(lambda: call(1024)(-2, X), lambda: handled)
print(set(Y.tolist()))
""",
        tmp_path,
    ) == ["interrupted", "{1}"]


def test_a_recursion_that_is_too_deep(tmp_path):
    """An error of the launch, as in other kernels."""
    assert run(
        KERNELS
        + """
call = cp.compile([deep, depth], target="cpu")
for n in (3, 1 << 30, 4):
    try:
        call(1024)(n, X)
        print(set(X.tolist()))
    except cp.KernelError as error:
        print(error)
""",
        tmp_path,
    ) == [
        "{3}",
        "deep: the kernel's recursion is too deep: its calls need more than the stack of a thread of the "
        "CPU has. See to it that the recursion ends, or write it as a loop",
        "{5}",
    ]
