"""Launches in programs that use OpenMP, whose threads run kernels then, and in those that have said how
floats are rounded."""

import os
import platform
import subprocess
import sys

import pytest

# The tasks of /proc are the threads of this process. The watcher of Ctrl-C comes with the first kernel.
PROGRAM = """
import ctypes, multiprocessing, os
import numpy as np
import cudapy as cp

# work : void (float* X)
def work(X):
    if idx < len(X):
        x = X[idx]
        for i in range(40):  # 2.0 after 25 of them
            x = x * 0.5 + 1.0
        X[idx] = x

def threads(): return set(os.listdir("/proc/self/task"))

def launch():
    X = np.zeros(1_000_000, np.float32)
    for _ in range(3): call(len(X))(X)
    return set(X.tolist())

call = cp.compile(work, target="cpu")
call(1)(X := np.zeros(1, np.float32))
"""
OPENMP = """
openmp = ctypes.CDLL("libgomp.so.1")
openmp.omp_set_num_threads(3)
body = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda data: None)
def loop(): openmp.GOMP_parallel(body, None, 0, 0)
"""


def run(code, tmp_path, **environment):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM + code, encoding="utf-8")
    environment = {**os.environ, "CUDAPY_NUM_THREADS": "3", "CUDAPY_OPENMP": "1", **environment}
    result = subprocess.run(
        [sys.executable, "-W", "ignore", path],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, ""), result.stdout + result.stderr
    return result.stdout.splitlines()


def test_the_threads_of_openmp_run_kernels(tmp_path):
    """They are three with the main one, and a launch makes none."""
    assert run(
        OPENMP
        + """
loop()
before = threads()
print(launch(), threads() == before)
""",
        tmp_path,
    ) == ["{2.0} True"]


def test_openmp_may_come_after_the_first_launch(tmp_path):
    assert run(
        """
print(launch())
"""
        + OPENMP
        + """
loop()
before = threads()
print(launch(), threads() == before)
""",
        tmp_path,
    ) == ["{2.0}", "{2.0} True"]


@pytest.mark.parametrize(("openmp", "cores"), [("0", "3"), ("1", "2"), ("1", "4")])
def test_threads_of_its_own(openmp, cores, tmp_path):
    """Where the variable says so, and where OpenMP's loops have another number of threads."""
    assert run(
        OPENMP
        + """
loop()
before = threads()
print(launch(), len(threads() - before))
""",
        tmp_path,
        CUDAPY_OPENMP=openmp,
        CUDAPY_NUM_THREADS=cores,
    ) == [f"{{2.0}} {int(cores) - 1}"]


def test_a_forked_child_has_threads_of_its_own(tmp_path):
    assert run(
        OPENMP
        + """
print(launch())
child = os.fork()
if not child:
    print(launch(), flush=True)
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), launch())
""",
        tmp_path,
    ) == ["{2.0}", "{2.0}", "0 {2.0}"]


def test_a_small_stack(tmp_path):
    """Kernels need more than OpenMP's loops may have been given: the team is left after the first launch."""
    assert (
        run(
            OPENMP
            + """
# deep : int (int n)
def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)

# large : void (int* X, int n)
def large(X, n):
    own = local(int, 1000)
    for i in range(1000):
        own[i] = i + n
    if idx < len(X):
        X[idx] = deep(500) + own[idx % 1000]

deeply = cp.compile([large, deep], target="cpu")
X = np.zeros(50_000, np.int32)
for n in range(3):
    deeply(len(X))(X, n)
    print((X == 500 + np.arange(len(X)) % 1000 + n).all())
""",
            tmp_path,
            OMP_STACKSIZE="64k",
        )
        == ["True"] * 3
    )


def test_loops_and_launches_in_turns(tmp_path):
    """Whether the threads are seen to be busy or not."""
    assert run(
        OPENMP
        + """
for _ in range(20):
    loop()
    if launch() != {2.0}: print("wrong")
print("done")
""",
        tmp_path,
        CUDAPY_OPENMP="",
    ) == ["done"]


@pytest.mark.parametrize("openmp", ["", OPENMP])
def test_kernels_round_as_usual(openmp, tmp_path):
    """As on a GPU, whatever the program has said for its own threads, and those keep what it said."""
    assert run(
        openmp
        + """
# thirds : void (double* X)
def thirds(X):
    if idx < len(X):
        X[idx] = X[idx] / 3.0

import platform
call = cp.compile(thirds, target="cpu")
X, Y = np.ones(1_000_000), np.ones(10)
fenv = ctypes.CDLL("libm.so.6")
upward, downward = (0x800, 0x400) if platform.machine() == "x86_64" else (0x400000, 0x800000)
fenv.fesetround(downward)
down = 2.0 * float(Y[0]) / 3.0
for _ in range(3): call(len(X))(X if _ == 2 else (copied := X.copy()))
fenv.fesetround(upward)
call(10)(Y)
up = 2.0 * float(Y[1] * 0 + 1) / 3.0
fenv.fesetround(0)
print(set(X.tolist()), set(Y.tolist()), down < up)
""",
        tmp_path,
    ) == ["{0.3333333333333333} {0.3333333333333333} True"]


NARROWED = """
# narrowed : void (float* X, float a)
def narrowed(X, a):
    if idx < len(X):
        X[0] = a
        X[1] = 0.1
        X[2] = 16777217

fenv = ctypes.CDLL("libm.so.6")
fenv.fesetround(MODE)
call = cp.compile(narrowed, target="cpu")
X, L = np.zeros(4, np.float32), [0.0] * 4
call(4)(X, 0.1)
call(4)(L, 0.1)
fenv.fesetround(0)
print(X.tolist() == L == np.float32([0.1, 0.1, 16777216, 0]).tolist())
"""


# FE_UPWARD, FE_DOWNWARD and FE_TOWARDZERO of <fenv.h>
MODES = (
    ("0x800", "0x400", "0xc00") if platform.machine() == "x86_64" else ("0x400000", "0x800000", "0xc00000")
)


@pytest.mark.parametrize("rounding", MODES)
def test_numbers_are_narrowed_as_usual(rounding, tmp_path):
    """Arguments, and constants of the kernel, which later processes find in the cache."""
    for mode in (rounding, "0"):
        assert run(NARROWED.replace("MODE", mode), tmp_path, CUDAPY_CACHE_DIR=str(tmp_path / "cache")) == [
            "True"
        ]
