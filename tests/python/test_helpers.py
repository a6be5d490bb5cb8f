"""Functions without signatures that come along with the kernels that call them: what cannot, and what is said
of it."""

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
    (
        "typed_in",
        "its source cannot be read: it was made by exec() or eval() from a string (<string>). Put the "
        "function in a file and import it, or define it in a notebook cell or IPython",
    ),
    (
        "made",
        "its source cannot be read: it was made by exec() or eval() from a string (<string>). Put the "
        "function in a file and import it, or define it in a notebook cell or IPython",
    ),
    ("gauss", "it is a method of an object, and kernels have no objects"),
    ("zeros", "it is written in C, and has no Python source"),
]


@pytest.mark.parametrize("name, reason", REFUSED)
def test_refused(tmp_path, name, reason):
    path = tmp_path / "kernel.py"
    path.write_text(f"# use : void (float* X)\ndef use(X):\n    X[idx] = {name}(X[idx])\n")
    scope = {name: globals()[name]}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    with raises(
        cp.CompileError,
        f"""\
{path}:3:14: error[E304]: the function `{name}` cannot be compiled with this kernel
   3 |     X[idx] = {name}(X[idx])
     |              {"^" * len(name)} called here
   = note: {reason}
   = help: write a plain function with `def` in a file, which comes along with the kernels that call it
1 error""",
    ):
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
    with raises(
        cp.CompileError,
        f"""\
{path}:3:16: error[E301]: unknown name `nothing`
 --> {path}:7
   7 |     X[idx] = helper(X[idx])
     |              -------------- in `helper` with x = `float`, asked for here
 --> {path}:3
   3 |     return x + nothing
     |                ^^^^^^^ not defined here
   = help: assign `nothing` before it is used, make it a parameter, or define it as a constant at the top level of the module
1 error""",  # noqa: E501
    ):
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


def test_a_malformed_signature_that_is_given(module):
    """What kernel() is given counts, also where a comment holds the same words."""
    made = module("""
        # gs : void (float* X, float a)
        def gs(X, a):
            X[idx] = a
    """)
    kernel = cp.kernel("float* X, float a")(made.gs)
    with raises(
        cp.CompileError,
        """\
sig:1:1: error[E208]: a function cannot return an array, here `float*`
   1 | float* X, float a
     | ^^^^^^ returned
   = help: take the array as a parameter, write its elements, and return `void`
sig:1:8: error[E201]: malformed signature: expected `(`, found `X`
   1 | float* X, float a
     |        ^ expected `(`
   = note: a signature is written `name : type (type name, type name)`
2 errors""",
    ):
        kernel(1)([1.0], 2.0)
    X = [1.0]
    cp.kernel("void (float* X, float a)")(made.gs)(1)(X, 2.0)
    assert X == [2.0]


def test_empty_signatures(module):
    made = module("def gs(X):\n    X[idx] = 1\n")
    with raises(
        ValueError,
        'compile: the signature of gs in sig is empty: write its types, such as "void (float*, int)", or '
        "leave sig out",
    ):
        cp.compile(made.gs, sig="")
    with raises(
        ValueError,
        'compile: the signature of gs in sig is empty: write its types, such as "void (float*, int)", or '
        "leave sig out",
    ):
        cp.compile(made.gs, sig={"gs": " "})
    with raises(
        ValueError,
        'kernel: the signature is empty: write the types, such as "void (float*, int)", or '
        "leave it out: @cp.kernel",
    ):
        cp.kernel("")(made.gs)


def test_a_signature_without_its_colon(module):
    made = module("# gs void (float* X)\ndef gs(X):\n    X[idx] = 1\n")
    path = made.gs.__code__.co_filename
    with raises(
        cp.CompileError,
        f"""\
{path}:1:3: error[E237]: the comment above `gs` is a signature but for its colon
   1 | # gs void (float* X)
     |   ^^^^^^^^^^^^^^^^^^ expected `:` after the name
   = note: a comment without the colon says nothing of types
   = help: write `# gs : void (float* X)`
1 error""",
    ):
        cp.compile(made.gs)
    X = [0.0]
    cp.compile(made.gs, sig="void (float*)")(1)(X)
    assert X == [1.0]


def test_partly_annotated_kernels(module):
    made = module("""
        import cudapy as cp

        def scale(X, by, n: cp.int32) -> None:
            if idx < n:
                X[idx] *= by

        def fill(X: cp.Array[cp.float32], value):
            X[idx] = helper(value)

        def helper(value: cp.float32):
            return value * 2
    """)
    scale, fill = cp.compile(made.scale), cp.compile(made.fill)
    X, A = [1.0, 2.0, 3.0], [1, 2, 3]
    scale(3)(X, 0.5, 2)
    scale(3)(A, 2, 3)
    assert (X, A) == ([0.5, 1.0, 3.0], [2, 4, 6])
    fill(2)(X, 7)
    assert X == [14.0, 14.0, 3.0]


def test_dtype_and_lists_for_arrays():
    import numpy as np

    for make in (
        lambda *a, **k: cp.zeros(*a, **k),
        lambda *a, **k: cp.empty(*a, **k),
        lambda shape, *a, **k: cp.full(shape, 0, *a, **k),
    ):
        for dtype in (np.float32, np.dtype("float32"), cp.float32, cp.Float):
            A = make([3, 4], dtype=dtype, target="cpu")
            assert (A.shape, A.dtype) == ((3, 4), np.float32)
    with raises(TypeError, "zeros: type and dtype are two names for one argument"):
        cp.zeros(3, cp.Float, dtype=cp.Float)
    with raises(
        TypeError, "full: the type of the elements is missing: write cp.full(shape, value, cp.float32)"
    ):
        cp.full(3, 1.0)
