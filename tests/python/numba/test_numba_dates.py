"""NumPy's dates and spans of time in kernels of the dialect of numba.cuda, with NumPy itself as the
oracle."""

import operator

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import types
from date_values import NUMBERS, OTHERS, dates, refused, spans, subtract

UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")
COMPARISONS = {
    each.__name__: each
    for each in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
}


def run(kernel, out, *arguments, threads=32):
    kernel[1, threads](*arguments, out)
    return out


def check(kernel, expected, *arguments, threads=32):
    """Checks the results of a kernel, bit by bit."""
    out = run(kernel, np.zeros_like(expected), *arguments, threads=threads)
    assert out.dtype == expected.dtype
    assert out.tobytes() == expected.tobytes(), (out, expected)


def quiet():
    return np.errstate(all="ignore")


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit
def multiply(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * b[i]


@cuda.jit
def divide(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] / b[i]


@cuda.jit
def floor_divide(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] // b[i]


@pytest.mark.parametrize("unit", UNITS)
def test_sums_and_differences(unit):
    days, others = dates(unit), dates(unit, OTHERS)
    deltas, other_deltas = spans(unit), spans(unit, OTHERS)
    check(subtract, days - others, days, others)
    check(subtract, days - other_deltas, days, other_deltas)
    check(subtract, deltas - other_deltas, deltas, other_deltas)
    check(add, days + other_deltas, days, other_deltas)
    check(add, deltas + others, deltas, others)
    check(add, deltas + other_deltas, deltas, other_deltas)


def test_what_leaves_64_bits_wraps():
    """As in numba. NumPy wraps, too, or since 2.5 raises an error."""
    days, deltas = dates("D", np.array([2**62, 5, 2**62])), spans("D", np.array([2**62 + 3, 7, -5]))
    with quiet():
        check(add, (days.view("i8") + deltas.view("i8")).view("M8[D]"), days, deltas)
        check(multiply, (deltas.view("i8") * np.int64(6)).view("m8[D]"), deltas, np.full(3, 6))


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint16, np.uint64])
def test_spans_and_integers(dtype):
    numbers = np.array([0, 1, 2, 3, 5, 7, 100, 11, 0, 3, 4, 2]).astype(dtype)
    if np.issubdtype(dtype, np.signedinteger):
        numbers[::3] *= -1
    deltas, wide = spans(), numbers.astype(np.int64)
    check(multiply, deltas * wide, deltas, numbers)
    check(multiply, wide * deltas, numbers, deltas)
    with quiet():
        check(divide, deltas / wide, deltas, numbers)
        check(floor_divide, deltas // wide, deltas, numbers)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_spans_and_floats(dtype):
    numbers = np.array([0, 1.5, -2.5, np.nan, np.inf, -np.inf, 100, 0.1, -0.0, 3, 0.5, 2], dtype)
    deltas = spans()
    deltas[10] = 2**61
    wide = numbers.astype(np.float64)
    with quiet():
        check(multiply, deltas * wide, deltas, numbers)
        check(multiply, wide * deltas, numbers, deltas)
        check(divide, deltas / wide, deltas, numbers)
        check(floor_divide, deltas // wide, deltas, numbers)


def test_products_that_no_span_holds_are_nat():
    deltas, factors = spans(numbers=np.array([2**62, -(2**62)])), np.array([1e10, 1e10])
    assert np.isnat(run(multiply, np.zeros_like(deltas), deltas, factors)).all()


def test_ratios_of_spans():
    deltas, others = spans(), spans(numbers=OTHERS)
    with quiet():
        expected = deltas / others
    out = run(divide, np.zeros(deltas.size), deltas, others)
    np.testing.assert_array_equal(out, expected)
    assert np.isnan(out[1]) and np.isnan(out[-1]) and out[7] == -np.inf


@cuda.jit
def signs(a, plus, minus, absolute):
    i = cuda.grid(1)
    if i < a.size:
        plus[i] = +a[i]
        minus[i] = -a[i]
        absolute[i] = abs(a[i])


def test_signs():
    deltas = spans()
    plus, minus, absolute = (np.zeros_like(deltas) for _ in range(3))
    signs[1, 32](deltas, plus, minus, absolute)
    for made, expected in ((plus, +deltas), (minus, -deltas), (absolute, abs(deltas))):
        assert made.tobytes() == expected.tobytes()


@cuda.jit
def compare(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] == b[i]
        out[1, i] = a[i] != b[i]
        out[2, i] = a[i] < b[i]
        out[3, i] = a[i] <= b[i]
        out[4, i] = a[i] > b[i]
        out[5, i] = a[i] >= b[i]


@pytest.mark.parametrize("made", [dates, spans])
@pytest.mark.parametrize("units", [("D", "D"), ("ns", "ns"), ("D", "h"), ("s", "W"), ("M", "Y")])
def test_comparisons(made, units):
    small = np.array([-(2**63), 0, 1, -1, 7, -7, 12345])
    left, right = np.meshgrid(small, small)
    a, b = made(units[0], left.ravel()), made(units[1], right.ravel())
    out = np.zeros((6, a.size), bool)
    compare[1, 64](a, b, out)
    for row, compared in zip(out, COMPARISONS.values()):
        np.testing.assert_array_equal(row, compared(a, b))


@pytest.mark.parametrize(
    "fine, coarse", [("h", "D"), ("s", "D"), ("ns", "s"), ("D", "W"), ("M", "Y"), ("as", "fs")]
)
def test_units_meet_in_the_finer_one(fine, coarse):
    numbers = np.array([0, 1, -1, 7, -7, 1234, -(2**63)])
    a, b, s, t = (
        dates(fine, numbers),
        dates(coarse, numbers[::-1]),
        spans(fine, numbers),
        spans(coarse, numbers[::-1]),
    )
    check(subtract, a - b, a, b)
    check(subtract, b - a, b, a)
    check(add, a + t, a, t)
    check(add, b + s, b, s)
    check(subtract, s - t, s, t)
    out = run(divide, np.zeros(s.size), s, t)
    with quiet():
        np.testing.assert_array_equal(out, s / t)


@cuda.jit
def of_scalars(days, target, delta, matches, out):
    i = cuda.grid(1)
    if i < out.size:
        matches[i] = days[i] == target
        out[i] = days[i] - delta


def test_scalars():
    days = np.arange("2005-02", "2006-02", dtype="datetime64[D]")
    target, delta = days[5], days[6] - days[4]
    for arguments in ((target, delta), (np.datetime64(target), np.timedelta64(2, "D"))):
        matches, out = np.zeros(days.size, bool), np.zeros_like(days)
        of_scalars.forall(days.size)(days, *arguments, matches, out)
        assert matches.nonzero()[0].tolist() == [5] and (out == days - delta).all()
    of_scalars.forall(days.size)(days, np.datetime64("NaT", "D"), np.timedelta64("NaT", "D"), matches, out)
    assert not matches.any() and np.isnat(out).all()


ONE_DAY, NEVER = np.timedelta64(1, "D"), np.datetime64("NaT", "D")


@cuda.jit
def the_next_day(days, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = days[i] + ONE_DAY if i > 0 else NEVER


def test_dates_from_outside():
    expected = dates() + ONE_DAY
    expected[0] = NEVER
    check(the_next_day, expected, dates())
    assert "one_day" in the_next_day.inspect_cuda().lower()

    hours = np.timedelta64(3, "h")

    @cuda.jit
    def later_hours(a, out):
        out[0] = a[0] + hours

    out = np.zeros(1, "M8[h]")
    later_hours[1, 1](dates(), out)
    assert out[0] == dates()[0] + hours
    for wrong in (np.timedelta64(3), np.timedelta64(3, "25h")):
        hours = wrong

        @cuda.jit
        def of_no_unit(a, out):
            out[0] = a[0] + hours

        assert "`hours` is a `timedelta64`, which a kernel cannot capture" in refused(
            of_no_unit, dates(), out
        )


def test_dates_from_outside_are_no_numbers():
    three = np.timedelta64(3, "D")

    @cuda.jit
    def sized(out):
        mine = cuda.local.array(three, np.float64)
        out[0] = mine[0]

    @cuda.jit
    def looped(out):
        for _ in range(three):
            out[0] += 1

    @cuda.jit
    def indexed(out):
        out[three] = 1

    @cuda.jit
    def added(out):
        out[0] = three + 1

    @cuda.jit
    def field(out):
        out[0] = three.value

    @cuda.jit
    def chosen(out):
        out[0] = (three, three)[cuda.threadIdx.x]

    for kernel in (sized, looped, indexed, added, field, chosen):
        refused(kernel, np.zeros(4))


@cuda.jit(device=True)
def later(a, b):
    return a if a > b else b


@cuda.jit
def in_functions(a, b, delta, out):
    i = cuda.grid(1)
    if i < out.size:
        day = later(a[i], b[i])
        for _ in range(3):
            day += delta
        day = day - 2 * delta
        out[i] = day


def test_names_functions_and_choices():
    a, b = dates(numbers=NUMBERS[:8]), dates(numbers=OTHERS[:8])
    delta = np.timedelta64(5, "D")
    check(in_functions, np.where(a > b, a, b) + delta, a, b, delta)


@cuda.jit
def running(a, out):
    total = a[0]
    for i in range(1, a.size):
        total += a[i]
    last = a[0]
    for each in a:
        last = each
    out[0], out[1] = total, last


def test_loops_over_spans():
    numbers = spans(numbers=np.array([3, 4, -5, 9]))
    check(running, np.array([numbers.sum(), numbers[-1]]), numbers, threads=1)


@cuda.jit
def isnat(a, out):
    i = cuda.grid(1)
    if i < a.size:
        day = a[i]
        out[0, i] = day != day
        out[1, i] = np.isnat(day)


@pytest.mark.parametrize("made", [dates, spans])
def test_nat_is_unequal_to_itself(made):
    out = run(isnat, np.zeros((2, NUMBERS.size), bool), made())
    assert (out == np.isnat(made())).all() and out[0, -1]


@cuda.jit
def filled(a, out):
    out[:] = a[3]
    out[2:4].fill(a[4])


def test_parts_of_arrays_are_filled():
    out = run(filled, np.zeros(5, "M8[D]"), dates(), threads=1)
    assert out.tolist() == dates()[[3, 3, 4, 4, 3]].tolist()


@cuda.jit
def in_another_type(a, b, out):
    x = a[0]
    x = x - b[0]
    y = a[1]
    y -= b[1]
    out[0], out[1] = y, x


def test_a_name_may_stand_for_a_span_then():
    a, b = dates(numbers=np.array([10, 20])), dates(numbers=np.array([3, 4]))
    check(in_another_type, (a - b)[::-1].copy(), a, b, threads=1)


@cuda.jit
def reversed_in_shared(a, out):
    cache = cuda.shared.array(32, "datetime64[s]")
    mine = cuda.local.array(2, a.dtype)
    i = cuda.threadIdx.x
    cache[i] = a[i]
    cuda.syncthreads()
    mine[1] = cache[31 - i]
    out[i] = mine[1]


def test_shared_and_local_arrays():
    seconds = dates("s", np.arange(32))
    check(reversed_in_shared, seconds[::-1].copy(), seconds)


@cuda.jit
def of_rows(a, out):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        row = a[i]
        out[i, j] = row[j] - a[0, j]


def test_arrays_of_several_dimensions():
    table = dates("m", np.arange(12)).reshape(3, 4)
    for order in "CF":
        given, out = np.array(table, order=order), np.zeros((3, 4), "m8[m]")
        of_rows[(1, 1), (8, 8)](given, out)
        assert (out == table - table[0]).all()


@cuda.jit
def of_no_dimension(a, out):
    out[()] = a[()]


def test_arrays_of_no_dimension():
    out = np.array(0, "M8[D]")
    of_no_dimension[1, 1](np.array("2024-02-29", "M8[D]"), out)
    assert out == np.datetime64("2024-02-29")


def test_tuples_of_dates_as_arguments():
    @cuda.jit
    def first(both, out):
        out[0] = both[1] - both[0]

    out = np.zeros(1, "m8[D]")
    first[1, 1]((np.datetime64(3, "D"), np.datetime64(10, "D")), out)
    assert out[0] == np.timedelta64(7, "D")


def test_the_emitted_text():
    subtract[1, 32](dates(), dates(), spans())
    text = subtract.overloads[
        (types.Array(types.NPDatetime("D"), 1, "C"),) * 2 + (types.Array(types.NPTimedelta("D"), 1, "C"),)
    ].cuda_source
    assert "out[i] = date_subtract(a[i], b[i]);" in text
    assert "const int64_t nat = -9223372036854775807LL - 1;" in text
    assert "datetime64" not in text.replace("datetime64_D", "")
