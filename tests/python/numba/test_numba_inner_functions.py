"""Functions that are defined inside kernels and device functions."""

import re

import numpy as np
import pytest

from cudapy import cuda

SCALE = 3


@cuda.jit
def uses_inner_functions(x, out):
    by = x.size

    def smaller(a, b=2):
        if a < b:
            return a
        return b * SCALE

    def store(i, value):
        out[i] = value + by

    i = cuda.grid(1)
    if i < x.size:
        store(i, smaller(x[i]) + smaller(x[i], b=5))


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.float32, np.float64])
def test_inner_functions_know_what_is_around_them(dtype):
    x, out = np.arange(7, dtype=dtype), np.zeros(7, dtype)
    uses_inner_functions[1, 8](x, out)

    def smaller(a, b=2):
        return a if a < b else b * SCALE

    assert out.tolist() == [smaller(a) + smaller(a, 5) + 7 for a in range(7)]


@cuda.jit(device=True)
def integral(x, n):
    def f(t):
        total = 0.0
        for k in range(3):
            total += t**k
        return total

    def both(a, b):
        return (f(a) + f(b)) / 2

    step = x / n
    total = 0.0
    for i in range(n):
        total += both(i * step, (i + 1) * step) * step
    return total


def test_inner_functions_of_device_functions_call_each_other():
    @cuda.jit
    def kernel(out):
        out[0] = integral(2.0, 4)
        out[1] = integral(np.float32(1), 2)

    out = np.zeros(2)
    kernel[1, 1](out)

    def f(t):
        return 1 + t + t * t

    def expected(x, n):
        step = x / n
        return sum((f(i * step) + f((i + 1) * step)) / 2 * step for i in range(n))

    assert out.tolist() == [expected(2.0, 4), expected(1.0, 2)]


def test_names_of_the_inner_function_are_its_own():
    @cuda.jit
    def kernel(out):
        x = 10

        def own(y):
            x = y * 2
            for i in range(3):
                x += i
            return x

        def reads(y):
            return x + y

        i = 5
        out[0] = own(1)
        out[1] = reads(1)
        out[2] = x
        out[3] = i

    out = np.zeros(4, np.int64)
    kernel[1, 1](out)
    assert out.tolist() == [5, 11, 10, 5]


def test_what_a_function_reads_has_the_type_that_it_had_there():
    """`x` was a `float64` everywhere, and so `x // 2` a float."""

    @cuda.jit
    def kernel(out):
        x = 2.5
        out[0] = x
        x = 7

        def half():
            return x // 2, x / 2

        a, b = half()
        out[1] = a
        out[2] = b
        f = lambda: x // 2 * 10  # noqa: E731
        out[3] = f()

    out = np.zeros(4)
    kernel[1, 1](out)
    assert out.tolist() == [2.5, 3, 3.5, 30]


def test_one_name_for_functions_in_branches():
    @cuda.jit
    def kernel(c, out):
        if c > 0:

            def f(x):
                return x + c

            out[0] = f(1)
        else:

            def f(x):
                return x - 0.5

            out[0] = f(1)

        def f(x):
            return x * 100

        out[1] = f(2)

    out = np.zeros(2)
    kernel[1, 1](3, out)
    assert out.tolist() == [4, 200]
    kernel[1, 1](-3, out)
    assert out.tolist() == [0.5, 200]


def test_a_function_of_each_round():
    @cuda.jit
    def kernel(out):
        total = 0
        for i in range(4):

            def add(x):
                return total + x * i

            total = add(10)
            out[i] = total

    out = np.zeros(4, np.int64)
    kernel[1, 1](out)
    assert out.tolist() == [0, 10, 30, 60]


@cuda.jit(device=True)
def applied(f, x, y):
    return f(x, y) + f(y, x)


@cuda.jit(device=True)
def through(f, x):
    return applied(f, x, x + 1)


def test_inner_functions_are_given_to_functions():
    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        n = x.shape[0]

        def mixed(a, b):
            return a * n - b + x[i]

        def inner(f, a):
            return f(a, 1)

        out[i] = (
            applied(mixed, i, 2) + through(mixed, i) + inner(mixed, i) + applied(lambda a, b: a * i, 1, 2)
        )

    x, out = np.arange(5.0), np.zeros(5)
    kernel[1, 5](x, out)

    def expected(i):
        def mixed(a, b):
            return a * 5 - b + i

        return mixed(i, 2) + mixed(2, i) + mixed(i, i + 1) + mixed(i + 1, i) + mixed(i, 1) + i + 2 * i

    assert out.tolist() == [expected(i) for i in range(5)]


def test_inner_functions_in_inner_functions():
    @cuda.jit
    def kernel(out):
        a = 2

        def outer(x):
            b = x + 1

            def inner(y):
                return a * b + y

            return inner(10) + inner(20)

        out[0] = outer(1)
        out[1] = outer(2.5)

    out = np.zeros(2)
    kernel[1, 1](out)
    assert out.tolist() == [38, 44]


def test_arrays_of_a_kernel_and_barriers():
    @cuda.jit
    def kernel(x, out):
        tile = cuda.shared.array(8, np.float32)
        i = cuda.threadIdx.x

        def load(k):
            tile[k] = x[k]
            cuda.syncthreads()

        def turned(k):
            return tile[7 - k]

        load(i)
        out[i] = turned(i)

    x, out = np.arange(8, dtype=np.float32), np.zeros(8, np.float32)
    kernel[1, 8](x, out)
    assert out.tolist() == x[::-1].tolist()


def test_debug_reports_what_an_inner_function_raises():
    @cuda.jit(debug=True, opt=False)
    def kernel(x):
        def check(v):
            if v < 0:
                raise ValueError("negative")
            return v

        x[0] = check(x[0])

    x = np.array([1.0])
    kernel[1, 1](x)
    with pytest.raises(ValueError, match="negative"):
        kernel[1, 1](np.array([-1.0]))


def changes_what_is_read(out):
    x = 1

    def f(y):
        return x + y

    out[0] = f(1)
    x = 2
    out[1] = f(1)


def calls_itself(out):
    def f(n):
        return 1 if n < 2 else n * f(n - 1)

    out[0] = f(5)


def raises_in_it(out):
    def f(n):
        if n < 0:
            raise ValueError
        return n

    out[0] = f(5)
    out[1] = f(-5) + 1
    out[2] = 7


def is_decorated(out):
    @cuda.jit(device=True)
    def f(n):
        return n

    out[0] = f(5)


def test_a_loop_that_changes_what_is_read():
    @cuda.jit
    def kernel(out):
        x = 1

        def f(y):
            return x + y

        for i in range(3):
            out[i] = f(i)
            x += 1

    with pytest.raises(cuda.errors.TypingError, match="after another assignment of `x`"):
        kernel[1, 1](np.zeros(3))


def test_a_function_inside_that_raises_ends_the_thread():
    out = np.zeros(3)
    cuda.jit(raises_in_it)[1, 1](out)
    assert out.tolist() == [5, 0, 0]


@pytest.mark.parametrize(
    "function, message",
    [
        (
            changes_what_is_read,
            """\
:LINE8:14: error[E619]: `f` after another assignment of `x`, which it read where it was defined, is not in the kernel language
 LINE0 | def changes_what_is_read(out):
     |     -------------------- in `changes_what_is_read` with out = `float64[:]`
 LINE7 |     x = 2
     |     - the name gets another value here
 LINE8 |     out[1] = f(1)
     |              ^ not supported
   = help: define it again after the assignment, or give it the value as an argument
1 error""",  # noqa: E501
        ),
        (
            calls_itself,
            """\
:LINE2:36: error[E467]: the function `f` calls itself
 LINE0 | def calls_itself(out):
     |     ------------ in `calls_itself` with out = `float64[:]`
 LINE2 |         return 1 if n < 2 else n * f(n - 1)
     |                                    ^ the function that it is in
   = help: write a function, `def f(...): return ...`, outside of the kernel
1 error""",
        ),
        (
            is_decorated,
            """\
:LINE2:5: error[E619]: a decorated function inside another one is not in the kernel language
 LINE0 | def is_decorated(out):
     |     ------------ in `is_decorated` with out = `float64[:]`
 LINE2 |     def f(n):
     |     ^^^^^^^^^ not supported
   = help: leave the decorator out
1 error""",
        ),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_is_refused(function, message):
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(function)[1, 1](np.zeros(2))
    line = function.__code__.co_firstlineno
    shown = re.sub(r":LINE(\d+)", lambda found: f":{line + int(found[1])}", message)
    shown = re.sub(r" LINE(\d+)", lambda found: f"{line + int(found[1]):4}", shown)
    assert str(error.value) == __file__ + shown
