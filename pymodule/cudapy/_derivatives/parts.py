"""The floats in arrays of structs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def parts_of(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Returns the arrays of floats in an array, by the names of fields: itself, or those of structs."""
    if value.dtype.names:
        for field in value.dtype.names:
            yield from parts_of(value[field], f"{name}.{field}")
    elif value.dtype.kind in "fc":
        yield name, value
