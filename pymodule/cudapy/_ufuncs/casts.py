"""What the types that a function says take: NumPy's casting of the same kind."""

from __future__ import annotations

import math

from .. import _core
from .libraries import cast
from .numbers import KINDS, LIMITS, OF_PYTHON, PYTHON, TYPES, with_article
from .operands import converted
from .strided import ArrayOperand

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .strided import Operand


def check_cast(who: str, operand: Operand, wanted: str) -> None:
    """Raises what NumPy's casting of the same kind does not allow."""
    if operand.kind is None:
        _check_number(who, operand, wanted)
    elif isinstance(operand, ArrayOperand) and operand.is_weak:
        _check_list(who, operand, wanted)
    elif KINDS[operand.kind.name] > KINDS[wanted]:
        what = "a number" if operand.is_number else "an array"
        raise TypeError(
            f"{who}: argument {operand.name} is {what} of {operand.kind.name}, and the "
            f"parameter is {with_article(wanted)}, which does not hold it: write {cast(operand, wanted)}"
        )
    elif operand.is_number:
        _check_range(who, operand, wanted)


def make_list_of(who: str, operand: ArrayOperand, wanted: str) -> None:
    """Makes the array of a list one of that type."""
    kind = TYPES[wanted]
    operand.view = converted(
        f"{who}: argument {operand.name}", _core.CudaArray, operand.argument, kind, "cpu"
    )
    operand.kind = kind


def _check_list(who: str, operand: ArrayOperand, wanted: str) -> None:
    have = KINDS[operand.kind.name]
    if have > KINDS[wanted] and not (have == 2 and KINDS[wanted] == 1):
        raise TypeError(
            f"{who}: argument {operand.name} is a list of {operand.kind.name}, and the parameter is "
            f"{with_article(wanted)}"
        )
    make_list_of(who, operand, wanted)


def _check_number(who: str, operand: Operand, wanted: str) -> None:
    value, name = operand.argument, operand.name
    have = OF_PYTHON[type(value)]
    if have > KINDS[wanted] and not (have == 2 and KINDS[wanted] == 1):
        instead = f"{PYTHON[KINDS[wanted]]}({value!r})" if have < 4 else "its real part"
        raise TypeError(
            f"{who}: argument {name} is {type(value).__name__} {value!r}, and the parameter "
            f"is {with_article(wanted)}: write {instead}"
        )
    _check_range(who, operand, wanted)


def _check_range(who: str, operand: Operand, wanted: str) -> None:
    value = operand.argument
    low, high = LIMITS.get(wanted, (-math.inf, math.inf))
    if type(value) is int and not low <= value <= high:
        raise OverflowError(
            f"{who}: argument {operand.name}: int {value} is out of range for {wanted} ({low} to {high})"
        )
