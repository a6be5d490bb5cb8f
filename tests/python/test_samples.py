"""The samples: each runs as a user would run it, and its kernels go through the oracle."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import cudapy as cp
import numpy as np
import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
sys.path.insert(0, str(SAMPLES))

import bitonic_sort  # noqa: E402
import black_scholes  # noqa: E402
import blur  # noqa: E402
import chain  # noqa: E402
import convolution  # noqa: E402
import dask_kmeans  # noqa: E402
import dask_monte_carlo  # noqa: E402
import dask_stencil  # noqa: E402
import fft  # noqa: E402
import histogram  # noqa: E402
import life  # noqa: E402
import mandelbrot  # noqa: E402
import matmul  # noqa: E402
import monte_carlo_pi  # noqa: E402
import nbody  # noqa: E402
import neighbours  # noqa: E402
import path_tracing  # noqa: E402
import reduction  # noqa: E402
import saxpy  # noqa: E402
import saxpy_helper  # noqa: E402
import sparse_product  # noqa: E402
import stencil  # noqa: E402
import scan  # noqa: E402
import tiled_matmul  # noqa: E402
import transpose  # noqa: E402
import warp_reduction  # noqa: E402
import waves  # noqa: E402
from oracle import check  # noqa: E402


@pytest.mark.parametrize(
    "sample,arguments",
    [
        ("saxpy", ["--size", "10000"]),
        ("saxpy_helper", ["--size", "10000"]),
        ("chain", ["--size", "5000"]),
        ("reduction", ["--size", "70000"]),
        (
            "heat_source",
            ["--rows", "70", "--columns", "30", "--steps", "20", "--rounds", "60", "--output"],
        ),
        ("histogram", ["--size", "70000"]),
        ("warp_reduction", ["--size", "70000"]),
        ("scan", ["--size", "70000"]),
        ("functional", ["--size", "70000"]),
        ("matmul", ["--rows", "33", "--inner", "20", "--columns", "47"]),
        ("mandelbrot", ["--width", "90", "--height", "70", "--output"]),
        ("bitonic_sort", ["--size", "3000"]),
        ("black_scholes", ["--size", "2000"]),
        ("blur", ["--width", "90", "--height", "70", "--output"]),
        ("convolution", ["--size", "10000"]),
        ("fft", ["--size", "3000"]),
        ("life", ["--rows", "50", "--columns", "70", "--generations", "5"]),
        ("monte_carlo_pi", ["--threads", "1000", "--points", "50"]),
        ("nbody", ["--bodies", "300"]),
        ("neighbours", ["--points", "300", "--queries", "70"]),
        ("path_tracing", ["--width", "90", "--height", "70", "--output"]),
        ("sparse_product", ["--rows", "900", "--columns", "500"]),
        ("stencil", ["--rows", "45", "--columns", "70", "--steps", "3"]),
        ("tiled_matmul", ["--rows", "33", "--inner", "20", "--columns", "47"]),
        ("transpose", ["--rows", "70", "--columns", "90"]),
        ("waves", ["--rows", "70", "--columns", "90", "--steps", "40"]),
        (
            "dask_stencil",
            ["--rows", "45", "--columns", "70", "--steps", "7", "--depth", "3", "--workers", "2"],
        ),
        ("dask_kmeans", ["--size", "3000", "--count", "5", "--rounds", "3", "--workers", "2"]),
        ("dask_monte_carlo", ["--streams", "1000", "--points", "50", "--workers", "3"]),
    ],
)
def test_sample_runs(sample, arguments, tmp_path):
    if sample.startswith("dask_"):
        pytest.importorskip("dask.distributed")
    if arguments[-1] == "--output":
        arguments = [*arguments, str(tmp_path / "picture.png")]
    run = subprocess.run(
        [sys.executable, SAMPLES / f"{sample}.py", *arguments, "--repeat", "1"],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        cwd=tmp_path,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert ": right" in run.stdout and "NumPy" in run.stdout
    if arguments[-1].endswith(".png"):
        from PIL import Image

        assert Image.open(tmp_path / "picture.png").size == (90, 70)


def test_warp_sum(tmp_path):
    """The sample in CUDA C++, which says where it cannot run."""
    run = subprocess.run(
        [sys.executable, SAMPLES / "warp_sum.py", "--size", "70000", "--repeat", "1"],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        cwd=tmp_path,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    if cp.cuda_available():
        assert ": right" in run.stdout and "NumPy" in run.stdout
    else:
        assert run.stdout == "warp_sum: CUDA C++ runs only on GPUs, and this machine has none\n"


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


def test_every_sample_is_tried():
    tried = next(mark for mark in test_sample_runs.pytestmark if mark.name == "parametrize").args[1]
    assert {path.stem for path in SAMPLES.glob("*.py")} - {"common", "warp_sum"} == {
        sample for sample, _ in tried
    }


def test_kernels_with_tiles():
    random = np.random.default_rng(4)
    a, b = random.random((19, 21), dtype=np.float32), random.random((21, 35), dtype=np.float32)
    check(tiled_matmul.multiply, (35, 19), a, b, np.zeros((19, 35), np.float32), block=(16, 16))
    check(
        transpose.transpose,
        (64, 8),
        random.random((31, 45), dtype=np.float32),
        np.zeros((45, 31), np.float32),
        block=(32, 8),
    )
    check(
        stencil.spread,
        (35, 19),
        random.random((19, 35), dtype=np.float32),
        np.zeros((19, 35), np.float32),
        0.2,
        block=(16, 16),
    )
    check(
        convolution.convolve, 300, random.random(300, dtype=np.float32), np.zeros(300, np.float32), block=256
    )


def test_kernels_of_single_threads():
    random = np.random.default_rng(5)
    check(bitonic_sort.exchange, 64, random.integers(-9, 9, 64).astype(np.int32), 8, 2)
    spot, strike, years = (random.uniform(1, 9, 50).astype(np.float32) for _ in range(3))
    check(
        [black_scholes.prices, black_scholes.normal_cdf],
        50,
        spot,
        strike,
        years,
        0.02,
        0.3,
        np.zeros(50, np.float32),
        np.zeros(50, np.float32),
        ulps=16,
    )
    # Sums of few pixels, because the oracle takes a variable that begins with a literal for what it adds to
    # it.
    check(
        blur.blur,
        (12, 9),
        random.integers(0, 9, (9, 12, 3)).astype(np.uint8),
        np.zeros((9, 12, 3), np.uint8),
        2,
    )
    check(
        life.generation, (12, 9), random.integers(0, 2, (9, 12)).astype(np.uint8), np.zeros((9, 12), np.uint8)
    )
    check(monte_carlo_pi.throw, 40, 3, 20, np.zeros(40, np.int32))
    points, queries = random.random((40, 3), dtype=np.float32), random.random((9, 3), dtype=np.float32)
    check(neighbours.nearest, 9, points, queries, np.zeros((9, neighbours.K), np.int32))
    matrix = sparse_product.random_matrix(30, 20, 4, random)
    check(sparse_product.product, 30, *matrix, random.random(20, dtype=np.float32), np.zeros(30, np.float32))


def test_nbody():
    bodies = nbody.random_bodies(70, np.random.default_rng(6))
    check(nbody.step, 70, bodies, np.zeros(70, nbody.Vec.dtype), np.zeros_like(bodies), 0.01, ulps=64)


def test_path_tracing():
    balls = path_tracing.scene()[:4]
    check(
        [path_tracing.light_of, path_tracing.distance, path_tracing.anywhere],
        (9, 6),
        balls,
        np.zeros((6, 9, 3), np.float32),
        1,
        1,
        ulps=256,
    )


def test_waves():
    before, now = np.random.default_rng(7).random((2, 24, 31), dtype=np.float32)
    check(waves.step, (31, 24), before, now, np.zeros_like(now), waves.two_gaps(24, 31), 0.5)


def test_matmul():
    random = np.random.default_rng(2)
    a, b = random.random((9, 14), dtype=np.float32), random.random((14, 11), dtype=np.float32)
    check(matmul.matmul, (11, 9), a, b, np.zeros((9, 11), np.float32))


def test_reduction():
    x = np.random.default_rng(3).random(600, dtype=np.float32)
    check(reduction.block_sum, 600, x, np.zeros(3, np.float32), ulps=0)


def test_fft():
    random = np.random.default_rng(6)
    x = (random.normal(0, 1, 64) + 1j * random.normal(0, 1, 64)).astype(np.complex64)
    check(fft.butterflies, 32, x, np.zeros_like(x), 16, 4)


def test_kernels_of_blocks():
    plate = np.random.default_rng(8).random((19, 35), dtype=np.float32)
    check(dask_stencil.spread, (35, 19), plate, np.zeros_like(plate), 0.2)
    points, centers = dask_kmeans.clouds(70, 4)
    check([dask_kmeans.gather, dask_kmeans.nearest], 70, points, centers, np.zeros((4, 4), np.int64))
    check(dask_monte_carlo.throw, 30, 5, 20, np.zeros(30, np.int64), np.zeros(30))


def test_histogram():
    x = np.random.default_rng(4).integers(0, histogram.BINS, 1000).astype(np.int32)
    check(histogram.histogram, 512, x, np.zeros(histogram.BINS, np.int32))


def test_warp_reduction():
    x = np.random.default_rng(5).random(1000, dtype=np.float32)
    check([warp_reduction.total, warp_reduction.warp_sum], 512, x, np.zeros(1))


def test_mandelbrot():
    # Points whose orbits stay far from the circle, so that no rounding moves them across it.
    view = (24, 18, -2.1, -1.2, 2.8 / 24, 20)
    image = np.zeros(24 * 18, np.int32)
    check([mandelbrot.mandelbrot_1d, mandelbrot.escape], 24 * 18, *view, image)
    check([mandelbrot.mandelbrot_2d, mandelbrot.escape], (24, 18), *view, image)


@pytest.mark.parametrize(
    "sample", sorted(path.stem for path in SAMPLES.glob("*.py") if path.stem != "common")
)
def test_the_gpu_tests_give_samples_options_that_they_have(sample, monkeypatch, capsys):
    script = (SAMPLES.parent / "scripts" / "test-gpu").read_text(encoding="utf-8")
    small = script[script.index("small() {") : script.index("\n}", script.index("small() {")) + 2]
    given = subprocess.run(
        ["bash", "-c", f'out=out; {small}; small "$1"', "bash", sample],
        capture_output=True,
        text=True,
        check=True,
    )
    options = {word for word in given.stdout.split() if word.startswith("--")}
    monkeypatch.setattr(sys, "argv", [f"{sample}.py", "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SAMPLES / f"{sample}.py"), run_name="__main__")
    assert not ended.value.code and options <= set(re.findall(r"--\w+", capsys.readouterr().out))
