"""The findings of a check."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from .page import html_of
from .terminal import text_of
from .timing import Timing

State = Literal["ok", "wrong", "open"]


@dataclass
class Row:
    """One thing that was looked at."""

    check: str
    state: State
    text: str
    """The row in a few words: what was measured, and the bar."""
    sentence: str = ""
    """One sentence or two that say what is wrong."""
    line: int = 0
    """The line in the answer; 0 if there is none."""
    column: int = 0
    end_column: int = 0
    """Columns count from 0. Both are 0 if the line as a whole is meant."""
    source: str = ""
    """The line's text."""
    measured: float | None = None
    limit: float | None = None
    points: float = 0
    most_points: float = 0


@dataclass
class Report:
    """The findings of a check in one answer. The answer is right when `is_right`."""

    number: int
    title: str
    unit: str
    rows: list[Row] = field(default_factory=list)
    mistake: str = ""
    """The name of the mistake, of an answer that is not right."""
    explanation: str = ""
    """An explanation of the mistake in general."""
    is_starter: bool = False
    """Says whether nothing was done yet. Such an answer has no points, though some of it may be right."""
    time: Timing | None = None
    """The time on this machine's GPU, if there is one and the results are right."""

    @property
    def is_right(self) -> bool:
        return bool(self.rows) and all(row.state == "ok" for row in self.rows)

    @property
    def points(self) -> float:
        return 0.0 if self.is_starter else sum(row.points for row in self.rows)

    @property
    def most_points(self) -> float:
        return sum(row.most_points for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """Returns the report as plain values for programs, which `from_dict` takes."""
        values = asdict(self)
        if self.time is None:
            del values["time"]
        return values

    @staticmethod
    def from_dict(values: dict[str, Any]) -> Report:
        time = Timing(**values["time"]) if values.get("time") else None
        return Report(**{**values, "rows": [Row(**row) for row in values["rows"]], "time": time})

    def __str__(self) -> str:
        return text_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self).rstrip())  # in IPython, outside notebooks

    def _repr_html_(self) -> str:
        return html_of(self)


def share_points(rows: list[Row], limits: int) -> None:
    """Shares out ten points. If there are limits, six are for the results of the kernel, and the rest for the
    limits."""
    for at, row in enumerate(rows):
        row.most_points = 10.0 if not limits else 6.0 if at == 0 else 4.0 / limits
        row.points = row.most_points if row.state == "ok" else 0.0
