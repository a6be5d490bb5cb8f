"""Radix sort of the rows of an array of keys, with the places that they came from or without.

Each pass sorts by one digit of 8 bits and keeps the order of equal ones. The rows are cut into chunks. Each
chunk counts its digits; the sums of these counts, digit by digit, say where each chunk puts its keys.
"""

from __future__ import annotations

from typing import TypeVar

from .. import _core
from .._compile.names import idx, local
from .._types.names import uint32
from . import cub
from .arguments import call
from .cumsum import sum_rows

SHORT = 32  # up to which length one thread sorts a row by insertion
_MOST_COUNTS = 2**22  # of a pass; of more rows, some are sorted at a time
_CHUNK_ON_CPU, _MOST_CHUNKS_ON_CPU, _CHUNK_ON_GPU = 4096, 64, 1024

K = TypeVar("K")  # for readers and linters: in a kernel it is what its signature says


# count_digits : void (K* keys, uint32* counts, int shift, int length, int chunk, int chunks)
def count_digits(keys, counts, shift, length, chunk, chunks):
    row, part = idx // chunks, idx % chunks
    first = row * length + part * chunk
    mine = local(uint32, 256)
    for digit in range(256):
        mine[digit] = 0
    for i in range(first, first + min(chunk, length - part * chunk)):
        mine[int((keys[i] >> shift) & 255)] += 1
    for digit in range(256):
        counts[(row * 256 + digit) * chunks + part] = mine[digit]


# put_keys : void (K* keys, K* to, uint32* ends, int shift, int length, int chunk, int chunks)
def put_keys(keys, to, ends, shift, length, chunk, chunks):
    row, part = idx // chunks, idx % chunks
    first = row * length + part * chunk
    next_place = local(uint32, 256)
    for digit in range(256):
        before = (row * 256 + digit) * chunks + part - 1
        next_place[digit] = ends[before] if before >= 0 else 0
    for i in range(first, first + min(chunk, length - part * chunk)):
        key = keys[i]
        digit = int((key >> shift) & 255)
        place = next_place[digit]
        to[int(place)] = key
        next_place[digit] = place + 1


# put_pairs : void (K* keys, uint32* order, K* to, uint32* into, uint32* ends, int shift, int, int, int)
def put_pairs(keys, order, to, into, ends, shift, length, chunk, chunks):
    row, part = idx // chunks, idx % chunks
    first = row * length + part * chunk
    next_place = local(uint32, 256)
    for digit in range(256):
        before = (row * 256 + digit) * chunks + part - 1
        next_place[digit] = ends[before] if before >= 0 else 0
    for i in range(first, first + min(chunk, length - part * chunk)):
        key = keys[i]
        digit = int((key >> shift) & 255)
        place = next_place[digit]
        to[int(place)] = key
        into[int(place)] = order[i]
        next_place[digit] = place + 1


# pass_keys : void (K* keys, K* to, int shift, int length)
def pass_keys(keys, to, shift, length):
    """A pass over a row that is one chunk: what it counts is nobody else's business."""
    first = idx * length
    next_place = local(int, 256)
    for digit in range(256):
        next_place[digit] = 0
    for i in range(first, first + length):
        next_place[int((keys[i] >> shift) & 255)] += 1
    place = first
    for digit in range(256):
        place += next_place[digit]
        next_place[digit] = place - next_place[digit]
    for i in range(first, first + length):
        digit = int((keys[i] >> shift) & 255)
        to[next_place[digit]] = keys[i]
        next_place[digit] += 1


# pass_pairs : void (K* keys, uint32* order, K* to, uint32* into, int shift, int length)
def pass_pairs(keys, order, to, into, shift, length):
    first = idx * length
    next_place = local(int, 256)
    for digit in range(256):
        next_place[digit] = 0
    for i in range(first, first + length):
        next_place[int((keys[i] >> shift) & 255)] += 1
    place = first
    for digit in range(256):
        place += next_place[digit]
        next_place[digit] = place - next_place[digit]
    for i in range(first, first + length):
        digit = int((keys[i] >> shift) & 255)
        to[next_place[digit]] = keys[i]
        into[next_place[digit]] = order[i]
        next_place[digit] += 1


# insert_keys : void (K* keys, int length)
def insert_keys(keys, length):
    first = idx * length
    for i in range(first + 1, first + length):
        key = keys[i]
        j = i
        while j > first and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key


# insert_pairs : void (K* keys, uint32* order, int length)
def insert_pairs(keys, order, length):
    first = idx * length
    for i in range(first + 1, first + length):
        key, place = keys[i], order[i]
        j = i
        while j > first and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            order[j] = order[j - 1]
            j -= 1
        keys[j] = key
        order[j] = place


# count_up : void (uint32* order, int length)
def count_up(order, length):
    order[idx] = uint32(idx % length)


# differing : void (K* keys, K* found, int chunk)
def differing(keys, found, chunk):
    """The bits in which the keys of a chunk are not those of the first key of all."""
    first = idx * chunk
    different = keys[0] ^ keys[0]
    for i in range(first, min(first + chunk, len(keys))):
        different |= keys[i] ^ keys[0]
    found[idx] = different


def places_in_rows(count, length, device, who):
    """For each of so many elements its place in its row."""
    order = _core.empty(count, _core.UInt32, device)
    if count:
        call(count_up, device, who)(count)(order, length)
    return order


def sort_rows(keys, bits, length, order, who):
    """Sorts each row of the keys by these bits; gives them, and what was beside them in `order`, or None."""
    if len(keys) < 2 or length < 2:
        return keys, order
    if length <= SHORT:
        kernel, given = (insert_pairs, (keys, order)) if order is not None else (insert_keys, (keys,))
        call(kernel, keys.device, who)(len(keys) // length)(*given, length)
        return keys, order
    chunk = _chunk(length, len(keys) // length, keys.device)
    chunks = -(-length // chunk)
    at_once = max(1, _MOST_COUNTS // (256 * chunks)) * length
    shifts = _shifts(keys, bits, who)
    others = _core.empty(len(keys), _core.elemType(keys), keys.device)
    other_order = _core.empty(len(keys), _core.UInt32, keys.device) if order is not None else None
    for shift in shifts:
        for first in range(0, len(keys), at_once):
            part = slice(first, first + at_once)
            given = (keys[part], others[part])
            orders = None if order is None else (order[part], other_order[part])
            _pass(given, orders, shift, (length, chunk, chunks), who)
        keys, others, order, other_order = others, keys, other_order, order
    return keys, order


def _pass(keys, orders, shift, extents, who):
    """Sorts rows by one digit, from the first array of each pair to the second."""
    source, to = keys
    length, _, chunks = extents
    threads = len(source) // length * chunks
    tiles = cub.kernels(source.device)
    if chunks == 1 and not tiles:
        kernel, given = (pass_pairs, (source, orders[0], to, orders[1])) if orders else (pass_keys, keys)
        call(kernel, source.device, who)(threads)(*given, shift, length)
        return
    counts = _core.empty(threads * 256, _core.UInt32, source.device)
    if tiles:
        tiles.count(source, counts, shift, extents)
    else:
        call(count_digits, source.device, who)(threads)(source, counts, shift, *extents)
    sum_rows(counts, counts, _core.UInt32, (1, len(counts), 1), who)
    if tiles:
        tiles.put(keys, orders, counts, shift, extents)
    elif orders is None:
        call(put_keys, source.device, who)(threads)(source, to, counts, shift, *extents)
    else:
        given = (source, orders[0], to, orders[1], counts)
        call(put_pairs, source.device, who)(threads)(*given, shift, *extents)


def _chunk(length, rows, device):
    if device == "cpu":
        return max(_CHUNK_ON_CPU, -(-length // max(1, _MOST_CHUNKS_ON_CPU // rows)))
    return cub.TILE if cub.kernels(device) else _CHUNK_ON_GPU


def _shifts(keys, bits, who):
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
