"""The samples that numba-cuda and CudaPy run: each at a small size, on the target of the tests."""

import importlib
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).parents[3] / "samples/numba"
SIZES = {
    "bitonic_sort": 1000,
    "black_scholes": 1000,
    "block_reduction": 10_000,
    "byte_count": 5000,
    "heat": 50,
    "histogram": 10_000,
    "kmeans": 1000,
    "life": 40,
    "mandelbrot": 60,
    "matmul_tiled": 50,
    "monte_carlo_pi": 100,
    "moving_average": 100,
    "nbody": 100,
    "saxpy": 1000,
    "scan": 5000,
    "sparse_product": 1000,
    "transpose": 50,
}


@pytest.fixture
def sample_of(monkeypatch):
    """Returns the function that imports a sample, and gives what it compares. The samples of other folders
    have the same names."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("CUDA_OF", "cudapy")
    own = (*SIZES, "which")
    others = {name: sys.modules.pop(name) for name in own if name in sys.modules}
    yield lambda name: importlib.import_module(name).sample
    for name in own:
        sys.modules.pop(name, None)
    sys.modules.update(others)


def test_every_sample_is_here():
    assert sorted(SIZES) == sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "which")
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}.py`" in page for name in SIZES)


@pytest.mark.parametrize("name", sorted(SIZES))
def test_a_sample_is_right(sample_of, name):
    made, expected, apart = sample_of(name)(SIZES[name])
    np.testing.assert_allclose(made, expected, rtol=apart, atol=apart)


@pytest.mark.parametrize(
    "whose, code, text",
    [
        ("cudapy", 0, "saxpy.py of size 100 by cudapy.cuda: right, in "),
        ("", 0, "saxpy.py of size 100 by cudapy.cuda: right, in "),
        ("cupy", 1, "CUDA_OF is 'cupy', and must be one of cudapy, numba"),
    ],
)
def test_the_command(whose, code, text):
    command = [sys.executable, "saxpy.py", "100"]
    environment = {**os.environ, "CUDA_OF": whose}
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == code
    assert (done.stdout or done.stderr).startswith(text)
