"""Errors and warnings of numba's own classes, where a program has imported numba."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Error = TypeVar("Error", bound=Exception)

_both: dict[tuple[type[Exception], type[Exception]], Any] = {}


def with_numbas(kind: type[Error]) -> type[Error]:
    """Returns a class of errors or warnings that is numba's own of that name, too, where the program imported
    numba: its handlers and filters may name that one. numba is not imported to find out."""
    theirs = getattr(sys.modules.get("numba.core.errors"), kind.__name__, None)
    if not (isinstance(theirs, type) and issubclass(theirs, Exception)) or issubclass(kind, theirs):
        return kind
    if (kind, theirs) not in _both:
        members: dict[str, Any] = {
            "__module__": kind.__module__,
            "__doc__": kind.__doc__,
            "__init__": Exception.__init__,
            "__str__": Exception.__str__,
        }
        members["__reduce__"] = lambda self: (kind, self.args)
        _both[kind, theirs] = type(kind.__name__, (kind, theirs), members)
    both: type[Error] = _both[kind, theirs]
    return both
