"""Threads whose stacks are small: what compiles elsewhere compiles there, and what is too deep is an error
there, too."""

import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(__file__)

PROGRAM = """
import sys, threading
import cudapy as cp
from generated import functions

deep = {deep}
made = functions("# f : void (int* A)\\ndef f(A):\\n    A[idx] = " + "(" * deep + "A[idx]" + " + 1)" * deep + " + 1" * deep + "\\n"
                 "# g : void (T* A)\\ndef g(A):\\n    A[idx] += 1\\n"
                 "# wrong : void (int* A)\\ndef wrong(A):\\n    A[idx] = unknown\\n")
def work():
    try:
        call = cp.compile(made["f"], target="cpu")
        call(2)(A := [1, 2])
        print(A, "float" in call.cuda_source)
    except cp.CompileError as error:
        print(str(error).splitlines()[0].partition(" error")[2])
    cp.compile(made["g"], target="cpu")(1)(A := [0.5])
    print(A)
    try:
        cp.compile(made["wrong"], target="cpu")
    except cp.CompileError as error:
        print(str(error).splitlines()[0].partition(" error")[2], error.diagnostics[0]["code"])
threading.stack_size({size})
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""  # noqa: E501


def run(deep, size):
    code = f"import sys; sys.path.insert(0, {HERE!r})\n" + PROGRAM.format(deep=deep, size=size)
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout


@pytest.mark.parametrize("size", [64 << 10, 128 << 10, 256 << 10, 1 << 20, 0])
def test_compiling_in_a_thread_with_a_small_stack(size):
    wrong = "[E301]: unknown name `unknown` E301\n"
    assert run(70, size) == f"[141, 142] False\n[1.5]\n{wrong}"


TEXTS = """
import threading
import cudapy as cp
from generated import functions

deep = 9000
def annotated(annotation):
    made = functions("import cudapy as cp\\ndef f(A: " + repr(annotation) + "):\\n    A[0] = 1\\n")
    return cp.compile(made["f"], target="cpu")

def local(annotation):
    made = functions("# f : void (int* A)\\ndef f(A):\\n    y: " + repr(annotation) + " = 1\\n    A[0] = y\\n")
    return cp.compile(made["f"], target="cpu")

def signed(signature):
    made = functions("def f(A):\\n    A[0] = 1\\n")
    return cp.compile(made["f"], signature, target="cpu")

def cuda(text):
    return "names: " + ", ".join(sorted(name for name in dir(cp.cuda_source(text)) if name in "fgh"))

def attempt(what, *arguments):
    try:
        print(what.__name__, what(*arguments))
    except cp.CompileError as error:
        print(what.__name__, error.diagnostics[0]["code"])

def work():
    attempt(signed, "void " + "(" * deep)
    attempt(signed, "void (" + "R(" * deep)
    attempt(signed, "void (float" + "*" * deep + " A)")
    attempt(annotated, "(" * deep + "float" + ")" * deep)
    attempt(annotated, "tuple[" * deep + "int" + "]" * deep)
    attempt(annotated, "cp.Array[" * deep + "int" + "]" * deep)
    attempt(local, "(" * deep + "int" + ")" * deep)
    attempt(cuda, "__global__ void f(float* x) { x[0] = " + "(" * deep + "1" + ")" * deep + "; }")
    attempt(cuda, "__global__ void f(" + "(" * deep + "float* x" + ")" * deep + ") {}")
    attempt(cuda, "template <typename T = " + "a<" * deep + "int" + ">" * deep + "> __global__ void f(T* x) {}")
    attempt(cuda, "namespace a {" * deep + "__global__ void f(int* x) {}" + "}" * deep)
    attempt(cuda, "__global__ void f(" + "int (*" * deep + "x" + ")(int)" * deep + ") {}")

threading.stack_size(SIZE)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""  # noqa: E501


@pytest.mark.parametrize("size", [64 << 10, 256 << 10, 0])
def test_texts_that_are_nested_deep(size):
    """Signatures, annotations and CUDA C++ have limits, or are read without recursion."""
    code = f"import sys; sys.path.insert(0, {HERE!r})\n" + TEXTS.replace("SIZE", str(size))
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.splitlines() == [
        "signed E111",
        "signed E201",
        "signed E204",
        "annotated E227",
        "annotated E227",
        "annotated E227",
        "local E227",
        "cuda names: f",
        "cuda names: f",
        "cuda names: f",
        "cuda names: ",
        "cuda names: f",
    ]
