"""The time of an answer on this machine's GPU, next to the sectors that it was predicted to move.

It is measured in a process that is begun anew, `python -m cudapy._course.timing`: one that is forked cannot
use a GPU that its parent uses, and an answer that is right may take hours with so much data.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import warnings
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .. import _api, _core
from .._devices.devices import devices
from .exercise import Case, Exercise
from .facts import copies
from .running import arguments_for, compiled, random_of, traced
from .submission import Submission, read

LAUNCHES = 20
_IN_A_ROW = 5  # launches from one event to the next, so that the host's part is hidden by the device's
_SECONDS = 20  # of waiting for the time
_DRIVERS = ("/dev/nvidiactl", "/dev/dxg")  # of Linux, and of Linux on Windows


@dataclass(frozen=True)
class Timing:
    """The time of a launch on a GPU. Students compare answers by it; no points depend on it."""

    device: str
    """The GPU's name."""
    label: str = ""
    """The launch in a few words, as Case.label has it."""
    microseconds: float = 0.0
    """The time of one launch: the median of LAUNCHES measurements from one event to another on the device."""
    sectors: int = 0
    """The sectors of global memory that the launch was predicted to move."""
    reason: str = ""
    """The reason if there is no time."""

    @property
    def text(self) -> str:
        """Returns the time in words: "12.3 µs on NVIDIA H200 with 4194304 elements; 1048576 sectors"."""
        if self.reason:
            return f"none on {self.device}: {self.reason}"
        return f"{self.microseconds:.1f} µs on {self.device} with {self.label}; {self.sectors} sectors"


def time_of(exercise: Exercise, text: str, name: str, seed: int) -> Timing | None:
    """The time of an answer whose results are right. None where the exercise names no launch for it, where
    there is no GPU, and where CUDAPY_TARGET keeps kernels on the CPU."""
    if exercise.timed is None or os.environ.get("CUDAPY_TARGET") == "cpu":
        return None
    if not any(map(os.path.exists, _DRIVERS)):
        return None
    request = {"exercise": exercise.number, "text": text, "name": name, "seed": seed}
    reason = f"it was not done in {_SECONDS} seconds"
    try:
        process = subprocess.run(
            [sys.executable, "-m", "cudapy._course.timing"],
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=_SECONDS,
        )
        printed, reason = process.stdout, "it failed"
    except subprocess.TimeoutExpired as error:
        printed = error.stdout or b""
    lines = printed.splitlines()
    if len(lines) == 2:
        return Timing(**json.loads(lines[1]))
    return Timing(json.loads(lines[0]), reason=reason) if lines else None


def _main() -> None:
    """Reads a request, and writes the GPU's name and then the Timing. Without a GPU it writes nothing."""
    from .catalogue import exercise

    request = json.load(sys.stdin)
    if found := devices():
        print(json.dumps(found[0].name), flush=True)
        one = exercise(request["exercise"])
        submission = read(request["text"], request["name"], one.provides)
        print(json.dumps(asdict(_timing(one, submission, random_of(one, request["seed"]), found[0].name))))


def _timing(exercise: Exercise, submission: Submission, random: np.random.Generator, device: str) -> Timing:
    assert exercise.timed
    case = exercise.timed(random)
    try:
        microseconds = _measured(exercise, submission, case)
    except _core.Error as error:
        return Timing(device, case.label, reason=str(error).partition("\n")[0])
    sectors = _sectors(traced(exercise, compiled(exercise, submission), case))
    return Timing(device, case.label, round(microseconds, 2), sectors)


def _measured(exercise: Exercise, submission: Submission, case: Case) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is to be said of the answer has been said
        call = _api.compile([submission.functions[exercise.title]], target="cuda")
    arguments = [
        _core.CudaArray(value) if isinstance(value, np.ndarray) else value
        for value in arguments_for(exercise, call, copies(case.arguments)).values()
    ]
    launch = call(*case.threads, block=case.block)
    launch(*arguments)
    times = []
    for _ in range(LAUNCHES):
        start, end = _core.Event(), _core.Event()
        start.record()
        for _ in range(_IN_A_ROW):
            launch(*arguments)
        end.record()
        end.synchronize()
        times.append(1000 * start.elapsed_time(end) / _IN_A_ROW)
    return statistics.median(times)


def _sectors(plan: Any) -> int:
    accesses = [each for line in plan.lines for each in line.accesses if each.space == "global"]
    return sum(each.cost or 0 for each in accesses)


if __name__ == "__main__":
    _main()
