"""Atomic operations and functions of bits. One thread runs at a time, so that each is one step anyway."""

import numpy as np

from .array import to_type
from .dtypes import DTYPES, load
from .number import INT, Number, convert, plain, settled_type, type_of
from .structs import Record, Struct, Vector


def _wrapped(value, dtype):
    """An integer as the bits of its type: atomics wrap, as nothing else does in a kernel."""
    bits = np.dtype(dtype).itemsize * 8
    unsigned = np.array([value % 2**bits], np.dtype(f"u{bits // 8}"))
    return unsigned.view(dtype)[0]


def _bits(value, kind):
    if isinstance(kind, (Struct, Vector)):
        return np.array([kind.items(value)], kind.dtype).tobytes()
    return np.array([plain(value)], DTYPES[kind]).tobytes()


def _compare_exchange(array, at, expected, value):
    """Bits are compared: a NaN is itself, and -0.0 is not 0.0."""
    array = array.for_atomic(at)
    expected, value = (to_type(each, array.kind) for each in (expected, value))
    old = array[at]
    if isinstance(old, Record):  # the memory itself
        old = old.copy()
    if _bits(old, array.kind) == _bits(expected, array.kind):
        array[at] = value
    return old


def _exchange(array, at, value):
    array = array.for_atomic(at)
    return _compare_exchange(array, at, array[at], value)


def _atomic(change):
    def operation(array, at, *values):
        array = array.for_atomic(at)
        dtype = DTYPES[array.kind]
        old = array[at]
        values = [plain(to_type(value, array.kind)) for value in values]
        with np.errstate(all="ignore"):
            new = change(plain(old), *values)
        array[at] = load(_wrapped(int(new), dtype)) if np.issubdtype(dtype, np.integer) else new
        return old

    return operation


def _of_bits(function, same_type=False):
    def of_bits(x):
        kind = settled_type(x) if type_of(x) is None else type_of(x)
        kind = INT if np.dtype(DTYPES[kind]).itemsize < 4 else kind
        width = np.dtype(DTYPES[kind]).itemsize * 8
        result = function(int(plain(convert(x, kind))) % 2**width, width)
        return load(_wrapped(result, DTYPES[kind])) if same_type else Number(result, INT)

    return of_bits


def _bits_of_number(x):
    kind = settled_type(x) if type_of(x) is None else type_of(x)
    value = np.array([plain(convert(x, kind))], DTYPES[kind])
    return load(value.view(f"u{value.itemsize}")[0])


def _of_bits_as(dtype):
    def number(i):
        width = np.dtype(dtype).itemsize
        return load(np.array([int(plain(i)) % 2 ** (8 * width)], f"u{width}").view(dtype)[0])

    return number


FUNCTIONS = {
    "atomicAdd": _atomic(lambda old, v: old + v),
    "atomicSub": _atomic(lambda old, v: old - v),
    "atomicMin": _atomic(min),
    "atomicMax": _atomic(max),
    "atomicAnd": _atomic(lambda old, v: old & v),
    "atomicOr": _atomic(lambda old, v: old | v),
    "atomicXor": _atomic(lambda old, v: old ^ v),
    "atomicExch": _exchange,
    "atomicInc": _atomic(lambda old, v: 0 if old >= v else old + 1),
    "atomicDec": _atomic(lambda old, v: v if old == 0 or old > v else old - 1),
    "atomicCAS": _compare_exchange,
    "bits": _bits_of_number,
    "float_of_bits": _of_bits_as(np.float32),
    "double_of_bits": _of_bits_as(np.float64),
    "popc": _of_bits(lambda x, width: x.bit_count()),
    "clz": _of_bits(lambda x, width: width - x.bit_length()),
    "ffs": _of_bits(lambda x, width: (x & -x).bit_length()),
    "brev": _of_bits(lambda x, width: int(f"{x:0{width}b}"[::-1], 2), same_type=True),
}
