"""Pictures. Each one is something drawn, and the same in words and as a table."""

from __future__ import annotations

from dataclasses import dataclass

from .svg import drawing


@dataclass(frozen=True)
class Table:
    """The numbers of a picture, in rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def in_words(self) -> str:
        """Returns the table as text, for readers without tables."""
        return " ".join(
            "; ".join(f"{name}: {cell}" for name, cell in zip(self.head, row)) + "." for row in self.rows
        )


@dataclass(frozen=True)
class Picture:
    """A drawing of so many units of width and height, in elements that come one over the other."""

    title: str
    words: str
    """Sentences that say what there is to see."""
    table: Table
    width: float
    height: float
    elements: tuple[str, ...]

    def svg(self, prefix: str) -> str:
        """The drawing as it may be in a file or in a page."""
        words = f"{self.words} {self.table.in_words}"
        return drawing(prefix, self.width, self.height, self.title, words, self.elements)


def several(items: list[int], limit: int = 8) -> str:
    """Numbers in a few words: "0 to 31", "0, 4, 8 and 12", "0, 3, 5 … 31"."""
    if not items:
        return "none"
    if len(items) > 2 and items[-1] - items[0] == len(items) - 1:
        return f"{items[0]} to {items[-1]}"
    if len(items) > limit:
        return f"{', '.join(map(str, items[: limit - 1]))} … {items[-1]}"
    said = list(map(str, items))
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
