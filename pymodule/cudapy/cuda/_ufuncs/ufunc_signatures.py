"""The signatures of functions over arrays: texts such as "float32(float32, int64)", tuples of types, and what
has `args` and `return_type`."""

from __future__ import annotations

import re
from typing import NamedTuple

from ... import _core
from ..._types.dates import is_date
from ..._ufuncs.numbers import TYPES
from .._types.numba_types import translated

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import Any

_BETWEEN = r",(?![^\[]*\])"  # a comma between types, and not one between axes


class Kind(NamedTuple):
    """The type of a parameter: that of its numbers, and its dimensions, 0 for a number."""

    kind: _core.Type
    ndim: int


class Signature(NamedTuple):
    """The types of parameters, and that of the result: None where nothing says it, and Void for nothing."""

    args: tuple[Kind, ...]
    result: _core.Type | None


def read(signature: Any, who: str) -> Signature:
    """Returns a signature as a Signature. Raises TypeError for what is none."""
    if isinstance(signature, str):
        return _of_text(signature, who)
    if isinstance(signature, (tuple, list)):
        return Signature(tuple(_kind(each, who) for each in signature), None)
    if hasattr(signature, "args") and hasattr(signature, "return_type"):
        result = signature.return_type
        args = tuple(_kind(each, who) for each in signature.args)
        return Signature(args, None if result is None else _result(_kind_or_void(result, who), who))
    raise TypeError(
        f'{who}: {signature!r} is no signature: write a text such as "float32(float32)", or a tuple of types'
    )


def read_all(signatures: Any, who: str) -> list[Signature]:
    """Returns one signature, or each of a list, as Signatures."""
    is_one = isinstance(signatures, (str, tuple)) or hasattr(signatures, "return_type")
    if isinstance(signatures, tuple) and any(not _is_type(each) for each in signatures):
        is_one = False  # a tuple of signatures
    return [read(each, who) for each in ([signatures] if is_one else signatures)]


def _of_text(text: str, who: str) -> Signature:
    result, opening, rest = text.strip().partition("(")
    if not opening and re.search(_BETWEEN, text):
        result, opening, rest = "", "(", text.strip() + ")"  # only the types of the arguments
    if not opening or not rest.endswith(")"):
        raise TypeError(f'{who}: {text!r} is no signature: write one such as "float32(float32, int64)"')
    parts = re.split(_BETWEEN, rest[:-1]) if rest[:-1].strip() else []
    args = tuple(_kind(part, who) for part in parts if part.strip())
    return Signature(args, _result(_kind_or_void(result, who), who) if result.strip() else None)


def _result(kind: Kind, who: str) -> _core.Type:
    if kind.ndim:
        raise TypeError(f"{who}: a function over arrays returns a number, and the signature says an array")
    return kind.kind


def _kind_or_void(value: Any, who: str) -> Kind:
    if isinstance(value, str):
        is_void = value.strip() in ("void", "none")
    else:
        is_void = _core_of(value) is _core.Void
    return Kind(_core.Void, 0) if is_void else _kind(value, who)


def _is_type(value: Any) -> bool:
    """Returns whether something is a type, or the text of one."""
    if isinstance(value, str):
        return "(" not in value
    return isinstance(value, _core.Type) or hasattr(translated(value), "core") or _is_array(value)


def _is_array(value: Any) -> bool:
    return hasattr(value, "ndim") and hasattr(value, "dtype")


def _core_of(value: Any) -> _core.Type | None:
    """The type that kernels compute with, of a type of cudapy.cuda.types or of numba itself."""
    value = translated(value)
    return value if isinstance(value, _core.Type) else getattr(value, "core", None)


def _kind(value: Any, who: str) -> Kind:
    if isinstance(value, str):
        return _kind_of_text(value.strip(), who)
    value = translated(value)
    is_array = _is_array(value)
    found = _core_of(value.dtype if is_array else value)
    if found is not None and (found in TYPES.values() or is_date(found)):
        return Kind(found, value.ndim if is_array else 0)
    raise TypeError(f"{who}: {value!r} is no type of numbers or dates, or of arrays of them")


def _kind_of_text(text: str, who: str) -> Kind:
    from .. import types

    name, _, axes = text.partition("[")
    kind = _core_of(getattr(types, name.strip(), None) if name.strip() in types.__all__ else None)
    places = [each.strip() for each in axes[:-1].split(",")]
    if (
        kind is None
        or kind not in TYPES.values()
        or (axes and not (axes.endswith("]") and {*places} <= {":", "::1"}))
    ):
        raise TypeError(f"{who}: {text!r} is no type of numbers, or of arrays of them")
    return Kind(kind, len(places) if axes else 0)
