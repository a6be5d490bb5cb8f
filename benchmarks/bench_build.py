"""How long a cold build takes compared with only the compiler on the same code."""

import os
import shutil
import subprocess
import tempfile

from bench_translate import pycu2cu
from kernels import compiled, mandelbrot, matmul, saxpy
from timing import alternating

HERE = os.path.dirname(os.path.abspath(__file__))


def architecture():
    listed = subprocess.run(
        ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"],
        capture_output=True,
        text=True,
        check=True,
    )
    return "sm_" + listed.stdout.split()[0].replace(".", "")


def compilers(target, source, folder):
    """The commands to compare with ours: the target's compiler on the emitted file."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if target == "cuda":
        nvcc = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")
        arch = architecture()
        return {
            "nvcc -cubin": lambda: subprocess.run(
                [nvcc, "-cubin", f"-arch={arch}", source, "-o", f"{folder}/a.cubin"], **quiet
            ),
            "nvcc -shared": lambda: subprocess.run(
                [nvcc, "-shared", "-Xcompiler", "-fPIC", f"-arch={arch}", source, "-o", f"{folder}/a.so"],
                **quiet,
            ),
        }
    compiler = os.environ.get("CUDAPY_CXX") or os.environ.get("CXX") or "g++"
    return {
        "g++ -O3 -shared": lambda: subprocess.run(
            [
                compiler,
                "-x",
                "c++",
                "-std=c++17",
                "-O3",
                "-march=native",
                "-fopenmp-simd",
                "-shared",
                "-fPIC",
                source,
                "-o",
                f"{folder}/a.so",
            ],
            **quiet,
        )
    }


def measure(results, target, quick):
    program = pycu2cu()
    if not program:
        results.skip("build", "pycu2cu is not on PATH")
        return
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        kept = os.environ.get("CUDAPY_CACHE_DIR")
        runs = 0

        def cold(kernel):
            nonlocal runs
            runs += 1
            os.environ["CUDAPY_CACHE_DIR"] = f"{folder}/cache{runs}"
            os.makedirs(os.environ["CUDAPY_CACHE_DIR"], mode=0o700)
            return compiled(kernel, target)

        def cached(kernel):
            return compiled(kernel, target)

        for kernel in (saxpy, matmul, mandelbrot):
            source = f"{folder}/{kernel.__name__}.{'cu' if target == 'cuda' else 'cpp'}"
            subprocess.run(
                [
                    program,
                    f"{HERE}/kernels.py",
                    "--kernel",
                    kernel.__name__,
                    "--target",
                    target,
                    "-o",
                    source,
                ],
                check=True,
            )
            works = compilers(target, source, folder)
            times = alternating(
                {"ours": lambda kernel=kernel: cold(kernel), **works}, repeat=3 if quick else 7
            )
            warm = alternating({"cached": lambda kernel=kernel: cached(kernel)}, repeat=7)["cached"]
            names = list(works)
            rows.append(
                [
                    kernel.__name__,
                    times["ours"] * 1000,
                    *(times[n] * 1000 for n in names),
                    times["ours"] / times[names[0]],
                    warm * 1000,
                ]
            )
        if kept is None:
            del os.environ["CUDAPY_CACHE_DIR"]
        else:
            os.environ["CUDAPY_CACHE_DIR"] = kept
    results.table(
        f"Building for {target}, ms: `cp.compile` with an empty cache, and only the compiler on the same "
        "kernel's file, in turns",
        ["kernel", "CudaPy, cold", *names, f"CudaPy / {names[0]}", "CudaPy, cached"],
        rows,
    )
