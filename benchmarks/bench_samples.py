"""The kernels of the samples compared with the same kernels by hand: registers, and time on the GPU."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from timing import gpu_milliseconds

import cudapy as cp

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "samples"))


COOPERATIVE = {"scan"}  # kernels by hand whose blocks wait for each other


def ceil_div(a, b):
    return -(-a // b)


def compiled_by_nvcc(source, output):
    """Compiles a file to a cubin; gives the registers of its kernels by name."""
    nvcc = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")
    said = subprocess.run(
        [nvcc, "-O3", "-cubin", "-arch=native", "-Xptxas", "-v", source, "-o", output],
        check=True,
        capture_output=True,
        text=True,
    )
    found = {}
    for name, registers in re.findall(
        r"Compiling entry function '(\w+)'.*?Used (\d+) registers", said.stderr, re.S
    ):
        found[name] = int(registers)
    return found


def registers_of(call, folder):
    """The registers of a call's kernel, compiled from what pycu2cu writes for people."""
    source = f"{folder}/{call.name}.cu"
    with open(source, "w", encoding="utf-8") as file:
        file.write(call.cuda_source)
    found = compiled_by_nvcc(source, f"{folder}/{call.name}.cubin")
    return next(
        (registers for name, registers in found.items() if f"{len(call.name)}{call.name}" in name), None
    )


def pairs(quick):
    """(name, functions, launch, our arguments, the hand's kernel, grid, block, its arguments, the result's
    place) of each sample."""
    import bitonic_sort
    import black_scholes
    import blur
    import convolution
    import fft
    import histogram
    import life
    import monte_carlo_pi
    import nbody
    import neighbours
    import reduction
    import scan
    import sparse_product
    import stencil
    import tiled_matmul
    import transpose
    import warp_reduction

    random = np.random.default_rng(1)
    small = 8 if quick else 1
    n = 2**24 // small**2
    i = np.int32

    rows, inner, columns = 2000 // small, 1600 // small, 1800 // small
    A, B = random.random((rows, inner), dtype=np.float32), random.random((inner, columns), dtype=np.float32)
    grid = (ceil_div(columns, 16), ceil_div(rows, 16))
    yield (
        "tiled_matmul",
        [tiled_matmul.multiply],
        lambda call: call(columns, rows, block=(16, 16)),
        [A, B, np.zeros((rows, columns), np.float32)],
        "multiply",
        grid,
        (16, 16),
        lambda a: [*a, i(rows), i(inner), i(columns)],
        2,
    )

    height, width = 8000 // small, 6000 // small
    M = random.random((height, width), dtype=np.float32)
    yield (
        "transpose",
        [transpose.transpose],
        lambda call: call(ceil_div(width, 32) * 32, ceil_div(height, 32) * 8, block=(32, 8)),
        [M, np.zeros((width, height), np.float32)],
        "transpose",
        (ceil_div(width, 32), ceil_div(height, 32)),
        (32, 8),
        lambda a: [*a, i(height), i(width)],
        1,
    )

    grid = (ceil_div(width, 16), ceil_div(height, 16))
    yield (
        "stencil",
        [stencil.spread],
        lambda call: call(width, height, block=(16, 16)),
        [M, np.zeros_like(M), np.float32(0.2)],
        "spread",
        grid,
        (16, 16),
        lambda a: [a[0], a[1], i(height), i(width), a[2]],
        1,
    )

    X = random.random(n, dtype=np.float32)
    line = (ceil_div(n, 256),)
    yield (
        "convolution",
        [convolution.convolve],
        lambda call: call(n, block=256),
        [X, np.zeros(n, np.float32)],
        "convolve",
        line,
        (256,),
        lambda a: [*a, i(n)],
        1,
    )
    keys = random.integers(-(2**30), 2**30, n).astype(np.int32)
    # A step of the network leaves what it has ordered, so that each measurement does the same work.
    yield (
        "bitonic_sort",
        [bitonic_sort.exchange],
        lambda call: call(n, block=256),
        [keys, 4096, 64],
        "exchange",
        line,
        (256,),
        lambda a: [a[0], i(n), i(a[1]), i(a[2])],
        0,
    )
    spot, strike, years = (random.uniform(1, 9, n).astype(np.float32) for _ in range(3))
    yield (
        "black_scholes",
        [black_scholes.prices, black_scholes.normal_cdf],
        lambda call: call(n, block=256),
        [
            spot,
            strike,
            years,
            np.float32(0.02),
            np.float32(0.3),
            np.zeros(n, np.float32),
            np.zeros(n, np.float32),
        ],
        "prices",
        line,
        (256,),
        lambda a: [*a, i(n)],
        5,
    )
    threads, points = 2**18 // small, 1000 // small
    yield (
        "monte_carlo_pi (by hand: cuRAND)",
        [monte_carlo_pi.throw],
        lambda call: call(threads, block=256),
        [1, points, np.zeros(threads, np.int32)],
        "throw_points",
        (ceil_div(threads, 256),),
        (256,),
        lambda a: [i(a[0]), i(a[1]), a[2], i(threads)],
        None,
    )
    many = 2_000_000 // small**2
    starts, places, elements = sparse_product.random_matrix(many, many // 2, 16, random)
    yield (
        "sparse_product",
        [sparse_product.product],
        lambda call: call(many, block=256),
        [starts, places, elements, random.random(many // 2, dtype=np.float32), np.zeros(many, np.float32)],
        "product",
        (ceil_div(many, 256),),
        (256,),
        lambda a: [*a, i(many)],
        4,
    )
    queries = 100_000 // small**2
    sites, asked = random.random((2000, 3), dtype=np.float32), random.random((queries, 3), dtype=np.float32)
    yield (
        "neighbours",
        [neighbours.nearest],
        lambda call: call(queries, block=256),
        [sites, asked, np.zeros((queries, 5), np.int32)],
        "nearest",
        (ceil_div(queries, 256),),
        (256,),
        lambda a: [a[0], i(2000), i(3), a[1], a[2], i(queries)],
        2,
    )
    cells = (random.random((height, width)) < 0.3).astype(np.uint8)
    square = (ceil_div(width, 32), ceil_div(height, 8))
    yield (
        "life",
        [life.generation],
        lambda call: call(width, height, block=(32, 8)),
        [cells, np.zeros_like(cells)],
        "generation",
        square,
        (32, 8),
        lambda a: [*a, i(height), i(width)],
        1,
    )
    picture = random.integers(0, 255, (2000 // small, 3000 // small, 3)).astype(np.uint8)
    h, w, _ = picture.shape
    yield (
        "blur",
        [blur.blur],
        lambda call: call(w, h, block=(32, 8)),
        [picture, np.zeros_like(picture), 6],
        "blur",
        (ceil_div(w, 32), ceil_div(h, 8)),
        (32, 8),
        lambda a: [a[0], a[1], i(h), i(w), i(3), i(a[2])],
        1,
    )
    yield (
        "reduction",
        [reduction.block_sum],
        lambda call: call(n, block=256),
        [X, np.zeros(ceil_div(n, 256), np.float32)],
        "block_sum",
        line,
        (256,),
        lambda a: [a[0], i(n), a[1]],
        1,
    )
    counted = random.integers(0, 256, n).astype(np.int32)
    some = 2**18 // small
    yield (
        "histogram",
        [histogram.histogram],
        lambda call: call(some, block=256),
        [counted, np.zeros(256, np.int32)],
        "histogram",
        (some // 256,),
        (256,),
        lambda a: [a[0], i(n), a[1]],
        1,
    )
    yield (
        "warp_reduction",
        [warp_reduction.total, warp_reduction.warp_sum],
        lambda call: call(some, block=256),
        [X, np.zeros(1)],
        "total",
        (some // 256,),
        (256,),
        lambda a: [a[0], i(n), a[1]],
        1,
    )
    many_blocks = scan.BLOCKS * scan.THREADS
    yield (
        "scan",
        [scan.scan, scan.scan_tile],
        lambda call: call(many_blocks, block=scan.THREADS),
        [counted, np.zeros(n, np.int32), np.zeros(scan.BLOCKS, np.int32)],
        "scan",
        (scan.BLOCKS,),
        (scan.THREADS,),
        lambda a: [a[0], i(n), a[1], a[2]],
        1,
    )
    bodies = nbody.random_bodies(65536 // small**2, random)
    count = len(bodies)
    yield (
        "nbody",
        [nbody.step],
        lambda call: call(count, block=256),
        [bodies, np.zeros(count, nbody.Vec.dtype), np.zeros(count, nbody.Body.dtype), np.float32(0.01)],
        "step",
        (ceil_div(count, 256),),
        (256,),
        lambda a: [a[0], i(count), *a[1:]],
        2,
    )
    signal = (random.normal(0, 1, n) + 1j * random.normal(0, 1, n)).astype(np.complex64)
    yield (
        "fft (one stage)",
        [fft.butterflies],
        lambda call: call(n // 2, block=256),
        [signal, np.zeros_like(signal), n // 64, 64],
        "butterflies",
        (ceil_div(n // 2, 256),),
        (256,),
        lambda a: [a[0], a[1], i(a[2]), i(a[3]), i(n // 2)],
        1,
    )


def measure(results, target, quick):
    if target != "cuda":
        results.skip("samples", "their kernels by hand are CUDA's")
        return
    cupy = results.attempt("samples next to kernels by hand", lambda: __import__("cupy"))
    if cupy is None:
        return
    folder = tempfile.mkdtemp()
    by_hand = compiled_by_nvcc(f"{HERE}/samples.cu", f"{folder}/samples.cubin")
    module = cupy.RawModule(path=f"{folder}/samples.cubin")
    together = cupy.RawModule(path=f"{folder}/samples.cubin", enable_cooperative_groups=True)
    rows = []
    for name, functions, launch, arguments, kernel, grid, block, order, place in pairs(quick):
        call = cp.compile(functions, target="cuda")
        ours = [cp.CudaArray(a, target="cuda") if isinstance(a, np.ndarray) else a for a in arguments]
        # CuPy has no records: their bytes are as good.
        theirs = [
            cupy.asarray(a if a.dtype.names is None else a.view(np.float32))
            if isinstance(a, np.ndarray)
            else a
            for a in arguments
        ]
        prepared, function, given = (
            launch(call),
            (together if kernel in COOPERATIVE else module).get_function(kernel),
            tuple(order(theirs)),
        )
        prepared(*ours)
        function(grid, block, given)
        got = None if place is None else ours[place].toHost()
        if got is not None and got.dtype.names:
            got = got.view(np.float32)
        if got is not None and not np.allclose(got, cupy.asnumpy(theirs[place]), rtol=1e-3, atol=1e-3):
            results.skip(f"sample {name}", "the kernel by hand gives another result")
            continue
        times = gpu_milliseconds(
            {"ours": lambda: prepared(*ours), "hand": lambda: function(grid, block, given)},
            repeat=5 if quick else 31,
        )
        rows.append(
            [
                name,
                registers_of(call, folder),
                by_hand.get(kernel),
                times["ours"],
                times["hand"],
                times["ours"] / times["hand"],
            ]
        )
    results.table(
        "Samples on the GPU, ms by events",
        ["sample", "registers", "by hand", "CudaPy", "by hand (nvcc)", "CudaPy / by hand"],
        rows,
    )
