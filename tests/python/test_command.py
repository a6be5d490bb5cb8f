"""python -m cudapy."""

import os
import re
import subprocess
import sys

import cudapy as cp
import kernels
import pytest


def command(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "cudapy", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("CUDAPY_CACHE_DIR", str(folder))
    return folder


def test_version_and_help():
    result = command("--version")
    assert (result.returncode, result.stdout) == (0, f"cudapy {cp.version}\n")
    result = command()
    assert (result.returncode, result.stdout.splitlines()[0]) == (
        0,
        "usage: python -m cudapy [-h] [--version] [--cmake-dir] command ...",
    )
    assert command("nonsense").returncode == 2


def test_cache(cache, target):
    assert command("cache").stdout == f"{cache}: 0 entries, 0 bytes\n"
    call = cp.compile(kernels.fill, target=target)
    assert call.built
    assert not cp.compile(kernels.fill, target=target).built
    cp.compile(kernels.grid, target=target)
    lines = command("cache", "list").stdout.splitlines()
    assert re.fullmatch(rf"{re.escape(str(cache))}: 2 entries, [\d.]+ KiB", lines[0])
    for line, name in zip(sorted(lines[1:], key=lambda line: line.split()[5]), ("fill", "grid")):
        assert re.fullmatch(
            rf"  \d{{4}}-\d\d-\d\d \d\d:\d\d +[\d.]+ \w+  {target:<4}  {name}  [0-9a-f]{{12}}", line
        )
    assert command("cache", "clear").stdout == f"{cache}: removed 2 entries\n"
    assert command("cache").stdout == f"{cache}: 0 entries, 0 bytes\n"


def test_a_cache_that_others_can_write_is_refused(cache):
    cache.mkdir()
    cache.chmod(0o777)
    with pytest.raises(cp.CacheError):
        cp.compile(kernels.fill, target="cpu")
    result = command("cache")
    assert result.returncode == 1 and result.stdout == "" and result.stderr.startswith("python -m cudapy: ")


def test_info(cache):
    """What the machine has differs; the frame does not, and both variants say the same."""
    import json

    result = command("info", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    info = json.loads(result.stdout)
    assert list(info) == [
        "cudapy",
        "python",
        "cuda_driver",
        "no_gpu_because",
        "devices",
        "cpu",
        "compilers",
        "cache",
    ]
    assert (info["cudapy"], info["python"]) == (cp.version, sys.version.split()[0])
    assert (
        bool(info["devices"])
        == cp.cuda_available()
        == (info["no_gpu_because"] is None)
        == (info["cuda_driver"] is not None)
    )
    assert info["compilers"]["host"]["problem"] is None
    assert info["cache"] == {"folder": str(cache), "entries": 0, "bytes": 0} or info["cache"]["entries"] == 0
    lines = command("info").stdout.splitlines()
    assert lines[0] == f"cudapy {cp.version}, Python {info['python']}"
    for device in info["devices"]:
        assert f"cuda:{device['index']}  {device['name']}" in lines
        assert f"  warp size           {device['warp_size']}" in lines
    assert lines[-3:] == ["cache", f"  folder              {cache}", "  entries             0, 0 bytes"]


def test_info_without_compilers_and_cache(tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    result = command(
        "info",
        CUDAPY_CACHE_DIR=str(tmp_path / "cache"),
        CUDAPY_CXX="not-there",
        CUDAPY_NVCC="not-there",
        CUDAPY_NVRTC="not-there",
    )
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    start = lines.index("compilers")
    assert lines[start : start + 7] == [
        "compilers",
        "  nvcc                none: the nvcc that CUDAPY_NVCC names cannot be used:",
        "  nvrtc               none: the NVRTC that CUDAPY_NVRTC names cannot be used:",
        "  host                none: the compiler that CUDAPY_CXX names cannot be used:",
        "",
        "cache",
        f"  folder              {tmp_path / 'cache'}",
    ]
    assert lines[start + 7].startswith("  problem             the cache folder ")


def test_a_reader_that_goes_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "cudapy", "info"], stdout=writer, stderr=subprocess.PIPE, text=True
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    "release, loses", [("12.9", False), ("13.0", True), ("13.4", True), ("13.5", False), ("14.0", False)]
)
def test_info_says_which_compiler_loses_a_minus(monkeypatch, release, loses):
    from cudapy._tools import info

    def compiler(which, site_packages):
        return (
            f"/there/{which}",
            "nvcc: NVIDIA (R) Cuda compiler driver\n"
            f"Cuda compilation tools, release {release}, V{release}.48\n",
        )

    monkeypatch.setattr(info._core, "compiler", compiler)
    note = (
        "for sm_90 and later it loses the minus in min(min(a, -b), c) of integers: kernels "
        "are written around that"
    )
    notes = {which: each["note"] for which, each in info.collect()["compilers"].items()}
    assert notes == {"nvcc": note if loses else None, "nvrtc": note if loses else None, "host": None}
    assert info.text().count(note) == (2 if loses else 0)


def test_explain():
    result = command("explain", "E435")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("E435: array-choice\n\nA choice between two arrays ")
    assert command("explain", "w901", "435").stdout.endswith(result.stdout)
    result = command("explain", "E499")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "python -m cudapy: there is no diagnostic 'E499'; near it are E501, E502, E503\n"
    assert command("explain").stdout.startswith("E101  ")
