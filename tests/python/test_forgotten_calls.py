"""A launch that is made and dropped without its arguments did nothing: `call(8)` for `call(8)(X)`. A warning
says so, with the line. One that is kept and called, or asked something, says nothing."""

import subprocess
import sys
import warnings

import cudapy as cp
import pytest
from cudapy import cuda

np = pytest.importorskip("numpy")

HERE = __file__


# double_up : void (float* X)
def double_up(X):
    X[idx] *= 2


# by_axes : void (float* X)
def by_axes(X):
    X[(idz * 2 + idy) * 2 + idx] *= 2


# add_lists : void (float** rows)
def add_lists(rows):
    rows[idx][0] += 1


# sized : void (float* X)
def sized(X):
    s = shared(float)
    s[threadIdx.x] = X[idx]
    X[idx] = s[threadIdx.x] * 2


@cp.kernel
def any_type(X):
    X[idx] *= 2


@cuda.jit
def by_grid(X):
    i = cuda.grid(1)
    if i < len(X):
        X[i] *= 2


SCALE = """
template <typename T> __global__ void scale(T* X) { X[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
"""


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile([double_up, by_axes, add_lists, sized], target=target)


X = np.ones(8, np.float32)

# How a launch begins, as a program writes it; how the warning writes it; its arguments
BEGINNINGS = {
    "threads": ("calls.double_up(8)", "double_up(8)", X),
    "two axes": ("calls.by_axes(2, 2)", "by_axes(2, 2)", X),
    "a tuple": ("calls.by_axes((2, 2, 2))", "by_axes(2, 2, 2)", X),
    "a block": ("calls.double_up(8, block=4)", "double_up(8)", X),
    "shared": ("calls.sized(8, block=4, shared=4)", "sized(8)", X),
    "over": ("calls.double_up.over(X)", "double_up(8)", X),
    "lists": ("calls.add_lists(2)", "add_lists(2)", [[1.0], [2.0]]),
    "decorated": ("any_type(8)", "any_type(8)", X),
    "decorated, over": ("any_type.over(X)", "any_type(8)", X),
    "numba": ("by_grid[1, 32]", "by_grid[1, 32]", X),
    "numba, axes": ("by_grid[(1, 1), (8, 2)]", "by_grid[1, (8, 2, 1)]", X),
    "numba, stream": ("by_grid[1, 32, 0, 16]", "by_grid[1, 32]", X),
    "numba, configure": ("by_grid.configure(1, 32)", "by_grid[1, 32]", X),
    "numba, forall": ("by_grid.forall(8)", "by_grid[1, 256]", X),
}
each_beginning = pytest.mark.parametrize("code, begun, argument", BEGINNINGS.values(), ids=BEGINNINGS)


def told(begun):
    return f"{begun}: nothing was launched, since the arguments are missing: write {begun}(arguments)"


def warned(code, names):
    """Runs the statements of the code, one after the other, and returns what each of them warns of."""
    found = []
    for number, line in enumerate(code.splitlines()):
        with warnings.catch_warnings(record=True) as each:
            warnings.simplefilter("always")
            exec(compile(line, HERE, "exec"), names)
        found += [(number, str(one.message)) for one in each if one.category is RuntimeWarning]
        assert all(one.filename == HERE for one in each if one.category is RuntimeWarning)
    return found


@pytest.fixture
def names(calls):
    return {"calls": calls, "X": X, "any_type": any_type, "by_grid": by_grid}


@each_beginning
def test_a_dropped_launch_is_told_of(names, code, begun, argument):
    """The first time, and after launches that were called; where it is a statement, and where a name goes."""
    names["argument"] = argument
    program = (
        f"{code}\n{code}\n{code}(argument)\n{code}\nkept = {code}\nkept = None\ndef f():\n{code}(argument)"
    ).replace("def f():", f"def f(): g = {code}\nf()")
    assert warned(program, names) == [(line, told(begun)) for line in (0, 1, 3, 5, 7)]


@each_beginning
def test_a_launch_that_is_called_says_nothing(names, code, begun, argument):
    """Kept or not, however often it is called, asked for again meanwhile, or asked for anything."""
    names["argument"] = argument
    program = (
        f"kept = {code}\n"
        + f"kept(argument)\n{code}(argument)\n" * 2
        + "kept = None\n"
        + f"{code}(argument)\n" * 2
    )
    assert warned(program, names) == []
    for attribute in ("griddim", "blockdim") if "by_grid" in code else ("explain",):
        assert warned(f"{code}.{attribute}", names) == []


@each_beginning
def test_an_exception_that_comes_between_says_nothing(names, code, begun, argument):
    def fails():
        raise KeyError("between")

    def wrong():
        with pytest.raises(KeyError):
            eval(f"{code}(fails())", names)
        with pytest.raises(TypeError):
            eval(f"{code}(argument, 1, 2, 3)", names)

    names |= {"fails": fails, "argument": argument, "wrong": wrong}
    assert warned(f"wrong()\n{code}(argument)\nwrong()\n{code}(argument)", names) == []


def test_a_template_of_cuda(target):
    if target == "cpu":
        pytest.skip("only GPUs run CUDA C++")
    scale = cp.cuda_source(SCALE, target=target).scale
    assert warned("scale(8)\nscale(8)(X)\nscale(8)", {"scale": scale, "X": X.copy()}) == [
        (0, told("scale(8)")),
        (2, told("scale(8)")),
    ]


def test_as_an_error_it_is_told_of_and_cannot_be_caught(calls):
    """A launch that goes cannot raise: as for files that nobody closes, the error is printed."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hook, seen = sys.unraisablehook, []
        sys.unraisablehook = lambda raised: seen.append(str(raised.exc_value))
        try:
            calls.double_up(8)
        finally:
            sys.unraisablehook = hook
    assert seen == [told("double_up(8)")]


def test_nothing_is_told_when_python_ends(tmp_path, target):
    """A launch that a module keeps to the end is no mistake that a line shows."""
    program = tmp_path / "program.py"
    program.write_text(
        "import cudapy as cp\nfrom cudapy import idx\n\n\n# set_one : void (int* X)\ndef set_one(X):\n"
        f"    X[idx] = 1\n\n\ncall = cp.compile(set_one, target={target!r})\nkept = call(8)\n"
        "call.mine = call(9)\ncall(10)\n"
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True)
    assert done.stderr == f"{program}:13: RuntimeWarning: {told('set_one(10)')}\n  call(10)\n"
