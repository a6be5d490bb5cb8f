"""What `call.explain` says of each launch, into a file that `count.py` and `compare.py` read. It needs no
GPU.

python tests/counted_by_ncu/predict.py FOLDER
"""

from __future__ import annotations

import json
import sys
import warnings
from collections import defaultdict
from pathlib import Path
from typing import Any

import cudapy as cp
from cudapy._course.facts import copies
from cudapy._course.running import arguments_for, compiled, outcome, traced
from cudapy._course.submission import Unreadable, read
from launches import Counted, checksum, launches


def predicted(launch: Counted) -> dict[str, Any] | None:
    """None of a launch that goes wrong: a GPU may do with it what it likes."""
    case = launch.case
    try:
        call = compiled(launch.exercise, read(launch.text, launch.name, launch.exercise.provides))
        if outcome(launch.exercise, call, case).trouble:
            return None
        plan = traced(launch.exercise, call, case)
    except (cp.Error, Unreadable, TypeError, ValueError):
        return None
    lines: dict[int, dict[str, int | None]] = defaultdict(dict)
    for line in plan.lines:
        for access in line.accesses:
            key = f"{access.space} {access.operation}"
            before = lines[line.number].get(key, 0)
            lines[line.number][key] = None if before is None or access.cost is None else before + access.cost
            requests = lines[line.number].get(f"{key} requests", 0)
            lines[line.number][f"{key} requests"] = (requests or 0) + access.requests
    given = arguments_for(launch.exercise, call, copies(case.arguments))
    return {
        "kernel": launch.exercise.title,
        "threads": list(case.threads),
        "block": list(plan.traced.block),
        "blocks": plan.traced.blocks,
        "traced": len(plan.traced.traced_blocks),
        "data": checksum(given),
        "lines": lines,
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("ignore")
    found = {launch.name: predicted(launch) for launch in launches()}
    said = {name: what for name, what in found.items() if what and what["blocks"] == what["traced"]}
    (folder / "predicted.json").write_text(json.dumps(said, indent=1))
    print(f"{len(said)} of {len(found)} launches predicted")
