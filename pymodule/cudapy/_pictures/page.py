"""A plan as a page that needs nothing else: its table, what to do, and the pictures with their numbers."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from .._plan.advice import Advice
from .._plan.lines import Line
from .._plan.table import excess_of, rows_of
from .grid import picture_of_grid
from .of_plan import pictures_of_line
from .picture import Picture, Table
from .svg import element, escaped

if TYPE_CHECKING:
    from .._plan.plan import TracedPlan

_STYLE = """
.cudapy-plan { font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; color: #1a1a1a;
  background: #ffffff; max-width: 60rem; padding: 0.5rem 1rem; }
.cudapy-plan h1 { font-size: 1.5rem; margin: 0.6rem 0; }
.cudapy-plan h2 { font-size: 1.15rem; margin: 1.6rem 0 0.5rem; }
.cudapy-plan pre, .cudapy-plan code { font-family: ui-monospace, 'DejaVu Sans Mono', Consolas, monospace;
  font-size: 0.87rem; color: #1a1a1a; background: none; }
.cudapy-plan pre { white-space: pre-wrap; margin: 0.5rem 0; }
.cudapy-plan table { border-collapse: collapse; margin: 0.5rem 0; background: #ffffff; color: #1a1a1a; }
.cudapy-plan th, .cudapy-plan td { padding: 0.2rem 0.7rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid #c4c4c4; font-size: 0.87rem; }
.cudapy-plan tr.source th { background: #eef2f7; font-weight: normal; }
.cudapy-plan td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.cudapy-plan figure { margin: 1rem 0; }
.cudapy-plan figure > svg { display: block; max-width: 100%; height: auto; border: 1px solid #c4c4c4; }
.cudapy-plan figcaption { margin: 0.3rem 0; color: #595959; }
.cudapy-plan summary { cursor: pointer; }
.cudapy-plan a { color: #0b4f9e; }
.cudapy-plan a:focus-visible, .cudapy-plan summary:focus-visible { outline: 3px solid #a30014;
  outline-offset: 2px; }
"""


def page_of(plan: TracedPlan) -> str:
    """A whole page, as text. It loads nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", [escaped(_title(plan))]),
    ]
    body = element("main", [fragment_of(plan, is_open=True)])
    return (
        f"<!doctype html>\n{element('html', [element('head', head), element('body', [body])], lang='en')}\n"
    )


def fragment_of(plan: TracedPlan, is_open: bool = False) -> str:
    """Returns what a notebook shows: the page's content, with the pictures of lines folded in."""
    prefix = f"p{zlib.crc32(plan.to_json().encode()):08x}"
    figures = {
        (line.file, line.number): [
            _figure(own, picture) for own, picture in pictures_of_line(line, f"{prefix}-{number}")
        ]
        for number, line in enumerate(plan.lines)
    }
    parts = [
        element("style", [_STYLE]),
        element("h1", [escaped(_title(plan))]),
        element("pre", [escaped(_launch(plan))]),
        *_advice(plan, prefix),
        element("h2", ["What each line does"]),
        _lines(plan, prefix),
        element("h2", ["The grid"]),
        _figure(f"{prefix}-grid", picture_of_grid(plan.traced, f"{prefix}-grid")),
    ]
    for line in plan.lines:
        if drawn := figures[line.file, line.number]:
            heading = f"Line {line.number}: <code>{escaped(line.text)}</code>"
            if is_open:
                parts += [element("h2", [heading]), *drawn]
            else:
                parts.append(element("details", [element("summary", [heading]), *drawn]))
    return element("div", parts, class_="cudapy-plan")


def _title(plan: TracedPlan) -> str:
    extent = " x ".join(map(str, plan.traced.extent)).removesuffix(" x 1").removesuffix(" x 1")
    return f"{plan.traced.kernel} on {extent} threads"


def _launch(plan: TracedPlan) -> str:
    return "\n".join([plan._launch_in_words, plan._traced_in_words])


def _advice(plan: TracedPlan, prefix: str) -> Iterator[str]:
    yield element("h2", ["What costs the most"])
    if not plan.advice:
        yield element("p", ["Nothing costs a tenth more than it has to."])
        return
    places = {(line.file, line.number): f"{prefix}-{number}" for number, line in enumerate(plan.lines)}
    yield element(
        "ol", [element("li", [_one_advice(each, places[each.file, each.line])]) for each in plan.advice]
    )


def _one_advice(advice: Advice, place: str) -> str:
    link = element("a", [f"Line {advice.line}"], href=f"#{place}")
    said = f" {advice.what}: {excess_of(advice)}. "
    return link + element("strong", [escaped(said)]) + escaped(f"{advice.reason} {advice.remedy}")


def _lines(plan: TracedPlan, prefix: str) -> str:
    head = element(
        "tr",
        [
            element("th", [name], scope="col")
            for name in ("access", "each lane", "how often", "what it takes", "")
        ],
    )
    rows = [
        row
        for number, line in enumerate(plan.lines)
        for row in _rows(line, plan.traced.file, f"{prefix}-{number}")
    ]
    return element("table", [element("thead", [head]), element("tbody", rows)])


def _rows(line: Line, kernel_file: str, place: str) -> Iterator[str]:
    where = str(line.number)
    if line.file != kernel_file:
        where = f"{PurePath(line.file).name}:{where}"
    source = f"{escaped(where)} <code>{escaped(line.text)}</code>"
    yield element("tr", [element("th", [source], colspan=5, scope="rowgroup")], class_="source", id=place)
    for row in rows_of(line):
        yield element(
            "tr",
            [
                element("td", [escaped(cell)], class_="number" if 0 < place < 4 else "text")
                for place, cell in enumerate(row)
            ],
        )


def _figure(prefix: str, picture: Picture) -> str:
    return element(
        "figure",
        [
            picture.svg(prefix),
            element("figcaption", [escaped(picture.words)]),
            element("details", [element("summary", ["The numbers of this picture"]), _table(picture.table)]),
        ],
    )


def _table(table: Table) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        scope = {"scope": "col"} if tag == "th" else {}
        return element("tr", [element(tag, [escaped(cell)], **scope) for cell in cells])

    return element(
        "table",
        [
            element("thead", [row(table.head, "th")]),
            element("tbody", [row(each, "td") for each in table.rows]),
        ],
    )
