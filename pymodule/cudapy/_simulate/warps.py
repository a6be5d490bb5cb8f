"""Operations of warps: what each gives a thread, of the values that those threads give that take part.

`values` has them by lane, `lane` is the thread's own, and `count` says how many threads the warp has.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from .number import BFLOAT16, FLOAT, HALF, INT, UINT32, Number, Value, convert, plain, settled_type

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .blocks import Cooperation
    from .rewriting import PendingCall

Give: TypeAlias = Callable[[dict[int, Any], int, int], Any]  # of the values, the lane, and the count

FULL = 0xFFFFFFFF


LANE_MASKS: dict[str, Callable[[int], Number]] = {
    "lanemask_lt": lambda lane: Number((1 << lane) - 1, UINT32),
    "lanemask_le": lambda lane: Number((2 << lane) - 1, UINT32),
    "lanemask_eq": lambda lane: Number(1 << lane, UINT32),
    "lanemask_ge": lambda lane: Number(FULL - ((1 << lane) - 1), UINT32),
    "lanemask_gt": lambda lane: Number(FULL - ((2 << lane) - 1), UINT32),
}


def value_of(v: Value) -> Value:
    """Returns the value that a thread contributes. Bools are ints."""
    if isinstance(v, bool):
        return Number(int(v), INT)
    return convert(v, settled_type(v))


def _shuffle(source: Callable[[int, int, int], int | None]) -> Give:
    """Another thread's value; none at all where that thread does not take part, so that a kernel which uses
    it fails."""

    def give(values: dict[int, Any], lane: int, count: int) -> Value:
        _, by, width = values[lane]
        at = source(lane, by, width)
        at = lane if at is None or at >= count else at
        return values[at][0] if at in values else None

    return give


def _down(lane: int, by: int, width: int) -> int | None:
    other = lane + (by & 31)
    return other if other <= (lane | (width - 1)) else None


def _up(lane: int, by: int, width: int) -> int | None:
    other = lane - (by & 31)
    return other if other >= (lane & -width) else None


def _xor(lane: int, bits: int, width: int) -> int | None:
    other = lane ^ (bits & 31)
    return other if other <= (lane | (width - 1)) else None


SHUFFLES = {
    "shfl_sync": _shuffle(lambda lane, at, width: (lane & -width) | (at & (width - 1))),
    "shfl_up_sync": _shuffle(_up),
    "shfl_down_sync": _shuffle(_down),
    "shfl_xor_sync": _shuffle(_xor),
}
VOTES: dict[str, Give] = {
    "all_sync": lambda values, lane, count: all(values.values()),
    "any_sync": lambda values, lane, count: any(values.values()),
    "ballot_sync": lambda values, lane, count: Number(
        sum(1 << at for at, vote in values.items() if vote), UINT32
    ),
}


def _bits(value: Value) -> bytes | int:
    """Returns what is the same for values of the same bits."""
    number = plain(value)
    return struct.pack("<d", number) if isinstance(number, (float, np.floating)) else int(number)


def match_any(values: dict[int, Any], lane: int, count: int) -> Number:
    own = _bits(values[lane])
    return Number(sum(1 << at for at, value in values.items() if _bits(value) == own), UINT32)


def _reduction(change: Callable[[Any, Any], Any]) -> Give:
    def give(values: dict[int, Any], lane: int, count: int) -> Value:
        result = None
        for at in sorted(values):
            result = values[at] if result is None else change(result, values[at])
        return result

    return give


def _sum(values: dict[int, Any], lane: int, count: int) -> Value:
    """Returns the sum. Halves are added in float, and rounded once."""
    kind = values[lane].type if isinstance(values[lane], Number) else None
    if kind not in (HALF, BFLOAT16):
        return _reduction(lambda a, b: a + b)(values, lane, count)
    return convert(
        _reduction(lambda a, b: a + b)(
            {at: convert(value, FLOAT) for at, value in values.items()}, lane, count
        ),
        kind,
    )


REDUCTIONS: dict[str, Give] = {
    "reduce_add_sync": _sum,
    "reduce_min_sync": _reduction(lambda a, b: b if b < a else a),
    "reduce_max_sync": _reduction(lambda a, b: b if b > a else a),
    "reduce_and_sync": _reduction(lambda a, b: a & b),
    "reduce_or_sync": _reduction(lambda a, b: a | b),
    "reduce_xor_sync": _reduction(lambda a, b: a ^ b),
}
NAMES = (*SHUFFLES, *VOTES, *REDUCTIONS, "match_any_sync", "syncwarp", "activemask")


def mask_of(mask: Value) -> int:
    return int(plain(mask)) & FULL


def function(cooperation: Cooperation, name: str) -> Callable[..., PendingCall]:
    """Returns the function that a kernel calls by the name."""

    def wait(mask: int | None, value: Value, give: Give) -> PendingCall:
        return cooperation.wait_warp(name, mask, value, give, sys._getframe(2))

    if name in SHUFFLES:
        return lambda mask, v, by, width=32: wait(
            mask_of(mask), (value_of(v), int(plain(by)), int(plain(width))), SHUFFLES[name]
        )
    if name in VOTES:
        return lambda mask, p: wait(mask_of(mask), bool(p), VOTES[name])
    if name in REDUCTIONS:
        return lambda mask, v: wait(mask_of(mask), value_of(v), REDUCTIONS[name])
    if name == "match_any_sync":
        return lambda mask, v: wait(mask_of(mask), value_of(v), match_any)
    if name == "syncwarp":
        return lambda mask=FULL: wait(mask_of(mask), None, lambda values, lane, count: None)
    return lambda: wait(None, None, lambda values, lane, count: Number(sum(1 << at for at in values), UINT32))
