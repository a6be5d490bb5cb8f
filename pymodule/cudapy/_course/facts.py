"""The facts about an answer that has run, by which mistakes are recognised."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .exercise import Arguments, Case, Exercise
from .submission import Submission
from .trouble import Kind, Trouble

if TYPE_CHECKING:
    from .limits import Measure

Model = Callable[..., Arguments]


@dataclass(frozen=True)
class Difference:
    """The first element that is not what it should be."""

    array: str
    index: tuple[int, ...]
    got: Any
    expected: Any


@dataclass(frozen=True)
class Outcome:
    """The outcome of one launch."""

    case: Case
    left: Arguments
    """The arrays after the launch, by name."""
    difference: Difference | None
    trouble: Trouble | None

    @property
    def is_right(self) -> bool:
        return self.difference is None and self.trouble is None


@dataclass
class Facts:
    exercise: Exercise
    submission: Submission
    kernel: Any = None
    """The compiled kernel."""
    outcomes: list[Outcome] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)
    uncounted: str = ""
    """Why there are no measures, of an answer that does too much to be counted."""

    @property
    def wrong(self) -> Outcome | None:
        """The first launch that is not right."""
        return next((each for each in self.outcomes if not each.is_right), None)

    def trouble(self, kind: Kind, array: str | None = None) -> Trouble | None:
        """Returns the trouble of the first launch that is not right, if it is of this kind and about this
        array."""
        found = self.wrong.trouble if self.wrong else None
        return found if found and found.kind == kind and array in (None, found.array) else None

    def is_shared(self, array: str) -> bool:
        """Returns whether a name is none of the parameters, so that it is one of shared memory."""
        return array != "" and array not in dict(self.kernel.parameters)

    def looks_like(self, model: Model) -> bool:
        """Returns whether the arrays are those of a wrong model, in all launches. The model takes the
        arguments by name, and returns arrays by name. Launches that failed, unless by a race, are left
        out."""
        looked_at = [each for each in self.outcomes if not each.trouble or each.trouble.kind == "race"]
        for each in looked_at:
            for name, value in model(**copies(each.case.arguments)).items():
                if difference(name, each.left[name], value, self.exercise.tolerance):
                    return False
        return any(each.difference for each in looked_at)

    def untouched(self, array: str) -> bool:
        """Returns whether no launch changed an array, though one should have."""
        return any(each.difference for each in self.outcomes) and all(
            np.array_equal(each.left[array], each.case.arguments[array]) for each in self.outcomes
        )

    def indexed(self, array: str, position: int, by: str) -> bool:
        """Returns whether the text has `array[…]` with a name, such as "idx", in the index of this
        position."""
        for node in ast.walk(self.submission.tree):
            if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == array:
                indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                if position < len(indices) and by in {
                    ast.unparse(each) for each in ast.walk(indices[position])
                }:
                    return True
        return False

    def over(self, check: str, array: str | None = None) -> bool:
        """Returns whether the answer passes a limit, which is given by the name of the check, such as
        "sectors"."""
        return any(
            not each.is_kept and each.check == check and array in (None, each.array) for each in self.measures
        )

    def calls(self, name: str) -> int:
        """Returns how often a function is called by this name in the text."""
        return len(self.submission.calls("", name))

    def reads(self, *names: str) -> bool:
        """Returns whether the text reads one of these names: "idx", or "threadIdx.x"."""
        for node in ast.walk(self.submission.tree):
            if isinstance(node, (ast.Name, ast.Attribute)) and ast.unparse(node) in names:
                return True
        return False


def copies(arguments: Arguments) -> Arguments:
    return {
        name: value.copy() if isinstance(value, np.ndarray) else value for name, value in arguments.items()
    }


def difference(name: str, got: Any, expected: Any, tolerance: float) -> Difference | None:
    """The first element in which two arrays differ."""
    expected = np.asarray(expected)
    if got.dtype.kind != "f":
        wrong = got != expected
    else:
        largest = float(np.max(np.abs(expected[np.isfinite(expected)]), initial=0.0))
        with np.errstate(invalid="ignore"):
            close = np.abs(got.astype(np.float64) - expected) <= tolerance * max(largest, 1e-30)
        wrong = ~(close | (got == expected) | (np.isnan(got) & np.isnan(expected)))
    if not wrong.any():
        return None
    index = tuple(int(each) for each in np.argwhere(wrong)[0])
    return Difference(name, index, got[index], expected[index])
