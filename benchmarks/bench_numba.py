"""What the launches of samples/numba take by CudaPy and by numba-cuda, whose programs they are."""

import importlib.util
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def times(package, target, quick, names=()):
    """Returns milliseconds, launches and the size by the sample's name. A process has one package."""
    environment = os.environ | {"CUDA_OF": package, "CUDAPY_TARGET": target}
    command = [sys.executable, os.path.join(HERE, "numba_times.py"), *(["--quick"] if quick else []), *names]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.stderr:
        print(ended.stderr[-2000:], file=sys.stderr)
    if ended.returncode:
        raise RuntimeError(f"numba_times.py ended with status {ended.returncode}")
    return json.loads(ended.stdout.splitlines()[-1])


def measure(results, target, quick):
    ours = times("cudapy", target, quick)
    on_cpu = times("cudapy", "cpu", quick) if target == "cuda" else ours
    there = target == "cuda" and importlib.util.find_spec("numba") is not None
    theirs = times("numba", target, quick) if there else {}
    rows = []
    for name, (milliseconds, launches, size) in ours.items():
        other = theirs.get(name, [None])[0]
        rows.append([name, size, launches, milliseconds if target == "cuda" else None, other, other / milliseconds if other else None,
                     on_cpu.get(name, [None])[0]])
    results.table("Programs of numba.cuda, unchanged: the launches of a sample, each with the wait for it",
                  ["sample", "size", "launches", "CudaPy on the GPU, ms", "numba-cuda, ms", "times as fast", "CudaPy on the CPU, ms"], rows)
