"""How fast kernels run, compared with the same kernel written otherwise."""

import ctypes
import os
import shutil
import subprocess
import tempfile

import numpy as np
from kernels import block_sum, compiled, mandelbrot, matmul, matmul_tiles, saxpy
from timing import alternating, gpu_milliseconds, median_seconds

import cudapy as cp

HERE = os.path.dirname(os.path.abspath(__file__))


def ceil_div(a, b):
    return -(-a // b)


def by_hand():
    """The kernels of kernels.cu, compiled by nvcc."""
    import cupy

    folder = tempfile.mkdtemp()
    nvcc = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")
    cubin = f"{folder}/kernels.cubin"
    subprocess.run(
        [nvcc, "-O3", "-cubin", "-arch=native", f"{HERE}/kernels.cu", "-o", cubin],
        check=True,
        capture_output=True,
    )
    return cupy.RawModule(path=cubin)


def on_gpu(results, quick):
    import cupy

    hand = results.attempt("hand-written CUDA", by_hand)
    numba = results.attempt("numba-cuda", lambda: __import__("peers").numba_kernels())
    cupyx = results.attempt("cupyx.jit", lambda: __import__("peers").cupyx_kernels())
    torch = results.attempt("torch", lambda: __import__("torch"))
    rows = []

    def row(name, works, same):
        """Measures the works that can run, after checking that each gives what ours gives."""
        able = {}
        for peer, work in works.items():
            if (
                work is not None
                and results.attempt(
                    f"{name}: {peer}", lambda work=work: (work(), cupy.cuda.Device().synchronize())
                )
                is not None
            ):
                able[peer] = work
        wrong = same(able)
        for peer in wrong:
            results.skip(f"{name}: {peer}", "gives another result than ours")
            able.pop(peer, None)
        times = gpu_milliseconds(able, repeat=5 if quick else 15)
        rows.append(
            [name] + [times.get(p) for p in ("CudaPy", "by hand", "numba-cuda", "cupyx.jit", "torch")]
        )

    # saxpy
    n = 2**22 if quick else 2**27
    host = np.random.default_rng(1).random(n, dtype=np.float32)
    x, y = cp.CudaArray(host, target="cuda"), cp.CudaArray(host, target="cuda")
    cx, cy = cupy.asarray(host), cupy.asarray(host)
    call, alpha, grid = compiled(saxpy, "cuda"), np.float32(1.5), (ceil_div(n, 256),)
    works = {"CudaPy": lambda: call(n)(1.5, x, y)}
    works["by hand"] = hand and (
        lambda f=hand.get_function("saxpy"): f(grid, (256,), (alpha, cx, cy, np.int32(n)))
    )
    if numba:
        nx, ny = numba[0].to_device(host[:]), numba[0].to_device(host[:])
        works["numba-cuda"] = lambda: numba[1]["saxpy"][grid[0], 256](alpha, nx, ny)
    works["cupyx.jit"] = cupyx and (lambda: cupyx["saxpy"](grid, (256,), (alpha, cx, cy, np.int32(n))))
    if torch:
        tx, ty = torch.from_numpy(host).cuda(), torch.from_numpy(host).cuda()
        works["torch"] = lambda: torch.add(ty, tx, alpha=1.5, out=ty)
    row(f"saxpy, 2^{n.bit_length() - 1} floats", works, lambda able: [])
    bytes_moved = 3 * 4 * n
    rate = bytes_moved / (rows[-1][1] * 1e-3) / 1e12
    results.notes.append(f"saxpy: CudaPy moves {rate:.2f} TB/s")
    del x, y, cx, cy, works
    if numba:
        del nx, ny
    if torch:
        del tx, ty

    # Mandelbrot
    size, limit = (1024 if quick else 8192), 256
    image = cp.CudaArray.allocate(size * size, cp.Int, target="cuda")
    others = cupy.zeros(size * size, np.int32)
    call = compiled(mandelbrot, "cuda")
    pixel = np.float32(2.8 / size)
    view = (np.int32(size), np.int32(size), np.float32(-2.1), np.float32(-1.4), pixel, np.int32(limit))
    grid = (ceil_div(size, 32), ceil_div(size, 8))
    works = {"CudaPy": lambda: call(size, size)(size, size, -2.1, -1.4, float(pixel), limit, image)}
    works["by hand"] = hand and (lambda f=hand.get_function("mandelbrot"): f(grid, (32, 8), (*view, others)))
    if numba:
        held = numba[0].to_device(np.zeros(size * size, np.int32))
        works["numba-cuda"] = lambda: numba[1]["mandelbrot"][grid, (32, 8)](*view, held)
    works["cupyx.jit"] = cupyx and (lambda: cupyx["mandelbrot"](grid, (32, 8), (*view, others)))

    def images_agree(able):
        if "by hand" not in able:
            return []
        others[...] = 0
        able["by hand"]()
        differing = np.count_nonzero(image.toHost() != cupy.asnumpy(others))
        return ["CudaPy"] if differing > 0.005 * size * size else []

    row(f"mandelbrot {size}², {limit} steps", works, images_agree)

    # Matrix product
    rows_, inner, columns = (120, 80, 100) if quick else (1200, 800, 1000)
    a, b = (
        np.random.default_rng(2).random((r, c), dtype=np.float32)
        for r, c in ((rows_, inner), (inner, columns))
    )
    da, db = cp.CudaArray(a.ravel(), target="cuda"), cp.CudaArray(b.ravel(), target="cuda")
    dc = cp.CudaArray.allocate(rows_ * columns, cp.Float, target="cuda")
    ca, cb, cc = cupy.asarray(a.ravel()), cupy.asarray(b.ravel()), cupy.zeros(rows_ * columns, np.float32)
    call = compiled(matmul, "cuda")
    sizes = (np.int32(rows_), np.int32(inner), np.int32(columns))
    grid = (ceil_div(columns, 32), ceil_div(rows_, 8))
    works = {"CudaPy": lambda: call(columns, rows_)(da, db, dc, rows_, inner, columns)}
    works["by hand"] = hand and (lambda f=hand.get_function("matmul"): f(grid, (32, 8), (ca, cb, cc, *sizes)))
    if numba:
        na, nb, nc = (
            numba[0].to_device(m) for m in (a.ravel(), b.ravel(), np.zeros(rows_ * columns, np.float32))
        )
        works["numba-cuda"] = lambda: numba[1]["matmul"][grid, (32, 8)](na, nb, nc, *sizes)
    works["cupyx.jit"] = cupyx and (lambda: cupyx["matmul"](grid, (32, 8), (ca, cb, cc, *sizes)))
    if torch:
        torch.backends.cuda.matmul.allow_tf32 = False
        ta, tb = torch.from_numpy(a).cuda(), torch.from_numpy(b).cuda()
        works["torch"] = lambda: torch.matmul(ta, tb)

    def products_agree(able):
        right = np.allclose(dc.toHost().reshape(rows_, columns), a @ b, rtol=1e-4)
        return [] if right else ["CudaPy"]

    row(f"matmul {rows_}×{inner}×{columns}, one thread an element (torch: cuBLAS)", works, products_agree)
    results.table(
        "Running on the GPU, ms by events",
        ["work", "CudaPy", "by hand (nvcc)", "numba-cuda", "cupyx.jit", "torch"],
        rows,
    )


def on_cpu(results, quick):
    rows = []

    def row(name, ours, numpys):
        repeat = 3 if quick else 7
        mine, theirs = median_seconds(ours, repeat) * 1000, median_seconds(numpys, repeat) * 1000
        rows.append([name, mine, theirs, theirs / mine])

    n = 2**20 if quick else 2**24
    x, y = (
        np.random.default_rng(1).random(n, dtype=np.float32),
        np.random.default_rng(2).random(n, dtype=np.float32),
    )
    cx, cy = cp.CudaArray(x, target="cpu"), cp.CudaArray(y, target="cpu")
    call, scratch = compiled(saxpy, "cpu"), np.empty_like(x)

    def numpy_saxpy():
        np.multiply(x, np.float32(1.5), out=scratch)
        np.add(scratch, y, out=y)

    row(f"saxpy, 2^{n.bit_length() - 1} floats", lambda: call(n)(1.5, cx, cy), numpy_saxpy)

    size, limit = (256 if quick else 1024), 256
    image = cp.CudaArray.allocate(size * size, cp.Int, target="cpu")
    mandel, pixel = compiled(mandelbrot, "cpu"), 2.8 / size

    def numpy_mandelbrot():
        import sys

        sys.path.insert(0, os.path.join(HERE, "..", "samples"))
        from mandelbrot import with_numpy

        return with_numpy(size, size, -2.1, -1.4, pixel, limit)

    row(
        f"mandelbrot {size}², {limit} steps",
        lambda: mandel(size, size)(size, size, -2.1, -1.4, pixel, limit, image),
        numpy_mandelbrot,
    )

    r, k, c = (120, 80, 100) if quick else (1200, 800, 1000)
    a, b = (
        np.random.default_rng(3).random((r, k), dtype=np.float32),
        np.random.default_rng(4).random((k, c), dtype=np.float32),
    )
    da, db, dc = (
        cp.CudaArray(a.ravel(), target="cpu"),
        cp.CudaArray(b.ravel(), target="cpu"),
        cp.CudaArray.allocate(r * c, cp.Float, target="cpu"),
    )
    mm = compiled(matmul, "cpu")
    row(
        f"matmul {r}×{k}×{c}, one thread an element (NumPy: BLAS)",
        lambda: mm(c, r)(da, db, dc, r, k, c),
        lambda: a @ b,
    )
    results.table(
        f"Running on the CPU ({os.cpu_count()} cores), ms",
        ["work", "CudaPy", "NumPy", "NumPy / CudaPy"],
        rows,
    )


def split_by_hand():
    """The functions of blocks.cpp, compiled as the module compiles kernels."""
    library = f"{tempfile.mkdtemp()}/blocks.so"
    flags = (
        "-std=c++17 -O3 -march=native -fno-trapping-math -fno-math-errno -ffp-contract=off -fPIC -shared"
    ).split()
    subprocess.run(
        [os.environ.get("CXX") or "g++", *flags, f"{HERE}/blocks.cpp", "-o", library],
        check=True,
        capture_output=True,
    )
    return ctypes.CDLL(library)


def blocks_on_cpu(results, quick):
    """Kernels with barriers on one core, compared with the loops that a person writes for them."""
    hand = results.attempt("loops split by hand", split_by_hand)
    if hand is None:
        return
    pointer = ctypes.POINTER(ctypes.c_float)

    def address(array):
        return array.ctypes.data_as(pointer)

    rows = []

    def row(name, ours, theirs, units):
        took = alternating({"ours": ours, "by hand": theirs}, repeat=5 if quick else 21)
        rows.append(
            [name]
            + [took[who] / units * 1e6 for who in ("ours", "by hand")]
            + [took["ours"] / took["by hand"]]
        )

    blocks = 2**8 if quick else 2**14
    x, sums = np.random.default_rng(1).random(blocks * 256, dtype=np.float32), np.zeros(blocks, np.float32)
    cx, csums = cp.CudaArray(x, target="cpu"), cp.CudaArray(sums, target="cpu")
    call = compiled(block_sum, "cpu")
    row(
        "tree reduction, µs for a block of 256",
        lambda: call(x.size)(cx, csums),
        lambda: hand.block_sum(address(x), x.size, address(sums), blocks),
        blocks,
    )
    assert np.array_equal(sums, csums.toHost()), "the sums differ"

    n = 128 if quick else 512
    a, b = (np.random.default_rng(seed).random((n, n), dtype=np.float32) for seed in (2, 3))
    c, da, db = np.zeros_like(a), cp.CudaArray(a.ravel(), target="cpu"), cp.CudaArray(b.ravel(), target="cpu")
    dc = cp.CudaArray.allocate(n * n, cp.Float, target="cpu")
    call = compiled(matmul_tiles, "cpu")
    row(
        f"matrix product {n}³ in tiles of 16, µs",
        lambda: call(n, n, block=(16, 16))(da, db, dc, n),
        lambda: hand.matmul_tiles(address(a), address(b), address(c), n),
        1,
    )
    assert np.array_equal(c.ravel(), dc.toHost()), "the products differ"
    results.table(
        "Kernels with barriers on one core (CUDAPY_NUM_THREADS=1), next to loops split by hand",
        ["work", "CudaPy", "by hand (g++)", "CudaPy / by hand"],
        rows,
    )


def measure(results, target, quick):
    if target == "cpu":
        on_cpu(results, quick)
        if os.environ.get("CUDAPY_NUM_THREADS") == "1":
            blocks_on_cpu(results, quick)
        else:
            results.skip(
                "kernels with barriers", "set CUDAPY_NUM_THREADS=1 to compare them with loops on one core"
            )
    elif results.attempt("running on the GPU", lambda: __import__("cupy")):
        on_gpu(results, quick)
