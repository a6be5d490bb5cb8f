"""Functions that a program makes of texts, by exec() and eval(): numba reads their bytecode, and here the
texts that Python compiled are found again."""

import multiprocessing
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

ADD = """
def add(x, by=2):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += by
"""


def made(text, name, **more):
    names = {"cuda": cuda, **more}
    exec(text, names)
    return names[name]


def launched(kernel, *more, size=3):
    x = np.zeros(size)
    kernel[1, 32](x, *more)
    return x.tolist()


def test_kernels_made_by_exec():
    assert launched(cuda.jit(made(ADD, "add")), 5) == [5, 5, 5]
    decorated = made("@cuda.jit\ndef k(x):\n    x[0] = 7\n", "k")
    assert launched(decorated) == [7, 0, 0]
    with_signature = made("@cuda.jit('void(float64[:])')\ndef k(x):\n    x[1] = 8\n", "k")
    assert launched(with_signature) == [0, 8, 0]


def test_texts_of_one_name_are_told_apart():
    kernels = [cuda.jit(made(f"def k(x):\n    x[0] = {i}\n", "k")) for i in range(5)]
    again = cuda.jit(made("def k(x):\n    x[0] = 3\n", "k"))
    assert [launched(each)[0] for each in (*kernels, again)] == [0, 1, 2, 3, 4, 3]


def test_defaults_are_those_of_the_function():
    text = "def f(x, by={}):\n    return x + by\n"
    helpers = [made(text.format(by), "f") for by in (1, 2)]
    for by, helper in zip((1, 2), helpers):
        kernel = cuda.jit(made("def k(x):\n    x[0] = f(x[1])\n", "k", f=helper))
        assert launched(kernel) == [by, 0, 0]


def test_code_that_was_compiled_before():
    for file in ("<made>", "made_up.py"):
        codes = [compile(f"\n\ndef k(x):\n    x[0] = {i}\n", file, "exec") for i in (1, 2)]
        for i, code in enumerate(codes):
            names = {"cuda": cuda}
            exec(code, names)
            assert launched(cuda.jit(names["k"])) == [i + 1, 0, 0]


def test_futures_and_bytes():
    names = {}
    exec(compile(b"def k(x):\n    x[0] = 4\n", "<bytes>", "exec"), names)
    assert launched(cuda.jit(names["k"])) == [4, 0, 0]
    names = {}
    text = "from __future__ import annotations\r\ndef k(x: Unknown):\r\n    x[0] = 5\r\n"
    exec(compile(text, "<futures>", "exec"), names)
    assert launched(cuda.jit(names["k"])) == [5, 0, 0]


def test_helpers_and_lambdas():
    helper = made("# a comment\ndef twice(x):\n    return 2 * x\n", "twice")
    device = cuda.jit(made("def thrice(x):\n    return 3 * x\n", "thrice"), device=True)
    lam = eval("lambda x: x + 0.5")

    @cuda.jit
    def k(x):
        x[0] = helper(4)
        x[1] = device(5)
        x[2] = lam(6)

    assert launched(k) == [8, 15, 6.5]
    nested = made("def outer(n):\n    def inner(x):\n        x[0] = n\n    return inner\n", "outer")
    assert [launched(cuda.jit(nested(n)))[0] for n in (3, 4)] == [3, 4]


def test_functions_over_arrays():
    f = made("def f(x, y):\n    return x * 10 + y\n", "f")
    assert cuda.vectorize(["float64(float64, float64)"])(f)(np.arange(3.0), 1.0).tolist() == [1, 11, 21]
    assert cuda.vectorize(f)(np.arange(3.0), 1.0).tolist() == [1, 11, 21]
    assert cuda.reduce(made("def plus(a, b):\n    return a + b\n", "plus"))(np.arange(5.0)) == 10
    g = made("def g(x, out):\n    out[0] = x[0] + x[1]\n", "g")
    both = cuda.guvectorize(["void(float64[:], float64[:])"], "(n)->()")(g)
    assert both(np.arange(6.0).reshape(3, 2)).tolist() == [1, 5, 9]


def renamed(text, name):
    function = made(text, "f")
    function.__name__ = name
    return function


def test_renamed_functions():
    text = "def no(x):\n    return x\ndef  f(x):\n    return {} * x\ndef g(x):\n    return x\n"
    twice, thrice = renamed(text.format(2), "twice"), cuda.jit(renamed(text.format(3), "thrice"), device=True)

    def numbered(number):
        def k(x):
            x[0] = twice(number)
            x[1] = thrice(number)

        k.__name__ = f"k_{number}"
        return cuda.jit(k)

    kernels = [numbered(number) for number in (1, 2)]
    assert [each.__name__ for each in kernels] == ["k_1", "k_2"]
    assert [launched(each) for each in kernels] == [[2, 3, 0], [4, 6, 0]]


def test_errors_point_into_the_text():
    kernel = cuda.jit(made("\ndef k(x):\n    y = 1\n    x[0] = missing\n", "k"))
    with pytest.raises(cuda.errors.TypingError) as error:
        kernel[1, 1](np.zeros(1))
    found = [(each["file"], each["line"]) for each in error.value.diagnostics]
    assert found == [("<string>", 4)]


def test_a_function_whose_code_was_replaced_is_refused():
    function = made(ADD, "add")
    function.__code__ = function.__code__.replace(co_firstlineno=2, co_name="add")
    with pytest.raises(cp.SourceError) as error:
        cuda.jit(function)[1, 1](np.zeros(1), 1)
    assert str(error.value) == (
        "add: its source cannot be read: it was made by exec() or eval() from a string (<string>). Put the "
        "function in a file and import it, or define it in a notebook cell or IPython"
    )


def test_cudapys_own_dialect_takes_none():
    with pytest.raises(cp.SourceError) as error:
        cp.compile(made("def own(A):\n    A[idx] = 1\n", "own"))
    assert str(error.value).startswith("own: its source cannot be read: it was made by exec() or eval()")


def test_texts_before_the_import_are_not_known():
    program = """
        names = {}
        exec("def k(x):\\n    x[0] = 1\\n", names)
        from cudapy import cuda
        import numpy as np
        try:
            cuda.jit(names["k"])[1, 1](np.zeros(1))
        except Exception as error:
            print(type(error).__name__, error)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True)
    assert done.stdout == (
        "SourceError k: its source cannot be read: it was made by exec() or eval() from a string (<string>). "
        "Put the function in a file and import it, or define it in a notebook cell or IPython\n"
    )


def test_old_texts_are_dropped():
    early = made("def k(x):\n    x[0] = 1\n", "k")
    known = cuda.jit(early)
    late = made("def k(x):\n    x[0] = 2\n", "k")
    for i in range(1100):
        exec(f"value = {i}", {})
    assert launched(known) == [1, 0, 0]
    with pytest.raises(cp.SourceError):
        launched(cuda.jit(late))
    held = cuda.jit(made("def k(x):\n    x[0] = 3\n", "k"))
    exec("pass #" + " " * (8 << 20), {})  # is too long to be kept
    assert launched(held) == [3, 0, 0]


def pickled(value):
    cloudpickle = pytest.importorskip("cloudpickle")
    return cloudpickle.dumps(value)


def test_kernels_go_to_other_processes(tmp_path):
    helper = made("def twice(x):\n    return 2 * x\n", "twice")
    kernel = cuda.jit(made("def k(x):\n    x[0] = twice(8)\n", "k", twice=helper))
    program = """
        import pickle, sys
        import numpy as np
        kernel = pickle.load(open(sys.argv[1], "rb"))
        x = np.zeros(1)
        kernel[1, 1](x)
        print(x[0])
    """
    (tmp_path / "kernel").write_bytes(pickled(kernel))
    command = [sys.executable, "-c", textwrap.dedent(program), str(tmp_path / "kernel")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("16.0\n", 0), done.stderr


@pytest.mark.skipif(os.environ["CUDAPY_TARGET"] == "cuda", reason="CUDA cannot be used after a fork")
def test_after_a_fork():
    function = made("def k(x):\n    x[2] = 6\n", "k")
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=lambda: queue.put(launched(cuda.jit(function))))
    child.start()
    assert queue.get(timeout=60) == [0, 0, 6]
    child.join()
