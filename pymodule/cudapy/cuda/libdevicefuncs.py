"""numba.cuda.libdevicefuncs: the types of the functions of libdevice, `functions["__nv_sin"]`."""

from __future__ import annotations

from typing import NamedTuple

from . import types
from ._library._libdevice import types_of_all
from ._types.types import Signature

__all__ = ["arg", "create_signature", "functions"]


class arg(NamedTuple):
    """An argument of CUDA's function: its type, and whether the function writes there."""

    is_ptr: bool
    ty: types.Type


functions: dict[str, tuple[types.Type, list[arg]]] = {
    f"__nv_{name}": (
        getattr(types, result or "void"),
        [arg(False, getattr(types, each)) for each in given]
        + [arg(True, getattr(types, each)) for each in written],
    )
    for name, (given, result, written) in types_of_all().items()
}


def create_signature(retty: types.Type, args: list[arg]) -> Signature:
    """Returns the signature of the function of Python: what CUDA's function writes is in the result.

    >>> from cudapy.cuda.libdevicefuncs import create_signature, functions
    >>> create_signature(*functions["__nv_sincos"])
    (float64) -> UniTuple(float64 x 2)
    """
    results = [each.ty for each in args if each.is_ptr]
    if retty != types.void:
        results.insert(0, retty)
    result = results[0] if len(results) == 1 else types.Tuple(results)
    return Signature(result, (each.ty for each in args if not each.is_ptr))
