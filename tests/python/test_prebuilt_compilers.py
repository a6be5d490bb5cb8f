"""Which compilers a build of kernels for other machines runs: those of the targets, and no other."""

import os
import pickle
import shlex
import shutil
from concurrent.futures import ThreadPoolExecutor

import cudapy as cp
import fake_cuda
import numpy as np
import pytest
from cudapy import _core
from prebuilt_programs import finished, run_python

KERNELS = {
    "a signature": """
import cudapy as cp

# scale : void (float* X)
def scale(X):
    X[idx] *= 2
""",
    "decorated": """
import cudapy as cp

@cp.kernel("void (float* X)")
def scale(X):
    X[idx] *= 2
""",
    "compiled": """
import cudapy as cp

# scale : void (float* X)
def scale(X):
    X[idx] *= 2

scale = cp.compile(scale)
""",
    "an instance": """
import cudapy as cp
import numpy as np

@cp.kernel
def _scale(X):
    X[idx] *= 2

scale = _scale.instance(np.zeros(1))
""",
    "for a GPU": """
import cudapy as cp

@cp.kernel("void (float* X)", target="cuda")
def scale(X):
    X[idx] *= 2
""",
}

PROGRAMS = {
    "a module": "import cudapy as cp, kernels; cp.build(kernels, 'shipped', TARGETS)",
    "a kernel": "import cudapy as cp, kernels; cp.build({'k': kernels.scale}, 'shipped', TARGETS)",
}
TARGET = _core.cpu_targets()[0][-1]


def noted(folder, name, compiler):
    """A compiler that notes its arguments."""
    script = folder / name
    script.write_text(
        f'#!/bin/sh\necho "$*" >> {folder}/{name}.log\nexec {shlex.join(compiler)} "$@"\n', encoding="utf-8"
    )
    script.chmod(0o755)
    return str(script)


def targets_compiled(folder, name, option):
    log = folder / f"{name}.log"
    words = log.read_text().split() if log.exists() else []
    return sorted(word.removeprefix(option) for word in words if word.startswith(option))


def build(folder, form, how, target, **environment):
    (folder / "kernels.py").write_text(KERNELS[form])
    if how == "the command":
        arguments = ["-m", "cudapy", "build", "kernels.py", "-o", "shipped", "--target", target]
    else:
        (folder / "build.py").write_text(PROGRAMS[how].replace("TARGETS", repr(target)))
        arguments = ["build.py"]
    # No file is in the cache, so that what is compiled is seen.
    return run_python(folder, *arguments, CUDAPY_CACHE_DIR=str(folder / "cache"), **environment)


# A program that compiles kernels itself when it imports them, or only has functions, is no case.
CASES = [
    *((form, "the command") for form in KERNELS),
    *((form, "a module") for form in ("a signature", "decorated", "for a GPU")),
    *((form, "a kernel") for form in ("decorated", "for a GPU")),
]


@pytest.mark.parametrize("form, how", CASES)
def test_code_for_another_processor(form, how, tmp_path):
    compiler = noted(tmp_path, "g++", [os.environ.get("CUDAPY_CXX") or shutil.which("g++")])
    ran = build(tmp_path, form, how, f"cpu:{TARGET}", CUDAPY_CXX=compiler, CUDAPY_TARGET="cpu")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert targets_compiled(tmp_path, "g++", "-march=") == [TARGET]
    assert list((tmp_path / "cache").rglob("*.so")) == []


@pytest.mark.parametrize("form, how", CASES)
def test_code_for_gpus_takes_no_compiler_for_the_own_processor(form, how, tmp_path):
    nvcc = noted(tmp_path, "nvcc", [fake_cuda.nvcc()])
    environment = dict(CUDAPY_CXX="/nowhere/g++", CUDAPY_NVCC=nvcc, CUDAPY_TARGET="cpu")
    ran = build(tmp_path, form, how, "cuda:sm_90", **environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    # The plain kernel and the coarsened one.
    assert targets_compiled(tmp_path, "nvcc", "-arch=") == ["sm_90"] * 2


def test_a_kernel_that_is_launched_while_it_is_built(tmp_path):
    (tmp_path / "kernels.py").write_text(
        KERNELS["decorated"] + "\nX = [1.0]\nscale(1)(X)\nprint(X, scale.signature, scale)\n"
    )
    ran = run_python(
        tmp_path, "-m", "cudapy", "build", "kernels.py", "-o", "s", "--target", "cpu", CUDAPY_TARGET="cpu"
    )
    assert finished(ran)[0] == "[2.0] scale : void (float* X) <kernel scale for cpu>"


@pytest.mark.parametrize("use", ["launch", "over", "path", "explain", "another", "pickle"])
def test_a_kernel_is_used_after_its_build(use, tmp_path, target):
    # scale : void (float* X)
    def scale(X):
        if idx < len(X):
            X[idx] *= 2

    # other : void (float* X)
    def other(X):
        if idx < len(X):
            X[idx] += 1

    before = _core.defer_builds(True)
    call = cp.compile([scale, other], target=target)
    _core.defer_builds(before)
    cp.build(call, tmp_path / "shipped", "cpu")
    assert not call._is_built
    X = np.ones(4, np.float32)
    if use == "launch":
        call(4)(X)
    elif use == "over":
        call.over(X)(X)
    elif use == "path":
        assert os.path.exists(call.path) and call._is_built
    elif use == "explain":
        assert call.explain(4).kernel == "scale"
    elif use == "another":
        call.other(4)(X)
    else:
        pickle.loads(pickle.dumps(call))(4)(X)
    cp.synchronize()
    assert X.tolist() == [1 if use in ("path", "explain") else 2] * 4


def test_threads_that_use_a_kernel_after_its_build(tmp_path, target):
    @cp.kernel("void (float* X)", target=target)
    def scale(X):
        if idx < len(X):
            X[idx] *= 3

    cp.build(scale, tmp_path / "shipped", "cpu")
    arrays = [np.ones(4, np.float32) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda X: scale(4)(X), arrays))
    assert [X.tolist() for X in arrays] == [[3] * 4] * 8
