"""Functions that take any number of arguments, and calls with the items of tuples: CPython says what they
give."""

import numpy as np
import pytest

from cudapy import cuda

OFFSETS = (3, 5)


@cuda.jit(device=True)
def first_and_count(first, *rest):
    return first * 10 + len(rest)


@cuda.jit(device=True)
def combined(*values):
    if len(values) == 0:
        return -1
    elif len(values) == 1:
        return values[0]
    elif len(values) == 2:
        return values[0] * 2 + values[-1]
    a, b, c = values
    return a + 10 * b + 100 * c


@cuda.jit(device=True)
def applied(function, *arguments):
    return function(*arguments)


@cuda.jit(device=True)
def passed_on(*arguments):
    return combined(*arguments) + first_and_count(*arguments)


def ran(function, count, *arguments):
    """Returns what a kernel wrote that was given the list of results and the arguments."""
    out = np.zeros(count, np.int64)
    cuda.jit(function)[1, 1](out, *arguments)
    return out.tolist()


def test_each_number_of_arguments_has_its_version():
    def kernel(out):
        out[0] = combined()
        out[1] = combined(7)
        out[2] = combined(7, 3)
        out[3] = combined(1, 2, 3)
        out[4] = first_and_count(4)
        out[5] = first_and_count(4, 1, 1)

    f, g = combined.py_func, first_and_count.py_func
    assert ran(kernel, 6) == [f(), f(7), f(7, 3), f(1, 2, 3), g(4), g(4, 1, 1)]


def test_arguments_have_types_of_their_own():
    @cuda.jit(device=True)
    def filled(*things):
        things[0][0] = things[1] + things[2]
        return things[2]

    @cuda.jit
    def kernel(a, b):
        b[0] = filled(a, 2, 1.25)
        b[1] = filled(b[2:], np.int32(7), 0.5)

    a, b = np.zeros(2, np.float32), np.zeros(3)
    kernel[1, 1](a, b)
    assert a.tolist() == [3.25, 0.0] and b.tolist() == [1.25, 0.5, 7.5]


def test_functions_and_arguments_travel_through():
    def kernel(out, x):
        by = x

        def scaled(a, b=4):
            return a * by + b

        out[0] = applied(scaled, 3)
        out[1] = applied(scaled, 3, 5)
        out[2] = applied(combined, 1, 2, 3)
        out[3] = passed_on(6, 7)

    def scaled(a, b=4):
        return a * 9 + b

    f, g = combined.py_func, first_and_count.py_func
    assert ran(kernel, 4, 9) == [scaled(3), scaled(3, 5), f(1, 2, 3), f(6, 7) + g(6, 7)]


def test_tuples_are_spread():
    def kernel(out, pair):
        own = (4, out[0] + 2)
        out[0] = combined(*own)
        out[1] = combined(8, *OFFSETS)
        out[2] = combined(*pair)
        out[3] = max(*own)
        out[4] = combined(*(1, 2), 3)
        out[5] = combined(*pair, *())
        out[6] = combined(out[0] + 1, *out.shape)
        out[7] = combined(*own[::-1])
        out[8] = combined(*(own + OFFSETS[1:]))

    f = combined.py_func
    own = (4, 2)
    expected = [
        f(*own),
        f(8, *OFFSETS),
        f(5, 6),
        max(*own),
        f(1, 2, 3),
        f(5, 6),
        f(f(*own) + 1, 9),
        f(2, 4),
        f(4, 2, 5),
    ]
    assert ran(kernel, 9, (5, 6)) == expected


@cuda.jit(device=True)
def pair(out):
    return cuda.atomic.add(out, 3, 1), out[3] * 10


def test_a_tuple_that_a_call_gives_is_made_once():
    def kernel(out):
        out[0] = combined(*pair(out))
        out[1] = combined(5, *pair(out))
        out[2] = combined(*pair(out)) + combined(*pair(out), 7)

    f = combined.py_func
    assert ran(kernel, 4) == [f(0, 10), f(5, 1, 20), f(2, 30) + f(3, 40, 7), 4]


def test_inner_functions_take_any_number():
    def kernel(out):
        def total(*values):
            if len(values) == 1:
                return values[0]
            return values[0] + values[1]

        out[0] = total(3) + 100 * total(3, 4)

    assert ran(kernel, 1) == [703]


def test_kernels_take_any_number():
    @cuda.jit
    def kernel(out, *values):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = combined(*values) + len(values) * 1000

    for values in ((), (4,), (4, 5), (4, 5, 6)):
        out = np.zeros(2, np.int64)
        kernel[1, 4](out, *values)
        assert out.tolist() == [combined.py_func(*values) + len(values) * 1000] * 2


@cuda.jit(device=True)
def own_len(*rest):
    len = lambda x: 77  # noqa: E731, A001
    return len(rest)


@cuda.jit(device=True)
def given_len(len, *rest):  # noqa: A002
    return len * 10 + rest[0]


def test_len_may_be_another_name():
    def kernel(out):
        out[0] = given_len(5, 6)
        out[1] = own_len(5, 6)

    assert ran(kernel, 2) == [given_len.py_func(5, 6), own_len.py_func(5, 6)]


@cuda.jit(device=True)
def two(x):
    return x, x + 1


@cuda.jit(device=True)
def added(a, b):
    return a + b


@cuda.jit(device=True)
def added_two(x):
    return added(*two(x))


def test_the_result_of_a_call_with_a_spread_call_is_a_value_as_any():
    def kernel(out):
        x = added(*two(3))
        x += added(*two(x))
        out[0] = x
        out[1] = added_two(5)

    assert ran(kernel, 2) == [7 + 15, 11]


@cuda.jit(device=True)
def by_number(x, *rest):
    if x > 5:
        return 1
    elif len(rest) == 1:
        return 2
    return never(x, 3)


@cuda.jit(device=True)
def never(x, y):
    return x * y


def test_a_known_condition_behind_one_that_is_not():
    def kernel(out):
        out[0] = by_number(out[1], 1)
        out[1] = by_number(7, 1)

    assert ran(kernel, 2) == [2, 1]


def refused(function, *arguments):
    out = np.zeros(2)
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(function)[1, 1](out, *arguments)
    return [each["message"] for each in error.value.diagnostics]


def test_what_is_refused():
    def assigned(out):
        def f(*values):
            values = (1, 2)
            return values[0]

        out[0] = f(1)

    def of_a_call_behind_another(out):
        out[0] = combined(cuda.atomic.add(out, 0, 1), *pair(out))

    def of_nothing(out):
        out[0] = combined(*nowhere)  # noqa: F821

    def of_a_number(out, x):
        out[0] = combined(*x)

    def of_an_array(out):
        out[0] = combined(*out)

    def with_keywords(out):
        out[0] = first_and_count(1, rest_0=2)

    def with_too_few(out):
        out[0] = first_and_count()

    def outside(out):
        def f(*values):
            return values[2]

        out[0] = f(1, 2)

    def in_a_lambda(out):
        def f(*values):
            g = lambda x: x + values[0]  # noqa: E731
            return g(1)

        out[0] = f(1)

    def into_an_item(out):
        def f(*values):
            values[0] = 4
            return values[0]

        out[0] = f(1)

    def into_an_item_of_a_loop(out):
        def f(*values):
            for values[0], _ in ((1, 2), (3, 4)):
                pass
            return values[0]

        out[0] = f(1)

    def by_keyword_only(out):
        f = lambda *, a: a  # noqa: E731
        out[0] = f(1)

    assert refused(assigned) == ["an assignment to a parameter that is a tuple is not in the kernel language"]
    assert refused(of_a_call_behind_another) == [
        "kernels cannot unpack with `*` here, after an argument that is computed"
    ]
    assert refused(of_nothing) == ["unknown name `nowhere`"]
    assert refused(of_a_number, 3) == ["kernels cannot unpack with `*` what is not a tuple"]
    assert refused(of_an_array) == ["kernels cannot unpack with `*` what is not a tuple"]
    assert refused(with_keywords) == ["`first_and_count` has no parameter `rest_0`"]
    assert refused(with_too_few) == ["`first_and_count` takes 1 argument, but 0 are given"]
    assert refused(outside) == ["`(values)` is a `(int64, int64)`, which has 2 parts"]
    assert refused(in_a_lambda) == [
        "a lambda that reads a parameter that is a tuple is not in the kernel language"
    ]
    for function in (into_an_item, into_an_item_of_a_loop):
        assert refused(function)[0] == "an assignment to an item of a tuple is not in the kernel language"
    assert refused(by_keyword_only) == ["`a` can only be passed by keyword, which kernels do not have"]


def test_a_signature_of_too_few_types():
    @cuda.jit
    def kernel(out, x, *rest):
        out[0] = x + len(rest)

    with pytest.raises(TypeError) as error:
        kernel.compile("void(int64[:])")
    assert str(error.value) == "kernel: the kernel has 2 parameters or more, and the signature has 1 types"
