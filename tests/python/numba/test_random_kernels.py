"""The program that compares random kernels with numba's njit: what it makes, and that it sees differences."""

import ast
import importlib.metadata
import pathlib
import subprocess
import sys

import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "numba/random_kernels"


@pytest.fixture
def program(monkeypatch):
    """Returns the function that imports a module of the program."""
    monkeypatch.syspath_prepend(str(FOLDER))
    names = [path.stem for path in FOLDER.glob("*.py")]
    others = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    yield importlib.import_module
    for name in names:
        sys.modules.pop(name, None)
    sys.modules.update(others)


def test_a_seed_gives_the_same_kernels(program):
    kernels = program("kernels")
    text = kernels.module_for_numba(3, range(200))
    assert text == kernels.module_for_numba(3, range(200)) != kernels.module_for_numba(4, range(200))
    assert len(ast.parse(text).body) == 2 + 2 + 200
    assert len(ast.parse(kernels.module_for_cudapy(3, range(200))).body) == 3 + 2 + 200
    made = program("making").Maker(3, 17).lines()
    assert all(f"    {line}" in text.splitlines() for line in made)


def test_kernels_have_all_types(program):
    text = program("kernels").module_for_numba(5, range(100))
    for name in program("data").PARAMETERS:
        assert text.count(f"{name}[i]") > 5 or name in ("n", "s")


def test_differences_are_seen(program):
    fuzz, stored = program("fuzz"), program("data").results()
    one = {f"kernel1 {place}": each for place, each in enumerate(stored)}
    other = {key: each.copy() for key, each in one.items()}
    one["kernel1 1"][0, 0] = other["kernel1 1"][0, 0] = np.nan
    assert fuzz._differences("kernel1", one, other) == ""
    other["kernel1 1"][2, 3] = -0.0
    assert fuzz._differences("kernel1", one, other) == (
        "real[2, 3] is np.float64(0.0) by numba and np.float64(-0.0) by CudaPy"
    )
    other["kernel1 1"][2, 3] = 0
    other["kernel1 2"][15, 5] = 1j
    assert fuzz._differences("kernel1", one, other).startswith("complexes_out[15, 5] is ")


def test_reasons_are_told_without_their_places(program):
    message = "CompileError: /a/b.py:3:4: error[E619]: `x` under `cuda.jit` is not\nmore"
    assert program("fuzz")._reason(message) == "error[E619]: … under … is not"


def _has_numba():
    """Returns whether numba is installed; a folder of tests has its name."""
    try:
        return bool(importlib.metadata.version("numba"))
    except importlib.metadata.PackageNotFoundError:
        return False


@pytest.mark.skipif(not _has_numba(), reason="numba is not installed")
def test_kernels_are_numbas(tmp_path):
    command = [sys.executable, FOLDER / "fuzz.py", "--seed", "1", "--count", "10", "--out", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("seed 1: ") and ", 0 different, " in done.stdout
    assert ", 0 not of numba" in done.stdout
