"""Radix sort of the rows of an array of keys, with the places that they came from or without.

Each pass sorts by one digit of 8 bits and keeps the order of equal ones. The rows are cut into chunks. Each
chunk counts its digits; the sums of these counts, digit by digit, say where each chunk puts its keys.
"""

from __future__ import annotations

from typing import NamedTuple

from .. import _core
from . import cub
from .arguments import Extents, call
from .cumsum import sum_rows
from .kernels.digits import (
    count_digits,
    count_up,
    differing,
    insert_keys,
    insert_pairs,
    pass_keys,
    pass_pairs,
    put_keys,
    put_pairs,
)

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._core import CudaArray
    from .keys import Bits

    Pair = tuple[CudaArray, CudaArray]  # where a pass reads, and where it writes

SHORT = 32  # up to which length one thread sorts a row by insertion
_MOST_COUNTS = 2**22  # of a pass; of more rows, some are sorted at a time
_CHUNK_ON_CPU, _MOST_CHUNKS_ON_CPU, _CHUNK_ON_GPU = 4096, 64, 1024


class Chunks(NamedTuple):
    """How the rows of an array are cut: the elements of a row, those of a chunk, and the chunks of a row."""

    length: int
    size: int
    number: int


def places_in_rows(count: int, length: int, device: str, who: str) -> CudaArray:
    """For each of so many elements its place in its row."""
    order = _core.empty(count, _core.UInt32, device)
    if count:
        call(count_up, device, who)(count)(order, length)
    return order


def sort_rows(
    keys: CudaArray, bits: Bits, length: int, order: CudaArray | None, who: str
) -> tuple[CudaArray, CudaArray | None]:
    """Sorts each row of the keys by these bits; gives them, and what was next to them in `order`, or None."""
    if len(keys) < 2 or length < 2:
        return keys, order
    if length <= SHORT:
        rows = len(keys) // length
        if order is None:
            call(insert_keys, keys.device, who)(rows)(keys, length)
        else:
            call(insert_pairs, keys.device, who)(rows)(keys, order, length)
        return keys, order
    chunk = _chunk(length, len(keys) // length, keys.device)
    chunks = Chunks(length, chunk, -(-length // chunk))
    at_once = max(1, _MOST_COUNTS // (256 * chunks.number)) * length
    shifts = _shifts(keys, bits, who)
    others = _core.empty(len(keys), _core.elemType(keys), keys.device)
    other_order = _core.empty(len(keys), _core.UInt32, keys.device) if order is not None else None
    for shift in shifts:
        for first in range(0, len(keys), at_once):
            part = slice(first, first + at_once)
            orders = None
            if order is not None and other_order is not None:
                orders = order[part], other_order[part]
            _pass((keys[part], others[part]), orders, shift, chunks, who)
        keys, others, order, other_order = others, keys, other_order, order
    return keys, order


def sorted_places(keys: CudaArray, bits: Bits, length: int, order: CudaArray, who: str) -> CudaArray:
    """Sorts each row of the keys by these bits; gives what was next to them in `order`."""
    _, places = sort_rows(keys, bits, length, order, who)
    assert places is not None
    return places


def _pass(keys: Pair, orders: Pair | None, shift: int, chunks: Chunks, who: str) -> None:
    """Sorts rows by one digit, from the first array of each pair to the second."""
    source, to = keys
    length = chunks.length
    threads = len(source) // length * chunks.number
    tiles = cub.kernels(source.device)
    if chunks.number == 1 and not tiles:
        if orders:
            given = source, orders[0], to, orders[1]
            call(pass_pairs, source.device, who)(threads)(*given, shift, length)
        else:
            call(pass_keys, source.device, who)(threads)(source, to, shift, length)
        return
    counts = _core.empty(threads * 256, _core.UInt32, source.device)
    if tiles:
        tiles.count(source, counts, shift, chunks)
    else:
        call(count_digits, source.device, who)(threads)(source, counts, shift, *chunks)
    sum_rows(counts, counts, _core.UInt32, Extents(1, len(counts), 1), who)
    if tiles:
        tiles.put(keys, orders, counts, shift, chunks)
    elif orders is None:
        call(put_keys, source.device, who)(threads)(source, to, counts, shift, *chunks)
    else:
        call(put_pairs, source.device, who)(threads)(source, orders[0], to, orders[1], counts, shift, *chunks)


def _chunk(length: int, rows: int, device: str) -> int:
    if device == "cpu":
        return max(_CHUNK_ON_CPU, -(-length // max(1, _MOST_CHUNKS_ON_CPU // rows)))
    return cub.TILE if cub.kernels(device) else _CHUNK_ON_GPU


def _shifts(keys: CudaArray, bits: Bits, who: str) -> Sequence[int]:
    """Where the digits begin that are to be sorted by. On the CPU, where looking costs little, those that are
    the same in all keys are left out."""
    shifts = range(*bits, 8)
    if keys.device != "cpu" or len(shifts) < 2:
        return shifts
    chunk = max(_CHUNK_ON_CPU, -(-len(keys) // _MOST_CHUNKS_ON_CPU))
    found = _core.empty(-(-len(keys) // chunk), _core.elemType(keys), "cpu")
    call(differing, "cpu", who)(len(found))(keys, found, chunk)
    different = 0
    for each in found.toList():
        different |= each
    return [shift for shift in shifts if different >> shift & 255]
