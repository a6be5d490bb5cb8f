"""Programs of tests with prebuilt kernels, and machines without compilers to run them."""

import os
import subprocess
import sys

import cudapy as cp
from cudapy import _core


def run_python(folder, *arguments, bare=False, before=(), **variables):
    """Runs Python in a folder; `bare` is a machine without compilers, and `before` is what runs Python."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), **variables}
    if bare:
        environment = {
            name: value
            for name, value in environment.items()
            if not name.startswith(("CUDA_", "CXX", "CUDAPY_CXX", "CUDAPY_NVCC", "CUDAPY_NVRTC", "FAST_CXX"))
        }
        environment.update(PATH="/nowhere", CUDAPY_CXX="/nowhere/g++", CUDAPY_NVCC="/nowhere/nvcc")
        environment.update(CUDAPY_NVRTC="/nowhere/libnvrtc.so", CUDAPY_CACHE_DIR=str(folder / "cache"))
    ran = subprocess.run(
        [*before, sys.executable, *map(str, arguments)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return ran


def finished(ran):
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return ran.stdout.splitlines()


def usual():
    """The processors that code is built for where none is named."""
    return ",".join(name for name in _core.cpu_targets()[0] if name in ("x86-64", "x86-64-v3", "armv8-a"))


def small_kernel(folder):
    """A kernel, and a folder with its code for this processor."""

    @cp.kernel("void (float* X)", target="cpu")
    def scale(X):
        if idx < len(X):
            X[idx] *= 2

    return scale, cp.build(scale, folder / "shipped", f"cpu:{_core.cpu_targets()[1][-1]}")
