"""The blocks of a launch over an array, with the threads that have nothing to do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .._launch.explain import _extent
from .._memory_model.requests import WARP
from .._tracing import Traced
from .picture import Picture, Table
from .svg import FAINT, FETCHED, INK, MONO, PAPER, STRIPES, USED, dots, element, stripes, text
from .threads import ActiveThreads, Mask, Over, array_of, rectangles, working

_LEFT, _WIDTH = 24.0, 896.0
_TOP = 96.0
_SHOWN = 8  # blocks side by side
_MOST_HEIGHT = 520.0


def picture_of_grid(traced: Traced, prefix: str) -> Picture:
    """The blocks of a launch, and which of their threads access no memory."""
    found, over = working(traced), array_of(traced)
    is_flat = traced.grid[2] == traced.block[2] == 1 and traced.grid[1] * traced.block[1] > 1
    drawn, bottom = _flat(found, over, prefix) if is_flat else _in_a_row(found, over, prefix)
    blocks = (
        f"{_extent(traced.grid)} block{'' if traced.blocks == 1 else 's'} of {_extent(traced.block)} threads"
    )
    where = f" over {over.name}, {_elements(over)}" if over else ""
    about = "about " if traced.is_sample else ""
    headline = f"{about}{found.idle} of {found.threads} threads access no memory"
    legend, bottom = _legend(prefix, bottom + 30, traced)
    head = [
        text(_LEFT, 26, f"The grid of {traced.kernel}", font_size=16, font_weight="bold"),
        text(
            _LEFT + _WIDTH,
            26,
            headline,
            font_size=16,
            font_weight="bold",
            text_anchor="end",
            class_="headline",
        ),
        text(_LEFT, 46, blocks + where, fill=FAINT),
        text(_LEFT + _WIDTH, 46, traced.coverage, fill=FAINT, text_anchor="end"),
    ]
    return Picture(
        title=f"The grid of {traced.kernel}: {blocks}{where}",
        words=f"{traced.kernel} runs {blocks}{where}; {headline}; {traced.coverage}.",
        table=_table(found, over),
        width=_WIDTH + 2 * _LEFT,
        height=bottom + 14,
        elements=(*head, *drawn, *legend),
    )


def _elements(over: Over) -> str:
    return f"{' x '.join(map(str, over.shape))} element{'' if over.shape == (1,) else 's'}"


def _shown(blocks: tuple[int, ...], most: int) -> list[int]:
    """The first and the last of many."""
    return list(blocks) if len(blocks) <= most else [*blocks[: most - most // 2], *blocks[-(most // 2) :]]


# The following functions draw blocks side by side, each with a row for each warp, and the array below.


def _in_a_row(found: ActiveThreads, over: Over | None, prefix: str) -> tuple[list[str], float]:
    traced = found.traced
    shown = _shown(traced.traced_blocks, _SHOWN)
    if not shown:
        return [], _TOP
    gap = 22.0
    width = min((_WIDTH - gap * (len(shown) - 1)) / len(shown), 260.0)
    warps = -(-int(np.prod(traced.block)) // WARP)
    row = min(max(96.0 / warps, 3.0), 14.0)
    drawn: list[str] = []
    bottom = _TOP + warps * row
    lefts = {}
    x = _LEFT
    for place, block in enumerate(shown):
        if place and block != shown[place - 1] + 1:
            drawn += _dots_between(x - gap / 2, (_TOP + bottom) / 2)
        drawn += _warps(found.masks[block], x, width, row, prefix)
        drawn.append(text(x + width / 2, _TOP - 10, f"block {block}", text_anchor="middle", font_size=12))
        lefts[block] = x
        x += width + gap
    if over is None:
        return drawn, bottom
    drawn += _bar(over, lefts, width, bottom, prefix)
    return drawn, bottom + 152


def _warps(mask: Mask, x: float, width: float, row: float, prefix: str) -> Iterator[str]:
    threads = mask.reshape(-1)
    rows = -(-len(threads) // WARP)
    exists = np.arange(rows * WARP).reshape(rows, WARP) < len(threads)
    lanes: Mask = np.zeros((rows, WARP), np.bool_)
    lanes[exists] = threads
    lane = width / WARP
    for part, kind in ((lanes, "working"), (exists & ~lanes, "idle")):
        for left, top, across, down in rectangles(part):
            box = {"x": x + left * lane, "y": _TOP + top * row, "width": across * lane, "height": down * row}
            yield from _threads(box, kind, prefix)
    for warp in range(1, rows if row >= 5 else 1):
        yield element(
            "path", d=f"M{x:.1f},{_TOP + warp * row:.1f} h{width:.1f}", stroke=PAPER, stroke_width=0.8
        )
    yield element(
        "rect", x=x, y=_TOP, width=width, height=rows * row, fill="none", stroke=INK, stroke_width=1.8
    )


def _threads(box: dict[str, float], kind: str, prefix: str) -> Iterator[str]:
    if kind == "working":
        yield element("rect", **box, fill=USED, class_="working")
    else:
        yield element("rect", **box, fill=FETCHED)
        yield element("rect", **box, fill=stripes(prefix), stroke=STRIPES, stroke_width=0.6, class_="idle")


def _bar(over: Over, lefts: dict[int, float], width: float, top: float, prefix: str) -> Iterator[str]:
    """The array below the blocks, and which stretch of it each block accesses."""
    y, height = top + 84, 26.0
    count = int(np.prod(over.shape))
    scale = _WIDTH / count
    labels: dict[int, float] = {}
    for place, (block, left) in enumerate(lefts.items()):
        stretch = over.stretch(block)
        if stretch is None:
            continue
        begin, end = _LEFT + stretch[0] * scale, _LEFT + (stretch[1] + 1) * scale
        middle = (top + y) / 2
        yield element(
            "path",
            d=f"M{left:.1f},{top:.1f} "
            f"C{left:.1f},{middle:.1f} {begin:.1f},{middle:.1f} {begin:.1f},{y:.1f} H{end:.1f} "
            f"C{end:.1f},{middle:.1f} {left + width:.1f},{middle:.1f} {left + width:.1f},{top:.1f} Z",
            fill=USED,
            fill_opacity=0.13 if place % 2 else 0.22,
            stroke=USED,
            stroke_width=0.8,
            class_="stretch",
        )
        yield element(
            "rect",
            x=begin,
            y=y,
            width=max(end - begin, 1.0),
            height=height,
            fill=USED,
            fill_opacity=0.55 if place % 2 else 0.85,
        )
        labels[stretch[0]], labels[stretch[1]] = begin, end
    yield element(
        "rect", x=_LEFT, y=y, width=_WIDTH, height=height, fill="none", stroke=INK, stroke_width=1.8
    )
    free = _LEFT - 1.0
    for index, x in sorted(labels.items()):
        is_begin = any((over.stretch(block) or (None,))[0] == index for block in lefts)
        said = str(index)
        at = min(x if is_begin else x - 6.7 * len(said), _LEFT + _WIDTH - 6.7 * len(said))
        if at >= free:
            yield text(at, y + height + 15, said, font_size=11, font_family=MONO, fill=FAINT)
            free = at + 6.7 * len(said) + 8
    yield text(
        _LEFT,
        y + height + 34,
        f"{over.name}: {_elements(over)}, with the stretch that each block accesses",
        font_size=12,
    )


def _dots_between(x: float, y: float) -> Iterator[str]:
    for along in (-6, 0, 6):
        yield element("circle", cx=x + along, cy=y, r=1.5, fill=FAINT)


# The following functions draw blocks at their places in the grid, for launches along x and y.


def _flat(found: ActiveThreads, over: Over | None, prefix: str) -> tuple[list[str], float]:
    traced = found.traced
    (gx, gy, _), (bx, by, _) = traced.grid, traced.block
    extents = _outline(over)
    across, down = max(gx * bx, extents[0]), max(gy * by, extents[1])
    scale = min(_WIDTH / across, _MOST_HEIGHT / down, 24.0)
    left, top = _LEFT + 34, _TOP + 12
    scale = min(scale, (_WIDTH - 34) / across)
    drawn = []
    if traced.is_sample:
        drawn.append(
            element("rect", x=left, y=top, width=gx * bx * scale, height=gy * by * scale, fill=dots(prefix))
        )
    for block, mask in found.masks.items():
        x, y = left + block % gx * bx * scale, top + block // gx * by * scale
        drawn.append(element("rect", x=x, y=y, width=bx * scale, height=by * scale, fill=PAPER))
        for part, kind in ((mask[0], "working"), (~mask[0], "idle")):
            for at, under, wide, high in rectangles(part):
                box = {
                    "x": x + at * scale,
                    "y": y + under * scale,
                    "width": wide * scale,
                    "height": high * scale,
                }
                drawn += _threads(box, kind, prefix)
        drawn.append(
            element(
                "rect",
                x=x,
                y=y,
                width=bx * scale,
                height=by * scale,
                fill="none",
                stroke=PAPER,
                stroke_width=2.4,
            )
        )
        drawn.append(
            element(
                "rect",
                x=x,
                y=y,
                width=bx * scale,
                height=by * scale,
                fill="none",
                stroke=INK,
                stroke_width=0.9,
            )
        )
    drawn.append(
        element(
            "rect",
            x=left,
            y=top,
            width=gx * bx * scale,
            height=gy * by * scale,
            fill="none",
            stroke=INK,
            stroke_width=1.8,
        )
    )
    drawn += _numbers(left, top, scale, traced)
    bottom = max(top + down * scale, top + 76)  # next to it is blockIdx.y
    if over and extents != (0, 0):
        drawn += _array_outline(over, left, top, scale, extents)
        said = (
            "thick frame: the elements of " + over.name + (", transposed" if not over.is_as_threads else "")
        )
        drawn.append(text(_LEFT, bottom + 26, said, font_size=12))
        bottom += 18
    return drawn, bottom


def _outline(over: Over | None) -> tuple[int, int]:
    """Returns how far an array reaches along x and y if each thread accesses its own element."""
    if over is None or not (over.is_as_threads or over.is_transposed):
        return 0, 0
    rows, columns = over.shape
    return (columns, rows) if over.is_as_threads else (rows, columns)


def _array_outline(
    over: Over, left: float, top: float, scale: float, extents: tuple[int, int]
) -> Iterator[str]:
    box = {"x": left, "y": top, "width": extents[0] * scale, "height": extents[1] * scale}
    yield element("rect", **box, fill="none", stroke=PAPER, stroke_width=6)
    yield element("rect", **box, fill="none", stroke=INK, stroke_width=3.4, class_="array")


def _numbers(left: float, top: float, scale: float, traced: Traced) -> Iterator[str]:
    """blockIdx.x above, blockIdx.y at the side, as far as there is room."""
    for axis, size, count in (
        (0, traced.block[0] * scale, traced.grid[0]),
        (1, traced.block[1] * scale, traced.grid[1]),
    ):
        step = 1
        while step * size < (26 if axis == 0 else 16):
            step *= 2
        for number in range(0, count, step):
            at = (number + 0.5) * size
            if axis == 0:
                yield text(left + at, top - 8, str(number), text_anchor="middle", font_size=11, fill=FAINT)
            else:
                yield text(left - 8, top + at + 4, str(number), text_anchor="end", font_size=11, fill=FAINT)
    yield text(left, top - 24, "blockIdx.x", font_size=11, fill=FAINT)
    yield text(
        left - 30, top + 4, "blockIdx.y", font_size=11, fill=FAINT, text_anchor="end",
        transform=f"rotate(-90 {left - 30:.1f} {top + 4:.1f})",
    )  # fmt: skip


def _legend(prefix: str, y: float, traced: Traced) -> tuple[list[str], float]:
    entries = [
        (USED, "", "threads that access memory"),
        (FETCHED, stripes(prefix), "threads that access none"),
    ]
    is_row = not (traced.grid[2] == traced.block[2] == 1 and traced.grid[1] * traced.block[1] > 1)
    if traced.is_sample and not is_row:
        entries.append((PAPER, dots(prefix), "blocks that were not traced"))
    x, drawn = _LEFT, []
    for fill, over, said in entries:
        box = {"x": x, "y": y - 11, "width": 18, "height": 13}
        drawn.append(element("rect", **box, fill=fill, stroke=FAINT))
        if over:
            drawn.append(element("rect", **box, fill=over))
        drawn.append(text(x + 24, y, said, font_size=12))
        x += 48 + 6.6 * len(said)
    if is_row:
        drawn.append(text(x, y, "each row of a block is a warp", font_size=12, fill=FAINT))
    return drawn, y


def _table(found: ActiveThreads, over: Over | None) -> Table:
    traced = found.traced
    rows = []
    for block in traced.traced_blocks:
        stretch = over.stretch(block) if over else None
        row = [str(block), str(int(found.masks[block].sum())), str(found.idle_of(block))]
        if over:
            row.append(f"{stretch[0]} to {stretch[1]}" if stretch else "none")
        rows.append(tuple(row))
    head = ["block", "threads that access memory", "threads that access none"]
    if over:
        head.append(f"elements of {over.name}, from the first to the last")
    return Table(tuple(head), tuple(rows))
