"""What a check found."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from .timing import Timing

State = Literal["ok", "wrong", "open"]


@dataclass
class Row:
    """One thing that was looked at."""

    check: str
    state: State
    text: str
    """In a few words: what was measured, and the bar."""
    sentence: str = ""
    """What is wrong, in one sentence or two."""
    line: int = 0
    """In the answer; 0 where there is none."""
    column: int = 0
    end_column: int = 0
    """Columns count from 0; both are 0 where the line as a whole is meant."""
    source: str = ""
    """The line's text."""
    measured: float | None = None
    limit: float | None = None
    points: float = 0
    most_points: float = 0


@dataclass
class Report:
    """What a check found in one answer. It is right when `is_right`."""

    number: int
    title: str
    unit: str
    rows: list[Row] = field(default_factory=list)
    mistake: str = ""
    """The name of the mistake, of an answer that is not right."""
    explanation: str = ""
    """What the mistake is, in general."""
    is_starter: bool = False
    """Whether nothing was done yet: that has no points, though some of it may be right."""
    time: Timing | None = None
    """How long it takes on this machine's GPU, where there is one and the results are right."""

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
        """For programs: plain values, which `from_dict` takes."""
        values = asdict(self)
        if self.time is None:
            del values["time"]
        return values

    @staticmethod
    def from_dict(values: dict[str, Any]) -> Report:
        time = Timing(**values["time"]) if values.get("time") else None
        return Report(**{**values, "rows": [Row(**row) for row in values["rows"]], "time": time})

    def __str__(self) -> str:
        from .terminal import text_of

        return text_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self).rstrip())  # in IPython, outside notebooks

    def _repr_html_(self) -> str:
        from .page import html_of

        return html_of(self)


def share_points(rows: list[Row], limits: int) -> None:
    """Ten points: six for what the kernel computes, where there are limits, and the rest for those."""
    for at, row in enumerate(rows):
        row.most_points = 10.0 if not limits else 6.0 if at == 0 else 4.0 / limits
        row.points = row.most_points if row.state == "ok" else 0.0
