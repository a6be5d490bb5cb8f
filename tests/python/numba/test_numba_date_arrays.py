"""Arrays of dates on the device, dates in signatures, and functions over arrays of them."""

import pickle

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float64, int64, numpy_support, types, void
from date_values import NUMBERS, OTHERS, dates, spans, subtract


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
    for _ in range(2):  # the second launch has the types of the first one
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


def test_numbers_are_no_dates_in_functions_over_arrays():
    @cuda.vectorize([types.NPTimedelta("D")(types.NPDatetime("D"), types.NPDatetime("D"))])
    def apart(a, b):
        return a - b

    days = np.array(["2020-01-01"], "M8[D]")
    for number in (np.float32(2.7), True, 2, 2.5):
        with pytest.raises(TypeError, match="^No matching version. apart was given datetime64"):
            apart(days, number)
    total = cuda.reduce(lambda a, b: a + b)
    for array, init in (
        (np.arange(3), np.timedelta64(3, "D")),
        (spans(), np.timedelta64(0, "D")),
        (spans(), 0),
    ):
        with pytest.raises(TypeError) as error:
            total(array, init=init)
        assert str(error.value) == "reduce: kernels put numbers together, and no dates or spans of time"
