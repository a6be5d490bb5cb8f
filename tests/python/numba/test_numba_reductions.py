"""Reductions of arrays in kernels, as functions of NumPy and as methods."""

import numpy as np
import pytest

from cudapy import cuda


@cuda.jit
def reduces(a, out):
    out[0] = np.sum(a)
    out[1] = a.mean()
    out[2] = np.var(a)
    out[3] = a.std()
    out[4] = a.min()
    out[5] = np.max(a)
    out[6] = np.nanmin(a)
    out[7] = np.nanmax(a)
    out[8] = np.nanmean(a)
    out[9] = np.nansum(a)
    out[10] = np.nanprod(a)
    out[11] = np.count_nonzero(a)
    out[12] = a.prod()
    out[13] = a.any()
    out[14] = np.all(a)


def reduced(a):
    out = np.zeros(15)
    reduces[1, 1](a, out)
    return out.tolist()


@pytest.mark.parametrize("shape", [(6,), (2, 3), (1, 2, 3), (6, 1)], ids=str)
@pytest.mark.parametrize("dtype", ["float64", "float32", "int8", "int64", "uint8", "uint64", "bool"])
def test_all_types_and_dimensions(dtype, shape):
    a = (np.arange(6) + 1).astype(dtype).reshape(shape)
    wanted = a.astype(float)
    expected = [
        wanted.sum(), wanted.mean(), wanted.var(), wanted.var() ** 0.5, wanted.min(), wanted.max(),
        wanted.min(), wanted.max(),
        wanted.mean(), wanted.sum(), wanted.prod(), 6, wanted.prod(), 1, 1,
    ]  # fmt: skip
    assert reduced(a) == pytest.approx(expected, rel=1e-15)


def test_floats_are_added_in_their_type_and_in_order():
    values = np.random.default_rng(1).standard_normal((7, 11)).astype(np.float32)
    total, square = np.float32(0), 0.0
    for each in values.ravel():
        total += each
    mean = float(total) / values.size
    for each in values.ravel():
        square += (float(each) - mean) * (float(each) - mean)
    assert reduced(values)[:3] == [float(total), mean, square / values.size]


def test_numbers_that_are_not():
    nan, inf = float("nan"), float("inf")
    for rows in ([nan, 1, 0, 2], [[2, nan], [0.5, -1]], [[nan, nan], [3, 1]]):
        a = np.float64(rows)
        got = reduced(a)
        assert [str(each) for each in (*got[:2], got[4], got[5])] == ["nan"] * 4
        assert got[6:11] == [np.nanmin(a), np.nanmax(a), np.nanmean(a), np.nansum(a), np.nanprod(a)]
        assert got[13:] == [1.0, float(np.all(a))]
    assert str(reduced(np.float64([nan, nan]))[6:9]) == "[nan, nan, nan]"
    assert reduced(np.float64([inf, -1]))[4:6] == [-1, inf]


def test_whole_numbers_wrap_at_64_bits():
    @cuda.jit
    def kernel(a, u, out, unsigned):
        out[0] = a.sum()
        unsigned[0] = u.sum()
        out[1] = a.max()

    out, unsigned = np.zeros(2, np.int64), np.zeros(1, np.uint64)
    kernel[1, 1](np.full(3, 2**31 - 1, np.int32), np.full(3, 2**32 - 1, np.uint32), out, unsigned)
    assert out.tolist() == [3 * (2**31 - 1), 2**31 - 1]
    assert unsigned.tolist() == [3 * (2**32 - 1)]


def test_parts_local_arrays_and_calls():
    @cuda.jit(device=True)
    def spread(row):
        return row.max() - np.min(row)

    @cuda.jit
    def kernel(a, out):
        i = cuda.grid(1)
        kept = cuda.local.array(3, np.float64)
        for j in range(3):
            kept[j] = a[i, j] * 2
        row = a[i]
        out[i, 0] = spread(row)
        out[i, 1] = kept.sum()
        out[i, 2] = np.sum(a[:, i])
        out[i, 3] = np.sum(a[i, 1:])

    a = np.arange(6.0).reshape(2, 3) ** 2
    out = np.zeros((2, 4))
    kernel[1, 2](a, out)
    assert out.tolist() == [
        [a[i].max() - a[i].min(), 2 * a[i].sum(), a[:, i].sum(), a[i, 1:].sum()] for i in range(2)
    ]


@pytest.mark.parametrize("name", ["min", "max", "var", "std"])
def test_complex_numbers_have_no_order(name):
    chosen = getattr(np, name)

    @cuda.jit
    def kernel(a, out):
        out[0] = chosen(a)

    with pytest.raises(cuda.errors.TypingError) as error:
        kernel[1, 1](np.complex128([1, 2j]), np.zeros(1))
    assert f"`np.{name}` of complex numbers is not in the kernel language" in str(error.value)


def test_what_is_refused():
    @cuda.jit
    def of_an_axis(a, out):
        out[0] = a.sum(0)

    @cuda.jit
    def of_a_number(a, out):
        out[0] = np.sum(a[0])

    for kernel, expected in (
        (of_an_axis, "`np.sum` of an array of float64, int64 is not in the kernel language"),
        (of_a_number, "`np.sum` of float64 is not in the kernel language"),
    ):
        with pytest.raises(cuda.errors.TypingError) as error:
            kernel[1, 1](np.zeros(2), np.zeros(1))
        assert expected in str(error.value)


def test_names_that_a_program_has_as_well():
    def array_sum(a):
        return a[0] * 100.0

    def _added(a, total):
        return total

    @cuda.jit
    def kernel(a, out):
        out[0] = a.sum() + array_sum(a) + _added(a, 0.5)

    out = np.zeros(1)
    kernel[1, 1](np.array([1.0, 2.0]), out)
    assert out[0] == 103.5


def test_sums_of_complex_numbers():
    @cuda.jit
    def kernel(a, out):
        out[0] = a.sum()
        out[1] = a.prod()
        out[2] = a.mean()

    out = np.zeros(3, np.complex128)
    kernel[1, 1](np.complex128([1 + 1j, 2j, 3]), out)
    assert out.tolist() == [4 + 3j, -6 + 6j, (4 + 3j) / 3]


@pytest.mark.parametrize("dtype", "? i1 u1 i2 u2 i4 u4 i8 u8 f4 f8 c8 c16".split())
def test_types_of_sums_and_products(dtype):
    """Half of a sum of unsigned integers above 2**63 tells whether it was unsigned."""
    kind = np.dtype(dtype).kind
    most = np.iinfo(dtype).max if kind in "iu" else 2
    values = np.array([most, most // 2, 1, 3], dtype)

    @cuda.jit
    def kernel(a, out):
        out[0] = np.sum(a) / 2
        out[1] = np.prod(a) / 2
        out[2] = np.nansum(a) / 2
        out[3] = np.nanprod(a) / 2
        out[4] = a.sum() / 2
        out[5] = a.prod() / 2

    out = np.zeros(6, np.complex128 if kind == "c" else np.float64)
    kernel[1, 1](values, out)
    total, product = np.sum(values) / 2, np.prod(values) / 2
    assert out.tolist() == [total, product, total, product, total, product]


def test_sums_of_complex_numbers_without_those_that_are_not():
    @cuda.jit
    def kernel(a, out):
        out[0] = np.nansum(a)
        out[1] = np.nanprod(a)

    out, values = (
        np.zeros(2, np.complex64),
        np.complex64([1 + 1j, complex(0, np.nan), 2j, complex(np.nan, 1)]),
    )
    kernel[1, 1](values, out)
    assert out.tolist() == [np.nansum(values), np.nanprod(values)]
