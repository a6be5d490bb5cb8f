"""The types of arguments, as the translator names them."""

from __future__ import annotations

from typing import NamedTuple

from .._types.types import BY_CORE

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    from .._types.types import Number

    # The function that a call means, None for the built-in one, or a text that says what is refused.
    Choice: TypeAlias = Callable[..., Any] | str | None

# The types of numbers, by CudaPy's names.
NUMBERS = {core.name: kind for core, kind in BY_CORE.items()}


class Kind(NamedTuple):
    """The type of an argument: its name in CudaPy's signatures, the type of numbers that it is or has for
    elements, how many dimensions it has, and the keyword that it was given by."""

    text: str
    number: Number | None
    ndim: int
    keyword: str = ""

    @property
    def name(self) -> str:
        """numba's name of a number's type, or of the type of an array's elements."""
        return self.number.name if self.number else element_of(self.text)[0]

    @property
    def is_date(self) -> bool:
        """Whether it is a date or a span of NumPy, or an array of them."""
        return self.name.startswith(("datetime64[", "timedelta64["))

    def __str__(self) -> str:
        return f"an array of {self.name}" if self.ndim else self.name


def kinds_of(text: str) -> list[Kind]:
    """Returns the types of the text, which has a line for each, such as "(float\\nout=int*)"."""
    return [_kind_of(part) for part in text[1:-1].split("\n") if part]


def _kind_of(part: str) -> Kind:
    before, _, after = part.partition("=")
    keyword, text = (before, after) if before.isidentifier() and after else ("", part)
    element, ndim = element_of(text)
    return Kind(text, NUMBERS.get(element), ndim, keyword)


def element_of(text: str) -> tuple[str, int]:
    """Returns the type of the elements of an array, and its dimensions; of anything else the type itself, and
    0."""
    if text.endswith("*"):
        return text[:-1], 1
    if text.endswith(",]"):
        element, _, commas = text.rpartition("[")
        return element, len(commas)
    return text, 0


def listed(kinds: Iterable[Kind]) -> str:
    """Returns the types for messages."""
    return ", ".join(map(str, kinds)) or "no arguments"
