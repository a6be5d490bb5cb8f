"""The costliest places of a launch, and what to do about each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal

from .findings import Finding
from .lines import Access, Line

MOST = 3
Unit = Literal["sectors", "wavefronts", "divided warps"]


@dataclass(frozen=True)
class Advice(str):
    """The reason why a line costs more than it has to, and what to do about it. As a string it says both."""

    file: str
    line: int
    what: str
    """The access or the decision in words, such as "reads X"."""
    kind: str
    """A name for programs, such as "stride"; docs/tracing.md lists them."""
    excess: int
    """The amount in `unit` that this takes beyond the need."""
    unit: Unit
    reason: str
    remedy: str

    def __new__(
        cls, file: str, line: int, what: str, kind: str, excess: int, unit: Unit, reason: str, remedy: str
    ) -> Advice:
        return super().__new__(cls, f"line {line}: {what}: {reason} {remedy}")

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(getattr(self, each.name) for each in fields(self))


VERBS = {"read": "reads", "write": "writes", "atomic": "atomics on"}


def advice_of(lines: Iterable[Line]) -> tuple[Advice, ...]:
    """At most three, the costliest first. A sector, a wavefront and a divided warp count alike: what they
    cost in time depends on the device."""
    found = [each for line in lines for each in (*_of_accesses(line), *_of_decisions(line))]
    return tuple(sorted(found, key=lambda each: -each.excess)[:MOST])


def _of_accesses(line: Line) -> Iterator[Advice]:
    """Gives the advice for accesses. Accesses that one remedy helps are one piece of advice: to the fields of
    a struct, or reading and writing."""
    alike: dict[tuple[str, str, str], list[tuple[Access, Finding]]] = {}
    for access in line.accesses:
        if access.finding:
            key = (access.array, access.finding.kind, access.finding.remedy)
            alike.setdefault(key, []).append((access, access.finding))
    for (_, kind, remedy), those in alike.items():
        excess = sum(finding.excess for _, finding in those)
        what = _enumerated([name_of(access, line) for access, _ in those])
        (access, finding), *_ = those
        yield Advice(line.file, line.number, what, kind, excess, access.unit, finding.reason, remedy)


def _of_decisions(line: Line) -> Iterator[Advice]:
    for each in line.decisions:
        if found := each.finding:
            what = f"decides `{each.text}`"
            yield Advice(
                line.file,
                line.number,
                what,
                found.kind,
                found.excess,
                "divided warps",
                found.reason,
                found.remedy,
            )


def name_of(access: Access, line: Line) -> str:
    """An access in words: "reads X", "writes P.y", "reads X[i + 1]" where the line reads X twice, and
    "reads row[i] (X)" where it has another name there."""
    verb, field = VERBS[access.operation], f".{access.field}" if access.field else ""
    alike = [
        each.text
        for each in line.accesses
        if (each.operation, each.array, each.field) == (access.operation, access.array, access.field)
    ]
    if access.text and not re.search(rf"\b{re.escape(access.array)}\b", access.text):
        return f"{verb} {access.text}{field} ({access.array})"
    if len(set(alike)) > 1 and access.operation != "atomic":
        return f"{verb} {access.text}{field}"
    return f"{verb} {access.array}{field}"


def _enumerated(names: list[str]) -> str:
    """ "reads X and writes X", "writes P.x, P.y and P.z"."""
    said, verb = [], ""
    for name in dict.fromkeys(names):
        own, _, rest = name.partition(" ")
        said.append(rest if own == verb else name)
        verb = own
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
