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
        [sys.executable, "-m", "cudapy", *arguments], capture_output=True, text=True, env={**os.environ, **environment}, check=False
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
    assert (result.returncode, result.stdout.splitlines()[0]) == (0, "usage: python -m cudapy [-h] [--version] command ...")
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
        assert re.fullmatch(rf"  \d{{4}}-\d\d-\d\d \d\d:\d\d +[\d.]+ \w+  {target:<4}  {name}  [0-9a-f]{{12}}", line)
    assert command("cache", "clear").stdout == f"{cache}: removed 2 entries\n"
    assert command("cache").stdout == f"{cache}: 0 entries, 0 bytes\n"


def test_a_cache_that_others_can_write_is_refused(cache):
    cache.mkdir()
    cache.chmod(0o777)
    with pytest.raises(cp.CacheError):
        cp.compile(kernels.fill, target="cpu")
    result = command("cache")
    assert result.returncode == 1 and result.stdout == "" and result.stderr.startswith("python -m cudapy: ")
