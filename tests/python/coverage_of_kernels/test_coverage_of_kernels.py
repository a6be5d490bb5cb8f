"""Reports of coverage.py have the lines and branches that kernels run on the CPU, as if CPython ran them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("coverage", reason="coverage.py is missing: `scripts/setup test` installs it")

HERE = Path(__file__).parent
KINDS = ("executed_lines", "missing_lines", "executed_branches", "missing_branches")


def run(folder, *command, **environment):
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=folder,
        env={**os.environ, "CUDAPY_TARGET": "cpu", **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def measured(folder, *program, options=(), **environment):
    """What coverage.py's report in JSON says of each file of the kernels when the program has run."""
    data = f"--data-file={folder / 'data'}"
    run(folder, "-m", "coverage", "erase", data)
    run(folder, "-m", "coverage", "run", data, *options, *program, **environment)
    run(folder, "-m", "coverage", "json", data, "-q", "-o", "report.json")
    files = json.loads((folder / "report.json").read_text())["files"]
    return {
        Path(file).name: {kind: found.get(kind) for kind in KINDS}
        for file, found in files.items()
        if Path(file).name.startswith("covered_")
    }


def lines_of(name, *texts):
    """The numbers of the lines of a file that begin with these texts, in its order."""
    lines = (HERE / name).read_text().splitlines()
    return [number for number, line in enumerate(lines, 1) if line.strip() in texts]


@pytest.mark.parametrize("options", [[], ["--branch"]], ids=["lines", "branches"])
def test_reports_are_those_of_cpython(tmp_path, options):
    options = [*options, f"--source={HERE}"]
    compiled = measured(tmp_path, HERE / "launches.py", "compiled", options=options)
    simulated = measured(tmp_path, HERE / "launches.py", "simulated", options=options)
    for name in ("covered_statements.py", "covered_helpers.py"):
        assert compiled[name] == simulated[name]
    waits = lines_of(
        "covered_loops.py", "while cp.atomicAdd(X, 0, 0) == 0:", "pass", "cp.atomicExch(X, 0, 1)"
    )[1:]
    ours, cpythons = compiled["covered_loops.py"], simulated["covered_loops.py"]
    waited = set(ours["executed_lines"]) - set(cpythons["executed_lines"])
    assert waited <= {min(waits) - 1, *waits} and max(waits) in waited
    for kind in KINDS[2:]:
        if options[0] == "--branch":
            assert [arc for arc in ours[kind] if abs(arc[0]) < min(waits) - 1] == [
                arc for arc in cpythons[kind] if abs(arc[0]) < min(waits) - 1
            ]
    dialect = compiled["covered_dialect.py"]
    never = lines_of("covered_dialect.py", "return 1", "return v")
    assert dialect["missing_lines"] == never
    if options[0] == "--branch":
        assert sorted(arc[1] for arc in dialect["missing_branches"] if arc[1] in never) == never


def test_the_environment_turns_it_off(tmp_path):
    for value, misses in (("0", True), ("1", False)):
        found = measured(
            tmp_path, HERE / "launches.py", "compiled", options=[f"--source={HERE}"], CUDAPY_COVERAGE=value
        )
        assert (2 in found["covered_helpers.py"]["missing_lines"]) == misses
    done = subprocess.run(
        [sys.executable, HERE / "launches.py", "compiled"],
        env={**os.environ, "CUDAPY_COVERAGE": "yes"},
        capture_output=True,
        text=True,
    )
    assert done.stderr.splitlines()[-1] == "ValueError: CUDAPY_COVERAGE must be 0 or 1, not 'yes'"


def test_kernels_from_the_cache_are_covered(tmp_path):
    """Neither do the kernels that a program without coverage left in the cache serve one with it, nor the
    other way round."""
    cache = {"CUDAPY_CACHE_DIR": str(tmp_path / "cache")}
    program = (HERE / "launches.py", "compiled")
    plain = run(tmp_path, *program, **cache)
    first = measured(tmp_path, *program, options=[f"--source={HERE}"], **cache)
    again = measured(tmp_path, *program, options=[f"--source={HERE}"], **cache)
    assert first == again and first["covered_dialect.py"]["executed_lines"]
    assert run(tmp_path, *program, **cache) == plain


MINE = """import cudapy as cp
from cudapy import idx


def clamped(x):
    if x > 100:
        return 100
    return x


@cp.kernel("void (int* X)")
def double_up(X):
    if idx >= len(X):
        return
    X[idx] = clamped(2 * X[idx])


@cp.kernel("void (int* X)")
def negate(X):
    X[idx] = -X[idx]
"""
TESTS = """import mine


def test_small():
    X = [1, 2]
    mine.double_up(2)(X)
    assert X == [2, 4]


def test_large():
    X = [70]
    mine.double_up(1)(X)
    assert X == [100]
"""


@pytest.fixture
def project(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "test_mine.py").write_text(TESTS)
    return tmp_path


REPORT = """Name      Stmts   Miss  Cover   Missing
---------------------------------------
mine.py      14      2    86%   14, 20
---------------------------------------
TOTAL        14      2    86%
"""
BRANCHES = """Name      Stmts   Miss Branch BrPart  Cover   Missing
-----------------------------------------------------
mine.py      14      2      4      1    83%   14, 20
-----------------------------------------------------
TOTAL        14      2      4      1    83%
"""


def test_the_checked_mode_has_the_same_report(project):
    run(project, "-m", "coverage", "run", "--include=mine.py", "-m", "pytest", "-q", CUDAPY_CHECKED="1")
    assert run(project, "-m", "coverage", "report", "-m") == REPORT


@pytest.mark.parametrize(
    "options, report", [([], REPORT), (["--branch"], BRANCHES)], ids=["lines", "branches"]
)
@pytest.mark.parametrize("core", ["ctrace", "pytrace", "sysmon"])
def test_the_cores_of_coverage(project, core, options, report):
    """Where Python is too old for `sysmon`, coverage.py takes another one, and so it does for branches."""
    run(
        project, "-m", "coverage", "run", "--include=mine.py", *options, "-m", "pytest", "-q",
        COVERAGE_CORE=core,
    )  # fmt: skip
    assert run(project, "-m", "coverage", "report", "-m") == report


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["one", "workers"])
@pytest.mark.parametrize("options, report", [([], REPORT), (["--cov-branch"], BRANCHES)])
def test_pytest_cov(project, workers, options, report):
    pytest.importorskip("pytest_cov", reason="pytest-cov is missing: `scripts/setup test` installs it")
    if workers:
        pytest.importorskip("xdist")
    run(project, "-m", "pytest", "-q", "--cov=mine", "--cov-report=", *options, *workers, "test_mine.py")
    assert run(project, "-m", "coverage", "report", "-m") == report


def test_contexts(project):
    """A line is counted for the test whose launch runs it."""
    pytest.importorskip("pytest_cov", reason="pytest-cov is missing: `scripts/setup test` installs it")
    run(project, "-m", "pytest", "-q", "--cov=mine", "--cov-report=", "--cov-context=test", "test_mine.py")
    run(project, "-m", "coverage", "json", "-q", "--show-contexts")
    report = json.loads((project / "coverage.json").read_text())["files"]["mine.py"]["contexts"]
    small, large = "test_mine.py::test_small|run", "test_mine.py::test_large|run"
    assert {line: sorted(report[line]) for line in ("6", "7", "8", "13", "15")} == {
        "6": [large, small],
        "7": [large],
        "8": [small],
        "13": [large, small],
        "15": [large, small],
    }


def test_other_ways_to_launch(project):
    """Graphs, threads, prebuilt kernels, and a program whose coverage begins late."""
    (project / "program.py").write_text(
        "import sys, threading\n"
        "import coverage\n"
        "import numpy as np\n"
        "import cudapy as cp\n"
        "measured = coverage.Coverage(source=['.'], data_file=None)\n"
        "measured.start()\n"
        "import mine\n"
        "X = cp.array([1, 2], cp.int32)\n"
        "def lines():\n"
        "    return sorted(set(measured.get_data().lines(mine.__file__)) & {6, 7, 8, 13, 14, 15, 20})\n"
        "graph = cp.capture()\n"
        "with graph:\n"
        "    mine.double_up(2)(X)\n"
        "print(lines())\n"
        "graph.replay()\n"
        "print(lines())\n"
        "Y = np.array([70], np.int32)\n"
        "thread = threading.Thread(target=lambda: mine.double_up(1)(Y))\n"
        "thread.start()\n"
        "thread.join()\n"
        "print(lines())\n"
        "measured.stop()\n"
        "mine.negate(1)(Y)\n"
        "print(lines())\n"
    )
    out = run(project, "program.py")
    assert out.splitlines() == ["[]", "[6, 8, 13, 15]", "[6, 7, 8, 13, 15]", "[6, 7, 8, 13, 15]"]


def test_prebuilt_kernels(project):
    """A program that is measured compiles its kernels anew, since prebuilt ones note no lines."""
    run(
        project,
        "-c",
        "import cudapy as cp, mine; cp.build([mine.double_up], to='built', targets=['cpu:x86-64'])",
    )
    (project / "program.py").write_text(
        "import cudapy as cp\ncp.load('built')\nimport mine\nX = [1]\nmine.double_up(1)(X)\nassert X == [2]\n"
    )
    run(
        project,
        "-m",
        "coverage",
        "run",
        "--include=mine.py",
        "program.py",
        CUDAPY_CACHE_DIR=str(project / "c"),
    )
    report = run(project, "-m", "coverage", "report", "-m")
    assert report == REPORT.replace("2    86%", "3    79%").replace("14, 20", "7, 14, 20")
