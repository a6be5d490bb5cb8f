"""Numbers as texts for people."""

from __future__ import annotations

from typing import Any


def text_of(value: Any, kind: str) -> str:
    """A number as Python prints it, a float of single precision with the digits that it has. `kind`: the name
    of its type, or of an array of such."""
    if isinstance(value, float) and not kind.startswith("double"):
        return str(float(f"{value:.7g}"))
    return str(value)
