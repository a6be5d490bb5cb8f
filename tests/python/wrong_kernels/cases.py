"""What a case of a wrong kernel holds, and what several modules of them need."""

from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np


@dataclass
class Case:
    about: str
    wrong: Callable
    right: Callable
    arguments: Callable  # makes those of a launch: the last one is what the kernel computes
    result: Any
    threads: Any = 64
    options: dict = field(default_factory=dict)
    right_options: Any = None
    right_arguments: Any = None


CASES: dict[str, list[Case]] = {}


def case(section, *given, **named):
    CASES.setdefault(section, []).append(Case(*given, **named))


def ramp(n=64, type=np.float32):
    return np.arange(n, dtype=type)


def zeros(n=64, type=np.float32):
    return np.zeros(n, type)


ONE_BLOCK = {"block": 64}
