"""Runs numba-cuda's own test files against an implementation of numba.cuda. README.md says how."""

import argparse
import ast
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
WHEEL = "numba-cuda==0.30.4"
WHEEL_HASH = "59b0e895a4884a26323b9581ac6966b7b063b6f0ce87ac23d1192c95158f4d1e"
# One wheel for every Python: only the test files in it are read.
WHEEL_KIND = "--only-binary=:all: --python-version 3.11 --platform manylinux_2_28_x86_64".split()
INSIDE = "numba_cuda/numba/cuda/tests/"
FOLDERS = ("cudapy", "doc_examples")
PREFIX = "numba/cuda/tests/"
OUTCOMES = ("passed", "failed", "error", "skipped")
TARGETS = {
    "cpu": {"CUDAPY_TARGET": "cpu"},
    "cuda": {"CUDAPY_TARGET": "cuda"},
    "simulator": {"NUMBA_ENABLE_CUDASIM": "1"},
}


def unpack(root):
    """Returns the folder of the wheel's test files under `root`, which are packages there, so that pytest
    gives them their own names."""
    tests = root / "numba/cuda/tests"
    if tests.exists():
        return tests
    with tempfile.TemporaryDirectory() as folder:
        pinned = pathlib.Path(folder, "requirements.txt")
        pinned.write_text(f"{WHEEL} --hash=sha256:{WHEEL_HASH}\n")
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--require-hashes",
            "-d",
            folder,
        ]
        subprocess.run([*command, *WHEEL_KIND, "-r", pinned], check=True)
        (wheel,) = pathlib.Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if name.startswith(INSIDE)])
        shutil.copytree(pathlib.Path(folder, INSIDE), tests, ignore=shutil.ignore_patterns("__pycache__"))
    for package in (tests, tests.parent, tests.parent.parent, *(tests / folder for folder in FOLDERS)):
        (package / "__init__.py").write_text("")
    return tests


def tests_in(file):
    """Returns the tests of a file that cannot be imported, as its text names them: class::test, those of base
    classes in the file, too."""
    classes, found = {}, []
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            found.append(node.name)
        elif isinstance(node, ast.ClassDef):
            names = [
                n.name for n in node.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test")
            ]
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            for base in bases:
                names += [name for name in classes.get(base, []) if name not in names]
            classes[node.name] = names
            if node.bases:  # a mixin without bases is no test case
                found += [f"{node.name}::{name}" for name in names]
    return found


def environment(options, tests):
    env = dict(os.environ, **TARGETS[options.target], **dict(pair.split("=", 1) for pair in options.env))
    env["NUMBA_TESTS_IMPLEMENTATION"], env["NUMBA_TESTS_FILES"] = options.implementation, str(tests)
    paths = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    env["PYTHONPATH"] = os.pathsep.join([str(HERE / "site"), *paths])
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    return env


def run_file(file, tests, wanted, options):
    """Returns the results of a file's tests, of all where `wanted` is None. A test that hangs or ends the
    process is an error, and the others go on without it."""
    root = tests.parents[2]
    name = str(file.relative_to(tests))
    if wanted is not None and not any(test.startswith(f"{name}::") for test in wanted):
        return []
    results, known, whole = {}, [], None
    ends = time.monotonic() + options.limit
    with tempfile.TemporaryDirectory() as folder:
        lines, done = pathlib.Path(folder, "lines"), pathlib.Path(folder, "done")
        chosen = pathlib.Path(folder, "wanted")
        chosen.write_text("all" if wanted is None else "\n".join(f"{PREFIX}{test}" for test in wanted))
        while True:
            lines.write_text("")
            done.write_text("\n".join(results))
            command = [
                sys.executable,
                HERE / "child.py",
                file,
                root,
                lines,
                done,
                chosen,
                "list" if options.list else "run",
            ]
            with open(pathlib.Path(folder, "log"), "ab") as log:
                child = subprocess.Popen(
                    command,
                    env=environment(options, tests),
                    cwd=folder,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
                reason = wait(child, lines, ends, options.test_limit)
            begun = None
            for line in map(json.loads, lines.read_text().splitlines()):
                if "known" in line and line["known"] not in known:
                    known.append(line["known"])
                elif "file" in line:
                    whole = (line["outcome"], line["error"])
                elif "begun" in line:
                    begun = line["begun"]
                elif "test" in line:
                    results[line["test"]], begun = (line["outcome"], line["error"]), None
            if begun and time.monotonic() < ends:
                results[begun] = ("error", reason)
                continue
            break
    known = known or [f"{PREFIX}{name}::{test}" for test in tests_in(file)]
    rest = ("listed", "") if options.list else whole or ("error", reason or f"not run in {options.limit} s")
    ended = [(test.removeprefix(PREFIX), *results.get(test, rest)) for test in known]
    return [
        {"test": test, "outcome": outcome, "error": error}
        for test, outcome, error in ended
        if wanted is None or test in wanted
    ]


def wait(child, lines, ends, test_limit):
    """Waits for a child; ends one whose test takes too long. Returns why it ended early, if it did."""
    size, since = 0, time.monotonic()
    while child.poll() is None:
        now = time.monotonic()
        if lines.stat().st_size != size:
            size, since = lines.stat().st_size, now
        if now > ends or now - since > test_limit:
            os.killpg(child.pid, 9)
            child.wait()
            return "time limit"
        time.sleep(0.05)
    return f"the process ended with {child.returncode}" if child.returncode not in (0, 1, 2, 5) else ""


def in_scope(path):
    rows = (line.split("\t") for line in path.read_text().splitlines()[1:])
    return {row[0] for row in rows if row[1] == "in"}


def parsed():
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--implementation", default="cudapy.cuda", help="a module: numba.cuda is numba's simulator")
    add("--target", choices=TARGETS, default="cpu")
    add("--files", nargs="*", help="test_atomics.py, doc_examples/test_cg.py …; all without it")
    add("--scope", choices=("in", "all"), default="all", help="in: only those that scope.tsv marks so")
    add("--known", type=pathlib.Path, help="a file that names tests: only these run, and all must pass")
    add("--tests", type=pathlib.Path, default=pathlib.Path.home() / ".cache/numba_tests", help="their folder")
    add("--out", type=pathlib.Path, help="a file for the JSON lines")
    add("--jobs", type=int, default=1, help="files that run at the same time")
    add("--limit", type=float, default=600, help="seconds for a file")
    add("--test-limit", type=float, default=60, help="seconds for a test")
    add("--env", nargs="*", default=[], metavar="NAME=VALUE")
    add("--list", action="store_true", help="only name the tests")
    return parser.parse_args()


def row(name, count):
    return f"{name:44}" + "".join(f"{count[outcome]:9}" for outcome in OUTCOMES)


def main():
    options = parsed()
    tests = unpack(options.tests.resolve())
    files = sorted(file for folder in FOLDERS for file in (tests / folder).glob("test_*.py"))
    if options.files:
        files = [f for f in files if f.name in options.files or str(f.relative_to(tests)) in options.files]
    wanted = in_scope(HERE / "scope.tsv") if options.scope == "in" else None
    if options.known:
        wanted = {line for line in options.known.read_text().splitlines() if line and line[0] != "#"}
    out = options.out.open("w") if options.out else None
    results = []
    print(f"{'':44}" + "".join(f"{outcome:>9}" for outcome in OUTCOMES))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for file, found in zip(files, pool.map(lambda file: run_file(file, tests, wanted, options), files)):
            results += found
            for result in found if out else ():
                print(json.dumps(result), file=out, flush=True)
            if found:
                count = collections.Counter(result["outcome"] for result in found)
                print(row(str(file.relative_to(tests)), count), flush=True)
    total = collections.Counter(result["outcome"] for result in results)
    print(row("all", total) + f"  of {total.total()}")
    return check_known(wanted, results) if options.known else 0


def check_known(wanted, results):
    """Returns 1 and says which tests did not pass or are not there, if there are any, else 0."""
    ended = {result["test"]: result for result in results}
    missed = sorted(test for test in wanted if ended.get(test, {}).get("outcome") != "passed")
    for test in missed:
        result = ended.get(test, {"outcome": "not there", "error": ""})
        print(f"{test}: {result['outcome']}: {result['error']}")
    print(f"{len(wanted) - len(missed)} passed, {len(missed)} failed")
    return 1 if missed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
