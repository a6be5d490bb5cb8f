"""The programs of docs/coming-from.md: those of other systems are compiled, and run where these are."""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cudapy as cp
from cudapy import _core
from cudapy._compile.environment import site_packages

FOLDER = Path(__file__).resolve().parents[2] / "samples/coming_from"


def nvcc():
    try:
        return _core.compiler("nvcc", site_packages())[0]
    except cp.ToolchainError as error:
        pytest.skip(str(error).splitlines()[0])


def run(program):
    done = subprocess.run(program, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


RIGHT = "Y and its sum, 1000000, are right."


def test_cudapy(target):
    assert run([sys.executable, FOLDER / "cudapy_kernels.py"]) == [RIGHT]


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("*.py")))
def test_is_python(file):
    compile((FOLDER / file).read_text(encoding="utf-8"), file, "exec")


def cuda_in(file):
    """The CUDA C++ that a Python program has in SOURCE."""
    for node in ast.parse((FOLDER / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "SOURCE":
            return node.value.value
    raise AssertionError(f"{file} has no SOURCE")


def test_cuda_compiles(tmp_path):
    """That of the C++ program and that in the Python ones, by one call of nvcc, which takes seconds each
    time."""
    text = (FOLDER / "kernels.cu").read_text(encoding="utf-8")
    for name in ("pycuda", "cupy"):
        text += f"namespace from_{name} {{\n{cuda_in(f'{name}_kernels.py')}}}\n"
    source = tmp_path / "all.cu"
    source.write_text(text, encoding="utf-8")
    run([nvcc(), "-std=c++17", "-Werror", "all-warnings", "-c", source, "-o", tmp_path / "all.o"])


def test_cuda_runs(target, tmp_path):
    if target != "cuda":
        pytest.skip("for a GPU")
    program = tmp_path / "program"
    run([nvcc(), "-std=c++17", "-arch=native", FOLDER / "kernels.cu", "-o", program])
    assert run([program]) == [RIGHT]


@pytest.mark.parametrize("library,lines", [("numba", 1), ("cupy", 2), ("pycuda", 1)])
def test_library_runs(library, lines, target):
    if target != "cuda":
        pytest.skip("for a GPU")
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not here")
    # numba-cuda asks for a name that NumPy 2.5 no longer has.
    shim = (
        "import os, runpy, sys, numpy; numpy.row_stack = numpy.vstack; sys.path.insert(0, "
        "os.path.dirname(sys.argv[1])); runpy.run_path(sys.argv[1], run_name='__main__')"
    )
    assert (
        run([sys.executable, "-W", "ignore", "-c", shim, FOLDER / f"{library}_kernels.py"]) == [RIGHT] * lines
    )


def test_numba_in_its_simulator(target):
    """Where there is no GPU, so that what the page shows has run."""
    if target == "cuda" or cp.cuda_available():
        pytest.skip("it runs on the GPU, with the tests of the target cuda")
    if importlib.util.find_spec("numba") is None or importlib.util.find_spec("numba_cuda") is None:
        pytest.skip("numba-cuda is not here")
    program = [sys.executable, "-W", "ignore", FOLDER / "numba_kernels.py"]
    done = subprocess.run(
        program, capture_output=True, text=True, timeout=300, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    )
    assert done.returncode == 0 and done.stdout.endswith("are right.\n"), done.stdout + done.stderr
