"""What the launches of samples/numba take by CudaPy and by numba-cuda, whose programs they are; and on the
CPU compared with numba's simulator, which goes through a kernel's threads in Python."""

import importlib.util
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SIMULATED = ("saxpy=1024", "matmul_tiled=16", "block_reduction=1024", "histogram=1024", "nbody=128")


def times(package, target, quick, names=(), simulated=False):
    """Returns milliseconds, launches and the size by the sample's name. A process has one package."""
    environment = os.environ | {
        "CUDA_OF": package,
        "CUDAPY_TARGET": target,
        "NUMBA_ENABLE_CUDASIM": str(int(simulated)),
    }
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
    is_there = importlib.util.find_spec("numba") is not None
    theirs = times("numba", target, quick) if is_there and target == "cuda" else {}
    rows = []
    for name, (milliseconds, launches, size) in ours.items():
        other = theirs.get(name, [None])[0]
        rows.append(
            [
                name,
                size,
                launches,
                milliseconds if target == "cuda" else None,
                other,
                other / milliseconds if other else None,
                on_cpu.get(name, [None])[0],
            ]
        )
    results.table(
        "Programs of numba.cuda, unchanged: the launches of a sample, each with the wait for it",
        [
            "sample",
            "size",
            "launches",
            "CudaPy on the GPU, ms",
            "numba-cuda, ms",
            "times as fast",
            "CudaPy on the CPU, ms",
        ],
        rows,
    )
    if not is_there:
        results.skip("numba's simulator", "numba is not installed")
        return
    simulated = times("numba", target, quick, SIMULATED, simulated=True)
    small = times("cudapy", "cpu", quick, SIMULATED)
    rows = [
        [name, size, milliseconds, small[name][0], milliseconds / small[name][0]]
        for name, (milliseconds, _, size) in simulated.items()
        if name in small
    ]
    results.table(
        "The same next to numba's simulator, on the CPU",
        ["sample", "size", "simulator, ms", "CudaPy, ms", "times as fast"],
        rows,
    )
