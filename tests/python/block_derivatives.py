"""What the tests of derivatives of kernels whose threads work together share."""

from __future__ import annotations

from typing import Any

import cudapy as cp
from inner_products import doubles, pulls_back


class InBlocks:
    """A kernel's derivatives, launched in blocks of one shape."""

    def __init__(self, call: Any, block: Any) -> None:
        self.call, self.block, self.name = call, block, call.name

    def jvp(self, threads: Any) -> Any:
        return self.call.jvp(threads, block=self.block)

    def vjp(self, threads: Any) -> Any:
        return self.call.vjp(threads, block=self.block)


def agrees(
    function: Any, signature: str, threads: Any, block: Any, arguments: list[Any], relative: float = 1e-12
) -> Any:
    """Compares reverse mode with forward mode, and looks for races between threads. Returns the
    kernel."""
    call = cp.compile(function, signature)
    pulls_back(InBlocks(call, block), threads, arguments, relative)
    checked = cp.compile(function, signature, checked=True)
    pulls_back(InBlocks(checked, block), threads, arguments, relative)
    return call


__all__ = ["InBlocks", "agrees", "doubles"]
