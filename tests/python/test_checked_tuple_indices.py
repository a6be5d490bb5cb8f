"""Indices of tuples that are known only when the kernel runs, in both dialects: within the tuple they give
what CPython gives, and the checked mode reports all others, whatever the parts of the tuple are."""

import os

import cudapy as cp
import numpy as np
import pytest
from cudapy import cuda
from raising import line_of

PLACES = (10, 20, 30)


def one_array(X, Y, Z, k, R):
    t = (X,)
    R[0] = t[k][0]


def named_arrays(X, Y, Z, k, R):
    t = (X, Y, Z)
    R[0] = t[k][0]


def written_arrays(X, Y, Z, k, R):
    R[0] = (X, Y, Z)[k][0]


def computed_index(X, Y, Z, k, R):
    t = (X, Y)
    R[0] = t[k - R[1]][0]


def stored_arrays(X, Y, Z, k, R):
    t = (X, Y, Z)
    t[k][1] = 7
    R[0] = X[1] + 10 * Y[1] + 100 * Z[1]


def numbers(X, Y, Z, k, R):
    t = (X[0], Y[0])
    R[0] = t[k]


def written_numbers(X, Y, Z, k, R):
    R[0] = (X[0], Y[0], Z[0])[k]


def constants(X, Y, Z, k, R):
    R[0] = PLACES[k]


def counted(X, Y, Z, k, R):
    t = (0, 1, 2, 3)
    R[0] = t[k]


def tuples(X, Y, Z, k, R):
    t = ((X[0], 1), (Y[0], 2))
    R[0] = t[k][0] + 100 * t[k][1]


FORMS = {
    one_array: ("t", 1, "R[0] = t[k][0]", "t[k]"),
    named_arrays: ("t", 3, "R[0] = t[k][0]", "t[k]"),
    written_arrays: ("(X, Y, Z)", 3, "R[0] = (X, Y, Z)[k][0]", "(X, Y, Z)[k]"),
    computed_index: ("t", 2, "R[0] = t[k - R[1]][0]", "t[k - R[1]]"),
    stored_arrays: ("t", 3, "t[k][1] = 7", "t[k]"),
    numbers: ("t", 2, "R[0] = t[k]", "t[k]"),
    written_numbers: ("(X[0], Y[0], Z[0])", 3, "R[0] = (X[0], Y[0], Z[0])[k]", "(X[0], Y[0], Z[0])[k]"),
    constants: ("PLACES", 3, "R[0] = PLACES[k]", "PLACES[k]"),
    counted: ("t", 4, "R[0] = t[k]", "t[k]"),
    tuples: ("t", 2, "R[0] = t[k][0] + 100 * t[k][1]", "t[k]"),
}
by_form = pytest.mark.parametrize("kernel", FORMS, ids=lambda each: each.__name__)
by_dialect = pytest.mark.parametrize("dialect", ["cudapy", "numba"])
INDICES = [-1000, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 1000]


def arrays():
    return [np.array([value, 0], np.int32) for value in (10, 20, 30)]


def result(run, k):
    values, R = arrays(), np.zeros(2, np.int32)
    run(*values, k, R)
    return R.tolist(), [each.tolist() for each in values]


def launcher(kernel, dialect, checked):
    if dialect == "numba":
        return cuda.jit(checked=checked)(kernel)[1, 1]
    return cp.compile(kernel, sig="void (int*, int*, int*, int, int*)", target="cpu", checked=checked)(1)


@by_form
@by_dialect
@pytest.mark.parametrize("checked", [False, True])
def test_indices(kernel, dialect, checked):
    name, count, quoted, place = FORMS[kernel]
    run = launcher(kernel, dialect, checked)
    least = -count if dialect == "numba" else 0
    for k in INDICES:
        if least <= k < count:
            assert result(run, k) == result(kernel, k), k
        elif checked:
            with pytest.raises(cp.KernelError) as raised:
                result(run, k)
            elements = "1 element" if count == 1 else f"{count} elements"
            assert str(raised.value) == (
                f"{os.path.abspath(__file__)}:{line_of(kernel, quoted)}: index {k} is outside {name}, which "
                f"has {elements}, in thread 0: `{place}`"
            )


@pytest.mark.parametrize(
    "kernel", [named_arrays, written_arrays, stored_arrays], ids=lambda each: each.__name__
)
def test_negative_indices_of_tuples_of_arrays_count_from_the_end(kernel):
    """In CudaPy's own dialect they are outside the contract, and what CPython gives all the same."""
    run = launcher(kernel, "cudapy", False)
    for k in (-1, -2, -3):
        assert result(run, k) == result(kernel, k)


@pytest.mark.parametrize("checked", [False, True])
def test_tuples_that_numbas_kernels_are_given(checked):
    @cuda.jit(checked=checked)
    def kernel(t, numbers, k, R):
        R[0] = t[k][0]
        R[1] = numbers[k]

    @cuda.jit(device=True)
    def chosen(t, k):
        return t[k][0]

    @cuda.jit(checked=checked)
    def gives(x, y, k, R):
        R[0] = chosen((x, y), k)

    x, y, _ = arrays()
    for k in INDICES:
        R = np.zeros(2, np.int32)
        if -2 <= k < 2:
            kernel[1, 1]((x, y), (3, 4), k, R)
            assert R.tolist() == [(x, y)[k][0], (3, 4)[k]]
            gives[1, 1](x, y, k, R)
            assert R[0] == (x, y)[k][0]
        elif checked:
            for run in (lambda: kernel[1, 1]((x, y), (3, 4), k, R), lambda: gives[1, 1](x, y, k, R)):
                with pytest.raises(cp.KernelError) as raised:
                    run()
                assert f": index {k} is outside t, which has 2 elements, in thread 0: `t[k]`" in str(
                    raised.value
                )


TYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("type_", TYPES)
def test_indices_of_all_types(type_, checked):
    def of_type(X, Y, k, R):
        t = (X, Y)
        R[0] = t[k[0]][0] + (1, 2)[k[0]] + (X[0], Y[0])[k[0]]

    call = cp.compile(of_type, sig=f"void (int*, int*, {type_}*, int*)", target="cpu", checked=checked)
    X, Y, _ = arrays()
    for k in (0, 1):
        R, numbers = np.zeros(1, np.int32), np.array([k], type_)
        call(1)(X, Y, numbers, R)
        assert R[0] == 2 * (X, Y)[k][0] + 1 + k
    for k in (-1, 2, 100):
        if checked and type_ != "bool" and (k >= 0 or not type_.startswith("u")):
            with pytest.raises(
                cp.KernelError, match=rf"index {k} is outside (t|\(1, 2\)|\(X\[0\], Y\[0\]\)), which has 2 "
            ):
                call(1)(X, Y, np.array([k], type_), R)


@pytest.mark.parametrize("type_", ["float", "double"])
def test_an_index_of_another_type_is_refused(type_):
    def floats(X, Y, k, R):
        t = (X, Y)
        R[0] = t[k][0]

    with pytest.raises(cp.CompileError, match="index"):
        cp.compile(floats, sig=f"void (int*, int*, {type_}, int*)", target="cpu")


@cuda.jit(checked=True)
def numba_elements(X, A, k, R):
    R[0] = X[k] + A[k, 0] + A[0, k]


def test_numbas_negative_indices_are_reported_as_they_are():
    X, A, R = np.arange(3, dtype=np.int32), np.arange(9, dtype=np.int32).reshape(3, 3), np.zeros(1, np.int32)
    for k in (-1, -3, 2):
        numba_elements[1, 1](X, A, k, R)
        assert R[0] == X[k] + A[k, 0] + A[0, k]
    for k in (-4, -100, 3):
        with pytest.raises(
            cp.KernelError,
            match=f"index {k} is outside (X, which has 3 elements|dimension . of A, which is 3 long)",
        ):
            numba_elements[1, 1](X, A, k, R)


@pytest.mark.parametrize("checked", [False, True])
def test_tuples_of_arrays_of_records(checked):
    @cuda.jit(checked=checked)
    def kernel(t, k, R):
        chosen = t[k]
        R[0] = chosen[0].a

    layout = np.dtype([("a", "i4"), ("b", "f8")], align=True)
    pair, R = (np.array([(10, 1)], layout), np.array([(20, 1)], layout)), np.zeros(1, np.int32)
    for k in INDICES:
        if -2 <= k < 2:
            kernel[1, 1](pair, k, R)
            assert R[0] == pair[k][0]["a"]
        elif checked:
            with pytest.raises(
                cp.KernelError, match=f": index {k} is outside t, which has 2 elements, in thread 0"
            ):
                kernel[1, 1](pair, k, R)
