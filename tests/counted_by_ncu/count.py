"""Launches on a GPU what `predict.py` predicted, built so that each access of the source is one instruction.

    python tests/counted_by_ncu/count.py FOLDER compile      first: all at once, a process a core
    ncu -f -o FOLDER/counted --section SourceCounters --import-source yes --metrics METRICS \\
        python tests/counted_by_ncu/count.py FOLDER

With `plain` after it, it is built as CudaPy builds it for its users, where nvcc may merge accesses and leave
some out.
"""

from __future__ import annotations

import functools
import json
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cudapy as cp
from cudapy._compile import compile as compiling
from cudapy._course.facts import copies
from cudapy._course.running import arguments_for
from launches import Counted, checksum, launches


class VolatileArrays:
    """The module `_core`, whose `compile` makes arrays volatile."""

    compile = staticmethod(functools.partial(compiling._core.compile, volatile_arrays=True))

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.modules["cudapy._core"], name)


def call_of(launch: Counted, folder: Path) -> Any:
    call = cp.compile([launch.function(folder)], target="cuda")
    launch.path(folder).write_text(launch.text, encoding="utf-8")
    return call


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    said = json.loads((folder / "predicted.json").read_text())
    chosen = [launch for launch in launches() if launch.name in said]
    warnings.simplefilter("ignore")
    is_plain = "plain" in sys.argv
    if not is_plain:
        compiling._core = VolatileArrays()
    if "compile" in sys.argv:
        with ProcessPoolExecutor() as pool:
            list(pool.map(compile_alone, [(launch.name, folder, is_plain) for launch in chosen]))
        return
    for launch in chosen:
        what = said[launch.name]
        call = call_of(launch, folder)
        given = arguments_for(launch.exercise, call, copies(launch.case.arguments))
        if checksum(given) != what["data"]:
            raise SystemExit(f"{launch.name}: other data than those that were predicted")
        try:
            call(*what["threads"], block=tuple(what["block"]))(*given.values())
        except cp.LaunchError as error:  # whose checked run found nothing wrong
            print(f"not launched: {launch.name}: {error}", file=sys.stderr)
        cp.synchronize()


def compile_alone(what: tuple[str, Path, bool]) -> None:
    name, folder, is_plain = what
    warnings.simplefilter("ignore")
    if not is_plain:
        compiling._core = VolatileArrays()
    call_of(next(launch for launch in launches() if launch.name == name), folder)


if __name__ == "__main__":
    main()
