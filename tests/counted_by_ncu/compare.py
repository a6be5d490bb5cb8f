"""Compares what ncu counted with what was predicted: sectors of each line, and requests, sectors of atomic
operations and wavefronts of shared memory of each launch. It needs no GPU.

    ncu -i FOLDER/counted.ncu-rep --page source --print-source cuda,sass --csv > FOLDER/source.csv
    ncu -i FOLDER/counted.ncu-rep --page raw --csv > FOLDER/raw.csv
    python tests/counted_by_ncu/compare.py FOLDER

The exit status is 1 where a number differs.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

SECTORS = "L2 Theoretical Sectors Global"
# What raw.csv calls a number, and of which accesses it is.
TOTALS = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": ["global read requests"],
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": ["global write requests"],
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": ["global read"],
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": ["global write"],
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": ["shared read"],
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum": ["shared write"],
}
ATOMIC = [f"l1tex__t_sectors_pipe_lsu_mem_global_op_{each}.sum" for each in ("red", "atom")]


def by_lines(path: Path) -> dict[str, dict[int, int]]:
    """The sectors that each line of a launch's own file takes, by the file's name."""
    found: dict[str, dict[int, int]] = {}
    lines: dict[int, int] = {}
    columns: list[str] = []
    for row in csv.reader(path.open()):
        if row[:1] == ["File Path"]:
            lines = found.setdefault(Path(row[1]).stem, {})
        elif row[:1] == ["Line No"]:
            columns = row
        elif row and row[0].isdigit():
            sectors = (
                int(row[columns.index(SECTORS)]) if SECTORS in columns else 0
            )  # of a launch that takes none
            lines[int(row[0])] = lines.get(int(row[0]), 0) + sectors
    return found


def totals(path: Path) -> list[tuple[str, dict[str, int]]]:
    """(kernel, numbers) of each launch, in their order."""
    rows = list(csv.DictReader(path.open()))[1:]  # the first one has the units
    names = [*TOTALS, *ATOMIC]
    return [
        (row["Kernel Name"], {each: int(float(row[each].replace(",", ""))) for each in names}) for row in rows
    ]


def differences(name: str, said: dict[str, Any], lines: dict[int, int], numbers: dict[str, int]) -> list[str]:
    found = []
    expected: dict[str, int | None] = defaultdict(int)
    for number, accesses in said["lines"].items():
        for key, cost in accesses.items():
            before = expected[key]
            expected[key] = None if before is None or cost is None else before + cost
        sectors = sum(accesses.get(key) or 0 for key in ("global read", "global write"))
        counted = lines.get(int(number), 0)
        if "global atomic" not in accesses and sectors != counted:
            found.append(f"{name}, line {number}: {sectors} sectors predicted, {counted} counted")
    for metric, keys in TOTALS.items():
        if any(expected[key] is None for key in keys):
            continue
        total = sum(expected[key] or 0 for key in keys)
        if total != numbers[metric]:
            found.append(f"{name}: {total} predicted, {numbers[metric]} counted: {', '.join(keys)}")
    atomic = sum(numbers[each] for each in ATOMIC)
    if expected["global atomic"] is not None and expected["global atomic"] != atomic:
        found.append(f"{name}: {expected['global atomic']} predicted, {atomic} counted: global atomic")
    return found


def main() -> int:
    folder = Path(sys.argv[1])
    said = json.loads((folder / "predicted.json").read_text())
    counted = by_lines(folder / "source.csv")
    launched = [name for name in said if name.replace("-", "_") in counted]
    numbers = totals(folder / "raw.csv")
    if [said[name]["kernel"] for name in launched] != [kernel.partition("(")[0] for kernel, _ in numbers]:
        raise SystemExit("the launches that were counted are not those that were predicted")
    same = lines = 0
    for name, (_, of_launch) in zip(launched, numbers):
        of_lines = counted[name.replace("-", "_")]
        found = differences(name, said[name], of_lines, of_launch)
        print(*found, sep="\n", end="\n" if found else "")
        same += not found
        lines += len(said[name]["lines"])
    print(f"{same} of {len(launched)} launches are as predicted, with {lines} lines in all")
    return same != len(launched)


if __name__ == "__main__":
    sys.exit(main())
