"""Every helper that C++ chooses by its operands' types, with every type and every form of operand, as C++
compilers see it."""

import itertools
import os
import shutil
import subprocess

import pytest

TYPES = ("bool", "int8", "uint8", "int16", "uint16", "int", "uint32", "int64", "uint64", "float", "double")
CASTS = {"int": "int", "float": "float", "double": "float64"}
CPU_FLAGS = ("-std=c++17", "-fsyntax-only", "-Wall", "-Wno-unused-function", "-Wno-unused-variable")
NVCC = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")


def forms(kind):
    """Operands of the type: elements, literals, casts, choices, and arithmetic with those."""
    cast = CASTS.get(kind, kind)
    if kind == "bool":
        return ("X[0]", "(X[0] and X[1])", "(X[0] == X[1])", "(X[0] & X[1])", "bool(n)")
    same = (
        (f"{cast}(X[0] + 1)", f"{cast}(X[0] * X[1])")
        if kind in ("int8", "uint8", "int16", "uint16")
        else ("(X[0] + 1)", "(X[0] * X[1])")
    )
    return (
        "X[0]",
        f"{cast}(5)",
        f"({cast}(5) if n else {cast}(6))",
        f"(X[1] if n else {cast}(3))",
        "abs(X[2])",
        *same,
        *(
            (f"({cast}(5) & 3)", f"({cast}(5) | X[0])", f"(({cast}(1) if n else 2) << 1)")
            if kind not in ("float", "double")
            else ()
        ),
    )


def uses(kind):
    """Statements in which a helper meets operands of the type."""
    values = forms(kind)
    for a, b in itertools.product(values, values):
        yield f"X[3] == max({a}, {b})"
        if kind != "bool":
            yield f"X[3] == min({b}, {a}, {a})"
            yield f"X[3] == {a} // {b}"
            yield f"X[3] == {a} % {b}"
    for a in values:
        if kind not in ("bool", "float", "double"):
            yield f"brev({a}) == brev(X[1])"
            yield f"clz({a}) == popc({a})"
            yield f"{a} ** 3 == X[1] ** 2"


def program():
    lines = ["from cudapy import *", ""]
    for kind in TYPES:
        name = f"uses_{kind}"
        lines += ["", f"# {name} : void ({kind}* X, int* R, int n)", f"def {name}(X, R, n):"]
        lines += [f"    R[{i}] = int({use})" for i, use in enumerate(uses(kind))]
        lines.append("")
    return "\n".join(lines)


@pytest.fixture(scope="module", params=((), ("--checked",)), ids=("plain", "checked"))
def source(request, tmp_path_factory):
    """A file of many kernels."""
    path = tmp_path_factory.mktemp("overloads") / "overloads.py"
    path.write_text(program(), encoding="utf-8")
    return path, request.param


def translated(source, target):
    path, options = source
    out = path.with_suffix(".cpp" if target == "cpu" else ".cu")
    done = subprocess.run(
        [os.environ.get("PYCU2CU", "pycu2cu"), path, "--target", target, "-o", out, *options],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    return out


@pytest.mark.parametrize("compiler", ("g++", "clang++"))
def test_host_compilers_find_the_helper(source, compiler):
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    done = subprocess.run([compiler, *CPU_FLAGS, translated(source, "cpu")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]


@pytest.mark.skipif(not NVCC, reason="needs nvcc")
def test_nvcc_finds_the_helper(source):
    out = translated(source, "cuda")
    done = subprocess.run(
        [NVCC, "-std=c++17", "-arch=sm_90", "--ptx", "-Xcicc", "-O0", out, "-o", out.with_suffix(".ptx")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[:4000]
