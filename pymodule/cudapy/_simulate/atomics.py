"""Atomic operations and functions of bits. One thread runs at a time, so that each is one step anyway."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import Array, to_type
from .dtypes import DTYPES, load
from .number import INT, Number, Value, convert, plain, settled_type
from .structs import ElementKind, Record, Struct, Vector


def _wrapped(value: int, dtype: Any) -> Any:
    """An integer as the bits of its type: atomics wrap, as nothing else does in a kernel."""
    bits = np.dtype(dtype).itemsize * 8
    unsigned = np.array([value % 2**bits], np.dtype(f"u{bits // 8}"))
    return unsigned.view(dtype)[0]


def _bits(value: Value, kind: ElementKind) -> bytes:
    if isinstance(kind, (Struct, Vector)):
        return np.array([kind.items(value)], kind.dtype).tobytes()
    return np.array([plain(value)], DTYPES[kind]).tobytes()


def _compare_exchange(array: Array, at: Any, expected: Value, value: Value) -> Value:
    """Bits are compared: a NaN is itself, and -0.0 is not 0.0."""
    array = array.for_atomic(at)
    expected, value = (to_type(each, array.kind) for each in (expected, value))
    old = array[at]
    if isinstance(old, Record):  # the memory itself
        old = old.copy()
    if _bits(old, array.kind) == _bits(expected, array.kind):
        array[at] = value
    return old


def _exchange(array: Array, at: Any, value: Value) -> Value:
    array = array.for_atomic(at)
    return _compare_exchange(array, at, array[at], value)


def _atomic(change: Callable[..., Any], adds: bool = False) -> Callable[..., Value]:
    def operation(array: Array, at: Any, *values: Value) -> Value:
        array = array.for_atomic(at)
        dtype = DTYPES[array.kind]
        old = array[at]
        given = [plain(to_type(value, array.kind)) for value in values]
        with np.errstate(all="ignore"):
            new = change(plain(old), *given)
        if np.issubdtype(dtype, np.integer):
            array[at] = load(_wrapped(int(new), dtype))
        else:
            array[at] = array.sum_with_tangent(new, old, change(0, 1), values[0]) if adds else new
        return old

    return operation


def _of_bits(function: Callable[[int, int], int], same_type: bool = False) -> Callable[[Value], Value]:
    def of_bits(x: Value) -> Value:
        kind = settled_type(x)
        kind = INT if np.dtype(DTYPES[kind]).itemsize < 4 else kind
        width = np.dtype(DTYPES[kind]).itemsize * 8
        result = function(int(plain(convert(x, kind))) % 2**width, width)
        return load(_wrapped(result, DTYPES[kind])) if same_type else Number(result, INT)

    return of_bits


def _bits_of_number(x: Value) -> Value:
    kind = settled_type(x)
    value = np.array([plain(convert(x, kind))], DTYPES[kind])
    return load(value.view(f"u{value.itemsize}")[0])


def _of_bits_as(dtype: Any) -> Callable[[Value], Value]:
    def number(i: Value) -> Value:
        width = np.dtype(dtype).itemsize
        return load(np.array([int(plain(i)) % 2 ** (8 * width)], f"u{width}").view(dtype)[0])

    return number


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "atomicAdd": _atomic(lambda old, v: old + v, adds=True),
    "atomicSub": _atomic(lambda old, v: old - v, adds=True),
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
