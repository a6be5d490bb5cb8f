"""The CUDA path without a GPU: a child process whose driver is the fake one of the runtime's tests
(fake_driver.inc), and whose nvcc writes files that nobody reads, and its arguments into the file of
FAKE_NVCC_LOG, and refuses texts with the words of FAKE_NVCC_REFUSES. Kernels do nothing there, but `add_one`
of kernels.py, which adds 1 to the first element of its array."""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

NVCC = """#!/bin/sh
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.0, V13.0.1"; exit; }
[ "$FAKE_NVCC_LOG" ] && echo "$*" >> "$FAKE_NVCC_LOG"
[ "$FAKE_NVCC_FAILS" ] && exit 1
if [ "$FAKE_NVCC_REFUSES" ]; then for word in "$@"; do case $word in *.cu) grep -qF "$FAKE_NVCC_REFUSES" "$word" && exit 1; esac; done; fi
while [ $# -gt 0 ]; do [ "$1" = -o ] && echo content > "$2"; shift; done
"""  # noqa: E501

START = f"""
import ctypes, gc, sys, threading
sys.path.insert(0, {str(HERE)!r})
import cudapy as cp, kernels
fake = ctypes.CDLL("libcuda.so.1")
"""


@functools.cache
def _folder():
    compiler = shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        pytest.skip("no compiler for the fake driver")
    folder = tempfile.TemporaryDirectory(prefix="cudapy-fake-")
    text = (HERE.parent / "runtime/fake_driver.inc").read_text(encoding="utf-8")
    source = Path(folder.name, "fake.cpp")
    source.write_text(text[text.index("(") + 1 : text.rindex(')driver"')], encoding="utf-8")
    library = Path(folder.name, "libcuda.so.1")
    subprocess.run(
        [compiler, "-std=c++20", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o", library, source],
        check=True,
    )
    nvcc = Path(folder.name, "nvcc")
    nvcc.write_text(NVCC, encoding="utf-8")
    nvcc.chmod(0o755)
    return folder


def nvcc():
    """The path of the nvcc."""
    return os.path.join(_folder().name, "nvcc")


def run(code, **environment):
    """What the code prints in such a child; it finds `cp`, `kernels`, `gc`, `threading` and `fake`, the
    driver, by these names. A file, so that kernels in it have a source."""
    folder = _folder().name
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": folder,
        "CUDAPY_TARGET": "cuda",
        "CUDAPY_NVCC": os.path.join(folder, "nvcc"),
        "CUDAPY_CACHE_DIR": os.path.join(folder, "cache"),
        **environment,
    }
    with tempfile.NamedTemporaryFile("w", suffix=".py", dir=folder, encoding="utf-8") as file:
        file.write(START + code)
        file.flush()
        result = subprocess.run(
            [sys.executable, file.name],
            capture_output=True,
            text=True,
            env=environment,
            timeout=300,
            check=False,
        )
    assert result.returncode == 0 and not result.stderr, (
        f"{result.returncode}: {result.stdout}{result.stderr}"
    )
    return result.stdout.splitlines()
