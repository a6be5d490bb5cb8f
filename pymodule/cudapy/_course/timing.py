"""How long an answer takes on this machine's GPU, beside what its accesses were predicted to move."""

from __future__ import annotations

import os
import statistics
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cudapy as cp
import numpy as np

from .exercise import Case, Exercise
from .facts import copies
from .running import arguments_for, compiled, traced
from .submission import Submission

LAUNCHES = 20
SECTOR = 32  # bytes


@dataclass(frozen=True)
class Timing:
    """The time of a launch on a GPU. Students compare answers by it; no points depend on it."""

    device: str
    """The GPU's name."""
    label: str = ""
    """The launch in a few words, as Case.label has it."""
    microseconds: float = 0.0
    """The median of LAUNCHES launches, from one event to another on the device."""
    sectors: int = 0
    """Of global memory, that the launch was predicted to move."""
    why: str = ""
    """Why there is no time, where there is none."""

    @property
    def text(self) -> str:
        """For people: "12.3 µs on NVIDIA H200 with 4194304 elements; 1048576 sectors, 2728 GB/s"."""
        if self.why:
            return f"none on {self.device}: {self.why}"
        text = f"{self.microseconds:.1f} µs on {self.device} with {self.label}"
        rate = self.sectors * SECTOR / max(self.microseconds, 1e-3) / 1000
        return f"{text}; {self.sectors} sectors, {rate:.0f} GB/s"


def is_timed(exercise: Exercise) -> bool:
    """Whether an exercise names a launch to be timed, and nothing keeps kernels on the CPU."""
    return exercise.timed is not None and os.environ.get("CUDAPY_TARGET") != "cpu"


def timing(
    exercise: Exercise, submission: Submission, random: np.random.Generator, begins: Callable[[str], None]
) -> Timing | None:
    """The time of an answer whose results are right; None where there is no GPU.

    begins: is told the GPU's name before anything is launched.
    """
    if exercise.timed is None or not (devices := cp.devices()):
        return None
    device, case = devices[0].name, exercise.timed(random)
    begins(device)
    try:
        microseconds = _measured(exercise, submission, case)
    except cp.Error as error:
        return Timing(device, case.label, why=str(error).partition("\n")[0])
    sectors = _sectors(traced(exercise, compiled(exercise, submission), case))
    return Timing(device, case.label, round(microseconds, 2), sectors)


def _measured(exercise: Exercise, submission: Submission, case: Case) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is to be said of the answer has been said
        call = cp.compile([submission.functions[exercise.title]], target="cuda")
    arguments = [
        cp.CudaArray(value) if isinstance(value, np.ndarray) else value
        for value in arguments_for(exercise, call, copies(case.arguments)).values()
    ]
    launch = call(*case.threads, block=case.block)
    launch(*arguments)
    times = []
    for _ in range(LAUNCHES):
        start, end = cp.Event(), cp.Event()
        start.record()
        launch(*arguments)
        end.record()
        end.synchronize()
        times.append(1000 * start.elapsed_time(end))
    return statistics.median(times)


def _sectors(plan: Any) -> int:
    accesses = [each for line in plan.lines for each in line.accesses if each.space == "global"]
    return sum(each.cost or 0 for each in accesses)
