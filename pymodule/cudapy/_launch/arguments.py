"""The arguments of a launch by the kernel's parameters."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


def collect(
    kernel: str, names: Sequence[str], arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> tuple[Any, ...]:
    """The arguments in the order of the parameters `names`, given by position or by name."""
    count = len(names)
    if len(arguments) == count and not keywords:
        return tuple(arguments)
    if len(arguments) + len(keywords) > count or (not keywords and len(arguments) < count):
        expected = "1 argument" if count == 1 else f"{count} arguments"
        raise TypeError(
            f"{kernel}: expected {expected} ({', '.join(names)}), got {len(arguments) + len(keywords)}"
        )
    given = dict(zip(names, arguments))
    for name, value in keywords.items():
        if name not in names:
            raise TypeError(f"{kernel}: there is no parameter {name}; the parameters are {', '.join(names)}")
        if name in given:
            raise TypeError(f"{kernel}: parameter {name} was given twice, by position and by name")
        given[name] = value
    for name in names:
        if name not in given:
            raise TypeError(f"{kernel}: the argument for parameter {name} is missing")
    return tuple(given[name] for name in names)
