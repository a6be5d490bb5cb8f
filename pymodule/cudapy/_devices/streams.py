"""Streams as numba's programs give them: 0 for none, addresses, and the streams of cudapy.cuda."""

from __future__ import annotations

from .._core import Stream


def core_stream(stream):
    """Returns the stream that is meant, or None where none is: for None and 0."""
    if type(stream) is int:
        return Stream.from_pointer(stream) if stream else None
    return getattr(stream, "_cudapy_stream", stream)
