"""What `tape.explain()` gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .kept import Kept
from .memory import Memory
from .operations import Operation


@dataclass
class KeptArray:
    """Copies that a tape keeps of an array for one reason.

    operation, array: the operation that needs what the array held, and its name there.
    overwritten_by: the operation that has overwritten it.
    copies, bytes: how many copies there are, and the bytes of all.
    """

    operation: str
    array: str
    overwritten_by: str
    copies: int = 0
    bytes: int = 0

    def __str__(self) -> str:
        copies = "one copy" if self.copies == 1 else f"{self.copies} copies"
        return (
            f"{self.bytes:,} bytes in {copies} of {self.array} of {self.operation}, which "
            f"{self.overwritten_by} overwrites"
        )


@dataclass(repr=False)
class TapePlan:
    """What a tape keeps, and why. Printed it is a sentence, and a line for each reason.

    operations: how many were recorded.
    bytes: the bytes of all copies.
    kept: the copies by their reasons, as objects with operation, array, overwritten_by, copies and bytes.
    held_bytes: the bytes of arrays that derivatives need as they are, and that are kept without a copy.
    intervals: how many parts the recording has of which each is done again as a whole; 0 where nothing is.
    longest: how many operations the longest of these has.
    """

    operations: int
    bytes: int
    kept: list[KeptArray] = field(default_factory=list)
    held_bytes: int = 0
    intervals: int = 0
    longest: int = 0

    def __repr__(self) -> str:
        count = f"{self.operations} operation{'' if self.operations == 1 else 's'}"
        lines = [f"a tape of {count}, with {self.bytes:,} bytes of copies"]
        lines += [f"  {each}" for each in self.kept]
        if self.held_bytes:
            lines.append(f"  {self.held_bytes:,} bytes of arrays are needed as they are, without a copy")
        if self.intervals:
            lines.append(
                f"  it is done again in {self.intervals} part{'' if self.intervals == 1 else 's'} of at most "
                f"{self.longest} operations"
            )
        return "\n".join(lines)


def plan_of(operations: Sequence[Operation], memories: Mapping[int, Memory], kept: Kept) -> TapePlan:
    reasons: dict[tuple[str, str, str], KeptArray] = {}
    for memory, first, end, copied in kept.copies():
        needing, overwriting = operations[copied.needed_by], operations[copied.overwritten_by]
        name = next(
            use.name
            for use in needing.uses
            if use.place.memory == memory and use.place.first < end and first < use.place.end
        )
        key = (needing.name, name, overwriting.name)
        reason = reasons.setdefault(key, KeptArray(*key))
        reason.copies += 1
        reason.bytes += end - first
    lengths = [interval.end - interval.begin for interval in kept.intervals]
    is_again = kept.limit is not None and max(lengths, default=0) > 1
    return TapePlan(
        len(operations),
        kept.size(),
        list(reasons.values()),
        sum(memory.needed.size() for memory in memories.values()),
        len(lengths) if is_again else 0,
        max(lengths) if is_again else 0,
    )
