"""Kernels that are built before they are shipped: what runs where there is no compiler, for which machines,
and what is said where it does not."""

import copy
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path

import cudapy as cp
import numpy as np
import pytest
from cudapy import _core

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


def run_python(folder, *arguments, bare=False, **variables):
    """Runs Python in a folder; `bare` is a machine without compilers."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), **variables}
    if bare:
        environment = {
            name: value
            for name, value in environment.items()
            if not name.startswith(("CUDA_", "CXX", "CUDAPY_CXX", "CUDAPY_NVCC", "CUDAPY_NVRTC", "FAST_CXX"))
        }
        environment.update(PATH="/nowhere", CUDAPY_CXX="/nowhere/g++", CUDAPY_NVCC="/nowhere/nvcc")
        environment.update(CUDAPY_NVRTC="/nowhere/libnvrtc.so", CUDAPY_CACHE_DIR=str(folder / "cache"))
    ran = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return ran


def finished(ran):
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return ran.stdout.splitlines()


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
    ran = run_python(
        tmp_path, "-W", "ignore", "-m", "cudapy", "build", "small.py", "-o", "shipped", "--target", "cpu"
    )
    known = [name for name in _core.cpu_targets()[0] if name in ("x86-64", "x86-64-v3", "armv8-a")]
    assert finished(ran) == [
        f"scale : void (float by, float* X): {len(known)} files",
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


@pytest.fixture
def small(tmp_path):
    """A kernel, built for the CPU."""

    @cp.kernel("void (float* X)", target="cpu")
    def scale(X):
        if idx < len(X):
            X[idx] *= 2

    return scale, cp.build(scale, tmp_path / "shipped", f"cpu:{_core.cpu_targets()[1][-1]}")


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


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc compiles for GPUs, and is not on PATH")
def test_a_gpu_that_lacks_something(tmp_path):
    # swap : void (float4* X, float4* Y)
    def swap(X, Y):
        Y[idx] = atomicExch(X, idx, Y[idx])

    kernel = cp.compile(swap, target="cpu")
    with pytest.raises(ValueError) as raised:
        cp.build(kernel, tmp_path / "g", "cuda:sm_80")
    assert str(raised.value) == (
        "swap cannot be built for sm_80: `swap`: atomicExch of `float4`, which has 16 bytes, needs a "
        "compute capability of 9.0"
    )


# ---- what cannot be built


def generic_kernel():
    @cp.kernel
    def shift(X, by):
        X[idx] += by

    return shift


def cuda_text():
    return cp.cuda_source("__host__ __device__ float square(float x) { return x * x; }")


def calls_cuda():
    geometry = cuda_text()

    @cp.kernel("void (float* X)", target="cpu")
    def squares(X):
        X[idx] = geometry.square(X[idx])

    return squares


CANNOT = {
    "generic": (
        lambda: generic_kernel(),
        "cpu",
        TypeError,
        'build: shift is generic: build instances of it, each with a name, as {"shift_float": '
        "shift.instance(arguments)}",
    ),
    "a function": (
        lambda: [generic_kernel],
        "cpu",
        TypeError,
        f"build: expected kernels, got function {generic_kernel!r}",
    ),
    "a number": (
        lambda: 3,
        "cpu",
        TypeError,
        "build: expected a module, a file, a kernel, a list of kernels, or a dict of them by name, got int 3",
    ),
    "nothing": (lambda: [], "cpu", ValueError, "build: there are no kernels to build"),
    "a bad name": (
        lambda: {"no name": generic_kernel()},
        "cpu",
        ValueError,
        "build: 'no name' is no name for a kernel: it is a name of the package to import",
    ),
    "a keyword": (
        lambda: {"class": generic_kernel()},
        "cpu",
        ValueError,
        "build: 'class' is no name for a kernel: it is a name of the package to import",
    ),
    "no file": (
        lambda: "/nowhere/kernels.py",
        "cpu",
        FileNotFoundError,
        "build: there is no file /nowhere/kernels.py",
    ),
    "CUDA C++": (
        calls_cuda,
        "cpu",
        TypeError,
        "build: squares cannot be built: it calls geometry.square, which is CUDA C++: compile it where it is "
        "needed",
    ),
}


@pytest.mark.parametrize("case", CANNOT)
def test_what_cannot_be_built(case, tmp_path):
    kernels, targets, kind, message = CANNOT[case]
    with pytest.raises(kind) as raised:
        cp.build(kernels(), tmp_path / "shipped", targets)
    assert str(raised.value) == message
    assert not (tmp_path / "shipped").exists()


def usual():
    return ",".join(name for name in _core.cpu_targets()[0] if name in ("x86-64", "x86-64-v3", "armv8-a"))


@pytest.mark.parametrize(
    "targets, kind, message",
    [
        (
            "gpu:sm_90",
            ValueError,
            "build: 'gpu:sm_90' is no target: write 'cpu:USUAL', 'cuda:sm_80,sm_90', or a list of such",
        ),
        (
            [],
            ValueError,
            "build: targets is empty: write 'cpu:USUAL', 'cuda:sm_80,sm_90', or a list of such",
        ),
        (
            ["cpu", 90],
            TypeError,
            "build: a target is a text such as 'cuda:sm_90', not int 90",
        ),
        (
            "cuda:90",
            ValueError,
            "build: '90' in 'cuda:90' is no architecture of GPUs: write sm_90 for code, and compute_90 for "
            "PTX, which newer GPUs take, too",
        ),
        (
            "cpu:native",
            ValueError,
            "build: 'native' in 'cpu:native' is no target for the CPU that is built here: these are KNOWN",
        ),
    ],
)
def test_targets_that_there_are_not(targets, kind, message, small, tmp_path):
    message = message.replace("USUAL", usual()).replace("KNOWN", ", ".join(_core.cpu_targets()[0]))
    with pytest.raises(kind) as raised:
        cp.build(small[0], tmp_path / "other", targets)
    assert str(raised.value) == message


def test_folders_that_are_no_paths(small):
    with pytest.raises(TypeError) as raised:
        cp.build(small[0], 3, "cpu")
    assert str(raised.value) == "build: to must be a path, got int 3"
    with pytest.raises(TypeError) as raised:
        cp.load(None)
    assert str(raised.value) == "load: the folder must be a path, got NoneType None"


def test_a_folder_with_other_things(small, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("all of it")
    with pytest.raises(ValueError) as raised:
        cp.build(small[0], tmp_path / "mine", "cpu")
    assert str(raised.value) == (
        f"build: {tmp_path}/mine is no folder of prebuilt kernels, and not empty: name a new or an empty one"
    )
    assert [each.name for each in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


# ---- what cannot be loaded


def test_a_folder_that_others_may_write(small):
    folder = small[1]
    folder.chmod(0o777)
    with pytest.raises(cp.CacheError) as raised:
        cp.load(folder)
    assert str(raised.value) == (
        f"the prebuilt kernels in {folder} cannot be used: others may write to it (mode 0777), and it holds "
        "code that gets loaded; chmod 700 makes it safe"
    )
    folder.chmod(0o775)  # a group, as many systems let users have
    X = [1.0]
    cp.load(folder, target="cpu").scale(1)(X)
    assert X == [2.0]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_a_folder_that_somebody_else_installed(small):
    folder = small[1]
    for each in [folder, *folder.iterdir()]:
        os.chown(each, 12345, 12345)
    X = [1.0]
    cp.load(folder, target="cpu").scale(1)(X)
    assert X == [2.0]


@pytest.mark.parametrize("damage", ["no manifest", "manifest", "a bit", "open", "no folder"])
def test_a_damaged_folder(small, damage):
    folder = small[1]
    manifest = folder / "prebuilt.json"
    if damage == "no folder":
        shutil.rmtree(folder)
    elif damage == "no manifest":
        manifest.unlink()
    elif damage == "manifest":
        manifest.write_bytes(b"{")
    elif damage == "open":
        manifest.chmod(0o666)
    else:
        content = bytearray(manifest.read_bytes())
        at = content.index(b'"recipe": "') + 200
        content[at] = ord("A") if content[at] != ord("A") else ord("B")
        manifest.write_bytes(content)
    with pytest.raises((ValueError, cp.CacheError)) as raised:
        cp.load(folder)
    assert str(raised.value) == (
        f"{folder} is no folder of prebuilt kernels"
        if damage == "no folder"
        else f"{manifest} cannot be used: others may write to it"
        if damage == "open"
        else f"{manifest} is no manifest of prebuilt kernels, or it is damaged: build them again"
    )


def test_kernels_of_another_version(small, monkeypatch):
    monkeypatch.setattr(_core, "version", "9.9.9")
    with pytest.raises(ValueError) as raised:
        cp.load(small[1])
    assert str(raised.value) == (
        f"the kernels in {small[1]} were built by CudaPy {cp.version}, and this is 9.9.9: build them again"
    )


def test_copies_and_pickles_of_what_was_loaded(small):
    loaded = cp.load(small[1], target="cpu")
    for again in copy.copy(loaded), pickle.loads(pickle.dumps(loaded)):
        X = [1.0]
        again.scale(1)(X)
        assert X == [2.0] and list(again) == ["scale"]


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


def test_an_installed_version_is_not_taken_for_the_own_package(tmp_path):
    for root, by in ("installed", 1.0), ("project", 2.0):
        package = tmp_path / root / "mine"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "helpers.py").write_text(f"BY = {by}\n")
    (tmp_path / "project/mine/kernels.py").write_text(
        "from mine.helpers import BY\n\n\n# add : void (float* X)\ndef add(X):\n    X[idx] += BY\n"
    )
    program = (
        "import sys\nsys.path.insert(0, 'installed')\nFIRST\nimport cudapy as cp\n"
        "cp.build('project/mine/kernels.py', 'shipped', 'cpu')\nX = [0.0]\n"
        "cp.load('shipped', target='cpu').add(1)(X)\nprint(X)\n"
    )
    (tmp_path / "own.py").write_text(program.replace("FIRST", ""))
    assert finished(run_python(tmp_path, "own.py")) == ["[2.0]"]
    (tmp_path / "other.py").write_text(program.replace("FIRST", "import mine.helpers"))
    assert run_python(tmp_path, "other.py").stderr.splitlines()[-1] == (
        f"ImportError: build: {tmp_path}/project/mine/kernels.py imports mine from "
        f"{tmp_path}/installed/mine/__init__.py, and not "
        f"from {tmp_path}/project: build it in a process that has not imported that"
    )


def test_damaged_code_is_not_loaded(small, tmp_path):
    folder = small[1]
    (code,) = (each for each in folder.iterdir() if each.suffix == ".so")
    content = bytearray(code.read_bytes())
    content[len(content) // 2] ^= 1
    code.write_bytes(content)
    (tmp_path / "run.py").write_text(
        "import cudapy as cp\nX = [1.0]\nk = cp.load('shipped').scale\n"
        "try:\n    k(1)(X)\nexcept cp.ToolchainError as error:\n    print(str(error).splitlines()[-1])\n"
    )
    assert finished(run_python(tmp_path, "run.py", bare=True, CUDAPY_TARGET="cpu")) == [
        f"The prebuilt kernels in {folder} have no scale for the CPU: it was not among them, or was "
        "translated by another version of CudaPy, with other options or constants."
    ]


def test_a_name_that_is_not_there(small):
    loaded = cp.load(small[1], target="cpu")
    with pytest.raises(AttributeError) as raised:
        loaded.nothing
    assert str(raised.value) == f"the prebuilt kernels in {small[1]} are scale: there is no nothing"
    assert list(loaded) == ["scale"] and loaded["scale"] is loaded.scale


# ---- machines that no target fits


@pytest.mark.skipif(
    not shutil.which("nvcc") or os.environ["CUDAPY_TARGET"] != "cpu",
    reason="code for a GPU on a machine without one takes nvcc",
)
def test_no_target_fits(small, tmp_path):
    cp.build(small[0], tmp_path / "gpu", "cuda:sm_90")
    best = _core.cpu_targets()[1][0]
    (tmp_path / "run.py").write_text(
        "import cudapy as cp\nimport warnings\nX = [1.0]\n"
        "with warnings.catch_warnings(record=True) as found:\n    warnings.simplefilter('always')\n"
        "    try:\n        cp.load('gpu').scale(1)(X)\n        print(X)\n"
        "    except cp.ToolchainError as error:\n        print(str(error).splitlines()[-1])\n"
        "print(*[f'{each.category.__name__}: {each.message}' for each in found])\n"
    )
    warning = (
        f"RuntimeWarning: scale: there is no build for this processor (cpu:{best}) among those for "
        f"cuda:sm_90 in {tmp_path}/gpu: it was compiled"
    )
    assert finished(run_python(tmp_path, "run.py", CUDAPY_TARGET="cpu")) == ["[2.0]", warning]
    assert finished(run_python(tmp_path, "run.py", bare=True, CUDAPY_TARGET="cpu")) == [
        f"The prebuilt kernels in {tmp_path}/gpu have no scale for the CPU: it was not among them, or was "
        "translated by another version of CudaPy, with other options or constants.",
        "",
    ]


def test_the_folders_are_paths(small, tmp_path):
    assert small[1] == Path(tmp_path / "shipped")
    X = np.ones(3, np.float32)
    cp.load(str(small[1]), target="cpu").scale(3)(X)
    assert X.tolist() == [2, 2, 2]
