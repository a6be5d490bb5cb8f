"""What is said of a function that cudapy.lib does not have."""

from __future__ import annotations

import difflib

_TAKEN_BY = "kernels and of cp.lib's functions"

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
# What CuPy and PyTorch call it.
_ELSEWHERE = {
    "all": ("all", "all"),
    "any": ("any", "any"),
    "argmax": ("argmax", "argmax"),
    "argmin": ("argmin", "argmin"),
    "bincount": ("bincount", "bincount"),
    "concatenate": ("concatenate", "cat"),
    "convolve": ("convolve", "conv1d"),
    "diff": ("diff", "diff"),
    "dot": ("dot", "dot"),
    "einsum": ("einsum", "einsum"),
    "fft": ("fft", "fft"),
    "flip": ("flip", "flip"),
    "histogram": ("histogram", "histogram"),
    "linalg": ("linalg", "linalg"),
    "lexsort": ("lexsort", None),
    "matmul": ("matmul", "matmul"),
    "mean": ("mean", "mean"),
    "median": ("median", "median"),
    "nonzero": ("nonzero", "nonzero"),
    "partition": ("partition", "topk"),
    "argpartition": ("argpartition", "topk"),
    "percentile": ("percentile", "quantile"),
    "quantile": ("quantile", "quantile"),
    "random": ("random", "random"),
    "repeat": ("repeat", "repeat_interleave"),
    "roll": ("roll", "roll"),
    "searchsorted": ("searchsorted", "searchsorted"),
    "solve": ("linalg.solve", "linalg.solve"),
    "stack": ("stack", "stack"),
    "std": ("std", "std"),
    "svd": ("linalg.svd", "linalg.svd"),
    "take": ("take", "take"),
    "tensordot": ("tensordot", "tensordot"),
    "tile": ("tile", "tile"),
    "topk": (None, "topk"),
    "var": ("var", "var"),
    "where": ("where", "where"),
}


def why_absent(name, names):
    """The message of the AttributeError."""
    said = f"cp.lib has no {name}"
    if name.startswith("_"):
        return said
    if name in _HERE:
        return f"{said}: write {_HERE[name]}"
    if name in _ELSEWHERE:
        cupy, torch = _ELSEWHERE[name]
        found = [f"cupy.{cupy}"] * bool(cupy) + [f"torch.{torch}"] * bool(torch)
        return f"{said}: use {' or '.join(found)}, whose arrays are arguments of {_TAKEN_BY}"
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"{said}: did you mean {near[0]}?"
    return f"{said}: CuPy or PyTorch may have it, whose arrays are arguments of {_TAKEN_BY}"
