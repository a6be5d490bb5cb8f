"""Names and paths that hold code: nothing of them is run, by Python, by a compiler or by a shell."""

import linecache
import math
import os
import shutil
import subprocess
import types

import cudapy as cp
import pytest
from raising import raises

NAMES = [
    "my record",
    "Point<3>",
    "",
    "a[3]",
    "b*",
    "a;b",
    "1x",
    'Q\n#include "evil.h"\nQ',
    "x\\",
    "x*/",
    "x//",
    "\ud800",
    "a.b",
    "x\0y",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_structs_are_identifiers(name):
    made = (
        type(name, (), {"__annotations__": {"x": cp.float32}})
        if "\0" not in name and "\ud800" not in name
        else type("Q", (), {"__annotations__": {"x": cp.float32}})
    )
    if made.__name__ != name:
        return  # no class has such a name
    with raises(
        TypeError,
        f"struct: the name of a class must be an identifier, which kernels know it by, got {name!r}",
    ):
        cp.struct(made)


@pytest.mark.parametrize("name", [*NAMES, 3])
def test_names_of_fields_are_identifiers(name):
    with raises(TypeError, f"struct Pair: the name of a field must be an identifier, got {name!r}"):
        cp.struct(type("Pair", (), {"__annotations__": {"x": cp.float32, name: cp.float32}}))


def test_words_of_cpp_are_names():
    """What is a name in Python and none in C++, or one of another alphabet, is written in another way."""
    for name in ("größe", "int64_t", "main", "std", "namespace"):
        made = cp.struct(type(name, (), {"__annotations__": {"operator": cp.float32, "größe": cp.int32}}))
        X = [made(1.5, 2)]
        cp.lib.map(lambda x: x.operator, X)

        def bump(X):
            X[idx].operator += X[idx].größe

        cp.compile(bump, target="cpu")(1)(X)
        assert X == [made(3.5, 2)]


def test_a_class_that_was_renamed_since(tmp_path):
    marker = tmp_path / "marker"

    @cp.struct
    class Pair:
        a: cp.float32
        b: cp.float32 = 2.0

    Pair.__name__ = f"Pair(a), open({str(marker)!r}, 'w'), Pair"
    assert [each.a for each in cp.lib.map(Pair, [1.5, 2.5]).toList()] == [1.5, 2.5]
    assert not marker.exists()


@pytest.mark.parametrize("module", ["math", "numpy", "operator", "builtins"])
def test_a_class_that_says_that_it_is_of_another_module(tmp_path, module):
    marker = tmp_path / "marker"
    made = type(f"sqrt(a), open({str(marker)!r}, 'w'), abs", (), {"__module__": module})
    with pytest.raises(TypeError) as caught:
        cp.lib.map(made, [1.0])
    assert str(caught.value).startswith(
        "cp.lib.map: parameter f: sqrt(a), open("
    ) and "is a class: a kernel is a function" in str(caught.value)
    assert not marker.exists()


def test_a_module_that_says_that_it_is_another():
    fake = types.ModuleType("math")
    fake.pi, fake.sqrt = 3.0, lambda x: x
    f = lambda x: x * fake.pi
    assert cp.lib.map(f, [2.0]).toList() == [6.0]
    assert cp.lib.map(lambda x: x * math.pi, [2.0]).toList() == [pytest.approx(2 * math.pi)]


def test_a_function_that_was_renamed():
    # fill : void (int* A)
    def fill(A):
        A[idx] = 1

    for name in NAMES:
        fill.__name__ = name
        with pytest.raises(cp.SourceError) as caught:
            cp.compile(fill, target="cpu")
        assert str(caught.value) == (
            f"line {fill.__code__.co_firstlineno} of {__file__}: the name {name!r}, which its function has "
            "now, is none that a def gives"
        )


PATHS = [
    "a\n#error injected\n.py",
    "a*/\n#error injected\n/*.py",
    "a//\\.py",
    'a"\n#error injected\n".py',
    "a\r#error injected\r.py",
    "a\\\n#error x.py",
    "?" * 2 + "/.py",
    "a%s%n.py",
]
TEXT = """# check : void (int* A)
def check(A):
    assert A[idx] < 5, "five"
    A[idx] = helper(A[idx]) + 1

# helper : int (int x)
def helper(x):
    return x * 2
"""


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("checked", [False, True])
def test_paths_in_what_is_compiled(path, checked, target):
    """They are in comments, in #line directives and in the messages of assertions."""
    linecache.cache[path] = (len(TEXT), None, TEXT.splitlines(True), path)
    scope = {}
    exec(compile(TEXT, path, "exec"), scope)
    call = cp.compile(scope["check"], target=target, checked=checked)
    A = [1, 2]
    call(2)(A)
    assert A == [3, 5]
    with pytest.raises(AssertionError) as caught:
        call(2)(A)
    assert str(caught.value) == f'assertion failed in {path}:3: assert A[idx] < 5, "five"'
    assert "#error" not in [line.strip()[:6] for line in (call.cuda_source + call.cpu_source).splitlines()]


@pytest.mark.parametrize("path", [path for path in PATHS if "/" not in path])
def test_paths_in_what_pycu2cu_writes(tmp_path, path):
    file = tmp_path / path
    file.write_text(TEXT)
    pycu2cu = os.environ["PYCU2CU"]
    made = subprocess.run(
        [pycu2cu, "--target", "cpu", "--line-directives", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0 and "#error" not in [line.strip()[:6] for line in made.stdout.splitlines()]
    (tmp_path / "made.cpp").write_text(made.stdout)
    subprocess.run(["g++", "-std=c++17", "-fsyntax-only", "made.cpp"], cwd=tmp_path, check=True)
    nvcc = shutil.which("nvcc") or os.environ.get("CUDAPY_NVCC")
    if nvcc:  # whose assembly has the paths, too
        made = subprocess.run(
            [pycu2cu, "--line-directives", str(file)], capture_output=True, text=True, check=True
        )
        (tmp_path / "made.cu").write_text(made.stdout)
        subprocess.run([nvcc, "-cubin", "-arch=sm_90", "-lineinfo", "made.cu"], cwd=tmp_path, check=True)


def test_headers_that_cannot_be_included(tmp_path):
    (tmp_path / "k.py").write_text(TEXT)
    made = subprocess.run(
        [os.environ["PYCU2CU"], "k.py", "-o", "k.cu", "--header", 'k"\n#error injected\n.h'],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (
        made.returncode != 0
        and "cannot be in an #include" in made.stderr
        and os.listdir(tmp_path) == ["k.py"]
    )
