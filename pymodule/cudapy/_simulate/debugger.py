"""pdb in one thread of a kernel."""

from __future__ import annotations

import pdb
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from .blocks import Request

# The modules in which nobody who follows a kernel wants to stop.
_SKIPPED = ["cudapy.*", "numpy.*", "contextlib", "functools", "inspect", "enum", "random", "importlib.*"]


class _Debugger(pdb.Pdb):
    def __init__(self) -> None:
        super().__init__(skip=_SKIPPED, nosigint=True)

    def user_call(self, frame: FrameType, argument_list: None) -> None:
        """Goes on to the first line of a function that is entered."""

    def user_return(self, frame: FrameType, return_value: Any) -> None:
        """Shows what a function returns, but not that a thread waits for others."""
        if not isinstance(return_value, Request):
            super().user_return(frame, return_value)

    def user_exception(self, frame: FrameType, exc_info: Any) -> None:
        """Shows exceptions, but the end of a generator, which is how a kernel's calls end."""
        if exc_info[0] is not StopIteration:
            super().user_exception(frame, exc_info)


class Stop:
    """Opens pdb in the first line of the kernel in the thread at these coordinates, and is there whenever it
    runs on."""

    def __init__(self, at: tuple[int, ...]) -> None:
        self.at = at
        self.came = False
        self._debugger = _Debugger()
        # What pdb wants to be told of the thread's next part; None where it has let the thread go.
        self._trace: Any = None

    def around(self, at: tuple[int, ...], go: Callable[[], object]) -> None:
        """Lets a thread run, see `Program.launch`."""
        if at != self.at:
            go()
            return
        if not self.came:
            self.came = True
            self._debugger.reset()
            self._trace = self._debugger.trace_dispatch
        if self._trace is None:
            go()
            return
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            go()
        finally:
            self._trace = sys.gettrace()
            sys.settrace(before)
