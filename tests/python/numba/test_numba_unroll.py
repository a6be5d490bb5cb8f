"""Loops over the items of a tuple, each of which may have a type of its own."""

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import literal_unroll
from cudapy.cuda.misc import special

NUMBERS = (2, 2.5, 4)
PAIRS = ((1, 2.5), (3, 4))
LARGE = (2**60 + 1, 0.5)


def run(kernel, count, *arguments):
    out = np.zeros(count)
    kernel[1, 1](out, *arguments)
    return out.tolist()


@cuda.jit
def over_captured_numbers(out):
    i = 0
    for case in literal_unroll(NUMBERS):
        out[i] = case / 2
        i += 1
    for first, second in special.literal_unroll(((1, 2.5), (3, 4))):
        out[i] = first * 10 + second
        i += 1
    for case in cuda.literal_unroll(LARGE):
        kept = case
        out[i] = kept // 3 % 1000
        i += 1


def test_captured_tuples_of_numbers():
    assert run(over_captured_numbers, 7) == [1, 1.25, 2, 12.5, 34, (2**60 + 1) // 3 % 1000, 0]


@cuda.jit
def over_arrays(out, a, b, c):
    i = 0
    for case in literal_unroll((a, b, c)):
        out[i] = case.ndim * 10
        if case.ndim == 1:
            out[i] += case[0] / 2
        else:
            out[i] += case[1, 0] / 2
        i += 1


def test_arrays_of_several_types():
    a, b, c = np.int32([5]), np.float32([[1, 2], [3, 4]]), np.float64([0.25])
    assert run(over_arrays, 3, a, b, c) == [12.5, 21.5, 10.125]


@cuda.jit
def carries(out):
    total = 0
    for case in literal_unroll((2**53 + 1, 1, 0.5)):
        total += case
        out[1] = total
    out[0] = total
    last = 0.0
    out[2] = 7
    for number in literal_unroll((1, out[2], 3)):  # which is computed once
        out[2] = 100
        last = last * 10 + number
    out[3] = last


def test_what_one_round_leaves_to_the_next():
    total = float(2**53 + 1) + 1 + 0.5
    assert run(carries, 4) == [total, total, 100, 173]


@cuda.jit
def leaves(out, limit):
    for case in literal_unroll((1, 2.5, 4, 8)):
        if case == 2.5:
            continue
        if case > limit:
            break
        out[0] += case
    else:
        out[1] = 1
    for outer in literal_unroll((1, 0.5)):
        for inner in literal_unroll((2, 1.5)):
            out[2] = out[2] * 10 + outer * inner


@pytest.mark.parametrize("limit", [0, 4, 9])
def test_ways_out_of_a_loop(limit):
    expected = {0: 0, 4: 5, 9: 13}[limit]
    products = 0
    for outer in (1, 0.5):
        for inner in (2, 1.5):
            products = products * 10 + outer * inner
    assert run(leaves, 3, limit) == [expected, limit == 9, products]


@cuda.jit
def over_a_local(out, a):
    items = (a[0], 2.5, 3)
    i = 0
    for each in literal_unroll(items):
        items = (each, 0.5, 1)
        out[i] = items[0] // 2
        i += 1
    for each in literal_unroll((a[0] - 2,)):
        out[i] = each


def test_local_tuples():
    assert run(over_a_local, 4, np.int64([9])) == [4, 1, 1, 7]


@cuda.jit(device=True)
def added(a, scale):
    total = 0.0
    for each in literal_unroll((a, scale)):
        total += each
    return total


def test_functions_of_the_device():
    @cuda.jit
    def kernel(out):
        out[0] = added(1, 2.5)
        out[1] = added(np.float32(0.5), 3)

    assert run(kernel, 2) == [3.5, 3.5]


@cuda.jit
def reads_later(out):
    i = 0
    for case in literal_unroll(LARGE):
        kept = case
        out[i] = kept // 3 % 1000
        i += 1
    out[2] = kept


@cuda.jit
def one_round_more(out):
    kept = 0
    for case in literal_unroll(LARGE):
        kept = case
        out[0] += kept // 3 % 1000
    out[1] = kept


def test_values_that_are_read_in_the_loop_and_after_it():
    assert run(reads_later, 3) == [325, 0, 0.5]
    assert run(one_round_more, 2) == [325, 0.5]


def refused(kernel, *arguments):
    with pytest.raises(cuda.errors.TypingError) as error:
        run(kernel, 2, *arguments)
    lines = str(error.value).splitlines()
    return lines[0].partition(": ")[2], lines[-2].partition("help: ")[2]


def test_loops_that_are_refused():
    @cuda.jit
    def not_a_tuple(out, a):
        for each in literal_unroll(a):
            out[0] += each

    @cuda.jit
    def empty(out):
        for each in literal_unroll(()):
            out[0] += each

    @cuda.jit
    def several(out):
        for each in literal_unroll(NUMBERS, PAIRS):
            out[0] += each

    @cuda.jit
    def has_lambda(out):
        for each in literal_unroll(NUMBERS):
            double = lambda x: x + each  # noqa: E731
            out[0] += double(each)

    @cuda.jit
    def no_loop(out):
        out[0] = literal_unroll(NUMBERS)[0]

    def language(what):
        return f"error[E619]: {what} is not in the kernel language"

    of_what = (
        "give it a tuple that is written out, an argument, or a tuple of numbers from outside the function"
    )
    assert refused(not_a_tuple, np.zeros(2)) == (language("`literal_unroll` of `a`"), of_what)
    assert refused(empty) == (language("`literal_unroll` of an empty tuple"), "leave the loop out")
    assert refused(several) == (language("`literal_unroll` of anything but one tuple"), "give it one tuple")
    in_loop = language("a lambda in a loop over `literal_unroll`")
    assert refused(has_lambda) == (in_loop, "define it before the loop")
    outside = language("`literal_unroll` outside the head of a loop")
    assert refused(no_loop) == (outside, "loop over it")


def test_outside_kernels():
    with pytest.raises(RuntimeError, match="cuda.literal_unroll means something only inside a kernel"):
        literal_unroll(NUMBERS)
