"""The coarsened variant of a kernel computes what the kernel computes. The host runs both, so that no GPU is
needed."""

import os

import numpy as np
import pytest

import ahead_kernels
import coarsened_kernels
import uncoarsened_kernels
from cuda_on_host import Guarded, HostKernels, names_in, translate
from cudapy._simulate.dtypes import DTYPES
from cudapy._simulate.program import Program, signature_of
from coarsened_kernels import CASES
from oracle import compare
from test_pycu2cu import find_program

# What the letters of shapes stand for. Rows are multiples of the words that they are moved by, as launches
# see to.
SIZES = [
    {"n": 64, "r": 16, "c": 32, "k": 8, "m": 7, "N": 64, "R": 16},
    {"n": 23, "r": 5, "c": 12, "k": 4, "m": 3, "N": 24, "R": 8},
    {"n": 7, "r": 3, "c": 4, "k": 12, "m": 9, "N": 8, "R": 4},
]


def pycu2cu():
    """Returns the program that scripts/test names, or the one that was built here."""
    return os.environ.get("PYCU2CU") or find_program()


@pytest.fixture(scope="module", params=["int32", "int64"])
def kernels(request, tmp_path_factory):
    """The kernels of coarsened_kernels.py for the host, with coordinates of either width."""
    folder = tmp_path_factory.mktemp("coarsened")
    return HostKernels(
        translate(pycu2cu(), coarsened_kernels.__file__, folder, "--index", request.param), folder
    )


def arguments_for(name, sizes):
    """Returns numbers, and arrays of random elements. Integers among them are places in arrays of `n`
    elements."""
    kernel, given, _ = CASES[name]
    random = np.random.default_rng(sizes["n"])
    made = []
    for argument, (kind, rank) in zip(given, signature_of(kernel)[1], strict=True):
        if rank == 0:
            made.append(sizes.get(argument, argument))
            continue
        shape = [sizes[letter] if letter in sizes else int(letter) for letter in argument]
        dtype = np.dtype(DTYPES[kind])
        values = random.random(shape) if dtype.kind == "f" else random.integers(0, sizes["n"], shape)
        made.append(values.astype(dtype))
    return made


def launches_of(name, sizes):
    """Returns numbers of threads: as many as there are elements, and fewer; more for kernels that guard
    themselves."""
    kernel, _, over = CASES[name]
    more = 3 if over else 0
    if "idy" not in kernel.__code__.co_names:
        n = sizes["n"]
        return sorted({(each,) for each in (n + more, n, n - 1, n // 2 + 1, 4, 1)})
    c, r = sizes["c"], sizes["r"]
    return sorted(
        {(c + more, r + more), (c, r), (c - 1, r), (c, r - 1), (c // 2 + 1, r // 2 + 1), (4, 3), (1, 1)}
    )


def memory_after(kernels, symbol, threads, arguments, block):
    """Runs one variant of a kernel on copies of the arguments, where an array given twice stays one. Returns
    their memory."""
    copies = {id(each): Guarded(each) for each in arguments if isinstance(each, np.ndarray)}
    given = [copies[id(each)].array if id(each) in copies else each for each in arguments]
    assert kernels.run(symbol, threads, given, block), (
        f"{symbol} touches memory outside its arrays, or words that are not aligned"
    )
    return list(copies.values())


def check_same(kernels, name, threads, arguments):
    """Both variants leave the same bits in the arrays, and touch nothing next to them."""
    block = (8, 1) if len(threads) == 1 else (4, 2)
    alone = memory_after(kernels, name, threads, arguments, block)
    together = memory_after(kernels, name + "_coarsened", threads, arguments, block)
    for number, (expected, got) in enumerate(zip(alone, together)):
        assert np.array_equal(expected.bytes, got.bytes), (
            f"{name}_coarsened, {threads} threads: array {number} is\n{got.array}, of the plain kernel\n"
            f"{expected.array}"
        )


ALL = list(CASES)
ONLY_WHERE_ASKED_FOR = {"branches", "either_side"}
ONLY_ALONG_Y = {"and_a_column"}
USUAL = [name for name in ALL if name not in ONLY_WHERE_ASKED_FOR]


@pytest.mark.parametrize("name", USUAL)
def test_coarsened_kernel_computes_the_same(kernels, name):
    """The same bits, for launches that fill the coarsened threads and that do not."""
    coarsened = name + "_coarsened"
    assert coarsened in kernels.parameters, f"{name} has no coarsened variant"
    assert [kind for kind, _ in kernels.parameters[coarsened]] == [
        kind for kind, _ in kernels.parameters[name]
    ]
    for sizes in SIZES:
        arguments = arguments_for(name, sizes)
        for threads in launches_of(name, sizes):
            check_same(kernels, name, threads, arguments)


@pytest.fixture(scope="module", params=["2", "1,2", "2,2", "8", "8,4"])
def coarsened(request, tmp_path_factory):
    """The kernels with coarsening factors that somebody asked for."""
    folder = tmp_path_factory.mktemp("coarsened")
    kernels = HostKernels(
        translate(pycu2cu(), coarsened_kernels.__file__, folder, "--coarsen", request.param), folder
    )
    return request.param, kernels


# The kernels whose loops go along rows by words, also where each thread is left to itself.
BY_ROWS = {"byte_sums", "calls_loop", "nbody", "row_sums", "scaled_row_sums"}


@pytest.mark.parametrize("name", ALL)
def test_size_that_was_asked_for(coarsened, name):
    """The same bits with any factors. Rows of 8 elements are moved as vectors of 8 bytes or more."""
    size, kernels = coarsened
    has_y = "idy" in CASES[name][0].__code__.co_names
    is_coarsened = name + "_coarsened" in kernels.parameters
    expected = size == "1,2" if name in ONLY_ALONG_Y else size != "1,2" or has_y or name in BY_ROWS
    assert is_coarsened == expected
    if not is_coarsened:  # two threads along an axis that the kernel does not have are one
        return
    for sizes in [{**SIZES[0], "c": 32, "R": 16, "N": 64}, {**SIZES[1], "c": 16, "k": 8, "N": 24}]:
        arguments = arguments_for(name, sizes)
        for threads in launches_of(name, sizes):
            check_same(kernels, name, threads, arguments)


@pytest.mark.parametrize("name", ["saxpy", "guarded", "stores_twice", "swaps", "chooses"])
def test_same_array_twice(kernels, name):
    """A thread sees what it has stored itself, through either parameter."""
    *numbers, first, _ = arguments_for(name, SIZES[1])
    check_same(kernels, name, (len(first),), [*numbers, first, first])


@pytest.mark.parametrize("name", USUAL)
def test_coarsened_kernel_computes_what_python_computes(kernels, name):
    """CPython runs the kernel, which says what it means."""
    kernel, sizes = CASES[name][0], SIZES[1]
    arguments = arguments_for(name, sizes)
    functions = [kernel, *coarsened_kernels.HELPERS]
    threads = launches_of(name, sizes)[-1]
    got = memory_after(
        kernels, name + "_coarsened", threads, arguments, (8, 1) if len(threads) == 1 else (4, 2)
    )
    Program(functions).run(kernel, threads, arguments)
    expected = [each for each in arguments if isinstance(each, np.ndarray)]
    for number, (memory, want) in enumerate(zip(got, expected)):
        compare(memory.array, want, f"{name}: array {number}")


@pytest.fixture(scope="module")
def ahead(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ahead")
    text = translate(pycu2cu(), ahead_kernels.__file__, folder)
    return text, HostKernels(text, folder)


@pytest.mark.parametrize("name", ahead_kernels.NAMES)
@pytest.mark.parametrize("n", [1, 7, 8, 64, 1000, 1023])
@pytest.mark.parametrize("threads", [1, 8, 24, 2000])
def test_loads_ahead_change_no_result(ahead, name, n, threads):
    text, kernels = ahead
    assert text.count("_ahead[4]") == 4 and text.count("_ahead[8]") == 3
    arguments = ahead_kernels.arguments(name, n)
    wanted = min(n, threads) if name in ahead_kernels.BY_ELEMENT else threads
    for symbol in [name] + [name + "_no_alias"] * (name in ahead_kernels.RESTRICTED):
        *_, got = memory_after(kernels, symbol, (wanted,), arguments, (8, 1))
        assert np.array_equal(got.array[:wanted], ahead_kernels.expected(name, arguments)[:wanted])


def test_one_array_twice(ahead):
    """The plain variant is the one for it: a thread sees what it has stored in the iteration before."""
    X = np.arange(40, dtype=np.int32)
    *_, got = memory_after(ahead[1], "steps", (40,), [3, X, X], (8, 1))
    assert np.array_equal(got.array, X + 3)


def test_a_name_for_the_array_that_is_read(ahead):
    """An iteration reads what the iteration before has stored through another name."""
    X, Z = np.arange(16, dtype=np.int32) * 10, np.zeros(16, np.int32)
    got, _ = memory_after(ahead[1], "by_name", (1,), [1, X, X, Z], (1, 1))
    assert np.array_equal(got.array, np.arange(16))


def test_forms_for_different_arrays(ahead):
    """Only kernels that gain from it have one."""
    assert sorted(name for name in names_in(ahead[0]) if name.endswith("_no_alias")) == [
        name + "_no_alias" for name in ahead_kernels.RESTRICTED
    ]


@pytest.fixture(scope="module")
def names_alone(tmp_path_factory):
    """The names that uncoarsened_kernels.py becomes in CUDA C++."""
    return names_in(translate(pycu2cu(), uncoarsened_kernels.__file__, tmp_path_factory.mktemp("alone")))


@pytest.mark.parametrize("name", uncoarsened_kernels.KERNELS)
def test_kernel_runs_alone(names_alone, name):
    """Kernels whose threads work together or diverge are not coarsened."""
    assert name in names_alone and name + "_coarsened" not in names_alone
