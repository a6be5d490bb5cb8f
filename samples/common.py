"""What the samples share: command-line options, timing, and telling whether a result is right."""

import argparse
import logging
import os
import statistics
import sys
import time


def arguments(description, **sizes):
    """Options of a sample: one `--name N` for each size given, and how often to measure."""
    parser = argparse.ArgumentParser(description=description)
    for name, default in sizes.items():
        parser.add_argument(
            f"--{name}", type=type(default), default=default, metavar="N", help=f"default {default}"
        )
    parser.add_argument(
        "--repeat", type=int, default=5, metavar="N", help="measurements to take the median of"
    )
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


def visible_gpus():
    """The GPUs that kernels run on, as CUDA_VISIBLE_DEVICES names them; none where they run on the CPU."""
    import cudapy as cp

    if os.environ.get("CUDAPY_TARGET", "").startswith("cpu"):
        return []
    named = [each for each in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if each]
    return named or [str(device.index) for device in cp.devices()]


def cluster(workers, gpus):
    """A Dask cluster on this machine. Each worker sees only one GPU; workers take the GPUs
    in turns. Without GPUs they work on the CPU."""
    from dask.distributed import Nanny, Scheduler, SpecCluster

    quiet = {"silence_logs": logging.WARNING}

    def worker(i):
        seen = {"CUDA_VISIBLE_DEVICES": gpus[i % len(gpus)]} if gpus else {"CUDAPY_TARGET": "cpu"}
        return {"cls": Nanny, "options": {"nthreads": 1, "env": seen, **quiet}}

    scheduler = {
        "cls": Scheduler,
        "options": {"host": "127.0.0.1", "dashboard": False, "dashboard_address": ":0"},
    }
    return SpecCluster(scheduler=scheduler, workers={i: worker(i) for i in range(workers)}, **quiet)
