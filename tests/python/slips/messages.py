"""Runs the programs of slips, and makes docs/slips.md of them."""

import os
import re
import warnings
from pathlib import Path

import cudapy as cp
import numpy as np

from . import in_kernels, with_arguments

TABLES = {"in_kernels": in_kernels.SLIPS, "with_arguments": with_arguments.SLIPS}


def run(text, folder):
    """What the program says, and its names."""
    path = Path(folder) / "program.py"
    path.write_text(text, encoding="utf-8")
    names = {"__name__": "program", "__file__": str(path)}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            exec(compile(text, str(path), "exec"), names)
            said = []
        except Exception as error:
            said = [f"{type(error).__name__}: {error}"]
    said = [f"{each.category.__name__}: {each.message}" for each in warned] + said
    text = "\n".join(said).replace(f"{folder}{os.sep}", "")
    return re.sub("0x[0-9a-f]{6,}", "0x...", text), names


class Simulated:
    """A kernel that CPython runs."""

    def __init__(self, kernel):
        self.kernel = kernel

    def __call__(self, *threads, **options):
        return lambda *arguments, **named: self.kernel.simulate(threads, *arguments, **options, **named)

    def over(self, array):
        return self(*np.shape(array)[::-1])


def simulate(text, folder, monkeypatch):
    kernel = cp.kernel
    with monkeypatch.context() as patch:
        patch.setattr(cp, "kernel", lambda signature: lambda function: Simulated(kernel(signature)(function)))
        return run(text, folder)


def results(names):
    return {name: repr(value) for name, value in names.items() if isinstance(value, (list, np.ndarray))}


def golden(slip, message):
    """The slip, what is said of it, and the next try, as messages.txt has them."""
    return "\n".join(
        [f"=== {slip.name}", _own(slip.program), "--- says", message, "--- next try", _own(slip.next_try), ""]
    )


def _own(program):
    """The program without the lines that all have."""
    lines = program.strip().split("\n")
    common = ("import cudapy as cp", "import numpy as np", "from cudapy import idx, idy")
    return "\n".join(line for line in lines if line and line not in common)


def changed_lines(slip):
    """The lines of the slip that the next try has not, and the other way round."""
    before, after = slip.program.split("\n"), slip.next_try.split("\n")
    return (
        [line.strip() for line in before if line and line not in after],
        [line.strip() for line in after if line and line not in before],
    )
