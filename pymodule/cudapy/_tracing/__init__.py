"""Traced launches: what the threads of a launch do with memory, told without a GPU and without changing the
caller's data.

`trace_of` is the one way to get one. It runs a copy of the launch (`copies.py`), of a large launch a sample
of its blocks (`sampling.py`), and gives a `Traced`: the events as the memory model takes them, and what they
are a trace of.
"""

from .launch import Traced, trace_of

__all__ = ["Traced", "trace_of"]
