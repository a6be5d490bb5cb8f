"""Exercises. Each is a file in a folder `unit*`, which holds an `EXERCISE`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .facts import Facts
    from .limits import Limit

UNITS = {
    1: "one thread",
    2: "grids",
    3: "memory",
    4: "shared memory",
    5: "tiles",
    6: "many into one",
    7: "order",
    8: "real work",
    9: "derivatives",
}

Random = np.random.Generator
Arguments = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One launch of an answer."""

    arguments: Arguments
    """By the names of the parameters, in their order."""
    threads: tuple[int, ...]
    block: tuple[int, ...] | None = None
    about: str = ""
    """The special feature of the case, for people, such as "k = 8, j = 2"."""
    name: str = ""
    """The launch in a few words, if its first array does not say it."""

    @property
    def label(self) -> str:
        """The launch in a few words: "1000 elements", "3x50 elements"."""
        if self.name:
            return self.name
        arrays = [value for value in self.arguments.values() if isinstance(value, np.ndarray)]
        shape = "x".join(map(str, arrays[0].shape)) if arrays else "no"
        text = f"{shape} element{'' if shape == '1' else 's'}"
        return f"{text}, {self.about}" if self.about else text


@dataclass(frozen=True)
class Mistake:
    """A classic mistake."""

    name: str
    sentence: str
    """A sentence that says what goes wrong, and what to look at."""
    is_made: Callable[[Facts], bool]


@dataclass(frozen=True)
class Question:
    """A question for a prediction. The rules of the memory model give the answer."""

    name: str
    text: str
    answer: Callable[[], float]
    mistakes: Mapping[float, str] = field(default_factory=dict)
    """Classic wrong answers, and the mistakes' names."""


@dataclass(frozen=True)
class Exercise:
    """See the fields. Texts are plain: they are shown in terminals, files and notebooks."""

    number: int
    unit: int
    title: str
    story: str
    """The text that says what is to be done, and what there is to learn."""
    starter: str
    """The text with which the student begins: imports, the signature, the kernel."""
    hints: tuple[str, str, str]
    signature: str = ""
    """Such as "void (float* X)", as the answer must have it."""
    reference: Callable[..., Arguments] = dict
    """The reference in NumPy. It takes the arguments by name, and returns, by name, the arrays that the
    launch changes."""
    cases: Callable[[Random], Iterable[Case]] = lambda random: ()
    """The launches whose results are compared."""
    measured: Callable[[Random], Case] | None = None
    """The launch whose cost is measured."""
    timed: Callable[[Random], Case] | None = None
    """A larger launch, whose time is measured if there is a GPU."""
    limits: tuple[Limit, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    tolerance: float = 1e-5
    """The distance that floats may have from those of the reference, relative to the largest one of an
    array."""
    other_signatures: Mapping[str, Callable[[Arguments], Arguments]] = field(default_factory=dict)
    """Signatures that an answer may have instead, and the arguments for them."""
    provides: Mapping[str, Any] = field(default_factory=dict)
    """Names that the student's file defines and that are taken from here: structs."""
    questions: tuple[Question, ...] = ()
    """The questions of an exercise without a kernel, which ask for predictions."""

    @property
    def file_name(self) -> str:
        return f"{self.number:02}_{self.title}.py"

    @property
    def unit_name(self) -> str:
        return f"unit {self.unit}, {UNITS[self.unit]}"
