"""Programs that change only the import of numba.cuda: what they import from numba itself means the same in
kernels, whether numba is there or modules that look like it. No kernel here needs a change."""

import importlib.util

import numba_like
import numpy as np
import pytest

from cudapy import cuda
from cudapy._compile.numba_objects import ours

# The folder of these tests is found by that name as well, and has no origin.
HAS_NUMBA = getattr(importlib.util.find_spec("numba"), "origin", None) is not None


@pytest.fixture(params=["like it", "itself"])
def run(request, monkeypatch, tmp_path):
    """Returns a function that runs a program, and gives its names."""
    if request.param == "itself" and not HAS_NUMBA:
        pytest.skip("numba is not here")
    if request.param == "like it":
        numba_like.install(monkeypatch)

    def made(text, **given):
        path = tmp_path / "program.py"
        path.write_text(text, encoding="utf-8")
        names = {"__name__": "program", "np": np, "cuda": cuda, **given}
        exec(compile(text, str(path), "exec"), names)
        return names

    return made


KINDS = {name: kind for name, kind in numba_like.NUMBERS.items() if not kind.startswith("complex")}


@pytest.mark.parametrize(
    "owner", ["numba", "numba.types", "nb", "nb.types", "types", "from numba", "from numba.types"]
)
def test_each_type_as_a_dtype_and_a_cast(run, owner):
    """A kernel with an array and a cast of each type of numbers, by whatever name the type is reached."""
    is_imported = owner.startswith("from")
    imports = (
        f"{owner} import {', '.join(KINDS)}"
        if is_imported
        else "import numba\nimport numba as nb\nfrom numba import types"
    )
    lines = [imports, "@cuda.jit", "def kernel(x, out):"]
    for i, (name, kind) in enumerate(KINDS.items()):
        written = name if is_imported else f"{owner}.{name}"
        lines += [f"    own{i} = cuda.local.array(1, {written})", f"    own{i}[0] = x[0]"]
        lines += [f"    out[{i}] = own{i}[0]", f"    out[{i} + {len(KINDS)}] = {written}(x[1])"]
    kernel = run("\n".join(lines))["kernel"]
    x, out = np.array([1.5, 300.75]), np.zeros(2 * len(KINDS))
    kernel[1, 1](x, out)
    expected = [float(np.dtype(kind).type(1.5)) for kind in KINDS.values()]
    integers = [
        float(np.array(300).astype(kind)) if "int" in kind else float(np.dtype(kind).type(300.75))
        for kind in KINDS.values()
    ]
    assert out.tolist() == expected + integers


SIGNATURES = {
    "numba.void(numba.float32[:], numba.int32)": "void(float32[:], int32)",
    "(numba.float32[::1], numba.types.int64)": "(float32[::1], int64)",
    "[(numba.float32[:], numba.int32)]": "[(float32[:], int32)]",
    "(numba.types.Array(numba.float32, 1, 'C'), numba.uint8)": "(float32[::1], uint8)",
    "(numba.from_dtype(pair)[:], numba.boolean)": "(from_dtype(pair)[:], boolean)",
    "(numba.from_dtype(pair)[::1], numba.types.UniTuple(numba.int64, 2))": (
        "(from_dtype(pair)[::1], types.UniTuple(int64, 2))"
    ),
}


@pytest.mark.parametrize("theirs, own", SIGNATURES.items())
def test_signatures(run, theirs, own):
    pair = np.dtype([("a", np.float32), ("b", np.int32)])
    text = f"import numba\nkernel = cuda.jit({theirs})(lambda: 0)"
    names = vars(cuda.types) | {
        "types": cuda.types,
        "from_dtype": cuda.numpy_support.from_dtype,
        "pair": pair,
    }
    wanted = cuda.jit(eval(own, names))(_does_nothing)
    kernel = run(text.replace("(lambda: 0)", "(does_nothing)"), does_nothing=_does_nothing, pair=pair)[
        "kernel"
    ]
    assert kernel.signatures == wanted.signatures and len(kernel.signatures) == 1


def _does_nothing(x, n):
    pass


COMPILED = """
import numba
from numba import float32, jit, njit, prange, vectorize


@njit
def doubled(a):
    return a * 2


@jit(nopython=True)
def of_doubled(a):
    return doubled(a) + 1


@njit(numba.int32(numba.float32))
def whole(a):
    return a * 1.5


@vectorize
def halved(a):
    return a / 2


@vectorize([float32(float32)])
def tenth(a):
    return a / 10


@njit
def summed(n):
    total = 0
    for i in prange(n):
        total += i
    return total


@njit
def at_once(x, i):
    numba.cuda.atomic.add(x, i, 1)


def capturing(f):
    @cuda.jit
    def kernel(x):
        x[0] = f(x[0])

    return kernel


@cuda.jit(device=True)
def applied(f, a):
    return f(a)


@njit
def body(x):
    x[cuda.grid(1)] = 4


functions = (doubled, of_doubled)
device = cuda.jit(device=True)(doubled)
again = cuda.jit(device, device=True)
captured = capturing(njit(lambda a: a + 5))
whole_kernel = cuda.jit(body)


@cuda.jit
def kernel(x, out):
    out[0] = of_doubled(x[0])
    out[1] = whole(x[0])
    out[2] = halved(x[0])
    out[3] = tenth(x[0])
    out[4] = summed(4)
    out[5] = functions[0](x[0]) + functions[-1](x[0])
    out[6] = applied(doubled, x[0])
    out[7] = device(x[0]) + again(x[0])
    at_once(out, 8)
"""


def test_functions_that_numba_compiles(run):
    names = run(COMPILED)
    out = np.zeros(9)
    names["kernel"][1, 1](np.float32([3.5]), out)
    assert out.tolist() == [8, 5, 1.75, float(np.float32(np.float32(3.5) / np.float32(10))), 6, 15, 7, 14, 1]
    x = np.zeros(2)
    names["captured"][1, 1](x)
    assert x.tolist() == [5, 0]
    names["whole_kernel"][1, 2](x)
    assert x.tolist() == [4, 4]


MODULE = """
import numba
import numba.cuda as ncuda
from numba.cuda import atomic, grid, shared, threadIdx
from numba.cuda.random import xoroshiro128p_uniform_float32


@cuda.jit
def kernel(states, x):
    i = numba.cuda.grid(1)
    tile = ncuda.shared.array(8, dtype=numba.float32)
    other = shared.array((2, 8), numba.types.float32)
    tile[i] = x[i]
    other[1, grid(1)] = 1
    numba.cuda.syncthreads()
    add = atomic.add
    x[i] = tile[7 - i] + other[1, threadIdx.x]
    numba.cuda.atomic.add(x, i, 1)
    atomic.max(x, 0, 100)
    y = xoroshiro128p_uniform_float32(states, i)
    if y < 0 or y >= 1:
        x[i] = -1
"""


def test_names_of_numba_cuda(run):
    kernel = run(MODULE.replace("    add = atomic.add\n", ""))["kernel"]
    x = np.arange(8, dtype=np.float32)
    kernel[1, 8](cuda.random.create_xoroshiro128p_states(8, seed=3), x)
    assert x.tolist() == [100, 8, 7, 6, 5, 4, 3, 2]


def test_each_name_of_numba_cuda(run):
    import sys

    run("import numba\nimport numba.cuda\n")
    theirs = sys.modules["numba.cuda"]
    assert ours(theirs) is cuda and ours(sys.modules["numba"].types) is cuda.types
    for name in numba_like.IN_KERNELS:
        assert ours(getattr(theirs, name)) is getattr(cuda, name), name
    assert ours(theirs.shared.array) is not theirs.shared.array
    assert ours(sys.modules["numba"].prange) is range


@pytest.mark.parametrize(
    "value", [np, np.float32, len, print, ours, object(), [1], "numba.float32", cuda, int, pytest]
)
def test_what_is_not_numbas(value):
    assert ours(value) is value


MORE = """
import numba
from numba import float32, vectorize

made = cuda.vectorize([float32(float32, float32)])(lambda a, b: a + b)
single = np.dtype("f4")


def turned(dtype):
    @cuda.jit
    def kernel(x):
        tile = cuda.shared.array(shape=8, dtype=dtype)
        i = cuda.grid(1)
        tile[i] = x[i]
        cuda.syncthreads()
        x[i] = tile[7 - i]

    return kernel


kernels = [turned(each) for each in (numba.float32, numba.types.float64, np.float32, single, cuda.float32)]


@cuda.jit
def wrong(x):
    x[0] = nothing
"""


def test_dtypes_of_closures_and_signatures_of_ufuncs(run):
    names = run(MORE)
    x = np.arange(8, dtype=np.float32)
    assert names["made"](x, x).tolist() == (x + x).tolist()
    for kernel in names["kernels"]:
        turned = x.copy()
        kernel[1, 8](turned)
        assert turned.tolist() == x[::-1].tolist()


@pytest.mark.skipif(not HAS_NUMBA, reason="numba is not here")
def test_errors_are_caught_by_numbas_classes():
    """A program that imported numba may name its classes, in handlers and in filters of warnings."""
    import pickle
    import warnings

    from numba.core import errors

    with pytest.raises(errors.TypingError) as error:
        cuda.jit(_wrong)[1, 1](np.zeros(1))
    assert isinstance(error.value, cuda.errors.TypingError) and "unknown name `nothing`" in str(error.value)
    again = pickle.loads(pickle.dumps(error.value))
    assert type(again) is cuda.errors.TypingError and str(again) == str(error.value)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", errors.NumbaInvalidConfigWarning)
        cuda.jit(_wrong, debug=True, opt=True)
    assert not caught


def _wrong(x):
    x[0] = nothing  # noqa: F821
