"""The pictures of a plan: the grid, and for each line what its accesses do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .._plan.advice import name_of
from .._plan.lines import Line
from .banks import picture_of_banks
from .grid import picture_of_grid
from .picture import Picture
from .request import picture_of_request
from .svg import PAPER, SANS, element, escaped

if TYPE_CHECKING:
    from .._plan.plan import TracedPlan


def pictures_of_line(line: Line, prefix: str) -> Iterator[tuple[str, Picture]]:
    """(prefix, picture) of each access of a line that the model knows of."""
    for number, access in enumerate(line.accesses):
        if access.cost is not None:
            own = f"{prefix}-{line.number}-{number}"
            draw = picture_of_request if access.space == "global" else picture_of_banks
            yield own, draw(access, name_of(access, line), own)


def svg_of(plan: TracedPlan, line: int | None) -> str:
    """See TracedPlan.svg."""
    if line is None:
        return picture_of_grid(plan.traced, "grid").svg("grid")
    drawn = [
        picture
        for each in plan.lines
        if each.file == plan.traced.file and each.number == line
        for picture in pictures_of_line(each, "line")
    ]
    if not drawn:
        known = sorted(
            each.number
            for each in plan.lines
            if each.file == plan.traced.file and any(access.cost is not None for access in each.accesses)
        )
        raise ValueError(
            f"svg: there is no access to draw in line {line} of {plan.kernel}; "
            + (f"there are some in {_lines(known)}" if known else "there are none in its lines")
        )
    return (
        drawn[0][1].svg(drawn[0][0]) if len(drawn) == 1 else _stacked(drawn, f"line {line} of {plan.kernel}")
    )


def _lines(numbers: Sequence[int]) -> str:
    said = list(map(str, numbers))
    return f"line {said[0]}" if len(said) == 1 else f"lines {', '.join(said[:-1])} and {said[-1]}"


def _stacked(drawn: Sequence[tuple[str, Picture]], title: str) -> str:
    """Several pictures, one below the other, in one file."""
    content, y = [], 0.0
    for prefix, picture in drawn:
        content.append(element("g", [picture.svg(prefix)], transform=f"translate(0 {y:g})"))
        y += picture.height
    width = max(picture.width for _, picture in drawn)
    return element(
        "svg",
        [
            element("title", [escaped(title)], id="lines-title"),
            element("rect", x=0, y=0, width=width, height=y, fill=PAPER),
            *content,
        ],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {y:g}",
        width=width,
        height=y,
        role="group",
        aria_labelledby="lines-title",
        font_family=SANS,
    )
