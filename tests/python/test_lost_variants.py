"""A variant never fails the user: where an optional transformation fails, or a compiler refuses what it made,
the plain variant runs."""

import os
import re
import subprocess
import sys
import warnings

import cudapy as cp
import fake_cuda
import pytest

ON_CPU = ("blocks", "limits", "strips", "extents", "crossing", "simd", "names", "parameters")
ON_GPU = ("coarsening", "restricted", "loads", "names", "parameters", "restrict", "dimensions")
TOLD = "a transformation was told to fail"
PLAIN = (
    "{}: this is compiled in its plain variant, which gives the same results and may be "
    "slower, because CudaPy failed to optimize it. Please report this, with the source and "
    "what `python -m cudapy doctor` prints: {}"
)

KERNELS = """
from cudapy import *

# rows : void (float[,] A, float* X, float* Y, uint32 size)
def rows(A, X, Y, size):
    if idx >= size:
        return
    for i in range(size):
        Y[idx] += A[idx, i] * X[i]

# total : void (float* X, float* Y, uint32 size)
def total(X, Y, size):
    v = 0.0
    for i in range(idx, size, gridDim.x * blockDim.x):
        v += X[i]
    atomicAdd(Y, 0, v)

# tiled : void (float* X, float* Y)
def tiled(X, Y):
    tile = shared(float, 32)
    t = threadIdx.x
    tile[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    for i in range(t, 32, 4):
        Y[i] = tile[31 - i]

# stencil : void (float[,] U, float[,] V)
def stencil(U, V):
    h, w = U.shape
    if 0 < idx < w - 1 and 0 < idy < h - 1:
        V[idy, idx] = U[idy, idx - 1] + U[idy, idx + 1] + U[idy - 1, idx] + U[idy + 1, idx]
"""
NAMES = ["rows", "total", "tiled", "stencil"]
LINES = {name: KERNELS[: KERNELS.index(f"def {name}(")].count("\n") + 1 for name in NAMES}
LAUNCHES = """
import warnings
import numpy as np
import cudapy as cp
import variant_kernels as kernels
def launched():
    A = np.arange(64, dtype=np.float32).reshape(8, 8)
    X, Y, Z, T, V = np.arange(8, dtype=np.float32), np.ones(8, np.float32), np.zeros(1, np.float32), np.zeros(32, np.float32), np.zeros((8, 8), np.float32)
    call = cp.compile([kernels.rows, kernels.total, kernels.tiled, kernels.stencil])
    call.rows(8)(A, X, Y, 8)
    call.total(8)(X, Z, 8)
    call.tiled(32, block=32)(X, T)
    call.stencil(8, 8)(A, V)
    return [float(each.sum()) for each in (Y, Z, T, V)]
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(launched())
for each in seen:
    print(each.category.__name__, each.lineno, str(each.message).splitlines()[0])
"""  # noqa: E501
RESULTS = "[7400.0, 28.0, 28.0, 4536.0]"


def variables(**more):
    return {**{name: value for name, value in os.environ.items() if name != "CUDAPY_BREAK_VARIANTS"}, **more}


def launches(folder, **environment):
    """What the launches on the CPU print."""
    (folder / "variant_kernels.py").write_text(KERNELS, encoding="utf-8")
    (folder / "program.py").write_text(LAUNCHES, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, folder / "program.py"],
        env=variables(CUDAPY_TARGET="cpu", CUDAPY_CHECKED="0", **environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def warned(errors):
    """The lines of warnings of kernels, by the errors that each has."""
    return [f"RuntimeWarning {LINES[name]} {PLAIN.format(name, error)}" for name, error in errors.items()]


def translated(folder, *options, **environment):
    """What pycu2cu writes, and what it says."""
    source = folder / "variant_kernels.py"
    source.write_text(KERNELS, encoding="utf-8")
    ran = subprocess.run(
        [os.environ["PYCU2CU"], source, *options],
        env=variables(**environment),
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr.replace(str(folder) + "/", "")


def test_nothing_is_lost(tmp_path):
    assert launches(tmp_path) == [RESULTS]


@pytest.mark.parametrize("breakage", [*ON_CPU, "all", "strips:invalid"])
def test_each_transformation_for_the_cpu_fails(breakage, tmp_path):
    errors = {
        name: f"in function {name}: outside a loop: break" if "invalid" in breakage else TOLD
        for name in NAMES
    }
    assert launches(tmp_path, CUDAPY_BREAK_VARIANTS=breakage) == [RESULTS, *warned(errors)]


@pytest.mark.parametrize("target", ["cuda", "cpu"])
def test_the_command_line(target, tmp_path):
    options = ["--optimize", "--target", "cuda"] if target == "cuda" else ["--target", "cpu"]
    names = ON_GPU if target == "cuda" else ON_CPU
    _, usual, said = translated(tmp_path, *options)
    assert said == ""
    plain = set()
    for name in [*names, *(f"{name}:invalid" for name in names), "all"]:
        error = TOLD if ":" not in name else "in function {}: outside a loop: break"
        status, text, said = translated(tmp_path, *options, CUDAPY_BREAK_VARIANTS=name)
        assert (status, said.splitlines()) == (
            0,
            [
                f"variant_kernels.py:{LINES[each]}: warning: {PLAIN.format(each, error.format(each))}"
                for each in NAMES
            ],
        )
        plain.add(text)
    assert len(plain) == 1 and plain != {usual}


def test_a_word_that_names_no_transformation(tmp_path):
    names = ", ".join([*(name for name in ON_CPU if name not in ON_GPU), *ON_GPU])
    assert translated(tmp_path, CUDAPY_BREAK_VARIANTS="strips,other") == (
        2,
        "",
        f"pycu2cu: CUDAPY_BREAK_VARIANTS is for tests, and has names of these: {names}\n"
        "Try 'pycu2cu --help'.\n",
    )


COMPILER = """#!/bin/sh
for word in "$@"; do case $word in *.cpp) grep -q '{}' "$word" && {{ echo "no such text here"; exit 1; }}; esac; done
exec {} "$@"
"""  # noqa: E501


def refusing(folder, text):
    """A compiler for the CPU that refuses files with the text."""
    path = folder / "refusing"
    path.write_text(COMPILER.format(text, os.environ.get("CUDAPY_CXX", "g++")), encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_a_compiler_that_refuses_strips(tmp_path):
    error = "the compiler exited with status 1"
    environment = {"CUDAPY_CXX": refusing(tmp_path, "_strip("), "CUDAPY_CACHE_DIR": str(tmp_path / "cache")}
    for _ in range(2):  # also where the cache knows the translation
        assert launches(tmp_path, **environment) == [
            RESULTS,
            f"RuntimeWarning {LINES['rows']} {PLAIN.format(', '.join(NAMES), error)}",
        ]


def test_a_compiler_that_refuses_all(tmp_path):
    """The error is that of the usual text."""
    (tmp_path / "program.py").write_text(
        LAUNCHES.replace(
            "print(launched())",
            """
    try:
        launched()
    except cp.ToolchainError as error:
        print(str(error).splitlines()[0])
""",
        ),
        encoding="utf-8",
    )
    (tmp_path / "variant_kernels.py").write_text(KERNELS, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, tmp_path / "program.py"],
        env=variables(
            CUDAPY_TARGET="cpu",
            CUDAPY_CXX=refusing(tmp_path, "extern"),
            CUDAPY_CACHE_DIR=str(tmp_path / "cache"),
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("the compiler exited with status 1\n", "")


ON_FAKE_GPU = (
    fake_cuda.START
    + KERNELS
    + """
import warnings
fake.fake_log.restype = ctypes.c_char_p
def launched():
    return fake.fake_log().decode().split(" shared")[0]
def launch():
    U, V = cp.zeros((16, 32), cp.Float), cp.zeros((16, 32), cp.Float)
    call(2048, 1024)(U, V)
    print(launched())
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    call = cp.compile(stencil)
    launch()
    print(call.explain(2048, 1024).coarsening_reason)
    MORE
for each in seen:
    print(each.category.__name__, str(each.message).splitlines()[0])
"""
)
GROUPED, PLAINLY = "grid 16 64 1 block 32 8 1", "grid 64 128 1 block 32 8 1"


def on_fake_gpu(more="", **environment):
    return fake_cuda.run(ON_FAKE_GPU.replace("MORE", more), **environment)


def test_a_launch_on_a_gpu_whose_kernel_lost_its_coarsened_variant():
    assert on_fake_gpu()[0] == GROUPED
    assert on_fake_gpu(CUDAPY_BREAK_VARIANTS="coarsening") == [
        PLAINLY,
        "CudaPy failed to optimize the kernel",
        f"RuntimeWarning {PLAIN.format('stencil', TOLD)}",
    ]


@pytest.mark.parametrize("status", [1, 701])
def test_a_launch_that_the_driver_refuses(status):
    """It is made without the coarsened variant, and the first one warns."""
    reason = "rows that neighbouring threads have in common are loaded once for several of them"
    more = f"fake.fake_fail_forms({status}); launch(); launch(); fake.fake_fail_forms(0); launch()"
    assert on_fake_gpu(more) == [
        GROUPED,
        reason,
        PLAINLY,
        PLAINLY,
        GROUPED,
        "RuntimeWarning stencil: the coarsened variant, which is faster, was refused by the driver, and "
        "launches run without it. Please report this, with the source and what `python -m cudapy doctor` "
        f"prints: CUDA_ERROR_FAKE ({status}): the driver's text",
    ]


@pytest.mark.parametrize("status", [1, 701])
def test_a_launch_that_the_driver_refuses_in_any_form(status):
    """Its error is the only thing that is said."""
    more = (
        f"fake.fake_fail_forms({status}); fake.fake_fail({status})\n    try:\n        launch()\n"
        "    except cp.CudaError as error:\n        print(type(error).__name__)\n    fake.fake_fail(0)"
    )
    lines = on_fake_gpu(more)
    assert lines[2:] == ["LaunchError" if status == 701 else "DeviceError"]


def test_a_text_that_nvcc_refuses():
    """Of the kernel as it is, and of its coarsened variant, which is a text of its own."""
    error = "the compiler exited with status 1"
    lines = on_fake_gpu(
        "cp.compile(total)(1 << 20)(cp.zeros(8, cp.Float), cp.zeros(1, cp.Float), 8); print(launched())",
        FAKE_NVCC_REFUSES="X_ahead",
    )
    assert lines == [
        GROUPED,
        "rows that neighbouring threads have in common are loaded once for several of them",
        "grid 4096 1 1 block 256 1 1",
        f"RuntimeWarning {PLAIN.format('total', error)}",
    ]
    assert on_fake_gpu(FAKE_NVCC_REFUSES="_coarsened(") == [
        PLAINLY,
        "the coarsened variant could not be built",
        "RuntimeWarning stencil: the coarsened variant, which is faster, could not be built, "
        "and launches run without it. Please report this, with the source and what `python "
        f"-m cudapy doctor` prints: {error}",
    ]


def test_variants_of_a_kernel_are_asked_for():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call = cp.compile(scaled)
    source, lost = call._cuda_variants(4, 1)
    assert lost == [] and re.search(r"scaled_coarsened\(", source)


# scaled : void (float* X, float* Y)
def scaled(X, Y):
    if cp.idx < len(X):
        Y[cp.idx] = X[cp.idx] * 2
