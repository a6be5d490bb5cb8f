"""NumPy's dates and spans of time in kernels of the dialect of numba.cuda, with NumPy itself as the oracle."""

import operator
import pickle

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import boolean, float64, int64, numpy_support, types, void

UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")
NUMBERS = np.array([0, 1, -1, 7, -7, 100, 12345, -99999, 2**40, -(2**40), 2**60, -(2**63)])  # the last is NaT
OTHERS = np.array([3, -(2**63), 5, -2, 2, 100, -12345, 0, 2**40, 1, 2**60, -(2**63)])
COMPARISONS = {
    each.__name__: each
    for each in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
}


def dates(unit="D", numbers=NUMBERS):
    return numbers.astype(f"datetime64[{unit}]")


def spans(unit="D", numbers=NUMBERS):
    return numbers.astype(f"timedelta64[{unit}]")


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
def subtract(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] - b[i]


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


# ---- arrays on the device


def test_arrays_on_the_device():
    days = dates()
    device = cuda.to_device(days)
    assert device.dtype == days.dtype and device.copy_to_host().tobytes() == days.tobytes()
    assert cuda.typeof(device) == types.Array(types.NPDatetime("D"), 1, "C")
    assert (
        device[3] == days[3]
        and np.isnat(device[-1])
        and device[1:4].copy_to_host().tolist() == days[1:4].tolist()
    )
    assert np.asarray(device).tobytes() == days.tobytes() and np.asarray(device).dtype == days.dtype
    device[0] = np.datetime64(9, "D")
    device[1:3] = days[3:5]
    expected = days.copy()
    expected[0], expected[1:3] = np.datetime64(9, "D"), days[3:5]
    assert device.copy_to_host().tobytes() == expected.tobytes()
    device[:] = np.datetime64("NaT", "D")
    assert np.isnat(device.copy_to_host()).all()
    assert "datetime64[D]" in repr(device)
    again = pickle.loads(pickle.dumps(cuda.to_device(days)))
    assert again.dtype == days.dtype and again.copy_to_host().tobytes() == days.tobytes()


def test_kernels_work_in_arrays_on_the_device():
    days = cuda.to_device(dates())
    out = cuda.device_array(days.size, "timedelta64[D]")
    like = cuda.device_array_like(days)
    assert like.dtype == days.dtype and cuda.device_array(3, types.NPTimedelta("s")).dtype == np.dtype(
        "m8[s]"
    )
    for _ in range(2):  # the second launch goes by the types of the first one
        subtract[1, 32](days, days, out)
    assert (out.view(np.int64).copy_to_host()[:-1] == 0).all() and np.isnat(out.copy_to_host()[-1])
    every_other = cuda.to_device(dates(numbers=OTHERS))[::2]
    subtract[1, 32](days[::2], every_other, out[:6])
    assert out[:6].copy_to_host().tobytes() == (dates() - dates(numbers=OTHERS))[::2].tobytes()


def test_views_share_memory():
    days = dates()
    device = cuda.to_device(days)
    numbers = device.view(np.int64)
    assert numbers.dtype == np.int64 and numbers.gpu_data == device.gpu_data == device.pointer()
    assert numbers.copy_to_host().tobytes() == days.tobytes()
    numbers[0] = 42
    assert device[0] == np.datetime64(42, "D")
    back = numbers.view("timedelta64[s]")
    assert (
        back.dtype == np.dtype("m8[s]")
        and back[0] == np.timedelta64(42, "s")
        and back.gpu_data == device.gpu_data
    )
    assert device.view(np.int32).shape == (2 * days.size,)


def test_the_host_gives_no_other_dates():
    device = cuda.to_device(dates())
    with pytest.raises(TypeError, match=r"expected a numpy.datetime64\[D\], got"):
        device[0] = np.datetime64(3, "h")
    with pytest.raises(TypeError, match=r"expected a numpy.datetime64\[D\], got"):
        device[0] = 3
    with pytest.raises(TypeError, match="both must be the same|does not show"):
        device.copy_from(dates("h"))
    with pytest.raises(
        TypeError, match=r"CudaArray.sum: the elements are datetime64\[D\], which are no numbers"
    ):
        device.sum()
    with pytest.raises(TypeError, match=r"is for arrays of numbers, not for an array of datetime64\[D\]"):
        device + device
    with pytest.raises(TypeError, match=r"cp.lib.cumsum: it takes no elements of datetime64\[D\]"):
        cp.lib.cumsum(device)
    with pytest.raises(BufferError, match=r"DLPack has no datetime64\[D\]"):
        np.from_dlpack(device)
    if device.device == "cpu":
        with pytest.raises(BufferError, match=r"the buffer protocol has no datetime64\[D\]"):
            memoryview(device)
    with pytest.raises(TypeError, match="without a unit"):
        cuda.device_array(3, "timedelta64")
    with pytest.raises(TypeError, match="counts several of a unit"):
        cuda.to_device(np.zeros(3, "m8[25s]"))


def test_pinned_arrays():
    pinned = cuda.pinned_array(4, "datetime64[D]")
    pinned[:] = np.datetime64("2024-01-01")
    assert pinned.dtype == np.dtype("M8[D]") and cuda.to_device(pinned)[3] == np.datetime64("2024-01-01")


def test_hints():
    days = dates(numbers=NUMBERS[:4])
    out = np.zeros_like(days)
    kept = days.copy()

    @cuda.jit
    def copy(a, b, out):
        i = cuda.grid(1)
        out[i] = a[i]
        a[i] = b[i]

    copy[1, 4](cuda.In(days), dates(numbers=OTHERS), cuda.Out(out))
    assert (out == kept).all() and (days == kept).all()


# ---- signatures and types


def test_types():
    date, delta = types.NPDatetime("D"), types.NPTimedelta("ns")
    assert numpy_support.from_dtype(np.dtype("M8[D]")) == date != types.NPDatetime("h")
    assert numpy_support.from_dtype(np.dtype("m8[ns]")) == delta and delta != types.NPDatetime("ns")
    assert numpy_support.as_dtype(date) == np.dtype("M8[D]") and date.unit == "D"
    assert str(date) == "datetime64[D]" and repr(delta) == "timedelta64[ns]"
    assert cuda.typeof(np.datetime64(3, "D")) == date and cuda.typeof(spans("ns")) == types.Array(
        delta, 1, "C"
    )
    assert pickle.loads(pickle.dumps(date)) == date
    assert date(3) == np.datetime64(3, "D") and delta(3) == np.timedelta64(3, "ns")
    assert str(delta(date, date)) == "(datetime64[D], datetime64[D]) -> timedelta64[ns]"
    assert numpy_support.from_dtype(np.dtype("m8")).unit == ""
    with pytest.raises(KeyError, match="there is no unit 'parsec'"):
        types.NPDatetime("parsec")


@pytest.mark.parametrize(
    "signature",
    [
        void(types.NPDatetime("D")[:], types.NPDatetime("D"), types.NPTimedelta("D")[:]),
        "void(NPDatetime('D')[:], NPDatetime('D'), NPTimedelta('D')[:])",
        (types.NPDatetime("D")[::1], types.NPDatetime("D"), types.NPTimedelta("D")[::1]),
    ],
)
def test_signatures(signature):
    @cuda.jit(signature)
    def since(days, first, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = days[i] - first

    days, first = dates(), np.datetime64(3, "D")
    check_all = np.zeros(days.size, "m8[D]")
    since[1, 32](days, first, check_all)
    assert check_all.tobytes() == (days - first).tobytes()
    for wrong in (
        (dates("h"), first, check_all),
        (days, np.datetime64(3, "h"), check_all),
        (days, 3, check_all),
        (days, np.timedelta64(3, "D"), check_all),
        (NUMBERS, first, check_all),
    ):
        with pytest.raises(TypeError, match="the signature has"):
            since[1, 32](*wrong)


def test_a_number_of_a_signature_takes_no_date():
    @cuda.jit(void(float64[:], float64))
    def store(out, x):
        out[0] = x

    with pytest.raises(TypeError, match=r"the signature has float64 where the launch has timedelta64\[ns\]"):
        store[1, 1](np.zeros(1), np.timedelta64(3, "ns"))


def test_overloads_are_known_by_their_types():
    @cuda.jit
    def copy(a, out):
        out[0] = a[0]

    for unit in ("D", "s"):
        copy[1, 1](dates(unit), np.zeros(1, f"M8[{unit}]"))
    assert list(copy.overloads) == [(types.Array(types.NPDatetime(unit), 1, "C"),) * 2 for unit in ("D", "s")]


# ---- functions over arrays


def test_vectorize():
    date = numpy_support.from_dtype(np.dtype("M8[D]"))

    @cuda.vectorize([(date, date)], target="cuda")
    def difference(start, end):
        return end - start

    a, b = dates(), dates(numbers=OTHERS)
    made = difference(a, b)
    assert made.dtype == np.dtype("m8[D]") and made.tobytes() == (b - a).tobytes()
    assert difference(a, np.datetime64(3, "D")).tobytes() == (np.datetime64(3, "D") - a).tobytes()
    device = difference(cuda.to_device(a), cuda.to_device(b))
    assert device.copy_to_host().tobytes() == (b - a).tobytes()
    assert difference(a.reshape(3, 4)[:, ::2], b[0]).tobytes() == (b[0] - a.reshape(3, 4)[:, ::2]).tobytes()
    for wrong in (dates("h"), NUMBERS, spans()):
        with pytest.raises(TypeError, match="No matching version"):
            difference(wrong, b)
    with pytest.raises(TypeError, match="the results are of timedelta64"):
        difference(a, b, out=np.zeros(a.size))
    with pytest.raises(TypeError, match="the results are of timedelta64"):
        difference(a, b, out=cuda.device_array(a.size))


def test_vectorize_without_signatures():
    @cuda.vectorize
    def halved(delta, n):
        return delta / n

    assert halved(spans("s"), 2).tobytes() == (spans("s") / 2).tobytes()
    assert halved(np.timedelta64(7, "s"), 2) == np.timedelta64(3, "s")


def test_vectorize_takes_no_span_for_a_number():
    @cuda.vectorize(["float64(float64)"])
    def doubled(x):
        return x * 2

    with pytest.raises(TypeError, match="No matching version"):
        doubled(np.timedelta64(3, "ns"))


def test_guvectorize():
    date, delta = types.NPDatetime("D"), types.NPTimedelta("D")

    @cuda.guvectorize([(date, date, delta[:])], "(),()->()", target="cuda")
    def difference(start, end, out):
        out[0] = end - start

    @cuda.guvectorize([(date[:], delta[:])], "(n)->(n)")
    def since_first(days, out):
        for i in range(days.size):
            out[i] = days[i] - days[0]

    a, b = dates(), dates(numbers=OTHERS)
    assert difference(a, b).tobytes() == (b - a).tobytes()
    table = a.reshape(3, 4)
    assert since_first(table).tobytes() == (table - table[:, :1]).tobytes()
    assert since_first(cuda.to_device(table)).copy_to_host().tobytes() == (table - table[:, :1]).tobytes()
    with pytest.raises(TypeError, match="no matching signature"):
        since_first(dates("h"))


def test_guvectorize_takes_no_span_for_a_number():
    @cuda.guvectorize([(int64[:], int64[:])], "(n)->(n)")
    def copy(a, out):
        for i in range(a.size):
            out[i] = a[i]

    with pytest.raises(TypeError, match="no matching signature"):
        copy(spans())


# ---- what is refused


def refused(kernel, *arguments):
    with pytest.raises(cuda.errors.TypingError) as error:
        kernel[1, 1](*arguments)
    return str(error.value)


def test_kernels_say_what_dates_do_not_do():
    @cuda.jit
    def product(a, out):
        out[0] = a[0] * a[1]

    assert "`*` of a `datetime64[D]` and a `datetime64[D]` is not in the kernel language" in refused(
        product, dates(), dates()
    )
    assert (
        "a `datetime64` is subtracted from another one and compared, and a `timedelta64` is added to it"
        in refused(product, dates(), dates())
    )
    assert "`*` of a `timedelta64[D]` and a `timedelta64[D]` is not" in refused(product, spans(), spans())

    @cuda.jit
    def as_float(a, out):
        out[0] = float(a[0])

    assert "`a[0]`, a `timedelta64[D]`, in `float` is not in the kernel language" in refused(
        as_float, spans(), np.zeros(1)
    )

    @cuda.jit
    def as_bool(a, out):
        if a[0]:
            out[0] = 1

    assert "`a[0]`, a `datetime64[D]`, in a condition is not in the kernel language" in refused(
        as_bool, dates(), np.zeros(1)
    )

    @cuda.jit
    def copy(a, out):
        out[0] = a[0]

    assert "a `timedelta64[D]` in an element of `out`, which is an `int64`," in refused(
        copy, spans(), np.zeros(1, int)
    )
    assert "a `datetime64[D]` in an element of `out`, which is a `datetime64[h]`, is not" in refused(
        copy, dates(), dates("h")
    )
    assert "a `double` in an element of `out`, which is a `datetime64[D]`," in refused(
        copy, np.zeros(1), dates()
    )

    @cuda.jit
    def atomic(a):
        cuda.atomic.add(a, 0, 1)

    assert "timedelta64[D]" in refused(atomic, spans())

    @cuda.jit
    def months(a, b, out):
        out[0] = a[0] - b[0]

    assert (
        "`-` of a `datetime64[M]` and a `datetime64[D]`, whose units have no fixed ratio that an `int64` holds,"
        in refused(months, dates("M"), dates(), spans())
    )


def test_names_do_not_become_spans():
    @cuda.jit
    def changed(a, b, out):
        x = a[0]
        if b[0] > a[0]:
            x = b[0] - a[0]
        out[0] = x

    assert "datetime64[D]" in refused(changed, dates(), dates(), dates())


def test_launches_refuse_other_dtypes():
    @cuda.jit
    def copy(a, out):
        out[0] = a[0]

    for dtype, why in (
        ("m8", "without a unit"),
        ("M8[25s]", "counts several of a unit"),
        (">M8[D]", "byte-swapped"),
    ):
        array = np.zeros(2, dtype)
        with pytest.raises(TypeError, match=why):
            copy[1, 1](array, array)
    with pytest.raises(TypeError, match="without a unit"):
        copy[1, 1](np.timedelta64(3), np.zeros(1))

    def nothing(a):
        pass

    with pytest.raises(NotImplementedError, match="without a unit"):
        cuda.jit(void(types.NPTimedelta("")[:]))(nothing)


def test_cudapys_own_kernels_take_no_dates():
    @cp.kernel
    def copy(a, b):
        b[idx] = a[idx]  # noqa: F821

    device = cuda.to_device(dates())
    with pytest.raises(TypeError, match=r"kernels of cudapy.cuda alone take datetime64\[D\]"):
        copy(3)(device, device)
    with pytest.raises(TypeError):
        copy(3)(dates(), dates())
    with pytest.raises(TypeError):
        cp.zeros(3, "datetime64[D]")
    with pytest.raises(TypeError):
        cp.CudaArray(dates())

    @cp.kernel("void (double x, double* out)")
    def store(x, out):
        out[0] = x

    with pytest.raises(TypeError, match="expected a number, got timedelta64"):
        store(1)(np.timedelta64(3, "ns"), np.zeros(1))

    def nothing(a):
        pass

    with pytest.raises(cp.CompileError, match="datetime64"):
        cp.compile(nothing, sig="void (datetime64[D]* a)")


def test_records_keep_dates_that_nobody_reads():
    record = np.dtype([("day", "M8[D]"), ("x", "f8")], align=True)

    @cuda.jit
    def set_x(records):
        records[0].x = 2

    @cuda.jit
    def set_day(records, day):
        records[0].day = day

    made = np.zeros(1, record)
    set_x[1, 1](made)
    assert made["x"][0] == 2
    assert "field `day` of this record, whose type kernels do not have" in refused(
        set_day, made, np.datetime64(3, "D")
    )


# ---- the text


def test_the_emitted_text():
    subtract[1, 32](dates(), dates(), spans())
    text = subtract.overloads[
        (types.Array(types.NPDatetime("D"), 1, "C"),) * 2 + (types.Array(types.NPTimedelta("D"), 1, "C"),)
    ].cuda_source
    assert "out[i] = date_subtract(a[i], b[i]);" in text
    assert "const int64_t nat = -9223372036854775807LL - 1;" in text
    assert "datetime64" not in text.replace("datetime64_D", "")


def test_device_functions_have_no_dates_in_signatures_yet():
    with pytest.raises(
        NotImplementedError, match=r"no device functions with datetime64\[D\] in their signature yet"
    ):

        @cuda.jit(boolean(types.NPDatetime("D"), types.NPDatetime("D")), device=True)
        def is_before(a, b):
            return a < b


def test_numbers_are_no_dates_in_functions_over_arrays():
    @cuda.vectorize([types.NPTimedelta("D")(types.NPDatetime("D"), types.NPDatetime("D"))])
    def apart(a, b):
        return a - b

    days = np.array(["2020-01-01"], "M8[D]")
    for number in (np.float32(2.7), True, 2, 2.5):
        with pytest.raises(TypeError, match="^No matching version. apart was given datetime64"):
            apart(days, number)
    total = cuda.reduce(lambda a, b: a + b)
    for array, init in ((np.arange(3), np.timedelta64(3, "D")), (spans(), np.timedelta64(0, "D")), (spans(), 0)):
        with pytest.raises(TypeError) as error:
            total(array, init=init)
        assert str(error.value) == "reduce: kernels put numbers together, and no dates or spans of time"


SPAN = types.NPTimedelta("h")


def test_types_of_dates_from_outside_are_refused():
    @cuda.jit
    def kernel(out):
        shared = cuda.shared.array(2, SPAN)
        shared[0] = out[0]
        out[0] = shared[0]

    with pytest.raises(cuda.errors.TypingError):
        kernel[1, 1](spans("h"))
