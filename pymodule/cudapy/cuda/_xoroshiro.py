"""The first states of many generators xoroshiro128+, each 2**64 numbers after the one before.

To move a generator on is to multiply its 128 bits by a matrix over the field of two elements. So 2**64 steps
are one matrix, and half of the states give the other half by a power of it.
"""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    Words = np.ndarray[Any, np.dtype[np.uint64]]

_MASK = (1 << 64) - 1
_known: list[Words] = []  # the matrix of 2**64 numbers, once it was asked for
_STEPS = 64  # squarings of the matrix of one number, which give that of 2**64


def initial_states(n: int, seed: int, start: int) -> tuple[Words, Words]:
    """Returns the two words of n states, as arrays of uint64. The first state is `start` times 2**64 numbers
    after the one that the seed gives."""
    word = _mixed(seed)
    states = np.array([[word], [word]], np.uint64)
    matrix, left = _jump(), start & _MASK
    while left:
        if left & 1:
            states = _times(matrix, states)
        left >>= 1
        if left:
            matrix = _times(matrix, matrix)
    matrix = _jump()
    while states.shape[1] < n:
        states = np.concatenate([states, _times(matrix, states[:, : n - states.shape[1]])], axis=1)
        if states.shape[1] < n:
            matrix = _times(matrix, matrix)
    return states[0, :n], states[1, :n]


def _mixed(seed: int) -> int:
    """Returns what splitmix64 makes of a seed."""
    z = (seed + 0x9E3779B97F4A7C15) & _MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


def _jump() -> Words:
    """Returns the matrix of 2**64 numbers: column i is what becomes of bit i."""
    if not _known:
        _known.append(_made_jump())
    return _known[0]


def _made_jump() -> Words:
    bits = np.zeros((2, 128), np.uint64)
    bits[0, :64] = bits[1, 64:] = np.uint64(1) << np.arange(64, dtype=np.uint64)
    matrix = _next(bits)
    for _ in range(_STEPS):
        matrix = _times(matrix, matrix)
    return matrix


def _next(states: Words) -> Words:
    """Returns the states after one number."""
    mixed = states[0] ^ states[1]
    return np.stack([_rotated(states[0], 55) ^ mixed ^ (mixed << np.uint64(14)), _rotated(mixed, 36)])


def _rotated(x: Words, by: int) -> Words:
    return (x << np.uint64(by)) | (x >> np.uint64(64 - by))


def _times(matrix: Words, states: Words) -> Words:
    """Returns the states, as columns, multiplied by a matrix. For each byte of a state a table has the
    products of its 256 values."""
    octets = np.ascontiguousarray(states.T).astype("<u8").view(np.uint8)  # (n, 16)
    result = np.zeros_like(states)
    for place in range(16):
        table = np.zeros((2, 256), np.uint64)
        for bit in range(8):
            column = matrix[:, 8 * place + bit, None]
            table[:, 1 << bit : 2 << bit] = table[:, : 1 << bit] ^ column
        result ^= table[:, octets[:, place]]
    return result
