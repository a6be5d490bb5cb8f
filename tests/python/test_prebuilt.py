"""Kernels that are built before they are shipped: what runs where there is no compiler, and for which
machines. What is refused is in test_prebuilt_refused.py."""

import copy
import os
import pickle
import platform
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import cudapy as cp
import numpy as np
import pytest
from cudapy import _core
from prebuilt_programs import finished, run_python, small_kernel


KERNELS = '''
import cudapy as cp
import numpy as np

SCALE = 3.0
TABLE = (1, 10, 100)


@cp.struct
class Point:
    x: cp.float32
    n: cp.int32


# helper : float (float x)
def helper(x):
    return x * 2


# axpy : void (float a, float* X, float* Y)
def axpy(a, X, Y):
    """Adds `a` times X.

    It has "quotes", \\\\ and a last quote: "x"
    """
    if idx < len(X):
        assert X[idx] >= 0, "only what is positive"
        Y[idx] = a * X[idx] + SCALE * Y[idx]


@cp.kernel
def twice(X: "float*"):
    if idx < len(X):
        X[idx] = helper(X[idx]) + TABLE[idx % 3]


@cp.kernel("void (Point* points, int by)")
def move(points, by):
    if idx < len(points):
        points[idx].x += 0.5
        points[idx].n += by


@cp.kernel("void (double* X, double* out)", fastmath=True)
def sums(X, out):
    s = shared(double, 32)
    s[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        total = 0.0
        for k in range(32):
            total += s[k]
        out[blockIdx.x] = total


@cp.kernel("void (int64* X)", index=cp.int64, checked=True)
def exact(X):
    if idx < len(X):
        X[idx] = X[idx] // 3 - 7


@cp.kernel
def shift(X, by):
    if idx < len(X):
        X[idx] += by


both = cp.compile([axpy, helper])
NAMED = {
    "axpy": both,
    "twice": twice,
    "move": move,
    "sums": sums,
    "exact": exact,
    "shift_float": shift.instance(np.zeros(1, np.float32), 1.5),
    "shift_int": shift.instance(np.zeros(1, np.int32), 1),
}


def results(kernels, target):
    """What the kernels compute."""
    X, Y = np.arange(8, dtype=np.float32), np.ones(8, np.float32)
    kernels["axpy"](8)(2.0, X, Y)
    kernels["twice"](8)(X)
    points = np.zeros(3, [("x", np.float32), ("n", np.int32)])
    kernels["move"](3)(points, 4)
    D, out = np.arange(64, dtype=np.float64), np.zeros(2)
    kernels["sums"](64, block=32)(D, out)
    I = np.arange(-4, 4, dtype=np.int64)
    kernels["exact"](8)(I)
    F, N = np.zeros(4, np.float32), np.zeros(4, np.int32)
    kernels["shift_float"](4)(F, 0.25)
    kernels["shift_int"](4)(N, 9)
    found = [X, Y, points["x"], points["n"], out, I, F, N]
    big, bigger = np.ones(1 << 21, np.float32), np.ones(1 << 21, np.float32)
    kernels["axpy"](len(big))(0.5, big, bigger)
    found.append(np.unique(bigger))
    try:
        kernels["axpy"](8)(2.0, -X, Y)
        cp.synchronize()
    except AssertionError as error:
        found.append(str(error).split("/")[-1])
    return [each if isinstance(each, str) else each.tolist() for each in found]
'''


RUN = """
import os, sys
import cudapy as cp
from kernels_of_test import results

kernels = cp.load(sys.argv[1])
print(results(kernels, os.environ["CUDAPY_TARGET"]))
print([name for name in kernels if kernels[name].built or os.path.dirname(kernels[name].path) != sys.argv[1]])
"""


def targets_here():
    """The targets that this machine runs, each of which is built and tried."""
    if os.environ["CUDAPY_TARGET"] == "cpu":
        return [f"cpu:{name}" for name in _core.cpu_targets()[1]]
    major, minor = _core.device_properties(0)["compute_capability"]
    return [f"cuda:sm_{major}{minor}", f"cuda:compute_{major}{minor}", f"cuda:compute_{major}0"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A module with kernels, and a folder for each target that runs here."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "kernels_of_test.py").write_text(KERNELS)
    (folder / "build.py").write_text(
        "import os, sys\nimport cudapy as cp\nfrom kernels_of_test import NAMED, results\n"
        "for target in sys.argv[1:]:\n"
        "    cp.build(NAMED, target.replace(':', '-'), target)\n"
        "print(results(NAMED, os.environ['CUDAPY_TARGET']))\n"
    )
    expected = finished(run_python(folder, "build.py", *targets_here()))
    return folder, expected[0]


@pytest.mark.parametrize("target", targets_here())
def test_a_machine_without_compilers(made, target, tmp_path):
    folder, expected = made
    name = target.replace(":", "-")
    shutil.copytree(folder / name, tmp_path / "elsewhere" / name)
    # The program's module makes kernels of its own when it is imported; it gets only the results' function.
    text = KERNELS[KERNELS.index("def results") :]
    (tmp_path / "kernels_of_test.py").write_text("import cudapy as cp\nimport numpy as np\n\n\n" + text)
    (tmp_path / "run.py").write_text(RUN)
    lines = finished(run_python(tmp_path, "run.py", tmp_path / "elsewhere" / name, bare=True))
    assert lines == [expected, "[]"]


def test_programs_that_compile_find_their_code(made, tmp_path):
    folder, expected = made
    target = targets_here()[0].replace(":", "-")
    shutil.copytree(folder / target, tmp_path / "shipped")
    # Elsewhere, and at other lines.
    (tmp_path / "kernels_of_test.py").write_text(KERNELS.replace("\nSCALE", "\n\n\n\nSCALE"))
    (tmp_path / "run.py").write_text(
        "import os\nimport cudapy as cp\ncp.load('shipped')\nfrom kernels_of_test import NAMED, results\n"
        "print(results(NAMED, os.environ['CUDAPY_TARGET']))\n"
    )
    lines = finished(run_python(tmp_path, "run.py", bare=True))
    assert re.sub(r"py:\d+", "py:", lines[0]) == re.sub(r"py:\d+", "py:", expected)


# ---- the package


SMALL = '''
import cudapy as cp


# scale : void (float by, float* X)
def scale(by, X):
    """Scales."""
    if idx < len(X):
        X[idx] *= by


@cp.kernel
def any_type(X):
    X[idx] += 1


# helper : float (float x)
def helper(x):
    return x


@cp.kernel
def signed_helper(x: "float") -> "float":
    return x
'''


def test_the_command_and_the_package(tmp_path):
    (tmp_path / "small.py").write_text(SMALL)
    ran = run_python(tmp_path, "-m", "cudapy", "build", "small.py", "-o", "shipped", "--target", "cpu")
    known = [name for name in _core.cpu_targets()[0] if name in ("x86-64", "x86-64-v3", "armv8-a")]
    assert finished(ran) == [
        f"scale : void (float by, float* X): {len(known)} files",
        "any_type is left out: it is generic: build instances of it, each with a name",
        "helper is left out: it returns a value, for kernels to call",
        "signed_helper is left out: it returns a value, for kernels to call",
        f"{tmp_path}/shipped: for cpu:{','.join(known)}",
    ]
    head = f'"""Kernels that CudaPy {cp.version} has built for cpu:{",".join(known)}."""\n\n'
    assert (tmp_path / "shipped/__init__.py").read_text() == head + (
        "from cudapy import load as _load\n\n_loaded = _load(__path__[0])\nscale = _loaded.scale\n\n"
        "__all__ = ['scale']\n"
    )
    assert (tmp_path / "shipped/__init__.pyi").read_text() == head + (
        'from cudapy import Kernel\n\nscale: Kernel\n"""scale : void (float by, float* X)\n\nScales."""\n'
    )
    (tmp_path / "run.py").write_text(
        "import shipped\nfrom shipped import scale\nX = [1.0, 2.0]\nscale(2)(3.0, X)\n"
        "print(X, scale.__doc__, scale.signature, scale.name, scale.__name__, shipped.__all__)\n"
        "print(shipped._loaded)\nprint(dir(shipped._loaded)[-1], len(shipped._loaded))\n"
        "import pickle\npickle.loads(pickle.dumps(scale))(2)(2.0, X)\nprint(X)\n"
    )
    assert finished(run_python(tmp_path, "run.py", bare=True, CUDAPY_TARGET="cpu")) == [
        "[3.0, 6.0] Scales. scale : void (float by, float* X) scale scale ['scale']",
        f"<prebuilt kernels scale for cpu:{','.join(known)}, in {tmp_path}/shipped>",
        "scale 1",
        "[6.0, 12.0]",
    ]


# ---- building again


@pytest.fixture
def small(tmp_path):
    """A kernel, built for the CPU."""
    return small_kernel(tmp_path)


def code_in(folder):
    return sorted(each.name for each in folder.iterdir() if each.suffix == ".so")


def test_a_new_build_takes_the_place_of_the_old_one(small, tmp_path):
    scale, folder = small
    before = code_in(folder)

    @cp.kernel("void (float* X)", target="cpu")
    def other(X):
        if idx < len(X):
            X[idx] *= 3

    (folder / ".build-killed").mkdir()
    cp.build(other, folder, f"cpu:{_core.cpu_targets()[1][0]}")
    assert not set(before) & set(code_in(folder)) and len(code_in(folder)) == 1
    X = [1.0]
    cp.load(folder, target="cpu").other(1)(X)
    assert X == [3.0]


def test_a_damaged_folder_is_built_again(small):
    scale, folder = small
    (folder / "prebuilt.json").write_text("{")
    cp.build(scale, folder, "cpu")
    X = [1.0]
    cp.load(folder, target="cpu").scale(1)(X)
    assert X == [2.0]


def test_what_a_killed_build_leaves_is_no_obstacle(small):
    scale, folder = small
    (folder / "prebuilt.json").unlink()
    (folder / ".build-killed").mkdir()
    cp.build(scale, folder, "cpu")
    X = [1.0]
    cp.load(folder, target="cpu").scale(1)(X)
    assert X == [2.0]


def test_two_processes_at_once(tmp_path):
    (tmp_path / "small.py").write_text(SMALL)
    command = [sys.executable, "-W", "ignore", "-m", "cudapy", "build", "small.py", "-o", "shipped"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = [
        subprocess.Popen(
            [*command, "--target", "cpu"], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL
        )
        for _ in range(4)
    ]
    assert [each.wait(120) for each in running] == [0] * 4
    X = [1.0]
    cp.load(tmp_path / "shipped", target="cpu").scale(1)(2.0, X)
    assert X == [2.0] and not list((tmp_path / "shipped").glob(".*"))


def small_kernel_that_adds(by):
    def add(X):
        if idx < len(X):
            X[idx] += by

    return cp.compile(add, sig="void (float* X)", target="cpu")


@pytest.mark.parametrize("others", [[1.0], [2.0], [1.0, 2.0]])
@pytest.mark.parametrize("step", ["replace", "unlink"])
def test_a_build_begins_while_another_one_publishes(others, step, tmp_path, monkeypatch):
    """The other one publishes in the middle of it or after it. Whole is what one of them wrote."""
    folder, target = tmp_path / "shipped", f"cpu:{_core.cpu_targets()[1][-1]}"
    kernels = {by: small_kernel_that_adds(by) for by in (1.0, 2.0, 3.0)}
    named = lambda numbers: {f"add_{int(by)}": kernels[by] for by in numbers}
    cp.build(named([1.0, 3.0]), folder, target)
    running = []

    def interrupted(*arguments, **options):
        if not running:
            running.append(threading.Thread(target=cp.build, args=(named(others), folder, target)))
            running[0].start()
            running[0].join(2)  # it may wait until this build is done
        return plain(*arguments, **options)

    owner, name = (os, "replace") if step == "replace" else (Path, "unlink")
    plain = getattr(owner, name)
    monkeypatch.setattr(owner, name, interrupted)
    cp.build(named([2.0]), folder, target)
    monkeypatch.undo()
    running[0].join()
    found = cp.load(folder, target="cpu")
    assert sorted(found) in (["add_2"], sorted(named(others)))
    for name in found:
        X = [0.0]
        found[name](1)(X)
        assert X == [float(name[-1])] and Path(found[name].path).parent == folder
    assert not list(folder.glob(".*"))


# ---- processors

# The levels of the System V ABI by the names of Linux, each with those before it.
LEVELS = [
    "fpu",
    "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3",
    "abm avx avx2 bmi1 bmi2 f16c fma movbe xsave",
    "avx512f avx512bw avx512cd avx512dq avx512vl",
]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="levels are of x86-64")
def test_the_level_of_this_processor():
    flags = re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)[1].split()
    level = sum(set(" ".join(LEVELS[: i + 1]).split()) <= set(flags) for i in range(4))
    assert len(_core.cpu_targets()[1]) == level


# ---- for GPUs, which need not be here


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc compiles for GPUs, and is not on PATH")
def test_code_for_gpus_that_are_not_here(tmp_path):
    # mix : void (float* X, float* Y)
    def mix(X, Y):
        if idx < len(X):
            Y[idx] = X[idx] * 2 + Y[idx]

    folder = cp.build(cp.compile(mix, target="cpu"), tmp_path / "g", "cuda:sm_80,sm_90,compute_90")
    kinds = sorted(each.name.split("-cuda.")[1] for each in folder.iterdir() if "-cuda." in each.name)
    # The plain kernel and the coarsened one.
    assert kinds == ["compute_90.ptx"] * 2 + ["sm_80.cubin"] * 2 + ["sm_90.cubin"] * 2
    for each in folder.iterdir():
        if each.suffix == ".cubin":
            assert each.read_bytes().startswith(b"\x7fELF")
        if each.suffix == ".ptx":
            assert b".target sm_90" in each.read_bytes()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_a_folder_that_somebody_else_installed(small):
    folder = small[1]
    for each in [folder, *folder.iterdir()]:
        os.chown(each, 12345, 12345)
    X = [1.0]
    cp.load(folder, target="cpu").scale(1)(X)
    assert X == [2.0]


# ---- loading


def test_the_folders_are_paths(small, tmp_path):
    assert small[1] == Path(tmp_path / "shipped")
    X = np.ones(3, np.float32)
    cp.load(str(small[1]), target="cpu").scale(3)(X)
    assert X.tolist() == [2, 2, 2]


def test_copies_and_pickles_of_what_was_loaded(small):
    loaded = cp.load(small[1], target="cpu")
    for again in copy.copy(loaded), pickle.loads(pickle.dumps(loaded)):
        X = [1.0]
        again.scale(1)(X)
        assert X == [2.0] and list(again) == ["scale"]


def test_two_folders_with_the_same_kernel(small, tmp_path, recwarn):
    """The code comes from the one that was loaded last, and nothing was compiled."""
    again = cp.build(small[0], tmp_path / "again", f"cpu:{_core.cpu_targets()[1][-1]}")
    calls = [cp.load(folder, target="cpu").scale for folder in (small[1], again)]
    assert [Path(call.path).parent for call in calls] == [again, again] and not recwarn.list


def test_links_to_a_store_of_files(small, tmp_path):
    """As some installers make them."""
    (tmp_path / "linked").mkdir()
    for each in small[1].iterdir():
        (tmp_path / "linked" / each.name).symlink_to(each)
    call = cp.load(tmp_path / "linked", target="cpu").scale
    X = [1.0]
    call(1)(X)
    assert X == [2.0] and os.path.dirname(call.path) == str(tmp_path / "linked") and not call.built


def test_checked_mode_is_asked_for_where_a_kernel_runs(small, tmp_path):
    (tmp_path / "run.py").write_text(
        "import cudapy as cp\nk = cp.load('shipped').scale\nX = [1.0, 2.0]\nk(2)(X)\nprint(X, k.built)\n"
    )
    lines = finished(run_python(tmp_path, "run.py", CUDAPY_CHECKED="1", CUDAPY_TARGET="cpu"))
    assert lines[0].startswith("[2.0, 4.0] ")
    ran = run_python(
        tmp_path, "-c", "import cudapy as cp; cp.build(cp.load('shipped').scale, 'x')", CUDAPY_CHECKED="1"
    )
    assert ran.stderr.splitlines()[-1] == (
        "ValueError: build: CUDAPY_CHECKED is set, and would make all kernels checked ones: unset it"
    )


def test_each_file_has_the_modules_next_to_it(tmp_path):
    """Two projects with a module of one name, and an installed version of a package."""
    text = "from consts import BY\n\n\n# add : void (float* X)\ndef add(X):\n    X[idx] += BY\n"
    for name, by in ("a", 1.0), ("b", 2.0):
        (tmp_path / name).mkdir()
        (tmp_path / name / "consts.py").write_text(f"BY = {by}\n")
        (tmp_path / name / "kernels.py").write_text(text)
        cp.build(tmp_path / name / "kernels.py", tmp_path / name / "shipped", "cpu")
    for name, by in ("a", 1.0), ("b", 2.0):
        X = [0.0]
        cp.load(tmp_path / name / "shipped", target="cpu").add(1)(X)
        assert X == [by]
    assert "consts" not in sys.modules and "kernels" not in vars(cp)
