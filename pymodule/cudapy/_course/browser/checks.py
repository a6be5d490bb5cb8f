"""Checks that the page asks for: each is the course's own command in a process of its own, that can be
stopped.

The server has threads, so that it does not fork; and the command changes progress.json as in a terminal.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..._pages.server import has_gone

_SECONDS = 2
"""The seconds in which a command that is stopped may end what it began."""


class StopError(Exception):
    """Whoever asked for it has stopped it, or has gone."""


class CheckError(Exception):
    """The command says why there is no answer."""


class Checks:
    """The commands that are under way, by the names that the page gave them."""

    MOST = 4

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._under_way: dict[str, _Command] = {}

    def check(self, name: str, exercise: int, reader: socket.socket) -> dict[str, Any]:
        """Returns the report on a file, as Report.to_dict writes it.

        reader: whom it is for; when that has gone, the check ends.

        Raises StopError and CheckError.
        """
        printed = self._printed(name, ["check", str(exercise), "--json"], reader)
        report: dict[str, Any] = json.loads(printed)
        return report

    def draw(self, name: str, exercise: int, reader: socket.socket) -> None:
        """Writes the page of pictures next to the file. Raises StopError and CheckError."""
        self._printed(name, ["picture", str(exercise)], reader)

    def stop(self, name: str) -> bool:
        """Stops a command; returns whether there was one."""
        with self._lock:
            command = self._under_way.get(name)
        if command:
            command.stop()
        return command is not None

    def close(self) -> None:
        """Stops all of them."""
        with self._lock:
            commands = list(self._under_way.values())
        for each in commands:
            each.stop()

    def _printed(self, name: str, arguments: Sequence[str], reader: socket.socket) -> str:
        with self._lock:
            if len(self._under_way) >= self.MOST:
                raise CheckError(f"{self.MOST} checks are under way: stop one of them")
            if name in self._under_way:
                raise CheckError(f"there is a check named {name!r}")
            command = self._under_way[name] = _Command(self._folder, arguments)
        try:
            return command.printed(reader)
        finally:
            with self._lock:
                del self._under_way[name]


class _Command:
    def __init__(self, folder: Path, arguments: Sequence[str]) -> None:
        self._is_stopped = False
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cudapy", "course", "--dir", str(folder), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=environment,
        )

    def stop(self) -> None:
        """Tells it to end what it has begun; what does not end is killed by `printed`."""
        self._is_stopped = True
        self._process.terminate()

    def printed(self, reader: socket.socket) -> str:
        """Returns everything that the command prints, until it ends."""
        done = threading.Event()
        watching = threading.Thread(target=self._watch, args=(reader, done), daemon=True)
        watching.start()
        try:
            out, complaint = self._process.communicate()
        finally:
            done.set()
            watching.join()
        if self._is_stopped:
            raise StopError
        text = out.decode("utf-8", "replace")
        if self._process.returncode not in (0, 1) or not text.strip():
            reason = complaint.decode("utf-8", "replace").strip()
            raise CheckError(
                reason.removeprefix("python -m cudapy course: ") or "the check ended without a word"
            )
        return text

    def _watch(self, reader: socket.socket, done: threading.Event) -> None:
        """Stops it when its reader has gone, and kills it when it does not stop."""
        with selectors.DefaultSelector() as waiting:
            waiting.register(reader, selectors.EVENT_READ)
            while not done.is_set() and not self._is_stopped:
                if waiting.select(0.1) and has_gone(reader):
                    self.stop()
                    break
                done.wait(0.05)
        if self._is_stopped and not done.wait(_SECONDS):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
