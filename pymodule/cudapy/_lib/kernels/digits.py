"""Kernels of a radix sort: they sort the rows of an array of keys by one digit, or by insertion."""

from __future__ import annotations

from typing import TypeVar

from ..._compile.names import idx, local
from ..._types.names import uint32

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
