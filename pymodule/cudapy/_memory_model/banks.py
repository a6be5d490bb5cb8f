"""Shared memory: the wavefronts of one request, and its bank conflicts.

Shared memory has 32 banks of four bytes side by side. In one wavefront each bank gives one of its words, to
as many lanes as want it. A request is a list of 32 offsets in bytes, with None for a lane that does not take
part. Where an array begins makes no difference, as long as that is a multiple of four bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

BANKS = 32
WORD = 4  # bytes

Lanes = Sequence["int | None"]


def groups(lanes: Lanes, width: int, is_load: bool) -> int:
    """The parts of a warp that go one after the other: wide elements are more than the banks give at a time.

    A load of neighbouring lanes that want the same takes half as many.

    >>> groups([8 * lane for lane in range(32)], 8, is_load=True)
    2
    >>> groups([8 * (lane // 2) for lane in range(32)], 8, is_load=True)
    1
    """
    whole = max(width // WORD, 1)
    halved = whole > 1 and is_load and (_pairs_agree(lanes, 1) or _pairs_agree(lanes, 2))
    return whole // 2 if halved else whole


def _pairs_agree(lanes: Lanes, apart: int) -> bool:
    """Returns whether the lanes i and i ^ apart have one offset. A lane that does not take part agrees with
    any."""
    return all(
        lanes[i] is None or lanes[i ^ apart] is None or lanes[i] == lanes[i ^ apart]
        for i in range(len(lanes))
    )


def wavefronts(lanes: Lanes, width: int, is_load: bool) -> int:
    """The wavefronts of a load or a store: of each group the most words that one bank is asked for, summed.

    >>> wavefronts([4 * lane for lane in range(32)], 4, is_load=True)
    1
    >>> wavefronts([128 * lane for lane in range(32)], 4, is_load=True)
    32
    """
    return sum(_most_words_of_a_bank(group, width) for group in _grouped(lanes, width, is_load))


def conflicts(lanes: Lanes, width: int, is_load: bool) -> int:
    """The bank conflicts of a load or a store: the wavefronts beyond one for each group that has an active
    lane.

    >>> conflicts([8 * lane for lane in range(32)], 4, is_load=True)
    1
    """
    return wavefronts(lanes, width, is_load) - wavefronts_without_conflicts(lanes, width, is_load)


def wavefronts_without_conflicts(lanes: Lanes, width: int, is_load: bool) -> int:
    """The best that a load or a store of these lanes can do."""
    return sum(any(offset is not None for offset in group) for group in _grouped(lanes, width, is_load))


def _grouped(lanes: Lanes, width: int, is_load: bool) -> list[Lanes]:
    size = len(lanes) // groups(lanes, width, is_load)
    return [lanes[first : first + size] for first in range(0, len(lanes), size)]


def _most_words_of_a_bank(group: Lanes, width: int) -> int:
    words = {
        word
        for offset in group
        if offset is not None
        for word in range(offset // WORD, (offset + width - 1) // WORD + 1)
    }
    return max(Counter(word % BANKS for word in words).values(), default=0)


def atomic_wavefronts(lanes: Lanes) -> int:
    """The wavefronts of an atomic operation on integers of four bytes: the most lanes that one bank has,
    those at one address each by itself.

    >>> atomic_wavefronts([4 * (lane % 8) for lane in range(32)])
    4
    """
    return max(Counter(offset // WORD % BANKS for offset in lanes if offset is not None).values(), default=0)


def atomic_conflicts(lanes: Lanes) -> int:
    """The bank conflicts of an atomic operation on integers of four bytes.

    >>> atomic_conflicts([4 * (lane % 8) for lane in range(32)])
    3
    """
    return max(atomic_wavefronts(lanes) - 1, 0)
