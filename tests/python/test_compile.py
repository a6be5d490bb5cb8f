"""compile() and @cp.kernel: what they take, find, and say."""

import enum
import functools
import gc
import os
import subprocess
import sys
import textwrap
import types
import weakref

import cudapy as cp
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


def module_from(tmp_path, text, name="made"):
    """A module written to a file and imported, as a user's is."""
    path = tmp_path / f"{name}.py"
    path.write_text(textwrap.dedent(text))
    module = types.ModuleType(name)
    exec(compile(path.read_text(), str(path), "exec"), module.__dict__)
    return module


def run(call, n, *arguments):
    call(n)(*arguments)
    return arguments[-1]


def test_one_function(target):
    call = cp.compile(kernels.saxpy, target=target)
    assert run(call, 2, 2.0, [1.0, 2.0], [1.0, 1.0]) == [3.0, 5.0]
    assert (call.name, call.__name__, call.target) == ("saxpy", "saxpy", target)
    assert call.signature == "saxpy : void (float alpha, float* X, float* Y)"
    assert call.parameters == (("alpha", cp.Float), ("X", cp.Pointer(cp.Float)), ("Y", cp.Pointer(cp.Float)))
    assert call.__doc__ == "Y = alpha * X + Y."
    assert call.__wrapped__ is kernels.saxpy
    assert repr(call) == f"<kernel saxpy for {target}>"
    assert call.diagnostics == []
    assert os.path.exists(call.path)


def test_several_kernels_by_name(target):
    call = cp.compile([kernels.saxpy, kernels.fill], target=target)
    assert run(call.fill, 1, 7, [0]) == [7]
    assert run(call.saxpy, 1, 1.0, [1.0], [1.0]) == [2.0]
    assert list(call.kernels) == ["saxpy", "fill"]
    assert call.fill.signature == "fill : void (int value, int* A)"
    with raises(AttributeError, "'cudapy.Kernel' object has no attribute 'missing'"):
        call.missing


def test_helpers_given_or_found(target):
    assert run(cp.compile([kernels.doubled, kernels.twice], target=target), 1, [2.0], [0.0]) == [4.0]
    assert run(cp.compile(kernels.doubled, target=target), 1, [2.0], [0.0]) == [4.0]
    with raises(
        TypeError,
        "compile: twice is not a kernel, because it does not return void, or changes a struct that it is "
        "given; put the kernel first: compile([kernel, twice])",
    ):
        cp.compile([kernels.twice, kernels.doubled], target=target)


def test_helpers_are_found_through_helpers(tmp_path, target):
    made = module_from(
        tmp_path,
        """
        # inner : int (int x)
        def inner(x):
            return x + 1

        # outer : int (int x)
        def outer(x):
            return inner(x) * 2

        # top : void (int* A)
        def top(A):
            A[idx] = outer(A[idx])
        """,
    )
    assert run(cp.compile(made.top, target=target), 2, [1, 2]) == [4, 6]


def test_decorators(target):
    for kernel in (kernels.decorated, kernels.signed_by_decorator, kernels.annotated):
        assert isinstance(kernel, cp.Kernel) and isinstance(kernel.__wrapped__, types.FunctionType)
    assert (kernels.decorated.__name__, kernels.decorated.__doc__) == ("decorated", "Adds one.")
    if not os.environ.get("CUDAPY_TARGET"):
        pytest.skip("the target is not chosen")
    assert run(kernels.decorated, 2, [1, 2]) == [2, 3]
    assert repr(kernels.decorated) == f"<kernel decorated for {target}>"
    assert run(kernels.signed_by_decorator, 1, [1]) == [3]
    assert run(kernels.annotated, 1, 9, [1]) == [9]
    assert kernels.annotated.signature == "annotated : void (int value, int* A)"
    assert run(cp.compile([kernels.signed_by_decorator], target=target), 1, [5]) == [7]


def test_decorated_and_not_compiled_yet(tmp_path):
    made = module_from(
        tmp_path,
        """
        import cudapy as cp

        @cp.kernel(target="cpu")
        # later : void (int* A)
        def later(A):
            A[idx] = 1
        """,
    )
    assert repr(made.later) == "<kernel later, not compiled yet>"
    assert made.later.target == "cpu"
    assert repr(made.later) == "<kernel later for cpu>"


def test_sig(tmp_path, target):
    made = module_from(
        tmp_path,
        """
        def bare(A, x):
            A[idx] = helper(x)

        def helper(x):
            return x + x
        """,
    )
    call = cp.compile(
        [made.bare, made.helper], sig={"bare": "void (int*, int)", "helper": "int (int)"}, target=target
    )
    assert call.signature == "bare : void (int* A, int x)"
    A = [0]
    call(1)(A, 4)
    assert A == [8]
    assert (
        cp.compile(kernels.fill, sig="void (int value, int* A)", target=target).signature
        == "fill : void (int value, int* A)"
    )
    with raises(ValueError, "compile: sig names 'other', which is none of the functions: fill"):
        cp.compile(kernels.fill, sig={"other": "void ()"})
    with raises(
        TypeError, "compile: sig must be a string, a dict of strings by function name, or None, got int 3"
    ):
        cp.compile(kernels.fill, sig=3)


class Color(enum.Enum):
    RED = 5


class Level(enum.IntEnum):
    HIGH = 7


NAMESPACE = types.SimpleNamespace(N=9)
NUMPY_SCALAR = np.float64(0.5)


# constants : void (int* A, double* D)
def constants(A, D):
    A[0] = SHIFT
    A[1] = NAMESPACE.N
    A[2] = Color.RED
    A[3] = Level.HIGH
    D[0] = NUMPY_SCALAR * 3


SHIFT = 2


def test_constants_are_captured_when_compiled(target):
    global SHIFT
    call = cp.compile(constants, target=target)
    SHIFT = 98765
    try:
        A, D = [0] * 4, [0.0]
        call(1)(A, D)
        assert (A[:2], A[3], D) == ([2, 9], 7, [1.5])
        assert A[2] == 5
        assert "98765" not in call.cuda_source and "98765" not in call.cpu_source
    finally:
        SHIFT = 2


def make_adder(amount):
    # adder : void (int* A)
    def adder(A):
        A[idx] = A[idx] + amount

    return adder


def test_closures(target):
    three, four = cp.compile(make_adder(3), target=target), cp.compile(make_adder(4), target=target)
    assert (run(three, 1, [1]), run(four, 1, [1])) == ([4], [5])


def test_sources_and_debug(tmp_path, monkeypatch, target):
    monkeypatch.chdir(tmp_path)
    call = cp.compile(kernels.fill, target=target, debug=True)
    assert "__global__" in call.cuda_source and "#line" not in call.cuda_source
    assert "__global__" not in call.cpu_source
    written = sorted(os.listdir())
    assert written == (["fill.cpp", "fill.cu"] if target == "cpu" else ["fill.cu"])
    assert (tmp_path / "fill.cu").read_text() == call.cuda_source


def test_mistakes(tmp_path):
    made = module_from(
        tmp_path,
        """
        # bad : void (int* A)
        def bad(A):
            A[idx] = missing
        """,
    )
    path = tmp_path / "made.py"
    with pytest.raises(cp.CompileError) as caught:
        cp.compile(made.bad, target="cpu")
    assert str(caught.value) == (
        f"{path}:4:14: error[E301]: unknown name `missing`\n   4 |     A[idx] = missing\n"
        "     |              ^^^^^^^ not defined here\n"
        "   = help: assign `missing` before it is used, make it a parameter, or define it as a constant at "
        "the top level of the module\n1 error"
    )
    (diagnostic,) = caught.value.diagnostics
    assert {key: diagnostic[key] for key in ("code", "name", "severity", "line", "column", "file")} == {
        "code": "E301",
        "name": "unknown-name",
        "severity": "error",
        "line": 4,
        "column": 14,
        "file": str(path),
    }


def method_holder():
    class Holder:
        def method(self):
            pass

    return Holder().method


async def asynchronous():
    pass


def generator():
    yield 1


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (len, "compile: len is a built-in function: it has no Python source to translate"),
        (int, "compile: int is a class: a kernel is a function"),
        (
            method_holder(),
            "compile: method_holder.<locals>.Holder.method is a method: a kernel is a function that is not "
            "bound to an object",
        ),
        (lambda: 0, "compile: a lambda has no name and no signature: write a function with def"),
        (asynchronous, "compile: asynchronous is an async function: kernels do not wait"),
        (generator, "compile: generator is a generator: kernels do not yield"),
        ("saxpy", "compile: expected a Python function, got str 'saxpy'"),
        (functools.partial(kernels.saxpy), None),
        ([], "compile: expected a function or a list of functions, got an empty list"),
    ],
)
def test_what_is_no_function(given, text):
    if text is None:
        with pytest.raises(TypeError):
            cp.compile(given)
    else:
        with raises(TypeError, text):
            cp.compile(given)


def test_two_functions_of_one_name():
    with raises(
        ValueError,
        "compile: two of the functions are named fill: functions compiled together need names of their own",
    ):
        cp.compile([kernels.fill, kernels.fill])


def test_options_that_are_refused():
    with raises(
        ValueError,
        'compile: target must be "cuda", "cuda:1" and so on, a GPU\'s number, "cpu" or None, got str \'gpu\'',
    ):
        cp.compile(kernels.fill, target="gpu")
    with raises(ValueError, "compile: index must be cp.int32, cp.int64 or None, got int 64"):
        cp.compile(kernels.fill, target="cpu", index=64)


def test_index64(target):
    call = cp.compile(kernels.fill, target=target, index=cp.int64)
    assert run(call, 2, 3, [0, 0]) == [3, 3]
    assert "int64_t" in call.cuda_source or "long long" in call.cuda_source


def test_functions_without_a_source():
    namespace = {}
    exec("def made(A):\n    A[idx] = 1\n", namespace)
    with raises(
        cp.SourceError,
        "made: its source cannot be read: it was made by exec() or eval() from a string (<string>). Put the "
        "function in a file and import it, or define it in a notebook cell or IPython",
    ):
        cp.compile(namespace["made"])
    code = compile("def typed(A):\n    A[idx] = 1\n", "<stdin>", "exec")
    exec(code, namespace)
    with raises(
        cp.SourceError,
        "typed: its source cannot be read: it came from standard input, and is not in the history of "
        "a prompt. Put the function in a file and import it, or define it in a notebook cell or IPython",
    ):
        cp.compile(namespace["typed"])


def test_a_file_that_changed(tmp_path):
    made = module_from(tmp_path, "# f : void (int* A)\ndef f(A):\n    A[idx] = 1\n")
    path = tmp_path / "made.py"
    path.write_text("x = 1\ny = 2\nz = 3\n")
    with raises(
        cp.SourceError,
        f"f: line 2 of {path} does not define it: the file changed after it was imported, or the function "
        "was renamed; import it again",
    ):
        cp.compile(made.f)


def test_notebook_cells(target):
    """What Jupyter does: the cell's text is in linecache under a name of its own."""
    import linecache

    text = "# celled : void (int* A)\ndef celled(A):\n    A[idx] = 11\n"
    name = "<ipython-input-1-abc>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace = {}
    exec(compile(text, name, "exec"), namespace)
    assert run(cp.compile(namespace["celled"], target=target), 1, [0]) == [11]


def test_predefined_names_outside_kernels():
    text = "{} has a value only inside a kernel: compile the function with cudapy.compile and launch it"
    with raises(cp.Error, text.format("idx")):
        cp.idx + 1
    with raises(cp.Error, text.format("idy")):
        [1][cp.idy]
    with raises(cp.Error, text.format("idz")):
        cp.idz < 3
    with raises(cp.Error, text.format("threadIdx")):
        cp.threadIdx.x
    with raises(AttributeError, "cudapy.blockDim has no attribute 'w'"):
        cp.blockDim.w
    assert repr(cp.warpSize) == "<cudapy.warpSize, known inside kernels>"


def test_kernels_are_collected():
    call = cp.compile(kernels.fill, target="cpu")
    call.itself = call
    gone = weakref.ref(call)
    del call
    gc.collect()
    assert gone() is None


def test_import_is_quick_and_light():
    # Only what the import itself brings in: a machine's own site files may have imported some of these
    # before.
    code = (
        "import sys; before = set(sys.modules); import cudapy; new = set(sys.modules) - before; "
        "print(sorted(m for m in ('inspect', 'numpy', 'ast', 'json', 'argparse') if m in new))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


def test_a_path_that_is_not_utf_8(tmp_path):
    path = os.fsencode(tmp_path) + b"/bad\xff.py"
    with open(path, "w") as file:
        file.write("""import cudapy as cp
# up : void (float* X)
def up(X):
    X[idx] += 1
# wrong : void (float* X)
def wrong(X):
    X[idx] += "a"
X = [1.0]
cp.compile(up, target="cpu")(1)(X)
print(X)
try:
    cp.compile(wrong)
except cp.CompileError as error:
    print(str(error).splitlines()[0])
""")
    done = subprocess.run([sys.executable, path], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (
        f"[2.0]\n{tmp_path}/bad\\udcff.py:7:15: error[E604]: kernels have no strings\n",
        "",
    )
