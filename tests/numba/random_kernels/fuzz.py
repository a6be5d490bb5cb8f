"""Compares random kernels of the dialect of numba.cuda with numba's njit, bit for bit. README.md says how."""

import argparse
import collections
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from kernels import module_for_cudapy, module_for_numba

HERE = pathlib.Path(__file__).resolve().parent
BATCH = 50


def main():
    options = _parser().parse_args()
    seed = int(datetime.date.today().strftime("%Y%m%d")) if options.seed is None else options.seed
    folder = pathlib.Path(options.out or tempfile.mkdtemp(prefix="random_kernels_"))
    folder.mkdir(parents=True, exist_ok=True)
    counts, reason = collections.Counter(), collections.Counter()
    last = options.first + options.count
    for first in range(options.first, last, BATCH):
        numbers = range(first, min(first + BATCH, last))
        _run(seed, numbers, folder, options, counts, reason)
    kinds = ("equal", "different", "refused", "not of numba")
    print(f"seed {seed}: " + ", ".join(f"{counts[each]} {each}" for each in kinds))
    for message, times in reason.most_common():
        print(f"  refused {times} times: {message}")
    return 1 if counts["different"] else 0


def _parser():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="the day's without it")
    parser.add_argument("--first", type=int, default=0, help="the number of the first kernel")
    parser.add_argument("--arrays", action="store_true", help="kernels that walk over arrays, not of numbers")
    parser.add_argument("--count", type=int, default=100, help="how many kernels")
    parser.add_argument("--numba", default=sys.executable, help="a Python that has numba")
    parser.add_argument("--out", help="the folder for the kernels and their results")
    return parser


def _run(seed, numbers, folder, options, counts, reason):
    """Runs the kernels of these numbers by both, and counts what came of them."""
    found = {}
    for whose, python, text in (
        ("numba", options.numba, module_for_numba(seed, numbers, options.arrays)),
        ("cudapy", sys.executable, module_for_cudapy(seed, numbers, options.arrays)),
    ):
        module = folder / f"{whose}_{seed}_{numbers[0]}.py"
        module.write_text(text, encoding="utf-8")
        output = module.with_suffix(".npz")
        kind = "arrays" if options.arrays else "numbers"
        command = [python, HERE / "in_process.py", whose, module, str(seed), output, kind]
        if subprocess.run(command, check=False).returncode:
            sys.exit(f"{whose} did not run in {python}: --numba names a Python that has numba")
        found[whose] = np.load(output), json.loads(output.with_suffix(".json").read_text(encoding="utf-8"))
    (expected, without), (made, refused) = found["numba"], found["cudapy"]
    for number in numbers:
        name = f"kernel{number}"
        if name in without:
            counts["not of numba"] += 1
        elif name in refused:
            counts["refused"] += 1
            reason[_reason(refused[name])] += 1
        elif differences := _differences(name, expected, made):
            counts["different"] += 1
            print(f"kernel {number} of seed {seed}: {differences}")
        else:
            counts["equal"] += 1


def _differences(name, expected, made):
    """Where the first results are that differ, as a text; "" where there are none."""
    for key in expected:
        kernel, _, result = key.partition(" ")
        if kernel != name:
            continue
        one, other = expected[key], made[key]
        if (one.dtype, one.shape) != (other.dtype, other.shape):
            return f"{result} is {one.dtype}{one.shape} by numba and {other.dtype}{other.shape} by CudaPy"
        one, other = np.ascontiguousarray(one), np.ascontiguousarray(other)
        bytes_of = (each.view(np.uint8).reshape(*each.shape, -1) for each in (one, other))
        same = np.equal(*bytes_of).all(axis=-1)
        if one.dtype.kind in "fc":  # a NaN has many bits
            same |= np.isnan(one) & np.isnan(other)
        if not same.all():
            place = tuple(np.argwhere(~same)[0])
            shown = ", ".join(map(str, place))
            return f"{result}[{shown}] is {one[place]!r} by numba and {other[place]!r} by CudaPy"
    return ""


def _reason(message):
    """The first line of an error without its place and what it quotes."""
    line = message.splitlines()[0]
    line = line[line.index("error[") :] if "error[" in line else line
    parts = line.split("`")
    return "".join(part if place % 2 == 0 else "…" for place, part in enumerate(parts))


if __name__ == "__main__":
    sys.exit(main())
