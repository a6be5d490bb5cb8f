"""What is said of functions over whole arrays that are not here: how they are written with what is, or which
ones of CuPy and PyTorch do the same."""

from __future__ import annotations

TAKEN = "whose arrays are arguments of kernels"

# What CuPy and PyTorch call it.
ELSEWHERE = {
    "all": ("all", "all"),
    "any": ("any", "any"),
    "argmax": ("argmax", "argmax"),
    "argmin": ("argmin", "argmin"),
    "bincount": ("bincount", "bincount"),
    "clip": ("clip", "clamp"),
    "concatenate": ("concatenate", "cat"),
    "convolve": ("convolve", "conv1d"),
    "diff": ("diff", "diff"),
    "dot": ("dot", "dot"),
    "cross": ("cross", "linalg.cross"),
    "einsum": ("einsum", "einsum"),
    "eye": ("eye", "eye"),
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
    "round": ("round", "round"),
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
_METHODS = ("all", "any", "argmax", "argmin", "max", "mean", "min", "sum")  # of a CudaArray
_OF_LIB = ("argsort", "cumsum", "select", "sort", "unique")
_AS_REDUCTION = {"prod": "cp.reduction(lambda a, b: a * b)(A)"}
_OF_ONE = (
    "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf exp exp2 expm1 fabs floor log log10 log1p log2 "
    "sin sinh sqrt tan tanh trunc"
)
_OF_NUMBERS = {name: f"lambda x: math.{name}(x)" for name in _OF_ONE.split()} | {
    "arccos": "lambda x: math.acos(x)",
    "arcsin": "lambda x: math.asin(x)",
    "arctan": "lambda x: math.atan(x)",
    "arctan2": "lambda y, x: math.atan2(y, x)",
    "atan2": "lambda y, x: math.atan2(y, x)",
    "clip": "lambda x, low, high: min(max(x, low), high)",
    "hypot": "lambda x, y: math.hypot(x, y)",
    "maximum": "lambda x, y: max(x, y)",
    "minimum": "lambda x, y: min(x, y)",
    "where": "lambda c, x, y: x if c else y",
}


def named_elsewhere(name):
    """The names that CuPy and PyTorch have for it, "cupy.std or torch.std"; empty where we know none."""
    cupy, torch = ELSEWHERE.get(name, (None, None))
    return " or ".join([f"cupy.{cupy}"] * bool(cupy) + [f"torch.{torch}"] * bool(torch))


def of_package(name):
    """The message of the AttributeError for `cp.name`."""
    said = f"module 'cudapy' has no attribute {name!r}"
    if name in _METHODS:
        return f"{said}: it is a method of CudaArrays, A.{name}()"
    if name in _OF_NUMBERS:
        return f"{said}: write cp.vectorize({_OF_NUMBERS[name]})"
    return said + hint(name)


def hint(name):
    """What the message for `cp.name`, or `A.name` of a CudaArray, goes on with; empty where we know
    nothing."""
    if name in _OF_LIB:
        return f": write cp.lib.{name}(A)"
    if name in _AS_REDUCTION:
        return f": write {_AS_REDUCTION[name]}"
    elsewhere = named_elsewhere(name)
    return f": use {elsewhere}, {TAKEN}, too" if elsewhere else ""
