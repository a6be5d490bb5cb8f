"""Casts of casts of elements, which g++ may read as declarations of functions: `if (float(f(double((x = X[i])
…`. It reported errors in C++ that is right, or crashed where the thread's body is a lambda."""

import itertools
import os
import shutil
import subprocess

import pytest

CASTS = ["int64", "int16", "float32", "double", "uint8", "int"]
# `{c}` and `{d}` are casts; V, an array of int16, F, one of floats, n and idx are what they are of.
FORMS = [
    "{c}(V[(n + idx) & 3])", "{c}(V[idx % 4] or n)", "{c}(V[idx & 3] and 5)",
    "{c}(round({d}(V[idx & 3] or n), 1))",
    "{c}(min({d}(V[(n + idx) & 3]), n))", "{c}({d}(V[(n + idx) & 3]) * n)", "{c}({d}(F[idx & 3] or 2.5) * 2)",
    "{c}(abs({d}(V[(idx * n) & 3] and idx)))", "{c}(helper({d}(V[idx & 3] or n)))",
    "{c}(helper({d}(helper({c}(V[idx & 3])))))",
]  # fmt: skip
PLACES = [
    "R[idx] = V[int({e}) % 4 & 3]", "if {e} > 1: R[idx] = 2", "if {e}: R[idx] = 3",
    "R[idx] = max(int({e}), 3)", "R[idx] = int(({e}) * 2 + {e})",
    "while {e} > n: n += 1", "R[idx] = (1 if {e} > 2 else 0) + V[int({e} * n + -P[0] % 3) & 3]",
    "t = ({e}, 1); R[idx] = int(t[0]) + t[1]",
]  # fmt: skip
END = {"plain": "", "lambda": "    grid_sync()\n    R[idx] += 1\n"}


def program(end):
    text = "from cudapy import *\n\n\ndef helper(x):\n    return x * 2\n\n\n"
    for at, (c, d) in enumerate(itertools.product(CASTS, CASTS)):
        text += f"# k{at} : void (int16* V, float* F, int* P, int n, int64* R)\ndef k{at}(V, F, P, n, R):\n"
        for form, place in itertools.product(FORMS, PLACES):
            for line in place.split("; "):
                text += f"    {line.format(e=form.format(c=c, d=d))}\n"
        text += END[end] + "\n\n"
    return text


@pytest.mark.parametrize("end", END)
def test_compilers_take_casts_of_casts(end, tmp_path):
    tools = [shutil.which(each) for each in ("g++", "clang++")]
    pycu2cu = os.environ.get("PYCU2CU") or shutil.which("pycu2cu")
    if not pycu2cu or not any(tools):
        pytest.skip("pycu2cu or a compiler is missing")
    (tmp_path / "casts.py").write_text(program(end))
    out = tmp_path / "casts.cpp"
    made = subprocess.run(
        [pycu2cu, tmp_path / "casts.py", "--target", "cpu", "-o", out], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    for compiler in filter(None, tools):
        flags = ["-std=c++17", "-O0", "-w", "-fopenmp-simd", "-c", out, "-o", os.devnull]
        compiled = subprocess.run([compiler, *flags], capture_output=True, text=True)
        assert (compiled.returncode, compiled.stderr) == (0, ""), compiler
