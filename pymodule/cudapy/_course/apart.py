"""Checks in processes of their own, with limits of time and memory: what students hand in may never end."""

from __future__ import annotations

import json
import math
import os
import resource
import selectors
import shutil
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Say = Callable[[str], None]
Task = Callable[[Say], Any]
"""A task. It is called with a function that reports its progress, and returns a value that json can write."""

_MOST_FILE = 256 << 20  # bytes that a file which it writes may have
_MOST_ANSWER = 16 << 20  # bytes of an answer


@dataclass(frozen=True)
class Limits:
    seconds: float = 60
    """The seconds of computing time, so that other work on the machine changes nothing. By the clock, it may
    take four times as long."""
    mebibytes: int = 4096
    """The memory, in addition to what the process that asks has already."""
    is_quiet: bool = False
    """Says whether the task's output is thrown away."""


@dataclass(frozen=True)
class TaskOutcome:
    """The way in which a task ended."""

    result: Any = None
    """The value that it returned; None if it returned nothing."""
    reason: str = ""
    """The reason why there is no result: "time", "memory", or how the task failed; "" if there is one."""
    at: str = ""
    """Its last report of progress."""


def run(tasks: Sequence[Task], limits: Limits, jobs: int = 1) -> Iterator[tuple[int, TaskOutcome]]:
    """Runs tasks, at most `jobs` at a time. For each that ends, it gives its number and the way in which it
    ended."""
    waiting = list(enumerate(tasks))[::-1]
    running: list[_Child] = []
    with selectors.DefaultSelector() as selector:
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    number, task = waiting.pop()
                    child = _Child(number, task, limits)
                    running.append(child)
                    selector.register(child.pipe, selectors.EVENT_READ, child)
                soonest = min(child.deadline for child in running)
                for key, _ in selector.select(max(soonest - time.monotonic(), 0)):
                    key.data.read()
                for child in list(running):
                    if child.is_done or time.monotonic() > child.deadline:
                        selector.unregister(child.pipe)
                        running.remove(child)
                        yield child.number, child.end()
        finally:
            for child in running:
                child.end()


class _Child:
    def __init__(self, number: int, task: Task, limits: Limits) -> None:
        self.number = number
        self.is_done = False
        self._text = b""
        self._folder = tempfile.mkdtemp(prefix="cudapy-course-")
        sys.stdout.flush()
        sys.stderr.flush()
        self.pipe, end = os.pipe()
        with warnings.catch_warnings():
            # CPython 3.12 warns if there are threads. The child waits for none of them.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._id = os.fork()
        if self._id == 0:
            _be_a_child(task, end, limits, self._folder)
        os.close(end)
        self.deadline = time.monotonic() + 4 * limits.seconds + 5

    def read(self) -> None:
        part = os.read(self.pipe, 1 << 16)
        self._text += part
        self.is_done = not part or len(self._text) > _MOST_ANSWER

    def end(self) -> TaskOutcome:
        """Ends the process and all that it started, and says how it ended."""
        in_time = self.is_done
        try:
            os.killpg(self._id, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        if not in_time:
            try:
                os.kill(self._id, signal.SIGKILL)
            except ProcessLookupError:
                pass
        _, status = os.waitpid(self._id, 0)
        os.close(self.pipe)
        shutil.rmtree(self._folder, ignore_errors=True)
        at = ""
        for line in self._text.split(b"\n"):
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if "result" in message:
                return TaskOutcome(message["result"])
            if "failed" in message:
                return TaskOutcome(None, message["failed"], at)
            at = message["at"]
        if not in_time or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
            return TaskOutcome(None, "time", at)
        if os.WIFSIGNALED(status):
            return TaskOutcome(None, f"signal {os.WTERMSIG(status)}", at)
        return TaskOutcome(None, f"exit status {os.waitstatus_to_exitcode(status)}", at)


def _be_a_child(task: Task, pipe: int, limits: Limits, folder: str) -> None:
    """Never returns."""
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        if limits.is_quiet:
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
        os.chdir(folder)
        _limit(resource.RLIMIT_DATA, _data_in_use() + (limits.mebibytes << 20))
        _limit(resource.RLIMIT_CPU, math.ceil(limits.seconds), more=1)  # a signal, and a second later the end
        _limit(resource.RLIMIT_FSIZE, _MOST_FILE)
        _limit(resource.RLIMIT_CORE, 0)

        def tell(message: dict[str, Any]) -> None:
            data = memoryview((json.dumps(message) + "\n").encode())
            while data:
                data = data[os.write(pipe, data) :]

        try:
            tell({"result": task(lambda at: tell({"at": at}))})
        except MemoryError:
            tell({"failed": "memory"})
        except BaseException as error:
            tell({"failed": f"{type(error).__name__}: {error}"})
        sys.stdout.flush()
    finally:
        os._exit(0)


def _data_in_use() -> int:
    """The bytes of memory that the process has of its own, written or not.

    What is only reserved, as by CUDA's driver and for the heaps of threads, is not part of it, and not
    limited.
    """
    with open("/proc/self/statm") as file:
        return int(file.read().split()[5]) * resource.getpagesize()


def _limit(what: int, most: int, more: int = 0) -> None:
    _, hard = resource.getrlimit(what)
    soft, last = (each if hard == resource.RLIM_INFINITY else min(each, hard) for each in (most, most + more))
    resource.setrlimit(what, (soft, last))
