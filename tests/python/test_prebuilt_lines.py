"""Prebuilt code is found wherever the kernel is now, in whatever line of whatever file; and what it says of a
line is the line of now."""

import json

import fake_cuda
import pytest
from cudapy import _core
from prebuilt_programs import finished, run_python

KERNELS = """
import cudapy as cp
from cudapy import idx, threadIdx, syncthreads, atomicCAS, atomicExch, shared


# helper : float (float x)
def helper(x):
    assert x >= 0, "only what is positive"
    return x * 2


@cp.kernel("void (int* flags, int* X)")
def waits_in_a_loop(flags, X):
    while flags[idx] == 0:
        pass
    X[idx] = 1


@cp.kernel("void (int* lock, int* X)")
def takes_a_lock(lock, X):
    while atomicCAS(lock, 0, 0, 1) != 0:
        pass
    X[0] += 1
    atomicExch(lock, 0, 0)


@cp.kernel("void (int* X, int* out)")
def barrier_in_a_condition(X, out):
    s = shared(int, 32)
    s[threadIdx.x] = X[idx]
    if X[idx] > 0:
        syncthreads()
    out[idx] = s[31 - threadIdx.x]


@cp.kernel("void (int* X)")
def waits_at_barriers(X):
    for k in range(2):
        while X[0] == 0:
            pass
        syncthreads()
        syncthreads()
    X[idx + 1] = 1


@cp.kernel("void (int* X)")
def warp_in_a_condition(X):
    if X[idx] > 0:
        X[idx] = shfl_sync(0xFFFFFFFF, X[idx], 0)


@cp.kernel("void (int* X)")
def warp_that_waits(X):
    while X[0] == 0:
        pass
    X[idx] = shfl_sync(0xFFFFFFFF, X[idx], 0)


@cp.kernel("void (int* X)")
def grid(X):
    X[idx] = 1
    grid_sync()
    X[idx] += X[0]


@cp.kernel("void (int* X)")
def grid_that_waits(X):
    while X[0] == 0:
        pass
    grid_sync()
    X[idx] += X[0]


@cp.kernel("void (float* X)")
def asserts(X):
    X[idx] = helper(X[idx])


@cp.kernel("void (float* X, int* N)", checked=True)
def checked(X, N):
    X[N[idx]] = X[idx] / N[0]


@cp.kernel("void (float* X)")
def prints(X):
    print("at", idx, X[idx])


@cp.kernel("void (float* X, float* Y)")
def coarsened(X, Y):
    if idx < len(X):
        Y[idx] = X[idx] * 2 + Y[idx]
"""

BUILD = """
import os, sys, cudapy as cp
from pathlib import Path
cp.build(Path("kernels.py"), "shipped", ["cpu:" + sys.argv[1], "cuda:sm_90"])
"""


def built(folder, text):
    folder.mkdir()
    (folder / "kernels.py").write_text(text)
    (folder / "build.py").write_text(BUILD)
    # Only the names of files for GPUs are looked at.
    ran = run_python(folder, "build.py", _core.cpu_targets()[1][-1], CUDAPY_NVCC=fake_cuda.nvcc())
    finished(ran)
    manifest = json.loads((folder / "shipped/prebuilt.json").read_text())
    return {name: kernel["files"] for name, kernel in manifest["kernels"].items()}


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """A folder of kernels, and the files of each."""
    folder = tmp_path_factory.mktemp("lines") / "here"
    return folder, built(folder, KERNELS)


MOVED = {
    "ten lines down": "\n" * 10 + KERNELS,
    "comments between": KERNELS.replace("\n\n\n", "\n\n# A comment\n# of two lines.\n\n\n"),
    "blank lines inside": KERNELS.replace(":\n    ", ":\n\n    "),
}


@pytest.mark.parametrize("how", MOVED)
def test_the_code_of_a_kernel_that_was_moved(how, here, tmp_path):
    assert built(tmp_path / "there", MOVED[how]) == here[1]


FAILURES = {
    "waits_in_a_loop": (
        "(2)([1, 0], [0, 0])",
        "while flags[idx]",
        "waits_in_a_loop: the loop in line {} of {} waits for what no thread writes: ",
    ),
    "barrier_in_a_condition": (
        "(32, block=32)([0] * 31 + [1], [0] * 32)",
        "if X[idx] > 0",
        "barrier_in_a_condition: the threads of a block disagree about the condition in line {} of {}, ",
    ),
    "warp_in_a_condition": (
        "(32, block=32)([0] * 31 + [1])",
        "X[idx] = shfl_sync",
        "warp_in_a_condition: the mask in line {} of {} names other threads of the warp than come there: ",
    ),
    "asserts": (
        "(1)([-1.0])",
        "assert x",
        "assertion failed in {1}:{0}: ",
    ),
}


@pytest.mark.parametrize("kernel", FAILURES)
def test_failures_name_the_line_of_now(kernel, here, tmp_path):
    arguments, where, message = FAILURES[kernel]
    text = MOVED["ten lines down"]
    (tmp_path / "kernels.py").write_text(text)
    (tmp_path / "run.py").write_text(
        "import os, sys, cudapy as cp\ncp.load(sys.argv[1])\nimport kernels\n"
        f"print(os.path.dirname(kernels.{kernel}.path) == sys.argv[1])\n"
        f"try:\n    kernels.{kernel}{arguments}\nexcept (cp.KernelError, AssertionError) as error:\n"
        "    print(error)\n"
    )
    environment = dict(CUDAPY_TARGET="cpu", CUDAPY_WAIT_LIMIT="0.2")
    is_found, failure, *_ = finished(
        run_python(tmp_path, "run.py", here[0] / "shipped", bare=True, **environment)
    )
    line = text[: text.index(where)].count("\n") + 1
    assert is_found == "True"
    assert failure.startswith(message.format(line, tmp_path / "kernels.py"))


def test_failures_name_the_file_of_a_function_that_is_called(tmp_path):
    (tmp_path / "helpers.py").write_text(
        "# wait : void (int* flags)\ndef wait(flags):\n    while flags[idx] == 0:\n        pass\n"
    )
    (tmp_path / "run.py").write_text(
        "import cudapy as cp\nfrom cudapy import idx\nfrom helpers import wait\n\n\n"
        "@cp.kernel('void (int* flags)')\ndef waits(flags):\n    wait(flags)\n\n\n"
        "try:\n    waits(1)([0])\nexcept cp.KernelError as error:\n    print(error)\n"
    )
    (failure,) = finished(run_python(tmp_path, "run.py", CUDAPY_TARGET="cpu", CUDAPY_WAIT_LIMIT="0.2"))
    assert failure.startswith(f"waits: the loop in line 3 of {tmp_path}/helpers.py waits for what no thread ")
