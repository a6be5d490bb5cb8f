"""One request in global memory: 32 lanes above, the lines of memory that they touch below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .._memory_model.requests import NOBODY, WARP
from .._memory_model.sectors import SECTOR, atomic_sectors, fewest_atomic_sectors, fewest_sectors, sectors
from .._plan.lines import Access
from .picture import Picture, Table, several
from .svg import FAINT, FETCHED, INK, MONO, PAPER, STRIPES, USED, element, stripes, text

LINE = 128  # bytes
_PER_LINE = LINE // SECTOR
_LEFT, _WIDTH = 24.0, 896.0
_LANE = _WIDTH / WARP
_LANES_AT, _MEMORY_AT = 86.0, 222.0
_HEIGHT_OF_LANE, _HEIGHT_OF_MEMORY = 24.0, 44.0


@dataclass(frozen=True)
class Request:
    """A request of a warp: what its lanes access, in bytes from the beginning of the array."""

    block: int
    warp: int
    width: int
    is_atomic: bool
    offsets: tuple[int | None, ...]

    @property
    def active(self) -> list[int]:
        return [offset for offset in self.offsets if offset is not None]

    @property
    def sectors(self) -> int:
        return atomic_sectors(self.active) if self.is_atomic else sectors(self.active, self.width)

    @property
    def needed(self) -> int:
        rule = fewest_atomic_sectors if self.is_atomic else fewest_sectors
        return rule(self.active, self.width)

    @property
    def meeting(self) -> int:
        """Returns the most lanes on one address for an atomic operation; 0 for other accesses."""
        return max(Counter(self.active).values(), default=0) if self.is_atomic else 0

    @property
    def used(self) -> dict[int, set[int]]:
        """The bytes that are used of each sector that is touched, by the sector's number."""
        found: dict[int, set[int]] = {}
        for offset in self.active:
            for byte in range(offset, offset + self.width):
                found.setdefault(byte // SECTOR, set()).add(byte % SECTOR)
        return dict(sorted(found.items()))

    def lanes_in(self, sector: int) -> list[int]:
        """The lanes that access something of a sector."""
        begin, end = sector * SECTOR, (sector + 1) * SECTOR
        return [
            lane
            for lane, offset in enumerate(self.offsets)
            if offset is not None and offset < end and offset + self.width > begin
        ]


def costliest(access: Access) -> Request:
    """The request of an access that takes the most sectors, the first of those that do."""
    traced, number = access.requests_traced, access.costliest
    return Request(
        int(traced.block[number]),
        int(traced.warp[number]),
        access.width,
        access.operation == "atomic",
        tuple(None if offset == NOBODY else offset for offset in traced.offsets_of(number)),
    )


def picture_of_request(access: Access, what: str, prefix: str) -> Picture:
    """Returns a picture of the costliest request of an access in global memory. `what` is the access in
    words."""
    request = costliest(access)
    places, height = _places(sorted({sector // _PER_LINE for sector in request.used}))
    headline = f"{_counted(request.sectors, 'sector')}, {request.needed} needed"
    if request.meeting > 1:
        headline = f"{_counted(request.sectors, 'sector')}: up to {request.meeting} lanes on one address"
    all_sectors, all_requests = _counted(access.cost or 0, "sector"), _counted(access.requests, "request")
    of_all = f"{all_sectors} in {all_requests}, {access.best} would do"
    active = [lane for lane, offset in enumerate(request.offsets) if offset is not None]
    words = (
        f"Lanes {several(active)} of warp {request.warp} of block {request.block} access {access.width} "
        f"bytes each of {access.array}: {headline}. Of all threads: {of_all}."
    )
    drawn = [
        text(_LEFT, 26, f"Line {access.line} {what}", font_size=16, font_weight="bold"),
        text(
            _LEFT + _WIDTH,
            26,
            headline,
            font_size=16,
            font_weight="bold",
            text_anchor="end",
            class_="headline",
        ),
        text(
            _LEFT,
            46,
            f"the costliest request: block {request.block}, warp {request.warp}, {access.width} bytes a lane",
            fill=FAINT,
        ),
        text(_LEFT + _WIDTH, 46, f"in all {of_all}", fill=FAINT, text_anchor="end", class_="all"),
        *_connectors(request, places),
        *_lanes(request),
        *_memory(request, places, prefix),
        *_legend(prefix, height),
    ]
    return Picture(
        title=f"Line {access.line} {what}: {headline}",
        words=words,
        table=_table(request),
        width=_WIDTH + 2 * _LEFT,
        height=height + 34,
        elements=tuple(drawn),
    )


Places = dict[int, tuple[float, float]]
"""The place where each line of memory is drawn: its left edge and its width."""


def _places(lines: list[int]) -> tuple[Places, float]:
    """All in one row, so that no line from a lane to its cell crosses another line of memory."""
    gaps = [0.0] + [(4.0 if after == before + 1 else 12.0) for before, after in zip(lines, lines[1:])]
    if sum(gaps) > _WIDTH / 3:  # very many lines
        gaps = [gap * _WIDTH / 3 / sum(gaps) for gap in gaps]
    width = (_WIDTH - sum(gaps)) / max(len(lines), 1)
    places, x = {}, _LEFT
    for line, gap in zip(lines, gaps):
        x += gap
        places[line] = (x, width)
        x += width
    return places, _MEMORY_AT + _HEIGHT_OF_MEMORY + 66


def _lane_at(lane: int) -> float:
    return _LEFT + lane * _LANE


def _lanes(request: Request) -> Iterator[str]:
    yield text(_LEFT, _LANES_AT - 8, "lanes", fill=FAINT, font_size=12)
    for lane, offset in enumerate(request.offsets):
        is_active = offset is not None
        yield element(
            "rect",
            x=_lane_at(lane) + 1,
            y=_LANES_AT,
            width=_LANE - 2,
            height=_HEIGHT_OF_LANE,
            rx=3,
            fill=USED if is_active else PAPER,
            stroke=USED if is_active else FAINT,
            stroke_dasharray="none" if is_active else "3 2",
            class_="lane" if is_active else "idle lane",
        )
        yield text(
            _lane_at(lane) + _LANE / 2,
            _LANES_AT + 17,
            str(lane),
            text_anchor="middle",
            fill=PAPER if is_active else FAINT,
            font_size=12,
        )


def _connectors(request: Request, places: Places) -> Iterator[str]:
    begin, end = _LANES_AT + _HEIGHT_OF_LANE, _MEMORY_AT
    for lane, offset in enumerate(request.offsets):
        if offset is None:
            continue
        left, right = _byte_at(offset, places), _byte_at(offset + request.width - 1, places, 1)
        x, to = _lane_at(lane) + _LANE / 2, (left + right) / 2
        middle = (begin + end) / 2
        yield element(
            "path",
            d=f"M{x:.1f},{begin} C{x:.1f},{middle} {to:.1f},{middle} {to:.1f},{end}",
            fill="none",
            stroke=USED,
            stroke_width=1.1,
            class_="connector",
        )


def _byte_at(offset: int, places: Places, further: int = 0) -> float:
    x, width = places[offset // LINE]
    return x + (offset % LINE + further) * width / LINE


def _memory(request: Request, places: Places, prefix: str) -> Iterator[str]:
    used = request.used
    for line, (x, width) in places.items():
        of_sector = width / _PER_LINE
        for place in range(_PER_LINE):
            sector = line * _PER_LINE + place
            yield from _sector(x + place * of_sector, of_sector, used.get(sector), prefix)
            if of_sector >= 17 and sector in used:
                yield _used_bytes(x + (place + 0.5) * of_sector, len(used[sector]))
            if of_sector >= 17 and place:  # the edge of a sector is seen between cells, too
                edge = {"d": f"M{x + place * of_sector:.1f},{_MEMORY_AT} v{_HEIGHT_OF_MEMORY}"}
                yield element("path", **edge, stroke=PAPER, stroke_width=3.5)
                yield element("path", **edge, stroke=FAINT, stroke_dasharray="2 2")
        if of_sector < 17:  # one number for the line
            in_line = sum(len(used.get(line * _PER_LINE + place, ())) for place in range(_PER_LINE))
            yield _used_bytes(x + width / 2, in_line)
        yield element(
            "rect",
            x=x,
            y=_MEMORY_AT,
            width=width,
            height=_HEIGHT_OF_MEMORY,
            fill="none",
            stroke=INK,
            stroke_width=1.8 if width > 60 else 1.0,
            class_="line",
        )
    yield from _addresses(places)
    yield from _breaks(places)


def _sector(x: float, width: float, used: set[int] | None, prefix: str) -> Iterator[str]:
    box = {"x": x, "y": _MEMORY_AT, "width": width, "height": _HEIGHT_OF_MEMORY}
    if used is None:
        yield element("rect", **box, fill=PAPER, stroke=FAINT, stroke_dasharray="2 2", class_="sector")
        return
    yield element("rect", **box, fill=FETCHED)
    yield element("rect", **box, fill=stripes(prefix), stroke=STRIPES, class_="fetched sector")
    for begin, end in _runs(sorted(used)):
        of_run = (end - begin) * width / SECTOR
        yield element(
            "rect",
            x=x + begin * width / SECTOR,
            y=_MEMORY_AT,
            width=max(of_run, 2.2),  # so that it is seen
            height=_HEIGHT_OF_MEMORY,
            fill=USED,
            stroke=PAPER if of_run > 4 else "none",
            stroke_width=0.6,
            class_="used",
        )


def _runs(bytes_used: list[int]) -> Iterator[tuple[int, int]]:
    """Gives (first, end) of the words that are used, so that cells can be told apart."""
    begin = previous = None
    for byte in bytes_used:
        if previous is None or byte != previous + 1 or byte % 4 == 0:
            if begin is not None and previous is not None:
                yield begin, previous + 1
            begin = byte
        previous = byte
    if begin is not None and previous is not None:
        yield begin, previous + 1


def _used_bytes(x: float, count: int) -> str:
    return text(
        x, _MEMORY_AT + _HEIGHT_OF_MEMORY + 15, str(count), text_anchor="middle", font_size=12, class_="bytes"
    )


def _addresses(places: Places) -> Iterator[str]:
    """Draws the addresses at which lines begin in the array, as far as there is room."""
    free = _LEFT - 1
    y = _MEMORY_AT + _HEIGHT_OF_MEMORY + 33
    for line, (x, _) in places.items():
        said = f"byte {line * LINE}" if line == min(places) else str(line * LINE)
        if x >= free:
            yield element("path", d=f"M{x:.1f},{y - 14} v6", stroke=FAINT)
            yield text(x, y, said, font_size=11, fill=FAINT, font_family=MONO)
            free = x + 7.2 * len(said) + 8


def _breaks(places: Places) -> Iterator[str]:
    """Draws marks where memory is left out."""
    ordered = sorted(places)
    for before, after in zip(ordered, ordered[1:]):
        if after != before + 1:
            x = (sum(places[before]) + places[after][0]) / 2
            for up in (-6, 0, 6):
                yield element("circle", cx=x, cy=_MEMORY_AT + _HEIGHT_OF_MEMORY / 2 + up, r=1.2, fill=FAINT)


def _legend(prefix: str, y: float) -> Iterator[str]:
    x = _LEFT
    for fill, over, said in (
        (USED, "", "bytes that lanes use"),
        (FETCHED, stripes(prefix), "the rest of a sector of 32 bytes, which comes along"),
        (PAPER, "", "sectors that stay where they are"),
    ):
        box = {"x": x, "y": y - 11, "width": 18, "height": 13}
        yield element(
            "rect", **box, fill=fill, stroke=FAINT, stroke_dasharray="2 2" if fill == PAPER else "none"
        )
        if over:
            yield element("rect", **box, fill=over)
        yield text(x + 24, y, said, font_size=12)
        x += 44 + 6.6 * len(said)
    yield text(
        _LEFT,
        y + 20,
        "thick frames: lines of 128 bytes; numbers below: bytes used of a sector, or of a narrow line",
        font_size=12,
        fill=FAINT,
    )


def _table(request: Request) -> Table:
    rows = [
        (str(sector * SECTOR), str(len(used)), several(request.lanes_in(sector)))
        for sector, used in request.used.items()
    ]
    return Table(("sector at byte", "bytes used of 32", "lanes"), tuple(rows))


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
