"""What numba takes in kernels and CudaPy does not: each program of the table in docs/numba.md, and what is
said of it."""

import pathlib

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float32, int32, libdevice, types

PAGE = pathlib.Path(__file__).parents[3] / "docs/numba.md"
BEGIN, END = "<!-- checked by tests/python/numba/test_numba_refused.py -->\n", "<!-- end -->\n"
X = np.arange(8, dtype=np.float32)


@cuda.jit
def own_atomics(x):
    own = cuda.local.array(4, int32)
    cuda.atomic.add(own, 0, 1)


@cuda.jit
def two_dynamic_arrays(x):
    a = cuda.shared.array(0, float32)
    b = cuda.shared.array(0, int32)
    a[0] = b[0]


@cuda.jit(device=True)
def counted(x):
    x[0] += 1
    return 1.0


@cuda.jit
def choice_with_effects(x):
    x[1] = cuda.selp(x[0] > 0, counted(x), 2.0)


@cuda.jit
def counter_of_two_types(x):
    i = 0.5
    for i in range(3):
        x[i] = i
    x[4] = i


@cuda.jit
def other_bits(x):
    y = x.view(np.int32)
    y[0] = 1


@cuda.jit
def array_into_a_part(x):
    x[:4] = x[4:]


@cuda.jit
def part_of_field(records):
    a = records.a[1:]
    a[0] = 1


@cuda.jit
def pairs_inside(records):
    records[0].pairs[1].a = 3


@cuda.jit
def records_swapped(records):
    tile = cuda.shared.array(2, PAIR_OF_NUMBERS)
    tile[0] = records[0]
    tile[0], tile[1] = tile[1], tile[0]


@cuda.jit
def calls_itself(x):
    def factorial(n):
        return 1 if n < 2 else n * factorial(n - 1)

    x[0] = factorial(4)


@cuda.jit
def called_after_a_change(x):
    n = 1

    def shifted(a):
        return a + n

    n = 2
    x[0] = shifted(1)


@cuda.jit
def none_or_a_number(x):
    y = None
    if x[0] > 0:
        y = 1.0
    if y is not None:
        x[1] = y


@cuda.jit
def dates_in_a_tuple(dates):
    both = (dates[0], dates[1])
    dates[2] = both[0]


@cuda.jit(device=True)
def set_whole(a):
    a[()] = 1


@cuda.jit
def no_dimension_passed_on(a):
    set_whole(a)


@cuda.jit
def rounded_sum(x):
    x[0] = libdevice.dadd_rd(1.0, 2.0)


def with_a_signature(*types_of):
    return cuda.jit(*types_of, device=True)(lambda a: a)


PAIR_OF_NUMBERS = np.dtype([("a", np.float32), ("b", np.int32)])
PAIR = np.zeros(4, PAIR_OF_NUMBERS)
PAIRS = np.zeros(4, [("pairs", PAIR_OF_NUMBERS, 3)])
DATES = np.zeros(3, "datetime64[s]")

# What a program has, the program, what is said, and what to write instead.
REFUSED = [
    (
        "atomics on a local array",
        lambda: own_atomics[1, 1](X),
        "`cuda.atomic.add` works on memory that threads share, and `own` is a local array",
        "`own[0] += 1`",
    ),
    (
        "two arrays of dynamic shared memory",
        lambda: two_dynamic_arrays[1, 1, 0, 64](X),
        "a second array of dynamic shared memory is not in the kernel language",
        "one array, and indices into it",
    ),
    (
        "`selp` of calls with effects",
        lambda: choice_with_effects[1, 1](X),
        "`cuda.selp` of values with effects is not in the kernel language",
        "`a if c else b`",
    ),
    (
        "a loop's counter that is read with a value of another type, from before the loop",
        lambda: counter_of_two_types[1, 1](X),
        "reading `i` as `int64` and as `float64` elsewhere is not in the kernel language",
        "another name",
    ),
    (
        "`a.view(dtype)` in a kernel",
        lambda: other_bits[1, 1](X),
        "`x.view`: there is no such attribute or method in a kernel",
        "`view` on the host, of the argument",
    ),
    (
        "an array for a part of another one, `a[:4] = b`",
        lambda: array_into_a_part[1, 1](X),
        "`x[:4]` is several elements, which cannot be assigned at once",
        "a loop",
    ),
    (
        "a slice of a field of all records, or of an array inside one",
        lambda: part_of_field[1, 1](PAIR),
        "a slice of a field of records is not in the kernel language",
        "`records[1:].a`, a loop",
    ),
    (
        "records of shared and local arrays among several targets",
        lambda: records_swapped[1, 1](PAIR),
        "a record among several targets is not in the kernel language",
        "an assignment for each field",
    ),
    (
        "a field that is an array of records",
        lambda: pairs_inside[1, 1](PAIRS),
        "field `pairs` of this record, whose type kernels do not have is not in the kernel language",
        'an array for each of their fields, `[("pairs_a", "f4", 3), ("pairs_b", "i4", 3)]`',
    ),
    (
        "dtypes whose fields overlap",
        lambda: part_of_field[1, 1](
            np.zeros(2, np.dtype({"names": ["a", "b"], "formats": ["i4", "f4"], "offsets": [0, 0]}))
        ),
        "cudapy.cuda has no records whose fields overlap",
        "another dtype, by `view` on the host",
    ),
    (
        "a function inside a kernel that calls itself",
        lambda: calls_itself[1, 1](X),
        "the function `factorial` calls itself",
        "a function outside of the kernel",
    ),
    (
        "its call after a name that it reads was given another value",
        lambda: called_after_a_change[1, 1](X),
        "`shifted` after another assignment of `n`, which it read where it was defined, is not in "
        "the kernel language",
        "an argument",
    ),
    (
        "a name that is None or a number",
        lambda: none_or_a_number[1, 1](X),
        "kernels have no `None`",
        "a number that stands for None, or a bool",
    ),
    (
        "dates in tuples",
        lambda: dates_in_a_tuple[1, 1](DATES),
        "`dates[0]`, a `datetime64[s]`, in a tuple is not in the kernel language",
        "arguments of their own",
    ),
    (
        "units of several, `timedelta64[25s]`",
        lambda: own_atomics[1, 1](np.zeros(1, "timedelta64[25s]")),
        "own_atomics: parameter x: kernels have no timedelta64[25s], which counts several of a unit",
        "`astype` on the host",
    ),
    (
        "an array of no dimension as an argument of a device function",
        lambda: no_dimension_passed_on[1, 1](np.zeros(())),
        "an array of no dimension used as a whole is not in the kernel language",
        "an array of one element",
    ),
    (
        "arrays of strings",
        lambda: own_atomics[1, 1](np.array(["a", "b"])),
        "own_atomics: parameter x: an array of elements of the format '1w' is not supported yet",
        "numbers that stand for them",
    ),
    (
        "dates in the signature of a device function",
        lambda: with_a_signature(types.NPTimedelta("s")(types.NPTimedelta("s"))),
        "<lambda>: cudapy.cuda has no device functions with timedelta64[s] in their signature yet",
        "no signature",
    ),
    (
        "tuples in one of several signatures of a device function, or without the type of the result",
        lambda: with_a_signature((types.UniTuple(int32, 2),)),
        "<lambda>: cudapy.cuda has no device functions with tuples in their signature yet",
        "one signature, `float32(UniTuple(float32, 2))`, or none",
    ),
    (
        "functions of `libdevice` that round sums and products in a direction",
        lambda: rounded_sum[1, 1](X),
        "kernels cannot use the module `cudapy.cuda.libdevice`",
        "CUDA C++, by `declare_device`",
    ),
    (
        "`cuda.jit(link=…)`",
        lambda: cuda.jit(link=["a.cu"]),
        "cudapy.cuda has no jit(link=...) yet",
        "`cuda.declare_device`",
    ),
]


def table():
    rows = "".join(f"| {what} | {instead} |\n" for what, _, _, instead in REFUSED)
    return f"| What a program has | What to write |\n|---|---|\n{rows}"


@pytest.mark.parametrize("what, run, said, instead", REFUSED, ids=[each[0] for each in REFUSED])
def test_programs(what, run, said, instead):
    with pytest.raises((cuda.errors.TypingError, NotImplementedError, TypeError)) as error:
        run()
    first = str(error.value).splitlines()[0]
    assert said in first and (first.startswith(said) or "error[E" in first)


def test_the_page_has_the_table():
    page = PAGE.read_text(encoding="utf-8")
    assert page[page.index(BEGIN) + len(BEGIN) : page.index(END)].strip() == table().strip()
