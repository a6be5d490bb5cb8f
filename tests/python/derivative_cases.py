"""Kernels whose derivatives are compared with CPython's: forward mode with what CPython computes on numbers
with tangents, and reverse mode with forward mode, <u, J v> is <J^T u, v>."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import numpy as np
from derivative_oracle import compare_modes, compare_with_duals

rng = np.random.default_rng(1694)


def doubles(*shape: int) -> Any:
    return rng.uniform(0.5, 2.0, shape)


def ints(*values: int) -> Any:
    return np.array(values, np.int32)


def structs(of: str, *rows: Any) -> Any:
    """Returns an array of structs. `of` names the fields and their types: "other i4, length f8"."""
    fields = [tuple(field.split()) for field in of.split(", ")]
    return np.array(list(rows), np.dtype(fields, align=True))


class Cases:
    """Kernels by their names, each with the launch for which its derivatives are compared."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._cases: dict[str, tuple[Any, Any, Any, list[Any]]] = {}

    def __call__(self, signature: str, threads: Any, *arguments: Any, block: Any = None) -> Any:
        """Adds the kernel below."""

        def add(function: Any) -> Any:
            call = cp.compile(function, signature)
            self.names.append(function.__name__)
            self._cases[function.__name__] = (call, threads, block, list(arguments))
            return call

        return add

    def compare(self, name: str) -> None:
        call, threads, block, arguments = self._cases[name]
        compared, passed = compare_with_duals(call.jvp, call, threads, arguments, block)
        assert compared > 0 and passed == 0
        assert compare_modes(call.vjp, call.jvp, call, threads, arguments, block, relative=1e-12)


__all__ = ["Cases", "doubles", "ints", "rng", "structs"]
