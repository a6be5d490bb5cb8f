"""What the samples share: command-line options, timing, and telling whether a result is right."""

import argparse
import statistics
import sys
import time


def arguments(description, **sizes):
    """Options of a sample: one `--name N` for each size given, and how often to measure."""
    parser = argparse.ArgumentParser(description=description)
    for name, default in sizes.items():
        parser.add_argument(f"--{name}", type=type(default), default=default, metavar="N", help=f"default {default}")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="measurements to take the median of")
    return parser


def median_ms(work, repeat):
    """The median time of `work()` in milliseconds, after one call that is not counted."""
    work()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def report(what, ours, numpys, included):
    print(f"{what}: CudaPy {ours:.3f} ms, NumPy {numpys:.3f} ms ({included})")


def require(condition, message):
    """Ends the sample with exit code 1 when a result is wrong."""
    if not condition:
        sys.exit(f"WRONG: {message}")
