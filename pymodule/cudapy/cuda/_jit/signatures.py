"""Signatures as cuda.jit takes them: text, tuples of types, and signature objects."""

from __future__ import annotations

from ..._compile.generic import NO_DIMENSION, NOTHING, Items
from .._types.date_types import Date
from .._types.enums import EnumMember
from .._types.numba_types import translated
from .._types.record_types import Record
from .._types.types import Array, NoneType, Number, Signature, Tuple, Type, void

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    SignatureParts = tuple[
        tuple[Type, ...], Type | None
    ]  # the types of arguments, and that of the result if it is said


def is_signature(value: Any) -> bool:
    """Returns whether something is given as one signature, and not as a function or a list of signatures."""
    return isinstance(translated(value), (str, tuple, Signature))


def parse(signature: Any) -> SignatureParts:
    """Returns the types of the arguments as a tuple, and the type of the result, or None where the signature
    has none.

    `signature` is text such as "void(float64[:], int32)", a tuple of types, or a signature object. The text
    is Python that sees the names of `cuda.types`. Raises TypeError for what is no signature, and what Python
    raises for the text.
    """
    made = translated(signature)
    if isinstance(signature, str):
        from .. import types

        made = eval(signature, {"__builtins__": {}}, {**vars(types), "bool": types.boolean})
    if isinstance(made, Signature):
        arguments, result = tuple(map(translated, made.args)), translated(made.return_type)
    elif isinstance(made, tuple):
        arguments, result = tuple(map(translated, made)), None
    else:
        raise TypeError(
            f"cuda.jit: {signature!r} is no signature: write void(float32[:], int32), or a tuple of types"
        )
    for each in (*arguments, *(() if result is None else (result,))):
        if not isinstance(each, Type):
            raise TypeError(f"cuda.jit: a signature is made of types, and {each!r} is none")
    return arguments, result


def key_of(arguments: Iterable[Type]) -> tuple[Any, ...]:
    """Returns what chooses the instance of a generic kernel with arguments of these types, see
    generic.NumbaGeneric."""
    return tuple(map(_key, arguments))


def _key(kind: Any) -> Any:
    if isinstance(kind, Tuple):
        return Items(map(_key, kind.types), getattr(kind, "fields", ()))
    if isinstance(kind, NoneType):
        return NOTHING
    if isinstance(kind, (Number, Record, EnumMember, Date)):
        return kind.core, 0, False
    if not kind.ndim:
        return kind.dtype.core, NO_DIMENSION, False
    return _element(kind), kind.ndim, False


def _element(kind: Any) -> Any:
    kind.core  # raises where kernels have no such type
    return kind.dtype.core


def has_record_types(types: Iterable[Type]) -> bool:
    """Returns whether a record, or an array of records, is among types."""
    return any(isinstance(getattr(each, "dtype", each), Record) or isinstance(each, Record) for each in types)


def are_of_helpers(types: Iterable[Type]) -> bool:
    """Returns whether CudaPy's own helpers have arguments of types: numbers, arrays of these with dimensions,
    and tuples of at least two numbers."""
    return all(
        isinstance(each, Number)
        or (isinstance(each, Array) and each.ndim and isinstance(each.dtype, Number))
        or _is_tuple_of_numbers(each)
        for each in types
    )


def _is_tuple_of_numbers(kind: Type) -> bool:
    if not isinstance(kind, Tuple) or hasattr(kind, "fields") or len(kind) < 2:
        return False
    return all(isinstance(each, Number) or _is_tuple_of_numbers(each) for each in kind.types)


def helper_text(arguments: Iterable[Type], result: Type | None) -> str:
    """Returns the signature of a device function as CudaPy's own helpers have it, such as "float (float*,
    int64)"."""
    return f"{_helper_name(result or void)} ({', '.join(map(_helper_name, arguments))})"


def _helper_name(kind: Type) -> str:
    if isinstance(kind, Tuple):
        return f"({', '.join(map(_helper_name, kind.types))})"
    return kind.core.name
