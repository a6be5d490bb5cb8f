"""The types of arguments, as the translator names them."""

from __future__ import annotations

from typing import NamedTuple

from .._types.types import BY_CORE

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .._types.types import Type

# The types of numbers, by CudaPy's names.
NUMBERS = {core.name: kind for core, kind in BY_CORE.items()}


class Kind(NamedTuple):
    """The type of an argument: its name in CudaPy's signatures, the type of numbers that it is or has for
    elements, how many dimensions it has, and the keyword that it was given by."""

    text: str
    number: Type | None
    ndim: int
    keyword: str = ""

    @property
    def name(self):
        """numba's name of a number's type, or of the type of an array's elements."""
        return self.number.name if self.number else element_of(self.text)[0]

    @property
    def is_date(self):
        """Whether it is a date or a span of NumPy, or an array of them."""
        return self.name.startswith(("datetime64[", "timedelta64["))

    def __str__(self):
        return f"an array of {self.name}" if self.ndim else self.name


def kinds_of(text):
    """Returns the types of the text, which has a line for each, such as "(float\\nout=int*)"."""
    return [_kind_of(part) for part in text[1:-1].split("\n") if part]


def _kind_of(part):
    before, _, after = part.partition("=")
    keyword, text = (before, after) if before.isidentifier() and after else ("", part)
    element, ndim = element_of(text)
    return Kind(text, NUMBERS.get(element), ndim, keyword)


def element_of(text):
    """Returns the type of the elements of an array, and its dimensions; of anything else the type itself, and
    0."""
    if text.endswith("*"):
        return text[:-1], 1
    if text.endswith(",]"):
        element, _, commas = text.rpartition("[")
        return element, len(commas)
    return text, 0


def listed(kinds):
    """Returns the types for messages."""
    return ", ".join(map(str, kinds)) or "no arguments"
