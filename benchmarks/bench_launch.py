"""The host's time for one asynchronous launch from Python, with two arrays and two scalars."""

import ctypes
import os
import shutil
import subprocess
import tempfile

import numpy as np
from kernels import compiled, launched
from timing import microseconds_in_turns, seconds_of

import cudapy as cp

HERE = os.path.dirname(os.path.abspath(__file__))
N = 256


def ours(target, kept=False):
    call = compiled(launched, target)
    x, y = (cp.CudaArray(np.ones(N, np.float32), target=target) for _ in range(2))
    if not kept:
        return seconds_of("call(n)(2.5, n, x, y)", call=call, n=N, x=x, y=y)
    return seconds_of("launch(2.5, n, x, y)", launch=call(N), n=N, x=x, y=y)


def of_numba(target):
    """Ours, of the dialect of numba.cuda."""
    from cudapy import cuda

    def launched_by_numba(alpha, n, x, y):
        i = cuda.grid(1)
        if i < n:
            y[i] = alpha * x[i] + y[i]

    x, y = (cp.CudaArray(np.ones(N, np.float32), target=target) for _ in range(2))
    return seconds_of("kernel[1, 256](2.5, n, x, y)", kernel=cuda.jit(launched_by_numba), n=N, x=x, y=y)


def with_arrays(library):
    """Ours with the arrays of another library."""
    import importlib

    made = importlib.import_module(library)
    call = compiled(launched, "cuda")
    if library == "torch":
        x, y = made.ones(N, device="cuda"), made.ones(N, device="cuda")
    else:
        x, y = made.ones(N, np.float32), made.ones(N, np.float32)
    return seconds_of("call(n)(2.5, n, x, y)", call=call, n=N, x=x, y=y)


def library_of(source):
    """The CUDA C++ file of this folder as a loaded library."""
    nvcc = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/library.so"
        subprocess.run(
            [nvcc, "-O3", "-shared", "-Xcompiler", "-fPIC", "-arch=native", f"{HERE}/{source}", "-o", path],
            check=True,
            capture_output=True,
        )
        return ctypes.CDLL(path)


def floor():
    """A batch of launches in C++."""
    x, y = (cp.CudaArray(np.ones(N, np.float32), target="cuda") for _ in range(2))
    seconds = library_of("launch_floor.cu").seconds_of_launches
    seconds.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    seconds.restype = ctypes.c_double
    addresses = [array.__cuda_array_interface__["data"][0] for array in (x, y)]
    keep = (x, y)

    def batch(count):
        taken = seconds(count, N, *addresses)
        if taken < 0:
            raise RuntimeError("a launch failed")
        return taken if keep else None

    return batch


def ctypes_stub():
    import cupy

    stub = library_of("kernels.cu").launch_stub
    stub.argtypes = [ctypes.c_float, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    x, y = cupy.ones(N, np.float32), cupy.ones(N, np.float32)
    return seconds_of("stub(2.5, n, px, py)", stub=stub, n=N, px=x.data.ptr, py=y.data.ptr, keep=(x, y))


def raw_kernel():
    import cupy

    with open(f"{HERE}/kernels.cu", encoding="utf-8") as file:
        source = file.read().split("// What ctypes calls")[0]
    kernel = cupy.RawModule(code=source).get_function("launched")
    x, y = cupy.ones(N, np.float32), cupy.ones(N, np.float32)
    arguments = (np.float32(2.5), np.int32(N), x, y)
    return seconds_of("kernel((1,), (256,), arguments)", kernel=kernel, arguments=arguments)


def numba_launch(with_foreign_arrays=False):
    from peers import numba_kernels

    cuda, kernels = numba_kernels()
    if with_foreign_arrays:
        import cupy

        x, y = cupy.ones(N, np.float32), cupy.ones(N, np.float32)
    else:
        x, y = cuda.to_device(np.ones(N, np.float32)), cuda.to_device(np.ones(N, np.float32))
    kernel = kernels["launched"][1, 256]
    return seconds_of("kernel(alpha, n, x, y)", kernel=kernel, alpha=np.float32(2.5), n=N, x=x, y=y)


def triton_launch():
    import torch
    from peers_triton import launched as kernel

    x, y = torch.ones(N, device="cuda"), torch.ones(N, device="cuda")
    return seconds_of("kernel[(1,)](2.5, n, x, y, BLOCK=256)", kernel=kernel, n=N, x=x, y=y)


def torch_add():
    import torch

    x, y = torch.ones(N, device="cuda"), torch.ones(N, device="cuda")
    return seconds_of("torch.add(y, x, alpha=2.5, out=y)", torch=torch, x=x, y=y)


def measure(results, target, quick):
    # Batches small enough that the driver's queue does not fill, so that a launch never waits for the GPU.
    count, repeat = (100, 20) if quick else (100, 400)
    makers = {
        "CudaPy: `call(n)(alpha, n, X, Y)` with CudaArrays": lambda: ours(target),
        "CudaPy: `launch(alpha, n, X, Y)` with `launch = call(n)` kept": lambda: ours(target, kept=True),
        "CudaPy: `kernel[1, 256](alpha, n, X, Y)` of `cudapy.cuda`": lambda: of_numba(target),
    }
    if target == "cuda":
        makers = (
            {"C++ `<<<>>>`": floor}
            | makers
            | {
                "CudaPy: `call(n)(alpha, n, X, Y)` with PyTorch tensors": lambda: with_arrays("torch"),
                "CudaPy: `call(n)(alpha, n, X, Y)` with CuPy arrays": lambda: with_arrays("cupy"),
                "ctypes call of an nvcc stub": ctypes_stub,
                "CuPy RawKernel": raw_kernel,
                "Triton with PyTorch tensors": triton_launch,
                "numba-cuda": numba_launch,
                "numba-cuda with CuPy arrays": lambda: numba_launch(with_foreign_arrays=True),
                "torch.add": torch_add,
            }
        )

    def tried(make):
        batch = make()
        batch(1)
        return batch

    batches = {
        name: batch
        for name, make in makers.items()
        if (batch := results.attempt(name, lambda make=make: tried(make)))
    }
    taken = microseconds_in_turns(batches, lambda: cp.synchronize(target), count, repeat)
    least = taken.get("C++ `<<<>>>`")
    rows = [[name, each, each / least if least else None] for name, each in taken.items()]
    results.table(
        f"One launch of {N} threads on {target}, two arrays and two scalars, host time, taken in turns",
        ["what", "µs", "over the floor"],
        rows,
    )
