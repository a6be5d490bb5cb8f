"""What comes before the first result in a new process: importing, and the first launch, cold and cached. Each
figure is the median of new processes; a first launch is timed from after the context exists to the end of the
kernel."""

import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

OURS = """
import time
import cudapy as cp
sys.path.insert(0, HERE)
from kernels import saxpy
X, Y = cp.CudaArray([1.0] * 256), cp.CudaArray([1.0] * 256)
cp.synchronize()
start = time.perf_counter()
call = cp.compile(saxpy)
call(256)(2.0, X, Y)
cp.synchronize()
print(time.perf_counter() - start)
assert Y.toList() == [3.0] * 256
"""

RAW_KERNEL = """
import time
import cupy
X, Y = cupy.ones(256, "float32"), cupy.ones(256, "float32")
cupy.cuda.Device().synchronize()
with open(HERE + "/kernels.cu") as file:
    source = file.read().split("extern")[1]
start = time.perf_counter()
kernel = cupy.RawKernel("extern" + source, "saxpy")
kernel((1,), (256,), (cupy.float32(2), X, Y, cupy.int32(256)))
cupy.cuda.Device().synchronize()
print(time.perf_counter() - start)
assert Y.tolist() == [3.0] * 256
"""

NUMBA = """
import time
sys.path.insert(0, HERE)
from peers import numba_kernels
cuda, _ = numba_kernels()
import numpy
X, Y = cuda.to_device(numpy.ones(256, "float32")), cuda.to_device(numpy.ones(256, "float32"))
cuda.synchronize()
start = time.perf_counter()

@cuda.jit
def saxpy(alpha, X, Y):
    i = cuda.grid(1)
    if i < len(X):
        Y[i] = alpha * X[i] + Y[i]

saxpy[1, 256](numpy.float32(2), X, Y)
cuda.synchronize()
print(time.perf_counter() - start)
"""

IMPORT = """
import time
start = time.perf_counter()
import MODULE
print(time.perf_counter() - start)
"""


def seconds(code, repeat, **environment):
    """The median of what new processes print."""
    times = []
    for _ in range(repeat):
        result = subprocess.run(
            [sys.executable, "-c", f"import sys\nHERE = {HERE!r}\n" + code],
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
            check=False,
        )
        if result.returncode:
            raise RuntimeError((result.stderr.strip().splitlines() or ["it failed"])[-1])
        times.append(float(result.stdout.split()[-1]))
    return statistics.median(times)


def measure(results, target, quick):
    repeat = 3 if quick else 7
    rows = []
    with tempfile.TemporaryDirectory() as folder:

        def both(name, code, variable, **environment):
            def run():
                cold = []
                for _ in range(repeat):
                    cache = tempfile.mkdtemp(dir=folder)
                    cold.append(seconds(code, 1, **{variable: cache}, **environment))
                return statistics.median(cold), seconds(code, repeat, **{variable: cache}, **environment)

            measured = results.attempt(name, run)
            if measured is not None:
                rows.append([name, *(taken * 1e3 for taken in measured)])

        if target == "cuda":
            both("CudaPy, NVRTC", OURS, "CUDAPY_CACHE_DIR", CUDAPY_COMPILER="nvrtc", CUDAPY_TARGET=target)
            both("CudaPy, nvcc", OURS, "CUDAPY_CACHE_DIR", CUDAPY_COMPILER="nvcc", CUDAPY_TARGET=target)
            both("CuPy RawKernel", RAW_KERNEL, "CUPY_CACHE_DIR")
            both("numba-cuda, never cached", NUMBA, "NUMBA_CACHE_DIR")
        else:
            both("CudaPy", OURS, "CUDAPY_CACHE_DIR", CUDAPY_TARGET=target)
    results.table(f"The first launch in a new process on {target}", ["what", "cold, ms", "cached, ms"], rows)

    rows = []
    for module in ("cudapy", "numpy", "cupy", "numba.cuda", "torch"):
        measured = results.attempt(
            f"import {module}", lambda module=module: seconds(IMPORT.replace("MODULE", module), repeat)
        )
        if measured is not None:
            rows.append([f"`import {module}`", measured * 1e3])
    results.table("Importing, in a new process", ["what", "ms"], rows)
