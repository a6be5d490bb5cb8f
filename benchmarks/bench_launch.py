"""The host's time for one asynchronous launch from Python, with two arrays and two scalars."""

import ctypes
import json
import os
import shutil
import subprocess
import tempfile

import numpy as np

import cudapy as cp
from kernels import compiled, launched
from timing import microseconds_each

HERE = os.path.dirname(os.path.abspath(__file__))
N = 256


def ours(target):
    call = compiled(launched, target)
    x, y = (cp.CudaArray(np.ones(N, np.float32), target=target) for _ in range(2))
    return lambda: call(N)(2.5, N, x, y)


def with_arrays(library):
    """Ours with the arrays of another library."""
    import importlib

    made = importlib.import_module(library)
    call = compiled(launched, "cuda")
    if library == "torch":
        x, y = made.ones(N, device="cuda"), made.ones(N, device="cuda")
    else:
        x, y = made.ones(N, np.float32), made.ones(N, np.float32)
    return lambda: call(N)(2.5, N, x, y)


def floor():
    """The median in µs that the C++ program of launch_floor.cu prints."""
    source = os.path.join(HERE, "launch_floor.cu")
    with tempfile.TemporaryDirectory() as folder:
        nvcc = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")
        subprocess.run([nvcc, "-O3", "-arch=native", source, "-o", f"{folder}/floor", "-lcuda"], check=True, capture_output=True)
        return json.loads(subprocess.run([f"{folder}/floor"], check=True, capture_output=True, text=True).stdout)["median"]


def ctypes_stub():
    import cupy

    folder = tempfile.mkdtemp()
    nvcc = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")
    subprocess.run([nvcc, "-O3", "-shared", "-Xcompiler", "-fPIC", "-arch=native", f"{HERE}/kernels.cu", "-o", f"{folder}/stub.so"],
                   check=True, capture_output=True)
    stub = ctypes.CDLL(f"{folder}/stub.so").launch_stub
    stub.argtypes = [ctypes.c_float, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    x, y = cupy.ones(N, np.float32), cupy.ones(N, np.float32)
    px, py = x.data.ptr, y.data.ptr
    keep = (x, y)
    return lambda: stub(2.5, N, px, py) or keep


def raw_kernel():
    import cupy

    with open(f"{HERE}/kernels.cu", encoding="utf-8") as file:
        source = file.read().split("// What ctypes calls")[0]
    kernel = cupy.RawModule(code=source).get_function("launched")
    x, y = cupy.ones(N, np.float32), cupy.ones(N, np.float32)
    arguments = (np.float32(2.5), np.int32(N), x, y)
    return lambda: kernel((1,), (256,), arguments)


def numba_launch(with_foreign_arrays=False):
    from peers import numba_kernels

    cuda, kernels = numba_kernels()
    if with_foreign_arrays:
        import cupy

        x, y = cupy.ones(N, np.float32), cupy.ones(N, np.float32)
    else:
        x, y = cuda.to_device(np.ones(N, np.float32)), cuda.to_device(np.ones(N, np.float32))
    kernel = kernels["launched"][1, 256]
    alpha = np.float32(2.5)
    return lambda: kernel(alpha, N, x, y)


def triton_launch():
    import torch
    from peers_triton import launched as kernel

    x, y = torch.ones(N, device="cuda"), torch.ones(N, device="cuda")
    return lambda: kernel[(1,)](2.5, N, x, y, BLOCK=256)


def torch_add():
    import torch

    x, y = torch.ones(N, device="cuda"), torch.ones(N, device="cuda")
    return lambda: torch.add(y, x, alpha=2.5, out=y)


def measure(results, target, quick):
    # Batches small enough that the driver's queue does not fill, so that a launch never waits for the GPU.
    count, repeat = (100, 20) if quick else (100, 400)

    def each(work):
        return microseconds_each(work, lambda: cp.synchronize(target), count, repeat)

    rows = [["CudaPy: `call(n)(alpha, n, X, Y)` with CudaArrays", each(ours(target))]]
    call = compiled(launched, target)
    bound = call(N)
    x, y = (cp.CudaArray(np.ones(N, np.float32), target=target) for _ in range(2))
    rows.append(["CudaPy: `launch(alpha, n, X, Y)` with `launch = call(n)` kept", each(lambda: bound(2.5, N, x, y))])
    if target == "cuda":
        measured = results.attempt("C++ launch floor", floor)
        if measured is not None:
            rows.append(["C++ `<<<>>>`", measured])
        for library in ("torch", "cupy"):
            name = f"CudaPy: `call(n)(alpha, n, X, Y)` with arrays of {library}"
            work = results.attempt(name, lambda library=library: with_arrays(library))
            if work:
                measured = results.attempt(name, lambda work=work: each(work))
                if measured is not None:
                    rows.append([name, measured])
        for name, make in (("ctypes call of an nvcc stub", ctypes_stub), ("CuPy RawKernel", raw_kernel), ("numba-cuda", numba_launch),
                           ("numba-cuda with CuPy's arrays", lambda: numba_launch(with_foreign_arrays=True)),
                           ("Triton with PyTorch's tensors", triton_launch), ("torch.add", torch_add)):
            work = results.attempt(name, make)
            if work:
                measured = results.attempt(name, lambda work=work: each(work))
                if measured is not None:
                    rows.append([name, measured])
    results.table(f"One launch of {N} threads on {target}, two arrays and two scalars, host time",
                  ["what", "µs"], rows)
