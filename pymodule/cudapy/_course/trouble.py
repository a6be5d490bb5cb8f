"""The reports of a launch in checked mode, as facts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["bounds", "race", "barrier", "unwritten", "number", "refused", "failed"]

# The part of a race's message that shows the element's values. They differ each time for shared memory that
# nobody has written.
_VALUES = re.compile(r"; it (?:was \S+ and becomes|becomes|was|is) \S+?(?=\. [A-Z]|\.?$)")
_PLACE = re.compile(r"(?:(?P<file>[^\n]*?):(?P<line>\d+): )?(?P<rest>.*)", re.DOTALL)
_PATTERNS: tuple[tuple[Kind, str], ...] = (
    ("bounds", r"index .* is outside (?P<array>\w+)"),
    ("race", r"a race on (?P<array>\w+)"),
    ("barrier", r"disagree about the condition in line (?P<line>\d+)"),
    ("barrier", r"the mask in line (?P<line>\d+)"),
    ("barrier", r"line (?P<line>\d+).*barrier"),
    ("unwritten", r"reads (?P<array>\w+)\[.*(has|have) (not )?written"),
    ("unwritten", r"is read and has not been assigned"),
    ("number", r"overflow|does not fit|division|divided|shift"),
)


@dataclass(frozen=True)
class Trouble:
    """The first finding of a launch that failed."""

    kind: Kind
    message: str
    """Without the file and the line at its beginning, and without what else was found."""
    line: int = 0
    """The line in the student's file; 0 if it is not known."""
    array: str = ""

    @property
    def is_of_blocks(self) -> bool:
        """Returns whether the race is between threads of two blocks, or of a kernel without blocks."""
        return "in no order" in self.message

    @property
    def both_change(self) -> bool:
        """Returns whether both threads change the element by its old value, as `+=` does."""
        return "changes it" in self.message.split("`")[0] and "changes it there, too" in self.message

    @property
    def both_write(self) -> bool:
        return "writes it there, too" in self.message


def of_kernel_error(message: str) -> Trouble:
    """Returns the facts of a KernelError.

    >>> of_kernel_error("x.py:3: index 4 is outside X, which has 4 elements, in thread 3: `X[idx + 1]`").array
    'X'
    """
    matched = _PLACE.match(message.split("\n")[0])
    assert matched
    line, rest = int(matched["line"] or 0), re.sub(r"^\w+: ", "", matched["rest"])
    for kind, pattern in _PATTERNS:
        found = re.search(pattern, rest)
        if found:
            groups = found.groupdict()
            rest = _VALUES.sub("", rest) if kind == "race" else rest
            return Trouble(kind, rest, line or int(groups.get("line") or 0), groups.get("array") or "")
    return Trouble("failed", rest, line)


def of_assertion(message: str) -> Trouble:
    """Returns the facts of a failed `assert` of the kernel.

    >>> of_assertion("assertion failed in x.py:3: assert A[idx] < 0").message
    'the assertion fails: `assert A[idx] < 0`'
    """
    found = re.search(r":(\d+): (.*)", message)
    if not found:
        return Trouble("failed", message)
    return Trouble("failed", f"the assertion fails: `{found[2]}`", int(found[1]))


def of_refusal(message: str) -> Trouble:
    """Returns the facts of an error that kept a launch from starting."""
    message = re.sub(r"^\w+: ", "", message)
    found = re.search(r"(?P<array>\w+)\[|outside|elements", message)
    return Trouble("bounds", message, 0, found["array"] or "") if found else Trouble("refused", message)
