"""What dates do not do: it is refused, with a message."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import boolean, types, void
from date_values import dates, refused, spans


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
    assert "a `float64` in an element of `out`, which is a `datetime64[D]`," in refused(
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
        "`-` of a `datetime64[M]` and a `datetime64[D]`, whose units have no fixed ratio that "
        "an `int64` holds," in refused(months, dates("M"), dates(), spans())
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

    for dtype, reason in (
        ("m8", "without a unit"),
        ("M8[25s]", "counts several of a unit"),
        (">M8[D]", "byte-swapped"),
    ):
        array = np.zeros(2, dtype)
        with pytest.raises(TypeError, match=reason):
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
    with pytest.raises(TypeError, match=r"only kernels of cudapy.cuda take datetime64\[D\]"):
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


def test_device_functions_have_no_dates_in_signatures_yet():
    with pytest.raises(
        NotImplementedError, match=r"no device functions with datetime64\[D\] in their signature yet"
    ):

        @cuda.jit(boolean(types.NPDatetime("D"), types.NPDatetime("D")), device=True)
        def is_before(a, b):
            return a < b


SPAN = types.NPTimedelta("h")


def test_types_of_dates_from_outside_are_refused():
    @cuda.jit
    def kernel(out):
        shared = cuda.shared.array(2, SPAN)
        shared[0] = out[0]
        out[0] = shared[0]

    with pytest.raises(cuda.errors.TypingError):
        kernel[1, 1](spans("h"))
