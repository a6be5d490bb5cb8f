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


@pytest.mark.parametrize("arrays", [False, True])
def test_a_seed_gives_the_same_kernels(program, arrays):
    kernels = program("kernels")
    text = kernels.module_for_numba(3, range(200), arrays)
    assert (
        text
        == kernels.module_for_numba(3, range(200), arrays)
        != kernels.module_for_numba(4, range(200), arrays)
    )
    helpers = 4 if arrays else 0
    assert len(ast.parse(text).body) == 3 + 2 + helpers + 200
    assert len(ast.parse(kernels.module_for_cudapy(3, range(200), arrays)).body) == 3 + 2 + helpers + 200
    maker = program("making_arrays").ArrayMaker if arrays else program("making").Maker
    made = maker(3, 17).lines()
    assert all(f"    {line}".replace("LOCAL", "np.empty") in text.splitlines() for line in made)


def test_kernels_have_all_types(program):
    text = program("kernels").module_for_numba(5, range(100), False)
    for name in program("data").PARAMETERS:
        assert text.count(f"{name}[i]") > 5 or name in ("n", "s")


def test_arrays_are_walked_in_all_ways(program):
    text = program("kernels").module_for_numba(5, range(100), True)
    for name in ("a", "k", "v", "b", "f", "w", "c"):
        assert text.count(f"{name}[") > 50
    for way in (".T", ":-1", "] += ", "enumerate(", "zip(", "while ", "exchanged(", ".ndim", "np.empty("):
        assert text.count(way) > 3


def test_differences_are_seen(program):
    fuzz, stored = program("fuzz"), program("data").results()
    one = {f"kernel1 {name}": each for name, each in zip(("whole", "real", "complexes_out"), stored)}
    other = {key: each.copy() for key, each in one.items()}
    one["kernel1 real"][0, 0] = other["kernel1 real"][0, 0] = np.nan
    assert fuzz._differences("kernel1", one, other) == ""
    other["kernel1 real"][2, 3] = -0.0
    assert fuzz._differences("kernel1", one, other) == (
        "real[2, 3] is np.float64(0.0) by numba and np.float64(-0.0) by CudaPy"
    )
    other["kernel1 real"][2, 3] = 0
    other["kernel1 complexes_out"][15, 5] = 1j
    assert fuzz._differences("kernel1", one, other) == (
        "complexes_out[15, 5] is np.complex128(0j) by numba and np.complex128(1j) by CudaPy"
    )
    other["kernel1 whole"] = other["kernel1 whole"].astype(np.int32)
    assert (
        fuzz._differences("kernel1", one, other)
        == "whole is int64(16, 6) by numba and int32(16, 6) by CudaPy"
    )


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
@pytest.mark.parametrize("kind", [[], ["--arrays"]], ids=["numbers", "arrays"])
def test_kernels_are_numbas(tmp_path, kind):
    command = [sys.executable, FOLDER / "fuzz.py", "--seed", "1", "--count", "10", "--out", tmp_path, *kind]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("seed 1: ") and ", 0 different, " in done.stdout
    assert ", 0 not of numba" in done.stdout
