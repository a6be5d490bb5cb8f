"""Kernels that are built before they are shipped: what cannot be built or loaded, and what is said then."""

import os
import shutil

import cudapy as cp
import pytest
from cudapy import _core
from prebuilt_programs import finished, run_python, small_kernel, usual


@pytest.fixture
def small(tmp_path):
    """A kernel, built for the CPU."""
    return small_kernel(tmp_path)


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
