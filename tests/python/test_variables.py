"""docs/environment.md has every variable of the environment that the sources read, and no other one of
CudaPy's."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/environment.md").read_text(encoding="utf-8")
TABLES = "".join(line for line in PAGE.splitlines(keepends=True) if line.startswith("|"))

READS = re.compile(
    r"""getenv\("(\w+)"\)"""  # C and C++, Python's os.getenv
    r"""|\bvariable\("(\w+)"\)|is_asked_for\("(\w+)"\)"""
    r"""|environ(?:\.get|\.setdefault|\.pop)?[(\[]["'](\w+)["']"""
    r"""|\$\{?(CUDAPY_\w+|CXX|STEP_TAIL|FAST_CXX)\b"""  # shells
    r"""|"(CUDAPY_[A-Z_]*[A-Z])\""""  # a name that is a whole string
)
READS_OF_CMAKE = re.compile(r"ENV\{(\w+)\}")  # its own variables look like those of a shell
# What is read and means nothing of CudaPy's to a user: a test's own, a library's, a child's.
OTHERS = {
    "COUNT",
    "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD",
    "FAKE_NVCC_FAILS",
    "GOOD_NVCC",
    "MIKE_DOCS_VERSION",
    "NUMBA_ENABLE_CUDASIM",
    "NUMBA_TESTS_FILES",
    "NUMBA_TESTS_IMPLEMENTATION",
    "PYTHONPATH",
    "PYTHONIOENCODING",
    "OPENBLAS_NUM_THREADS",
    "PYTEST_CURRENT_TEST",
    "XLA_PYTHON_CLIENT_PREALLOCATE",
}


def sources():
    """(name, text) of each file that is part of CudaPy, of its scripts and of its tests."""
    folders = [
        "runtime",
        "pymodule",
        "translator",
        "scripts",
        "cmake",
        "benchmarks",
        "tests",
        "CMakeLists.txt",
    ]
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("no clone of the repository")
    for name in listed.stdout.split():
        path = ROOT / name
        if (
            path.is_file()
            and ".expected." not in name
            and path.suffix in ("", ".py", ".cpp", ".h", ".cmake", ".txt", ".sh")
        ):
            yield name, path.read_text(encoding="utf-8", errors="replace")


@pytest.fixture(scope="module")
def found():
    """The files that read each variable."""
    files = {}
    for name, text in sources():
        for match in (READS_OF_CMAKE if name.endswith((".cmake", "CMakeLists.txt")) else READS).finditer(
            text
        ):
            files.setdefault(next(filter(None, match.groups())), []).append(name)
    return {variable: names for variable, names in files.items() if variable not in OTHERS}


def test_every_variable_is_on_the_page(found):
    assert len(found) > 20
    missing = {
        variable: sorted(set(names)) for variable, names in found.items() if f"`{variable}`" not in TABLES
    }
    assert not missing, "docs/environment.md does not list them"


def test_every_variable_of_the_page_is_read(found):
    listed = set(re.findall(r"^\| (.*?) \|", TABLES, re.MULTILINE)) - {"variable"}
    names = {name for cell in listed for name in re.findall(r"`(\w+)`", cell)}
    by_others = {
        "CUDA_VISIBLE_DEVICES",
        "LD_LIBRARY_PATH",
        "PATH",
        "CPATH",
        "CPLUS_INCLUDE_PATH",
        "NVCC_PREPEND_FLAGS",
        "NVCC_APPEND_FLAGS",
        "TMPDIR",
        "CUDA_HOME",
        "CUDA_PATH",
    }
    assert names - by_others <= set(found)
