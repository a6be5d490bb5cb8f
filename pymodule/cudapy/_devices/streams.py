"""Streams as numba's programs give them: 0 for none, addresses, and the streams of cudapy.cuda."""

from __future__ import annotations

from .._core import Stream

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


def core_stream(stream: Any) -> Any:
    """Returns the stream that is meant, or None where none is: for None and 0."""
    if type(stream) is int:
        return Stream.from_pointer(stream) if stream else None
    return getattr(stream, "_cudapy_stream", stream)
