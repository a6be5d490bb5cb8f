"""What is said of a function that cudapy.lib does not have."""

from __future__ import annotations

import difflib

from .._arrays.missing_names import TAKEN, named_elsewhere

_TAKEN = f"{TAKEN} and of cp.lib's functions"

# How it is written with what is here.
_HERE = {
    "sum": "cp.lib.reduce(lambda a, b: a + b, X)",
    "prod": "cp.lib.reduce(lambda a, b: a * b, X)",
    "max": "cp.lib.reduce(max, X)",
    "min": "cp.lib.reduce(min, X)",
    "amax": "cp.lib.reduce(max, X)",
    "amin": "cp.lib.reduce(min, X)",
    "cumprod": "cp.lib.scan(lambda a, b: a * b, X)",
    "compress": "cp.lib.select(X, where, axis)",
    "filter": "cp.lib.select(X, f)",
    "zip_with": "cp.lib.zipWith(f, X, Y)",
}


def why_absent(name: str, names: list[str]) -> str:
    """The message of the AttributeError."""
    said = f"cp.lib has no {name}"
    if name.startswith("_"):
        return said
    if name in _HERE:
        return f"{said}: write {_HERE[name]}"
    if elsewhere := named_elsewhere(name):
        return f"{said}: use {elsewhere}, {_TAKEN}"
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"{said}: did you mean {near[0]}?"
    return f"{said}: CuPy or PyTorch may have it, {_TAKEN}"
