"""pdb, `breakpoint()` and a debugger's breakpoints in a simulated kernel, in programs that a person would
write."""

import subprocess
import sys

KERNEL = """\
import cudapy as cp
from cudapy import idx, shared, syncthreads, threadIdx


@cp.kernel("void (float* X, float* Y)")
def neighbours(X, Y):
    cache = shared(float, 4)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    right = cache[(threadIdx.x + 1) % 4]
    Y[idx] = right * 2


X, Y = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [0.0] * 8
"""


def run(tmp_path, program, typed, *options):
    path = tmp_path / "kernels.py"
    path.write_text(program)
    process = subprocess.run(
        [sys.executable, *options, str(path)],
        input="\n".join([*typed, ""]),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.replace(f"{tmp_path}/", "")


def test_stop(tmp_path):
    """pdb opens only in the thread, at its first line, and goes on after a barrier when the other threads
    have come."""
    program = KERNEL + "neighbours.simulate(8, X, Y, block=4, stop=(3, 0, 0))\nprint(Y)\n"
    said = run(tmp_path, program, ["p idx", "n", "n", "n", "n", "p right, threadIdx", "c"])
    assert (
        said
        == """\
> kernels.py(7)neighbours()
-> cache = shared(float, 4)
(Pdb) 3
(Pdb) > kernels.py(8)neighbours()
-> cache[threadIdx.x] = X[idx]
(Pdb) > kernels.py(9)neighbours()
-> syncthreads()
(Pdb) > kernels.py(10)neighbours()
-> right = cache[(threadIdx.x + 1) % 4]
(Pdb) > kernels.py(11)neighbours()
-> Y[idx] = right * 2
(Pdb) (1.0, (3, 0, 0))
(Pdb) [4.0, 6.0, 8.0, 2.0, 12.0, 14.0, 16.0, 10.0]
"""
    )


def test_stop_in_another_block_and_a_change(tmp_path):
    program = KERNEL + "neighbours.simulate(8, X, Y, block=4, stop=6)\nprint(Y)\n"
    said = run(tmp_path, program, ["b 11", "c", "p idx, cache", "right = 50", "c"])
    assert (
        said
        == """\
> kernels.py(7)neighbours()
-> cache = shared(float, 4)
(Pdb) Breakpoint 1 at kernels.py:11
(Pdb) > kernels.py(11)neighbours()
-> Y[idx] = right * 2
(Pdb) (6, array([5., 6., 7., 8.], dtype=float32))
(Pdb) (Pdb) [4.0, 6.0, 8.0, 2.0, 12.0, 14.0, 100.0, 10.0]
"""
    )


def test_stepping_goes_past_what_the_package_does(tmp_path):
    program = KERNEL + "neighbours.simulate(8, X, Y, block=4, stop=3)\n"
    said = run(tmp_path, program, ["s", "s", "s", "s", "s", "c"])
    said = [line.removeprefix("(Pdb) ") for line in said.split("\n")]
    assert [line for line in said if line.startswith(">")] == [
        *(f"> kernels.py({line})neighbours()" for line in (7, 8, 9, 10, 11)),
        "> kernels.py(11)neighbours()->None",
    ]


def test_breakpoint(tmp_path):
    """A kernel that stops by itself: no compiled one can, and it is simulated all the same."""
    program = (
        KERNEL.replace("    right =", "    if idx == 5:\n        breakpoint()\n    right =")
        + "neighbours.simulate(8, X, Y, block=4)\nprint(Y)\n"
    )
    said = run(tmp_path, program, ["p idx, X[idx]", "c"])
    assert (
        said
        == """\
> kernels.py(12)neighbours()
-> right = cache[(threadIdx.x + 1) % 4]
(Pdb) (5, 6.0)
(Pdb) [4.0, 6.0, 8.0, 2.0, 12.0, 14.0, 16.0, 10.0]
"""
    )


def test_breakpoints_of_a_debugger(tmp_path):
    """pdb runs the program, and has a breakpoint in the kernel."""
    program = KERNEL + "neighbours.simulate(8, X, Y, block=4)\nprint(Y)\n"
    said = run(tmp_path, program, ["b 10, idx == 5", "c", "p idx, X", "cl 1", "c", "q"], "-m", "pdb")
    assert (
        "> kernels.py(10)neighbours()\n-> right = cache[(threadIdx.x + 1) % 4]\n"
        "(Pdb) (5, array([1., 2., 3., 4., 5., 6., 7., 8.]" in said
    )
    assert "[4.0, 6.0, 8.0, 2.0, 12.0, 14.0, 16.0, 10.0]\n" in said


def test_quit(tmp_path):
    program = (
        KERNEL
        + """\
import bdb
try:
    neighbours.simulate(8, X, Y, block=4, stop=3)
except bdb.BdbQuit:
    print("left", Y)
"""
    )
    assert run(tmp_path, program, ["q"]).endswith("(Pdb) left [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]\n")


def test_after_an_error(tmp_path):
    """pdb.pm() is in the line of the kernel."""
    program = (
        KERNEL.replace("X[idx]\n", "X[idx + 1]\n")
        + """\
import pdb, sys
try:
    neighbours.simulate(8, X, Y, block=4)
except cp.KernelError as error:
    print(error)
    pdb.post_mortem(error.__traceback__)
"""
    )
    assert (
        run(tmp_path, program, ["p idx", "q"])
        == """\
kernels.py:8: index 8 is outside X, which has 8 elements, in thread 7: `X[idx + 1]`
> kernels.py(8)neighbours()
-> cache[threadIdx.x] = X[idx + 1]
(Pdb) 7
(Pdb) """
    )
