"""`A += B`: the result goes to A's own elements, which views of A see."""

from __future__ import annotations

from .._ufuncs.numbers import KINDS
from .operators import SIGNS, computed, converted, operands, type_of_result
from .promotion import SIGNED, UNSIGNED

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import Any

    from .._core import CudaArray


def in_place(operator: str, array: CudaArray, other: Any) -> Any:
    """Returns the array itself, with the result in it; NotImplemented for an operand that is no array or
    number. Raises TypeError for a result of another kind of number, as NumPy does, and ValueError for one of
    another shape."""
    _, right = operands(array, other)
    if right is None:
        return NotImplemented
    made = type_of_result(operator, array, right)
    name = array.elemType().name
    if not _holds_kind(name, made):
        raise TypeError(
            f"`{SIGNS[operator]}=`: the result is {made}, which an array of {name} does not hold: write A = "
            f"A {SIGNS[operator]} B"
        )
    if made == name and not (operator == "pow" and KINDS[made] in (UNSIGNED, SIGNED)):
        try:
            computed(operator, array, right, made, out=array)
            return array
        except ValueError:
            pass  # the operand is another view of the same memory, or of another shape, which is said below
    result = computed(operator, array, right, made)
    if result.shape != array.shape:
        raise ValueError(
            f"`{SIGNS[operator]}=`: the result has shape {result.shape}, and the array has {array.shape}"
        )
    array.copy_from(converted(result, name))
    return array


def _holds_kind(name: str, made: str) -> bool:
    """Whether NumPy's casting "same_kind" allows it: from an unsigned integer to a signed one, but not back,
    and never to a lesser kind."""
    return KINDS[made] <= KINDS[name]
