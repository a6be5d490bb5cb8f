"""Arrays and kernels as HTML, in the colours of the notebook that they are shown in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from .texts import text_of

EDGE = 4
"""The number of elements that are shown at each end of an axis that is longer than twice that."""

_MONO = "font-family: ui-monospace, 'DejaVu Sans Mono', Consolas, monospace"
_CELL = "padding: 0.1em 0.6em; text-align: right; border: 1px solid #8886"


def html_of_array(array: Any) -> str:
    """A CudaArray as a table of its first and last elements; of more than two dimensions, the first of its
    planes."""
    if array.freed:
        return f"<code>{escape(repr(array))}</code>"
    shape = tuple(array.shape)
    element = array.elemType()
    kind = element.__name__ if isinstance(element, type) else element.name
    extents = " × ".join(map(str, shape))
    caption = f"CudaArray of {extents} <code>{escape(kind)}</code> on {escape(str(array.device))}"
    if 0 in shape:
        return f"<p>{caption}: no elements</p>"
    plane: Any = array
    place: tuple[int, ...] = ()
    while plane.ndim > 2:
        place += (0,)
        plane = plane[0]
    if place:
        caption += f": <code>[{', '.join(map(str, place))}]</code>"
    rows = [plane] if plane.ndim == 1 else None
    columns = list(_places(plane.shape[-1]))
    head = "".join(_header("…" if each is None else str(each), "col") for each in columns)
    body = []
    for row in [0] if rows else list(_places(plane.shape[0])):
        if row is None:
            body.append(f"<tr>{_header('⋮', 'row')}{_cell('⋮') * len(columns)}</tr>")
            continue
        values = _ends(plane if rows else plane[row])
        cells = "".join(_cell("…" if each is None else escape(text_of(each, kind))) for each in values)
        body.append(f"<tr>{_header('' if rows else str(row), 'row')}{cells}</tr>")
    return (
        f'<table style="{_MONO}; border-collapse: collapse; font-size: 0.9em">'
        '<caption style="caption-side: top; text-align: left; padding: 0.3em 0; white-space: '
        f'nowrap">{caption}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


def html_of_kernel(kernel: Any) -> str:
    """Returns the HTML of a kernel: its signature and, if it has been compiled, its C++, folded in. Nothing
    is compiled for it."""
    said = escape(repr(kernel).strip("<>"))
    signature = f"<code>{escape(kernel.signature)}</code>"
    parts = [f'<p style="margin: 0.3em 0">{signature}<br><small>{said}</small></p>']
    if "not compiled yet" not in said and not said.startswith("generic"):
        for title, source in _sources(kernel):
            parts.append(f"<details><summary>{title}</summary>{html_of_source(source)}</details>")
    return f"<div>{''.join(parts)}</div>"


def html_of_source(source: str) -> str:
    """C++ as it is."""
    return (
        f'<pre style="{_MONO}; font-size: 0.9em; line-height: 1.4; overflow-x: '
        f'auto">{escape(source.rstrip())}</pre>'
    )


def _sources(kernel: Any) -> Iterator[tuple[str, str]]:
    """Gives the C++ texts of a compiled kernel. A kernel that is CUDA C++ has no other text."""
    yield "CUDA C++", kernel.cuda_source
    try:
        yield "C++ for the CPU", kernel.cpu_source
    except TypeError:
        return


def _places(length: int) -> Iterator[int | None]:
    """Gives the indices of an axis that are shown. None stands for those between."""
    if length <= 2 * EDGE + 1:
        yield from range(length)
        return
    yield from range(EDGE)
    yield None
    yield from range(length - EDGE, length)


def _ends(row: Any) -> Sequence[Any]:
    """The elements of a row that are shown. No others are brought here."""
    length = row.shape[0]
    if length <= 2 * EDGE + 1:
        return list(row.toList())
    return [*row[:EDGE].toList(), None, *row[length - EDGE :].toList()]


def _header(text: str, scope: str) -> str:
    return (
        f'<th scope="{scope}" style="padding: 0.1em 0.6em; text-align: right; font-weight: normal; opacity: '
        f'0.75">{text}</th>'
    )


def _cell(text: str) -> str:
    return f'<td style="{_CELL}">{text}</td>'
