"""One request in shared memory: 32 banks as columns, words as rows, and the lanes inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .._memory_model import banks
from .._memory_model.banks import BANKS, WORD
from .._memory_model.requests import NOBODY
from .._plan.lines import Access
from .picture import Picture, Table, several
from .svg import CONFLICT, FAINT, FETCHED, INK, MONO, PAPER, STRIPES, USED, element, text

_LEFT, _RIGHT = 64.0, 24.0
_CELL, _ROW = 27.0, 22.0
_TOP = 124.0


_TOGETHER = {"read": "get at once", "write": "write to", "atomic": "work on, one after the other"}


@dataclass(frozen=True)
class BankRequest:
    """A request of a warp in shared memory. Wide elements are taken in groups of lanes, one after the other:
    `lanes` are those of the group that asks one bank for the most."""

    block: int
    warp: int
    wavefronts: int
    """The wavefronts of the whole request."""
    best: int
    groups: int
    lanes: tuple[tuple[int, int], ...]
    """(lane, word) for each word that a lane of the group asks for."""
    operation: str
    first: int
    last: int
    """The group's lanes."""

    @property
    def is_atomic(self) -> bool:
        return self.operation == "atomic"

    @property
    def words(self) -> dict[int, list[int]]:
        """The lanes that ask for each word."""
        found: dict[int, list[int]] = {}
        for lane, word in self.lanes:
            found.setdefault(word, []).append(lane)
        return dict(sorted(found.items()))

    @property
    def asked(self) -> dict[int, int]:
        """Returns the work of each bank that is asked: the number of its words, or of its lanes for an atomic
        operation."""
        counts: dict[int, int] = {}
        for word, lanes in self.words.items():
            counts[word % BANKS] = counts.get(word % BANKS, 0) + (len(lanes) if self.is_atomic else 1)
        return dict(sorted(counts.items()))


def costliest_in_banks(access: Access) -> BankRequest:
    """The request of an access that takes the most wavefronts, the first of those that do."""
    traced, number = access.requests_traced, access.costliest
    return _request(access, int(traced.block[number]), int(traced.warp[number]), traced.offsets_of(number))


def _request(access: Access, block: int, warp: int, row: list[int]) -> BankRequest:
    lanes = [None if offset == NOBODY else offset for offset in row]
    is_load, is_atomic = access.operation == "read", access.operation == "atomic"
    if is_atomic:
        cost, best, count = banks.atomic_wavefronts(lanes), 1, 1
    else:
        cost = banks.wavefronts(lanes, access.width, is_load)
        best = banks.wavefronts_without_conflicts(lanes, access.width, is_load)
        count = banks.groups(lanes, access.width, is_load)
    size = len(lanes) // count
    groups = [
        tuple(
            (lane, word)
            for lane, offset in enumerate(lanes[first : first + size], first)
            if offset is not None
            for word in range(offset // WORD, (offset + access.width - 1) // WORD + 1)
        )
        for first in range(0, len(lanes), size)
    ]
    made = [
        BankRequest(
            block, warp, cost, best, count, group, access.operation, number * size, (number + 1) * size - 1
        )
        for number, group in enumerate(groups)
    ]
    return max(made, key=lambda each: max(each.asked.values(), default=0))


def picture_of_banks(access: Access, what: str, prefix: str) -> Picture:
    """Returns a picture of the costliest request of an access in shared memory. `what` is the access in
    words."""
    request = costliest_in_banks(access)
    rows = sorted({word // BANKS for word in request.words})
    most = max(request.asked.values())
    headline = f"{_counted(request.wavefronts, 'wavefront')}, {request.best} would do"
    of_all = (
        f"{_counted(access.cost or 0, 'wavefront')} in {_counted(access.requests, 'request')}, "
        f"{_counted(access.conflicts or 0, 'conflict')}"
    )
    crowded = [bank for bank, count in request.asked.items() if count > 1]
    asked = "lanes" if request.is_atomic else "words"
    asked_banks = _counted(len(request.asked), "bank")
    words = f"Warp {request.warp} of block {request.block} asks {asked_banks} of shared memory: {headline}. "
    words += (
        f"A bank is asked for at most {most} {asked if most > 1 else asked[:-1]}. Of all threads: {of_all}."
    )
    below = f"block {request.block}, warp {request.warp}, {access.width} bytes a lane"
    part = ""
    if request.groups > 1:
        part = f"lanes {request.first} to {request.last}: "
        part += f"the warp goes in {request.groups} parts, one after the other"
        words += f" Shown are {part}."
    bottom = _TOP + len(rows) * _ROW
    width = _LEFT + BANKS * _CELL + _RIGHT
    drawn = [
        text(_RIGHT, 26, f"Line {access.line} {what}", font_size=16, font_weight="bold"),
        text(
            width - _RIGHT,
            26,
            headline,
            font_size=16,
            font_weight="bold",
            text_anchor="end",
            class_="headline",
        ),
        text(_RIGHT, 46, f"the costliest request: {below}", fill=FAINT),
        text(width - _RIGHT, 46, f"in all {of_all}", fill=FAINT, text_anchor="end", class_="all"),
        text(_RIGHT, 64, part, fill=FAINT),
        *_head(),
        *_words(request, rows),
        *_frames(request, bottom),
        *_legend(request, bottom + 34, bool(crowded)),
    ]
    return Picture(
        title=f"Line {access.line} {what}: {headline}",
        words=words,
        table=_table(request),
        width=width,
        height=bottom + 66,
        elements=tuple(drawn),
    )


def _head() -> Iterator[str]:
    yield text(_LEFT - 8, _TOP - 26, "bank", text_anchor="end", fill=FAINT, font_size=12)
    yield text(_LEFT - 8, _TOP - 8, "word", text_anchor="end", fill=FAINT, font_size=12)
    for bank in range(BANKS):
        yield text(
            _LEFT + (bank + 0.5) * _CELL, _TOP - 26, str(bank), text_anchor="middle", fill=FAINT, font_size=12
        )


def _words(request: BankRequest, rows: list[int]) -> Iterator[str]:
    words = request.words
    across = "".join(
        f"M{_LEFT:g},{_TOP + place * _ROW:g} h{BANKS * _CELL:g}" for place in range(len(rows) + 1)
    )
    down = "".join(f"M{_LEFT + bank * _CELL:g},{_TOP:g} v{len(rows) * _ROW:g}" for bank in range(BANKS + 1))
    yield element("path", d=across + down, stroke="#c4c4c4", fill="none")
    for place, row in enumerate(rows):
        y = _TOP + place * _ROW
        yield text(
            _LEFT - 8,
            y + 15.5,
            str(row * BANKS),
            text_anchor="end",
            font_size=11,
            font_family=MONO,
            fill=FAINT,
        )
        for bank in range(BANKS):
            lanes = words.get(row * BANKS + bank)
            box = {"x": _LEFT + bank * _CELL, "y": y, "width": _CELL, "height": _ROW}
            if lanes is None:
                continue
            together = len(set(lanes)) > 1
            yield element(
                "rect",
                **box,
                fill=FETCHED if together else USED,
                stroke=STRIPES if together else PAPER,
                class_="asked word",
            )
            said = f"{len(lanes)}×" if together else str(lanes[0])
            yield text(
                _LEFT + (bank + 0.5) * _CELL,
                y + 15.5,
                said,
                text_anchor="middle",
                font_size=12,
                fill=INK if together else PAPER,
                class_="lanes",
            )
        if place and rows[place - 1] != row - 1:  # words are left out between
            yield element(
                "path", d=f"M{_LEFT - 60},{y} H{_LEFT + BANKS * _CELL}", stroke=FAINT, stroke_dasharray="5 4"
            )


def _frames(request: BankRequest, bottom: float) -> Iterator[str]:
    for bank, count in request.asked.items():
        if count == 1:
            continue
        x = _LEFT + bank * _CELL
        yield element(
            "rect",
            x=x,
            y=_TOP,
            width=_CELL,
            height=bottom - _TOP,
            fill="none",
            stroke=CONFLICT,
            stroke_width=3.5,
            class_="conflict",
        )
        yield text(
            x + _CELL / 2,
            _TOP - 8,
            str(count),
            text_anchor="middle",
            font_size=13,
            font_weight="bold",
            fill=CONFLICT,
            class_="count",
        )


def _legend(request: BankRequest, y: float, is_crowded: bool) -> Iterator[str]:
    entries = [(USED, PAPER, "a word, with the lane that asks for it")]
    if any(len(set(lanes)) > 1 for lanes in request.words.values()):
        entries.append((FETCHED, STRIPES, f"a word that so many lanes {_TOGETHER[request.operation]}"))
    if is_crowded:
        what = "lanes" if request.is_atomic else "words"
        entries.append((PAPER, CONFLICT, f"a bank that is asked for several {what}, one after the other"))
    x = _RIGHT
    for fill, stroke, said in entries:
        if x + 26 + 6.6 * len(said) > _LEFT + BANKS * _CELL:
            x, y = _RIGHT, y + 20
        thick = 3 if stroke == CONFLICT else 1
        yield element(
            "rect", x=x, y=y - 11, width=18, height=13, fill=fill, stroke=stroke, stroke_width=thick
        )
        yield text(x + 26, y, said, font_size=12)
        x += 48 + 6.6 * len(said)


def _table(request: BankRequest) -> Table:
    words = request.words
    rows = [
        (
            str(bank),
            str(count),
            several([word for word in words if word % BANKS == bank]),
            several(
                sorted({lane for word, lanes in words.items() if word % BANKS == bank for lane in lanes})
            ),
        )
        for bank, count in request.asked.items()
    ]
    return Table(
        ("bank", "lanes to serve" if request.is_atomic else "words wanted", "words", "lanes"), tuple(rows)
    )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
