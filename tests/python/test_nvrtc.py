"""NVRTC, the second compiler for a GPU: all that is emitted goes through it."""

import concurrent.futures
import datetime
import pathlib
import subprocess
import sys

import cudapy as cp
import kernels
import pytest
from cudapy import _core
from raising import raises
from test_pycu2cu import find_program

GOLDENS = pathlib.Path(__file__).resolve().parents[1] / "goldens"
SITE_PACKAGES = [path for path in sys.path if path.endswith("site-packages")]


def compiled(source, compiler="nvrtc"):
    return _core.compile_cubin(source, "sm_90", compiler, SITE_PACKAGES)


@pytest.fixture(scope="module")
def nvrtc():
    try:
        compiled('extern "C" __global__ void nothing() {}')
    except cp.ToolchainError as error:
        pytest.skip(str(error))


def options_of(path):
    """The options of pycu2cu that a golden's first line names, but those about files."""
    words = path.read_text().splitlines()[0].split()
    if words[:2] != ["#", "pycu2cu:"]:
        return []
    words = words[2:]
    options = []
    while words:
        word = words.pop(0)
        if word in ("--index", "--kernel", "--instance"):
            options.append(f"{word}={words.pop(0)}")
        elif word in ("--strict", "--line-directives", "--checked", "--optimize"):
            options.append(word)
    return options


def test_goldens(nvrtc):
    """Each third of them, those of the day: scripts/compile-goldens compiles all by nvcc, which has the same
    front end."""
    program = find_program()
    paths = [
        path
        for path in sorted(GOLDENS.rglob("*.py"))
        if any(path.with_name(path.name + suffix).exists() for suffix in (".expected.cu", ".expected.cpp"))
    ]
    paths = [
        path for path in paths if "--dialect" not in path.read_text(encoding="utf-8").partition("\n")[0]
    ]  # no option of pycu2cu
    assert len(paths) > 50
    day = datetime.datetime.now(datetime.timezone.utc).date().toordinal() % 3
    print(f"the goldens of day {day} of three")
    paths = paths[day::3]

    def problem_of(path):
        source = subprocess.run(
            [program, str(path), "--kernels-only", *options_of(path)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        try:
            return None if compiled(source).startswith(b"\x7fELF") else f"{path.name}: no cubin"
        except cp.ToolchainError as error:
            return f"{path.name}: {error}"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert [problem for problem in pool.map(problem_of, paths) if problem] == []


def test_errors_are_at_the_line(nvrtc):
    with pytest.raises(cp.ToolchainError) as caught:
        compiled('#line 7 "kernels.py"\nextern "C" __global__ void k() { x = 1; }\n')
    first, options, *log = str(caught.value).splitlines()
    assert first == "NVRTC failed: NVRTC_ERROR_COMPILATION"
    assert options.startswith("  options: --gpu-architecture=sm_90 --std=c++17 --generate-line-info")
    assert log[0] == 'kernels.py(7): error: identifier "x" is undefined'


def test_an_unknown_compiler():
    with raises(ValueError, 'compile: compiler must be "nvcc", "nvrtc" or None, got str \'gcc\''):
        cp.compile(kernels.saxpy, compiler="gcc")


def test_a_launch(nvrtc, target):
    """The CPU target, which it does not concern, takes no notice."""
    call = cp.compile(kernels.saxpy, target=target, compiler="nvrtc")
    Y = [1.0, 1.0]
    call(2)(2.0, [1.0, 2.0], Y)
    assert Y == [3.0, 5.0]


def test_fat_binaries(target):
    with raises(
        ValueError,
        'compile: arch must be "all-major", "all", an architecture such as "sm_90", a list of those, or '
        "None, got str 'volta'",
    ):
        cp.compile(kernels.saxpy, arch="volta")
    Y = [1.0, 1.0]
    cp.compile(kernels.saxpy, target=target, arch="all-major")(2)(2.0, [1.0, 2.0], Y)
    assert Y == [3.0, 5.0]


@pytest.mark.parametrize("architectures", ["all-major", "sm_80,sm_90"])
def test_a_fat_binary_by_nvcc(architectures):
    try:
        small = _core.compile_cubin('extern "C" __global__ void k() {}', "sm_90", "nvcc", SITE_PACKAGES)
    except cp.ToolchainError as error:
        pytest.skip(str(error))
    fat = _core.compile_cubin('extern "C" __global__ void k() {}', architectures, "nvcc", SITE_PACKAGES)
    assert fat[:4] != small[:4] == b"\x7fELF"
    with raises(
        ValueError, f"NVRTC compiles for one architecture at a time, not for {architectures}: use nvcc"
    ):
        _core.compile_cubin('extern "C" __global__ void k() {}', architectures, "nvrtc", SITE_PACKAGES)
