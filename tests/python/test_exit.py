"""Programs that end while threads of theirs are still in the module."""

import os
import subprocess
import sys

import pytest

LAUNCHES = """
import cudapy as cp, kernels
call = cp.compile(kernels.halve, target="cpu")
X = cp.CudaArray.allocate(500_000, cp.Double, target="cpu")
def work():
    while True: call(500_000)(X)
"""
COPIES = """
import cudapy as cp
X = cp.CudaArray.allocate(500_000, cp.Double, target="cpu")
def work():
    while True: X.copy()
"""
CONVERTS = """
import cudapy as cp
class One:
    def __index__(self): return 1
def work():
    while True: cp.CudaArray([One()] * 1000, cp.Int, target="cpu").toList()
"""
COMPILES = """
import cudapy as cp, kernels
def work():
    while True: cp.compile([kernels.doubled, kernels.twice], target="cpu")
"""
WAITS = """
import os, cudapy as cp, kernels
os.environ["CUDAPY_CXX"] = COMPILER
def work():
    cp.compile(kernels.fill, target="cpu")
"""
END = """
import threading, time
class SlowToEnd:  # other threads meet an interpreter that shuts down
    def __init__(self): self.sleep = time.sleep
    def __del__(self): self.sleep(0.2)
sys.kept = SlowToEnd()
for _ in range(3): threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("end")
"""


def run(code, tmp_path):
    code = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\n" + code
    environment = {**os.environ, "CUDAPY_CACHE_DIR": str(tmp_path / "cache")}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=60, check=False)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("work", [LAUNCHES, COPIES, CONVERTS, COMPILES])
def test_daemon_threads_do_not_disturb_the_end(work, tmp_path):
    for _ in range(6):
        assert run(work + END, tmp_path) == (0, "end\n", "")


def test_a_daemon_thread_that_waits_for_a_compiler(tmp_path):
    compiler = tmp_path / "g++"
    compiler.write_text("#!/bin/sh\ncase \"$*\" in *--version*) echo 'g++ (GCC) 12.2.0'; exit 0;; esac\nexec sleep 2\n")
    compiler.chmod(0o755)
    for _ in range(2):
        assert run(WAITS.replace("COMPILER", repr(str(compiler))) + END, tmp_path) == (0, "end\n", "")


def test_objects_that_end_with_the_interpreter_may_still_launch(tmp_path):
    code = """
import cudapy as cp, kernels
class AtTheEnd:
    def __init__(self):
        self.X = cp.CudaArray([8.0], cp.Double, target="cpu")
        self.halve, self.write = cp.compile(kernels.halve, target="cpu")(1), sys.stdout.write
    def __del__(self):
        self.halve(self.X)
        self.write(f"{self.X[0]}\\n")
sys.kept = AtTheEnd()
"""
    assert run(code, tmp_path) == (0, "4.0\n", "")
