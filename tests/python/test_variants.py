"""Every variant of the kernels of samples, tests and goldens is translated and validated for both targets,
and some are compiled with nvcc.

What the tests compile for the CPU is translated for GPUs, too, by `every_variant` of conftest.py. Goldens
that need more than their text, as instances or numba's dialect do, are translated by
tests/translator/goldens."""

import subprocess
from pathlib import Path

import pytest
import real_compilers
from cudapy import _core

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("samples", "tests/python", "tests/goldens", "benchmarks")
# Kernels with a coarsened variant, in blocks, with loads ahead, with rows of words, and as users write them.
COMPILED = (
    "tests/python/coarsened_kernels.py",
    "tests/python/block_coarsened_kernels.py",
    "tests/python/ahead_kernels.py",
    "samples/stencil.py",
    "samples/matmul.py",
    "samples/histogram.py",
    "samples/tiled_matmul.py",
)
SIZES = ((0, 0), (4, 1), (4, 2), (1, 4), (2, 2), (8, 1), (8, 8))
# target, checked, coarsen, index64, fastmath
OPTIONS = [
    *(("cuda", False, size, False, False) for size in SIZES),
    ("cuda", False, (0, 0), True, True),
    ("cpu", False, (0, 0), False, False),
    ("cpu", False, (0, 0), True, True),
    ("cpu", True, (0, 0), False, False),
    ("cuda", True, (0, 0), False, False),
]


def translated(path, target, checked, coarsen, index64, fastmath):
    text = (ROOT / path).read_text(encoding="utf-8")
    return _core.translate_text(text, str(path), target, False, checked, True, coarsen, index64, fastmath)


@pytest.fixture(scope="module")
def modules():
    """The files that can be translated by themselves; many ask for what only Python knows."""
    paths = [
        path.relative_to(ROOT)
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if " : void (" in path.read_text(encoding="utf-8", errors="replace")
        and not path.name.startswith("fail_")
    ]
    return [path for path in paths if translated(path, *OPTIONS[0])["ok"]]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_no_variant_is_lost(options, modules):
    assert len(modules) > 240
    assert [
        (str(path), lost) for path in modules for lost in translated(path, *options)["lost_variants"]
    ] == []


@pytest.mark.parametrize("path", COMPILED)
def test_nvcc_takes_the_variants(path, tmp_path):
    source = tmp_path / "kernels.cu"
    source.write_text(translated(path, *OPTIONS[0])["source"], encoding="utf-8")
    ran = subprocess.run(
        [
            real_compilers.compiler("nvcc"),
            "-ptx",
            "-arch=sm_90",
            "-Werror=all-warnings",
            "-diag-suppress=177,550",
            "-o",
            tmp_path / "kernels.ptx",
            source,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
