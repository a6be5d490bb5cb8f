"""Warnings, missing compilers and Ctrl-C, as a program sees them."""

import os
import signal
import subprocess
import sys
import time
import warnings

import cudapy as cp
import kernels
import pytest


# narrow : void (double d, float* X)
def narrow(d, X):
    X[idx] = d


def test_warnings_are_pythons(target):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call = cp.compile(narrow, target=target)
    (warning,) = caught
    (diagnostic,) = call.diagnostics
    assert warning.category is cp.CompileWarning
    assert (warning.filename, warning.lineno) == (__file__, narrow.__code__.co_firstlineno + 1)
    assert str(warning.message) == f"{diagnostic['message']} [{diagnostic['code']}]; {diagnostic['help']}"
    assert diagnostic["severity"] == "warning"
    with pytest.raises(cp.CompileError) as error:
        cp.compile(narrow, target=target, strict=True)
    assert [d["severity"] for d in error.value.diagnostics] == ["error"]


def run_python(code, tmp_path, **environment):
    path = os.path.dirname(__file__)
    return subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r})\n" + code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CUDAPY_CACHE_DIR": str(tmp_path / "cache"), **environment},
        # What runs in the background of a shell ignores Ctrl-C, and hands that down.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_a_compiler_that_is_not_there(tmp_path):
    code = (
        "import cudapy as cp, kernels\ntry:\n    cp.compile(kernels.fill, target='cpu')\n"
        "except cp.ToolchainError as e:\n    print(e)"
    )
    process = run_python(code, tmp_path, CUDAPY_CXX="/nowhere/g++")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == ""
    assert "CUDAPY_CXX" in out and "/nowhere/g++" in out


def test_ctrl_c_ends_a_compile(tmp_path):
    compiler = tmp_path / "g++"
    compiler.write_text(
        "#!/bin/sh\ncase \"$*\" in *--version*) echo 'g++ (GCC) 12.2.0'; exit 0;; esac\n"
        f"touch {tmp_path}/started\nexec sleep 60\n"
    )
    compiler.chmod(0o755)
    code = (
        "import cudapy as cp, kernels\ntry:\n    cp.compile(kernels.fill, target='cpu')\n"
        "except KeyboardInterrupt:\n    print('interrupted')"
    )
    process = run_python(code, tmp_path, CUDAPY_CXX=str(compiler))
    begun = time.monotonic()
    while not (tmp_path / "started").exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() - begun < 60
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err, process.returncode) == ("interrupted\n", "", 0)
    assert [name for name in os.listdir(tmp_path / "cache") if name.endswith((".so", ".cpp"))] == []


def test_a_fork_can_launch():
    call = cp.compile(kernels.fill, target="cpu")
    A = [0] * 100_000
    call(len(A))(1, A)
    child = os.fork()
    if child == 0:
        B = [0] * 100_000
        call(len(B))(2, B)
        os._exit(0 if B == [2] * 100_000 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert A == [1] * 100_000
