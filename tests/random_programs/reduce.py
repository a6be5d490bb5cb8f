#!/usr/bin/env python3
"""Makes a program that CudaPy gets wrong small: reduce.py SEED NUMBER [--target cuda] [--checked]

SEED and NUMBER are those of the batch and of the kernel's name: k172 of seed7_000150 is `reduce.py 7 172`.
"""

import argparse
import os
import sys

import numpy as np

from batches import make_kernel
from fuzz import environment
from judging import Judge
from reducing import Program, reduce


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed")
    parser.add_argument("number", type=int)
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--checked", action="store_true")
    parser.add_argument("--blocks", type=float, default=0.15, help="as it was made with")
    parser.add_argument("--tries", type=int, default=3000)
    options = parser.parse_args()
    os.environ.update(environment(options.target, True))
    kernel, _ = make_kernel(options.seed, options.number, options.blocks)
    judge = Judge(options.target, options.checked)
    program = Program(kernel)
    wanted = judge(program)
    print(f"it shows: {wanted}", file=sys.stderr)
    if wanted in (None, "same"):
        return 1
    progress = lambda p: print(f"{p.size()} characters", end="\r", file=sys.stderr, flush=True)
    program, _ = reduce(program, judge, options.tries, progress)
    judge(program)
    print("\n".join(s for s, _ in program.lines if s.strip()))
    print(f"# threads {program.threads}, block {kernel.block}")
    for kind, name, t, value in program.arguments:
        shown = [row.tolist() for row in value] if kind == "lists" else np.array(value).ravel().tolist()[:16]
        print(f"# {name}, {t}: {shown}")
    print("# " + judge.said[:1500].replace("\n", "\n# "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
