"""The samples: each runs as a user would run it, and its kernels go through the oracle."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
sys.path.insert(0, str(SAMPLES))

import chain  # noqa: E402
import mandelbrot  # noqa: E402
import matmul  # noqa: E402
import reduction  # noqa: E402
import saxpy  # noqa: E402
import saxpy_helper  # noqa: E402
from oracle import check  # noqa: E402


@pytest.mark.parametrize("sample,arguments", [
    ("saxpy", ["--size", "10000"]),
    ("saxpy_helper", ["--size", "10000"]),
    ("chain", ["--size", "5000"]),
    ("reduction", ["--size", "70000"]),
    ("functional", ["--size", "70000"]),
    ("matmul", ["--rows", "33", "--inner", "20", "--columns", "47"]),
    ("mandelbrot", ["--width", "90", "--height", "70", "--output"]),
])
def test_sample_runs(sample, arguments, tmp_path):
    if arguments[-1] == "--output":
        arguments = [*arguments, str(tmp_path / "picture.png")]
    run = subprocess.run([sys.executable, SAMPLES / f"{sample}.py", *arguments, "--repeat", "1"], capture_output=True, text=True,
                         env=dict(os.environ), cwd=tmp_path, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert ": right" in run.stdout and "NumPy" in run.stdout
    if sample == "mandelbrot":
        from PIL import Image

        assert Image.open(tmp_path / "picture.png").size == (90, 70)


def test_a_sample_that_is_wrong_says_so():
    """`require` is what makes the samples' checks checks."""
    from common import require

    with pytest.raises(SystemExit) as stopped:
        require(False, "3 is not 4")
    assert stopped.value.code == "WRONG: 3 is not 4"


def test_saxpy():
    random = np.random.default_rng(1)
    x, y = random.random(1000, dtype=np.float32), random.random(1000, dtype=np.float32)
    check(saxpy.saxpy, 1000, 2.5, x, y)
    check([saxpy_helper.saxpy, saxpy_helper.axpy], 1000, 0.3, x, y)


def test_chain():
    x = np.arange(500, dtype=np.int32)
    check(chain.multiply, 500, -3, x, np.zeros_like(x))
    check(chain.add, 500, x, x[::-1].copy())


def test_matmul():
    random = np.random.default_rng(2)
    a, b = random.random((9, 14), dtype=np.float32), random.random((14, 11), dtype=np.float32)
    check(matmul.matmul, (11, 9), a, b, np.zeros((9, 11), np.float32))


def test_reduction():
    x = np.random.default_rng(3).random(600, dtype=np.float32)
    check(reduction.block_sum, 600, x, np.zeros(3, np.float32), ulps=0)


def test_mandelbrot():
    # Points whose orbits stay far from the circle, so that no rounding moves them across it.
    view = (24, 18, -2.1, -1.2, 2.8 / 24, 20)
    image = np.zeros(24 * 18, np.int32)
    check([mandelbrot.mandelbrot_1d, mandelbrot.escape], 24 * 18, *view, image)
    check([mandelbrot.mandelbrot_2d, mandelbrot.escape], (24, 18), *view, image)
