"""What the checked mode costs: the time of a launch and of waiting for it, with the checks and without them,
in turns."""

import numpy as np
from kernels import block_sum, mandelbrot, matmul, matmul_tiles, saxpy
from timing import alternating

import cudapy as cp


def works(target, quick):
    """The name of each kernel, the kernel, its threads and its arguments: on a GPU as much as checks are good
    for, on the CPU less."""
    random = np.random.default_rng(1)

    def floats(n):
        return cp.CudaArray(random.random(n, dtype=np.float32), target=target)

    bits = (12 if quick else 20) if target == "cuda" else 10 if quick else 16
    n, side = 2**bits, 2 ** (bits // 2 - 2)
    yield f"saxpy, 2^{bits} floats", saxpy, (n,), {}, [1.5, floats(n), floats(n)]
    yield (
        f"sums of blocks, 2^{bits} floats",
        block_sum,
        (n,),
        {"block": 256},
        [floats(n), floats(n // 256 + 1)],
    )
    squares = [floats(side * side) for _ in range(3)]
    yield f"matrix product, {side}²", matmul, (side, side), {}, [*squares, side, side, side]
    yield (
        f"matrix product in tiles, {side}²",
        matmul_tiles,
        (side, side),
        {"block": (16, 16)},
        [*squares, side],
    )
    image = cp.CudaArray(np.zeros(side * side, np.int32), target=target)
    yield (
        f"Mandelbrot {side}², 256 steps",
        mandelbrot,
        (side, side),
        {},
        [side, side, -2.0, -1.5, 3 / side, 256, image],
    )


def measure(results, target, quick):
    rows = []
    for name, kernel, threads, options, arguments in works(target, quick):
        calls = {
            what: cp.compile(kernel, target=target, checked=what == "checked")
            for what in ("checked", "unchecked")
        }

        def launch(call, threads=threads, options=options, arguments=arguments):
            call(*threads, **options)(*arguments)
            cp.synchronize()

        for call in calls.values():
            launch(call)
        times = alternating(
            {what: lambda call=call: launch(call) for what, call in calls.items()}, repeat=3 if quick else 9
        )
        unchecked, checked = times["unchecked"] * 1e3, times["checked"] * 1e3
        rows.append([name, unchecked, checked, checked / unchecked])
    results.table(
        f"The checked mode on {target}, ms of a launch and of waiting for it",
        ["work", "unchecked", "checked", "checked / unchecked"],
        rows,
    )
