"""Types and signatures of numba itself, in programs that import them from it: `from numba import float32`."""

from __future__ import annotations

from ._types import BY_NAME, Array, Signature, void


def is_numbas(value):
    """Returns whether a value is of a class of numba itself."""
    return str(type(value).__module__).startswith("numba.")


def number_of(value):
    """Returns the type of a number that a type of numba itself is; None for anything else."""
    return BY_NAME.get(str(value)) if is_numbas(value) and ".types." in type(value).__module__ else None


def translated(value):
    """Returns the type, or the signature, for one of numba itself; any other value as it is."""
    if not is_numbas(value):
        return value
    if hasattr(value, "return_type") and hasattr(value, "args"):
        return Signature(translated(value.return_type), map(translated, value.args))
    if hasattr(value, "layout") and hasattr(value, "dtype"):
        return Array(
            translated(value.dtype), value.ndim, value.layout, not value.mutable, None, value.aligned
        )
    return void if str(value) == "none" else number_of(value) or value
