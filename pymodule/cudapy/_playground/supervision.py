"""Runs of what is in the editor, each in a process of its own, with limits, that can be ended at any
moment."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .._pages.server import has_gone

Event = dict[str, Any]
"""A message to the page. Its `event` tells the kind. See child.py for the events of the process."""


@dataclass(frozen=True)
class Limits:
    """The limits of a run: seconds by the clock, bytes that it prints, and bytes of memory."""

    seconds: float = 30
    printed: int = 100_000
    reported: int = 16 << 20
    memory: int = 4 << 30


class TooManyRuns(Exception):
    """The most runs that are allowed are under way already."""


class Runs:
    """The runs that are under way, by their names."""

    MOST = 4

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._lock = threading.Lock()
        self._under_way: dict[str, Run] = {}

    def start(self, name: str, request: dict[str, Any]) -> Run:
        """Begin a run. Raises TooManyRuns, and ValueError for a name that another run has."""
        with self._lock:
            if len(self._under_way) >= self.MOST:
                raise TooManyRuns(f"{self.MOST} runs are under way: stop one of them")
            if name in self._under_way:
                raise ValueError(f"there is a run named {name!r}")
            run = self._under_way[name] = Run(request, self.limits)
        return run

    def forget(self, name: str) -> None:
        """End a run, and forget it."""
        with self._lock:
            run = self._under_way.pop(name, None)
        if run:
            run.close()

    def stop(self, name: str) -> bool:
        """End a run, and say whether there was one."""
        with self._lock:
            run = self._under_way.get(name)
        if run:
            run.end("stopped")
        return run is not None

    def close(self) -> None:
        """End all runs."""
        with self._lock:
            runs = list(self._under_way.values())
            self._under_way.clear()
        for run in runs:
            run.close()


class Run:
    """One run. `events()` gives its events until its end. The code that starts a run must close it."""

    def __init__(self, request: dict[str, Any], limits: Limits) -> None:
        self._limits = limits
        self._began = time.monotonic()
        self._ended_by: str | None = None
        self._folder = tempfile.mkdtemp(prefix="cudapy-playground-")
        reading, writing = os.pipe()
        self._reports = reading
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-u", "-m", "cudapy._playground.child", str(writing), self._folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=(writing,),
                start_new_session=True,
                env={
                    **os.environ,
                    "CUDAPY_TARGET": "cpu",
                    "OPENBLAS_NUM_THREADS": "1",
                    "PYTHONIOENCODING": "utf-8",
                },
            )
        except BaseException:
            os.close(reading)
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        finally:
            os.close(writing)
        given = json.dumps({**request, "memory": limits.memory, "seconds": limits.seconds}).encode()
        # The input is written on another thread, since a process that ends at once reads nothing.
        threading.Thread(target=self._give, args=(given,), daemon=True).start()

    def _give(self, content: bytes) -> None:
        assert self._process.stdin
        with contextlib.suppress(OSError), self._process.stdin as stdin:
            stdin.write(content)

    def end(self, reason: str) -> None:
        """End the process and all that it started; `why` is "stopped", "late", "noisy" or "left"."""
        if self._ended_by is None:
            self._ended_by = reason
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End it, and leave nothing running."""
        self.end("stopped")
        self._process.wait()
        if self._reports >= 0:
            os.close(self._reports)
            self._reports = -1
        shutil.rmtree(self._folder, ignore_errors=True)

    def events(self, reader: socket.socket | None = None) -> Iterator[Event]:
        """Gives the run's output and reports as they come, and at the end how it ended. The run is ended when
        `reader`, which gets the events, has gone."""
        assert self._process.stdout
        printed = self._process.stdout.fileno()
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        left = {printed: self._limits.printed, self._reports: self._limits.reported}
        report = b""
        with selectors.DefaultSelector() as waiting:
            for each in left:
                waiting.register(each, selectors.EVENT_READ)
            if reader is not None:
                waiting.register(reader, selectors.EVENT_READ)
            while left:
                now = time.monotonic()
                if now - self._began > self._limits.seconds:
                    self.end("late")
                # A process that has taken the pipe along into another session does not keep the run alive.
                if self._process.poll() is not None and not waiting.select(0.1):
                    break
                for key, _ in waiting.select(0.1):
                    if reader is not None and key.fileobj is reader:
                        if has_gone(reader):
                            self.end("left")
                        waiting.unregister(reader)
                        continue
                    at = key.fd
                    data = os.read(at, 65536)
                    if not data:
                        waiting.unregister(at)
                        del left[at]
                        continue
                    taken = data[: left[at]]
                    left[at] -= len(taken)
                    if at == printed:
                        if text := decoder.decode(taken):
                            yield {"event": "printed", "text": text}
                    else:
                        *whole, report = (report + taken).split(b"\n")
                        yield from (json.loads(each) for each in whole)
                    if len(taken) < len(data):
                        self.end("noisy")
                        waiting.unregister(at)
                        del left[at]
        yield self._how_it_ended()

    def _how_it_ended(self) -> Event:
        status = self._process.wait()
        seconds = round(time.monotonic() - self._began, 2)
        how, reason = "ended", ""
        if self._ended_by == "stopped":
            how, reason = "stopped", "stopped"
        elif self._ended_by == "late":
            how, reason = "limit", f"ended, because it took more than {self._limits.seconds:g} seconds"
        elif self._ended_by == "noisy":
            how, reason = "limit", f"ended, because it printed more than {self._limits.printed:,} bytes"
        elif status < 0:
            how, reason = "died", f"the process was ended by {_name_of(-status)}"
        elif status > 0:
            how, reason = "died", f"the process ended with status {status}"
        return {"event": "end", "how": how, "why": reason, "seconds": seconds}


def _name_of(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
