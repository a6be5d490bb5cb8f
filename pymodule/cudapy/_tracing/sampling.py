"""Choosing the blocks of a launch that are traced if all would be too many, and the number of blocks that
each stands for.

The blocks of a grid differ by where they are: a stencil does something else at the edges, and the last block
along an axis may have idle threads. So blocks are told apart by whether they are the first, an inner or the
last one along each axis, and of each kind some are traced, at even distances. What was counted in those is
multiplied for their kind, so that counts are exact where the blocks of a kind cost alike.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import prod
from typing import NamedTuple

Extent = tuple[int, int, int]


class Part(NamedTuple):
    """Blocks of one kind: the numbers of those that are traced, and how many there are."""

    traced: tuple[int, ...]
    blocks: int

    @property
    def weight(self) -> Fraction:
        """Returns how many blocks each traced one stands for."""
        return Fraction(self.blocks, len(self.traced))


def sample(grid: Extent, most: int) -> list[Part]:
    """The parts of a grid that are traced, with at most so many blocks in all.

    >>> sample((3, 1, 1), 64)
    [Part(traced=(0, 1, 2), blocks=3)]
    >>> sample((1000, 1, 1), 4)
    [Part(traced=(0,), blocks=1), Part(traced=(1, 500), blocks=998), Part(traced=(999,), blocks=1)]
    """
    total = prod(grid)
    if total <= most:
        return [Part(tuple(range(total)), total)]
    kinds = list(itertools.product(*map(_stretches, grid)))
    if most < len(kinds):
        kinds = [tuple(range(extent) for extent in grid)]
    sizes = [prod(map(len, kind)) for kind in kinds]
    return [
        Part(tuple(_number(kind, at, grid) for at in _spread(size, count)), size)
        for kind, size, count in zip(kinds, sizes, _shares(sizes, most))
    ]


def _stretches(extent: int) -> list[range]:
    """The first block along an axis, the inner ones, and the last one."""
    parts = [range(1), range(1, extent - 1), range(max(extent - 1, 1), extent)]
    return [part for part in parts if len(part)]


def _shares(sizes: list[int], most: int) -> list[int]:
    """Returns how many blocks of each kind are traced: at least one, and the rest by the sizes of the
    kinds."""
    shares = [1] * len(sizes)
    left = most - len(sizes)
    rest = sum(sizes) - len(sizes)
    for i, size in enumerate(sizes):
        shares[i] += left * (size - 1) // rest
    for i in sorted(range(len(sizes)), key=lambda each: -sizes[each]):
        shares[i] += min(sizes[i] - shares[i], most - sum(shares))
    return shares


def _spread(size: int, count: int) -> list[int]:
    """`count` of the first `size` numbers, at even distances."""
    return [at * size // count for at in range(count)]


def _number(kind: tuple[range, ...], at: int, grid: Extent) -> int:
    """The number, with x running fastest, of the block that is at one place of its kind."""
    x, y, z = kind
    inside = (x[at % len(x)], y[at // len(x) % len(y)], z[at // len(x) // len(y)])
    return (inside[2] * grid[1] + inside[1]) * grid[0] + inside[0]
