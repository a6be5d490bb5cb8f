"""What is said of functions over whole arrays that are not here: how they are written with what is, or which
ones of CuPy and PyTorch do the same."""

from __future__ import annotations

TAKEN = "whose arrays are arguments of kernels"

# Names of CuPy and NumPy for what is here under another one.
_HERE = {
    "RawKernel": "write cp.cuda_source(text), and launch its kernels by their names: "
    "module.name(n)(arguments)",
    "RawModule": "write cp.cuda_source(text), and launch its kernels by their names: "
    "module.name(n)(arguments)",
    "ElementwiseKernel": 'write cp.elementwise("T x, T y", "T z", "z = x * y")',
    "ReductionKernel": "write cp.reduction(lambda a, b: a + b, 0, map=lambda x: x * x)",
    "fuse": "write @cp.vectorize",
    "ndarray": "the class of arrays is cp.CudaArray",
    "abs": "write cp.vectorize(lambda x: abs(x))",
    "absolute": "write cp.vectorize(lambda x: abs(x))",
    "rawkernel": "write @cp.kernel",
    "jit": "write @cp.kernel; kernels for numba.cuda run as they are with `from cudapy import cuda`",
    "njit": "write @cp.kernel, or @cp.vectorize for a function of arrays",
    "get_default_memory_pool": "cp.memory_info() says what arrays take, cp.trim_memory() gives it back",
    "get_default_pinned_memory_pool": "cp.memory_info() says what arrays take",
    "syncthreads_all": "write syncthreads() in the kernel",
}
_OF_ARRAYS = {
    "get": "write A.numpy(), or A.toList() for numbers of Python",
    "set": "write A.copy_from(X)",
    "cpu": "write A.numpy()",
    "to": 'write cp.CudaArray(A, target="cuda")',
    "cuda": 'write cp.CudaArray(A, target="cuda")',
    "type": "write A.astype(cp.float32)",
    "clone": "write A.copy()",
    "item": "write A[0], or A[i, j] of several dimensions",
}

# What CuPy and PyTorch call it. NumPy calls it as CuPy does.
ELSEWHERE: dict[str, tuple[str | None, str | None]] = {
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
    "take_along_axis": ("take_along_axis", "take_along_dim"),
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


def named_elsewhere(name: str) -> str:
    """The names that other libraries have for it, "cupy.std or torch.std"; without a GPU NumPy's in place of
    CuPy's. Empty where we know none."""
    from .._core import cuda_available

    arrays, torch = ELSEWHERE.get(name, (None, None))
    library = "cupy" if cuda_available() else "numpy"
    return " or ".join([f"{library}.{arrays}"] * bool(arrays) + [f"torch.{torch}"] * bool(torch))


def of_package(name: str) -> str:
    """The message of the AttributeError for `cp.name`."""
    said = f"module 'cudapy' has no attribute {name!r}"
    if name in _HERE:
        return f"{said}: {_HERE[name]}"
    if name in _METHODS:
        return f"{said}: it is a method of CudaArrays, A.{name}()"
    if name in _OF_NUMBERS:
        return f"{said}: write cp.vectorize({_OF_NUMBERS[name]})"
    return said if name in _OF_ARRAYS else said + hint(name)


def hint(name: str) -> str:
    """Returns what the message for `cp.name`, or `A.name` of a CudaArray, goes on with; empty where we know
    nothing."""
    if name in _OF_ARRAYS:
        return f": {_OF_ARRAYS[name]}"
    if name in _OF_LIB:
        return f": write cp.lib.{name}(A)"
    if name in _AS_REDUCTION:
        return f": write {_AS_REDUCTION[name]}"
    elsewhere = named_elsewhere(name)
    return f": use {elsewhere}, {TAKEN}, too" if elsewhere else ""
