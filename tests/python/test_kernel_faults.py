"""What goes wrong in a kernel on the CPU: it is contained where that can be, and named where it ends the
process."""

import os
import signal
import subprocess
import sys
import textwrap

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")
HINT = "run it with CUDAPY_CHECKED=1, which names the line, the index and the thread"


# past : void (float* A, int by)
def past(A, by):
    if idx < 1:
        A[len(A) + by] = 1.0


# in_front : void (int[,] A, int by)
def in_front(A, by):
    for i in range(1):
        A[-by + i, idx] = 7


# read_only : void (float* A, float* B, int by)
def read_only(A, B, by):
    if idx < 1:
        B[by] = A[0]


# deep : int (int n)
def deep(n):
    if n == 0:
        return 0
    return deep(n - 1) + n % 3 + 1


# descend : void (int* A, int n)
def descend(A, n):
    A[idx] = deep(n + idx)


@pytest.fixture(scope="module")
def calls():
    return cp.compile([past, in_front, read_only, deep, descend], target="cpu", checked=False)


@pytest.mark.parametrize("by", [0, 1, 200])
def test_writes_behind_a_copy(calls, by):
    whole = np.zeros(10, np.float32)
    for A in ([0.0] * 5, whole[::2]):
        with raises(
            cp.KernelError,
            f"past: parameter A (float*): the kernel has written outside it, after its last element: {HINT}",
        ):
            calls.past(1)(A, by)
    calls.past(1)(A := [0.0], -1)
    assert A == [1.0]


def test_writes_in_front_of_a_copy(calls):
    A = [[0, 0], [0, 0]]
    with raises(
        cp.KernelError,
        "in_front: parameter A (int[,]): the kernel has written outside it, in front of its "
        f"first element: {HINT}",
    ):
        calls.in_front(1)(A, 3)
    assert A == [[0, 0], [0, 0]]
    calls.in_front(1)(A, 0)
    assert A == [[7, 0], [0, 0]]


def test_the_next_array_is_what_is_named(calls):
    with raises(
        cp.KernelError,
        f"read_only: parameter B (float*): the kernel has written outside it, after its last element: {HINT}",
    ):
        calls.read_only(1)([2.0], B := [1.0], 3)
    assert B == [1.0]


def test_arrays_without_elements(calls):
    with raises(
        cp.KernelError,
        f"past: parameter A (float*): the kernel has written outside it, after its last element: {HINT}",
    ):
        calls.past(1)([], 0)


def test_recursion_that_is_too_deep(calls):
    A = [0] * 100
    for threads in (1, 100):
        with raises(
            cp.KernelError,
            "descend: the kernel's recursion is too deep: its calls need more than the stack of a thread of "
            "the CPU has. See to it that the recursion ends, or write it as a loop",
        ):
            calls.descend(threads)(A, 1_000_000_000)
    calls.descend(100)(A, 5)  # the program goes on
    assert A == [sum(n % 3 + 1 for n in range(1, 6 + i)) for i in range(100)]


HEAD = """
import cudapy as cp, numpy as np, os
# wild : void (int* A, int by)
def wild(A, by):
    if idx == 0:
        A[by] = 1

# deep : int (int n)
def deep(n):
    return deep(n + 1) - deep(n + 2)  # two calls, so that no compiler makes a loop of them

# descend : void (int* A)
def descend(A):
    A[idx] = deep(idx)
call = cp.compile([wild, deep, descend], target="cpu", checked=False)
"""


def run(code, tmp_path, **environment):
    path = tmp_path / "program.py"
    path.write_text(HEAD + textwrap.dedent(code), encoding="utf-8")
    env = {**os.environ, "CUDAPY_CHECKED": "0", "PYTHONFAULTHANDLER": "", **environment}
    result = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, env=env, timeout=120, check=False
    )
    return result.returncode, result.stdout, result.stderr.replace(str(path), "program.py")


LINE = (
    "cudapy: the kernel wild (program.py:4) ended the process: SIGSEGV, an access to memory that is not "
    f"its own: {HINT}\n"
)


@pytest.mark.parametrize("cores", ["1", "3"])
def test_a_signal_ends_the_process_with_one_line(cores, tmp_path):
    assert run(
        "A = np.zeros(4, np.int32)\ncall(1)(A, 2_000_000_000)", tmp_path, CUDAPY_NUM_THREADS=cores
    ) == (-signal.SIGSEGV, "", LINE)


def test_handlers_of_the_program_come_after_it(tmp_path):
    code, _, text = run(
        "import faulthandler\nfaulthandler.enable()\nA = np.zeros(4, np.int32)\ncall(1)(A, 2_000_000_000)",
        tmp_path,
    )
    assert code == -signal.SIGSEGV
    assert text.startswith(LINE + "Fatal Python error: Segmentation fault\n")


def test_a_signal_outside_kernels_is_not_ours(tmp_path):
    assert run("A = np.zeros(4, np.int32)\ncall(1)(A, 2)\nimport ctypes\nctypes.string_at(8)", tmp_path) == (
        -signal.SIGSEGV,
        "",
        "",
    )
    assert run("A = np.zeros(4, np.int32)\ncall(1)(A, 2)\nos.abort()", tmp_path) == (-signal.SIGABRT, "", "")


def test_recursion_on_threads_of_the_program_and_of_the_pool(tmp_path):
    code, out, text = run(
        """
    import threading
    def launch():
        try:
            A = np.zeros(5000, np.int32)
            call.descend(5000)(A)
        except cp.KernelError as error:
            print(str(error).split(":")[0] + "\\n", end="", flush=True)  # one write, which no other thread parts
    threads = [threading.Thread(target=launch) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    launch()
    """,  # noqa: E501
        tmp_path,
        CUDAPY_NUM_THREADS="4",
    )
    assert (code, out, text) == (0, "descend\n" * 5, "")
