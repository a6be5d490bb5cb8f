"""`call(n, progress=...)`: launches that tell how much of them has run."""

from __future__ import annotations

import sys
import time
from typing import Any

from .. import _core

_QUIET = 0.5  # seconds after which a launch has a line of its own
_LONGEST_NAP = 0.05  # seconds between two looks at a GPU
_BETWEEN = 0.1  # seconds between two reports of a launch on a GPU

KINDS = (
    "True for a line on standard error, a function of the threads that have run and of all threads, "
    "`progress(done, total)`, or a bar of tqdm"
)


@_core.entry
def with_progress(launch: Any, progress: Any, name: str, device: str, stream: Any) -> _core.WatchedCall:
    """Returns a launch like this one that tells its progress. `stream` is the one that was given for it."""
    if not can_report(progress):
        raise TypeError(f"{name}: progress= takes {KINDS}; got {type(progress).__name__} {progress!r:.60}")
    return _core.WatchedCall(_Launch(launch, progress, name, device, stream))


class _Launch:
    def __init__(self, launch: Any, progress: Any, name: str, device: str, stream: Any) -> None:
        self._launch, self._progress, self._name = launch, progress, name
        self._device, self._stream = device, stream

    @_core.entry
    def __call__(self, *arguments: Any, **named: Any) -> None:
        report = report_for(self._progress, self._name, self._total)
        try:
            report.begin()
            _core.follow_launch(self._launch, report.tell_pieces, report.stop, arguments, named)
            if self._device != "cpu":
                self._wait(report)
            report.end()
        except BaseException as error:
            if 0 < report.done < report.total:
                error.add_note(f"{self._name}: {report.done:,} of {report.total:,} threads had run")
            raise
        finally:
            report.close()

    def _wait(self, report: _Report) -> None:
        """Waits for a launch on a GPU, and reports now and then that it runs."""
        if self._stream is None:
            event = _core.current_stream(self._device).record()
        else:
            event = _core.Event(timing=False)
            event.record(self._stream)
        nap, told = 0.0005, time.monotonic()
        try:
            while not event.done:
                time.sleep(nap)
                nap = min(2 * nap, _LONGEST_NAP)
                if time.monotonic() - told >= _BETWEEN:
                    report.tell(0)
                    told = time.monotonic()
        except BaseException as error:
            error.add_note(f"{self._name}: the GPU goes on with the launch")
            raise
        event.synchronize()

    @property
    def _total(self) -> int:
        x, y, z = self._launch.threads
        return int(x * y * z)

    @property
    def _beginning(self) -> str:
        """Returns how programs write the launch, up to its arguments: `scale(8)`."""
        x, y, z = self._launch.threads
        counts = (x, y, z) if z != 1 else (x, y) if y != 1 else (x,)
        return f"{self._name}({', '.join(map(str, counts))})"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._launch, name)

    def __reduce__(self) -> Any:
        raise TypeError(
            f"{self._name}: a launch that tells its progress cannot be pickled: pickle the kernel, and give "
            "progress= where it is launched"
        )

    def __repr__(self) -> str:
        return f"{self._launch!r:.{len(repr(self._launch)) - 1}}, which tells its progress>"


class _Report:
    """What is told of one launch."""

    def __init__(self, name: str, total: int) -> None:
        self.name, self.total, self.done = name, total, 0

    def begin(self) -> None:
        self.tell(0)

    def tell_pieces(self, done: int, pieces: int) -> None:
        """Tells how many pieces of the launch have run."""
        self.stop(done, pieces)
        self.tell(self.done)

    def stop(self, done: int, pieces: int) -> None:
        """Notes how many pieces had run when the launch ended early."""
        if pieces:
            self.done = self.total * done // pieces

    def end(self) -> None:
        self.done = self.total
        self.tell(self.total)

    def close(self) -> None:
        """Gives back what the report holds, however the launch ended."""

    def tell(self, done: int) -> None:
        raise NotImplementedError


class _Function(_Report):
    """Calls the user's function."""

    def __init__(self, name: str, total: int, function: Any) -> None:
        super().__init__(name, total)
        self._function = function

    def tell(self, done: int) -> None:
        self._function(done, self.total)


class _Bar(_Report):
    """Moves a bar with the interface of tqdm. Several launches may share one: each adds its threads."""

    def __init__(self, name: str, total: int, bar: Any, is_own: bool) -> None:
        super().__init__(name, total)
        self._bar, self._is_own, self._told = bar, is_own, 0

    def begin(self) -> None:
        if self._bar.total is None:
            self._bar.total = self.total

    def tell(self, done: int) -> None:
        self._bar.update(done - self._told)
        self._told = done

    def close(self) -> None:
        if self._is_own:
            self._bar.close()


class _Line(_Report):
    """Writes a line on standard error, and writes it anew, if that is a terminal or a notebook."""

    def __init__(self, name: str, total: int) -> None:
        super().__init__(name, total)
        self._begun, self._width = time.monotonic(), 0
        self._is_shown = sys.stderr is not None and (sys.stderr.isatty() or _is_notebook())

    def tell(self, done: int) -> None:
        took = time.monotonic() - self._begun
        if not self._is_shown or (took < _QUIET and not self._width):
            return
        text = f"{self.name}: {took:.0f} s"
        if done == self.total:
            text = f"{self.name}: {self.total:,} threads in {took:.1f} s"
        elif done:
            left = took * (self.total - done) / done
            text = f"{self.name}: {100 * done // self.total} % of {self.total:,} threads, {took:.0f} s"
            text += f", about {left:.0f} s left"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\n")
            sys.stderr.flush()


def can_report(progress: Any) -> bool:
    """Returns whether this is one of KINDS."""
    return progress is True or callable(progress) or _is_bar(progress)


def report_for(progress: Any, name: str, total: int) -> _Report:
    """Returns what tells the progress of `total` threads to one of KINDS."""
    if progress is True:
        return _Line(name, total)
    if isinstance(progress, type) and _is_bar(progress):
        return _Bar(name, total, progress(total=total, desc=name, unit=" threads", unit_scale=True), True)
    if _is_bar(progress):
        return _Bar(name, total, progress, False)
    return _Function(name, total, progress)


def _is_bar(progress: Any) -> bool:
    return callable(getattr(progress, "update", None)) and hasattr(progress, "close")


def _is_notebook() -> bool:
    return type(sys.stderr).__module__.partition(".")[0] == "ipykernel"
