"""Batches of random programs: a file of kernels, what they are launched with, and what CPython computed.

A batch is `NAME.py` (the kernels), `NAME.json` (how each is launched), `NAME.npz` (inputs and expected
outputs), `NAME.reference.txt` (what CPython ran) and `NAME.pickle` (for the reducer).
"""

import argparse
import collections
import json
import os
import pickle
import random
import re
import sys

import numpy as np

from making import block_kernels
from in_cpython import cuda_functions
from making import grid_kernels
from making import neighbour_kernels
from making import row_kernels
from making import whole_kernels as kernels
import mistakes
from in_cpython import thread_by_thread as reference
from making import strides
from in_cpython.numeric import OutOfContract

HEAD = f"import math\n\nimport cudapy as cp\n\n{cuda_functions.TEXT}\n\n"


def make_program(seed, number, blocks=0.15):
    """The program of a seed and a number, which may be outside the contract."""
    r = random.Random(f"{seed}/{number}")
    way = r.random()
    if way < blocks:
        kind = r.random()
        make = grid_kernels.make_grid if kind < 0.1 else block_kernels.make_block
        make = row_kernels.make_rows if kind > 0.67 else make
    else:
        make = strides.make_strided if way > 0.93 else kernels.make
        make = neighbour_kernels.make_neighbours if 0.83 < way <= 0.93 else make
    return make(r, number)


def make_kernel(seed, number, blocks=0.15, watch=None):
    """The program of a seed and a number, and its expected outputs; a Watch sees it run. Raises
    OutOfContract."""
    kernel = make_program(seed, number, blocks)
    return kernel, reference.run(kernel, watch)


def make_wrong_kernel(seed, number, blocks, kinds):
    """A program with a mistake, and what that leads to: (kernel, {"mistake", "kind", "lines"}); or none."""
    kernel, _ = make_kernel(seed, number, blocks)
    found = mistakes.make_wrong(random.Random(f"{seed}/{number}/wrong"), kernel, kinds)
    return found and (found[0], dict(zip(("mistake", "kind", "lines"), found[1:])))


def helper_names(kernel):
    """The functions that are compiled with the kernel."""
    # One without a signature would be a kernel where nothing calls it. Else it is found by its name.
    signed = [h[0] for h in kernel.helpers if f"# {h[0]} :" in kernel.text]
    return signed + re.findall(r"^def (bh\d+)", kernel.text, re.M)


def launch_of(kernel, first_line, expected, arrays):
    """How a kernel is launched, as JSON has it; its arrays are put into `arrays`."""
    spec = {
        "name": kernel.name,
        "lines": [first_line, first_line + kernel.text.count("\n")],
        "threads": kernel.threads,
        "block": kernel.block,
        "shared": kernel.shared,
        "index": kernel.index,
        "helpers": helper_names(kernel),
        "arguments": [],
    }
    for kind, name, t, value in kernel.arguments:
        if kind == "scalar":
            spec["arguments"].append([kind, name, t, repr(value)])
            continue
        spec["arguments"].append([kind, name, t, kernel.approx.get(name, 0)])
        if kind == "lists":
            arrays[f"{kernel.name}.{name}.lengths"] = np.array([len(row) for row in value])
            value = np.concatenate(value)
        arrays[f"{kernel.name}.{name}.in"], arrays[f"{kernel.name}.{name}.out"] = value, expected[name]
    return spec


class Batch:
    """Kernels of one file."""

    def __init__(self):
        self.text, self.reference, self.specs, self.arrays, self.kernels = [HEAD], [], [], {}, []

    def add(self, kernel, expected):
        """Adds a kernel with the arrays that are expected."""
        first = sum(t.count("\n") for t in self.text) + 1
        self.text.append(kernel.text + "\n\n\n")
        self.reference.append(kernel.reference + "\n\n\n")
        self.specs.append(launch_of(kernel, first, expected, self.arrays))
        self.kernels.append(kernel)

    def add_wrong(self, kernel, mistake):
        """Adds a kernel whose mistake is to be named; its lines become the file's."""
        self.add(
            kernel,
            {
                name: value if kind != "lists" else np.concatenate(value)
                for kind, name, _, value in kernel.arguments
            },
        )
        before = self.specs[-1]["lines"][0] - 1
        lines = [
            [line + before for line in pair] if mistake["kind"] == "race" else pair + before
            for pair in mistake["lines"]
        ]
        self.specs[-1]["wrong"] = mistake | {"lines": lines}

    def write(self, base):
        with open(base + ".py", "w") as file:
            file.write("".join(self.text))
        with open(base + ".reference.txt", "w") as file:
            file.write("".join(self.reference))
        with open(base + ".json", "w") as file:
            json.dump(self.specs, file, indent=0)
        np.savez(base + ".npz", **self.arrays)
        with open(base + ".pickle", "wb") as file:
            pickle.dump(self.kernels, file)


def generate(seed, first, count, base, blocks=0.15, wrong=None):
    """Writes a batch of the programs of a seed from a number on, without those outside the contract.

    Gives how many were made, and how many left out, by reason. A mistake of the generator is raised.
    """
    batch, left_out = Batch(), collections.Counter()
    for number in range(first, first + count):
        try:
            if not wrong:
                batch.add(*make_kernel(seed, number, blocks))
            elif made := make_wrong_kernel(seed, number, blocks, wrong.split(",")):
                batch.add_wrong(*made)
            else:
                left_out["no mistake shows"] += 1
        except OutOfContract as error:
            left_out[str(error)[:30]] += 1
    os.makedirs(os.path.dirname(base) or ".", exist_ok=True)
    batch.write(base)
    return len(batch.specs), left_out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="the path of the batch, without an ending")
    parser.add_argument("--seed", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--blocks", type=float, default=0.15, help="the share of kernels with barriers")
    parser.add_argument("--wrong", help="programs with a mistake that leads to one of these: index,race")
    o = parser.parse_args()
    made, left_out = generate(o.seed, o.first, o.count, o.base, o.blocks, o.wrong)
    print(json.dumps({"made": made, "left_out": left_out}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
