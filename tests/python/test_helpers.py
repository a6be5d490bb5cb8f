"""Functions without signatures that come along with the kernels that call them: what cannot, and what is said of it."""

import functools
import random
import textwrap
import types

import cudapy as cp
import pytest
from raising import raises


@pytest.fixture
def module(tmp_path):
    def make(text):
        path = tmp_path / "made.py"
        path.write_text(textwrap.dedent(text))
        made = types.ModuleType("made")
        exec(compile(path.read_text(), str(path), "exec"), made.__dict__)
        return made

    return make


class Scale:
    def by(self, x):
        return x * 2

    def __call__(self, x):
        return x


def doubling(function):
    @functools.wraps(function)
    def wrapped(x):
        return function(x) * 2

    return wrapped


@doubling
def wrapped(x):
    return x


def generator(x):
    yield x


async def waiting(x):
    return x


SCALE = Scale()
by = SCALE.by
typed_in = eval("lambda x: x + 1")
namespace = {}
exec("def made(x):\n    return x", namespace)
made = namespace["made"]
gauss = random.gauss
zeros = cp.zeros
REFUSED = [
    ("by", "it is a method of an object, and kernels have no objects"),
    ("wrapped", "a decorator has put another function in its place, which a kernel would not call"),
    ("generator", "generator is a generator: kernels do not yield"),
    ("waiting", "waiting is an async function: kernels do not wait"),
    ("typed_in", "its source cannot be read: it was made by exec() or eval() from a string (<string>). Put the function in a file and import it, or define it in a notebook cell or IPython"),
    ("made", "its source cannot be read: it was made by exec() or eval() from a string (<string>). Put the function in a file and import it, or define it in a notebook cell or IPython"),
    ("gauss", "it is a method of an object, and kernels have no objects"),
    ("zeros", "it is written in C, and has no Python source"),
]


@pytest.mark.parametrize("name, why", REFUSED)
def test_refused(tmp_path, name, why):
    path = tmp_path / "kernel.py"
    path.write_text(f"# use : void (float* X)\ndef use(X):\n    X[idx] = {name}(X[idx])\n")
    scope = {name: globals()[name]}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    with raises(cp.CompileError, f"""\
{path}:3:14: error[E304]: the function `{name}` cannot be compiled with this kernel
   3 |     X[idx] = {name}(X[idx])
     |              {"^" * len(name)} called here
   = note: {why}
   = help: write a plain function with `def` in a file, which comes along with the kernels that call it
1 error"""):
        cp.compile(scope["use"])


def test_an_error_in_a_helper(module):
    made = module("""
        def helper(x):
            return x + nothing

        # use : void (float* X)
        def use(X):
            X[idx] = helper(X[idx])
    """)
    path = made.use.__code__.co_filename
    with raises(cp.CompileError, f"""\
{path}:3:16: error[E301]: unknown name `nothing`
 --> {path}:7
   7 |     X[idx] = helper(X[idx])
     |              -------------- in `helper` with x = `float`, asked for here
 --> {path}:3
   3 |     return x + nothing
     |                ^^^^^^^ not defined here
   = help: assign `nothing` before it is used, make it a parameter, or define it as a constant at the top level of the module
1 error"""):
        cp.compile(made.use)


def test_a_global_wins_over_a_function_of_another_module(module):
    """A name means what CPython finds by it, whatever functions are compiled with the kernel."""
    made = module("""
        import types

        def make():
            def scale(x):
                return x * 100
            def min(x, y):
                return x
            return types.SimpleNamespace(scale=scale, min=min)

        other = make()
        scale = 3

        # use : void (int* A)
        def use(A):
            A[idx] = other.scale(A[idx]) + scale + other.min(7, 0) + min(5, 6)
    """)
    A = [1, 2]
    cp.compile(made.use)(2)(A)
    assert A == [100 + 3 + 7 + 5, 200 + 3 + 7 + 5]


def test_kernels_are_called_and_launched(module):
    made = module("""
        import cudapy as cp

        @cp.kernel
        def fill(X, at, value):
            X[at] = value

        # use : void (float* X)
        def use(X):
            fill(X, idx, idx * 0.5)
    """)
    X = [9.0] * 3
    made.fill(1)(X, 1, 2)
    assert X == [9.0, 2.0, 9.0]
    cp.compile(made.use)(3)(X)
    assert X == [0.0, 0.5, 1.0]
