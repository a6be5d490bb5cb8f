"""The GPU that this thread works with, for the time of a `with`."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from .. import _core

_before = threading.local()


def enter(device: str) -> None:
    """Makes a GPU, "cuda:1", the one that this thread works with until leave(); "cpu" changes nothing."""
    if not hasattr(_before, "stack"):
        _before.stack = []
    _before.stack.append(None if device == "cpu" else _core.set_device(int(device.partition(":")[2])))


def leave() -> None:
    before = _before.stack.pop()
    if before is not None:
        _core.set_device(before)


@contextlib.contextmanager
def current(device: str) -> Iterator[None]:
    """`with current("cuda:1"):` enters and leaves."""
    enter(device)
    try:
        yield
    finally:
        leave()
