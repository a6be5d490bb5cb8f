"""What gives all elements of an array, or of a part of one, their values: `a[i, :] = x` and `a.fill(x)`."""

from __future__ import annotations

from .._device_functions.stores import np_filled
from ._kinds import listed
from ._making import made

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._kinds import Choice, Kind


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function that gives an array of the first type values of the second one, or a text that
    says what is refused."""
    if len(kinds) != 2 or kinds[1].keyword:
        return f"`fill` with {len(kinds) - 1} arguments, where it has one,"
    array, value = kinds
    if name == "__setitem__" and value.text.startswith("("):
        return _of_items(array, value)
    if array.is_date and value.text == array.name:
        return np_filled
    if array.number is None or value.number is None or value.ndim:
        return f"an assignment of {listed([value])} to {listed([array])}"
    return np_filled


def _of_items(array: Kind, value: Kind) -> Choice:
    """Returns the function that stores the items of a tuple. Where there are not as many elements, it does
    nothing."""
    items = value.text[1:-1].split(", ")
    if array.ndim != 1 or array.number is None or len(set(items)) != 1:
        return f"an assignment of a tuple, {value.text}, to {listed([array])}"
    return made(
        f"np_placed_{len(items)}",
        [("a", None), ("items", None)],
        None,
        f"if a.shape[0] == {len(items)}:",
        *(f"    a[{i}] = items[{i}]" for i in range(len(items))),
    )
