"""Global memory: the 32-byte sectors that one request touches.

The offsets are those of the active lanes, in bytes from the beginning of an allocation, which starts at a
multiple of 256 bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

SECTOR = 32  # bytes


def sectors(offsets: Iterable[int], width: int) -> int:
    """The sectors that a load or a store of `width` bytes a lane touches.

    >>> sectors([4 * lane for lane in range(32)], 4)
    4
    >>> sectors([16 * lane for lane in range(32)], 4)
    16
    """
    return len(
        {
            sector
            for offset in offsets
            for sector in range(offset // SECTOR, (offset + width - 1) // SECTOR + 1)
        }
    )


def fewest_sectors(offsets: Iterable[int], width: int) -> int:
    """The sectors of the same bytes, if they lay side by side from a sector's edge on.

    >>> fewest_sectors([16 * lane for lane in range(32)], 4)
    4
    """
    return -(-len({byte for offset in offsets for byte in range(offset, offset + width)}) // SECTOR)


def atomic_sectors(offsets: Iterable[int]) -> int:
    """The sectors of an atomic operation: for each one the most lanes that meet at one address of it, summed.

    >>> atomic_sectors([4 * lane for lane in range(32)])
    4
    >>> atomic_sectors([0] * 32)
    32
    """
    most: dict[int, int] = {}
    for offset, lanes in Counter(offsets).items():
        most[offset // SECTOR] = max(most.get(offset // SECTOR, 0), lanes)
    return sum(most.values())


def fewest_atomic_sectors(offsets: Iterable[int], width: int) -> int:
    """The sectors of the same atomic operation, if its addresses lay side by side, those that many lanes meet
    at first.

    >>> fewest_atomic_sectors([32 * lane for lane in range(32)], 4)
    4
    """
    meetings: Sequence[int] = sorted(Counter(offsets).values(), reverse=True)
    return sum(meetings[:: max(SECTOR // width, 1)])
