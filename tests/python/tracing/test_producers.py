"""Both producers of traces, a simulated and a compiled launch, tell of the same events."""

import sys
from pathlib import Path

import cudapy as cp
import numpy as np
import pytest
from cudapy._tracing import trace_of
from cudapy._tracing.compiled import CompiledLaunch
from cudapy._tracing.copies import copies_of
from cudapy._tracing.simulated import SimulatedLaunch

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [
    str(ROOT / "samples"),
    str(ROOT / "tests" / "random_programs"),
    str(ROOT / "tests" / "python"),
]

import bitonic_sort  # noqa: E402
import black_scholes  # noqa: E402
import blur  # noqa: E402
import convolution  # noqa: E402
import fft  # noqa: E402
import histogram  # noqa: E402
import life  # noqa: E402
import mandelbrot  # noqa: E402
import matmul  # noqa: E402
import monte_carlo_pi  # noqa: E402
import nbody  # noqa: E402
import neighbours  # noqa: E402
import reduction  # noqa: E402
import saxpy  # noqa: E402
import scan  # noqa: E402
import sparse_product  # noqa: E402
import stencil  # noqa: E402
import tiled_matmul  # noqa: E402
import transpose  # noqa: E402
import warp_reduction  # noqa: E402
from same_traces import difference, events  # noqa: E402
from test_pycu2cu import find_program  # noqa: E402

random = np.random.default_rng(1)


def floats(*shape):
    return random.random(shape, dtype=np.float32)


def zeros(*shape):
    return np.zeros(shape, np.float32)


SAMPLES = {
    "saxpy": ([saxpy.saxpy], 1000, (2.5, floats(1000), floats(1000)), None),
    "tiled_matmul": (
        [tiled_matmul.multiply],
        (17, 5),
        (floats(5, 17), floats(17, 17), zeros(5, 17)),
        (16, 16),
    ),
    "transpose": ([transpose.transpose], (64, 8), (floats(31, 45), zeros(45, 31)), (32, 8)),
    "stencil": ([stencil.spread], (17, 5), (floats(5, 17), zeros(5, 17), 0.2), (16, 16)),
    "convolution": ([convolution.convolve], 300, (floats(300), zeros(300)), 256),
    "bitonic_sort": ([bitonic_sort.exchange], 64, (random.integers(-9, 9, 64).astype(np.int32), 8, 2), None),
    "black_scholes": (
        [black_scholes.prices, black_scholes.normal_cdf],
        50,
        (floats(50) + 1, floats(50) + 1, floats(50) + 1, 0.02, 0.3, zeros(50), zeros(50)),
        None,
    ),
    "blur": ([blur.blur], (12, 9), (np.ones((9, 12, 3), np.uint8), np.zeros((9, 12, 3), np.uint8), 2), None),
    "life": ([life.generation], (12, 9), (np.ones((9, 12), np.uint8), np.zeros((9, 12), np.uint8)), None),
    "monte_carlo_pi": ([monte_carlo_pi.throw], 40, (3, 20, np.zeros(40, np.int32)), None),
    "neighbours": (
        [neighbours.nearest],
        9,
        (floats(40, 3), floats(9, 3), np.zeros((9, neighbours.K), np.int32)),
        None,
    ),
    "sparse_product": (
        [sparse_product.product],
        30,
        (*sparse_product.random_matrix(30, 20, 4, random), floats(20), zeros(30)),
        None,
    ),
    "nbody": (
        [nbody.step],
        35,
        (
            nbody.random_bodies(35, random),
            np.zeros(35, nbody.Vec.dtype),
            nbody.random_bodies(35, random),
            0.01,
        ),
        None,
    ),
    "matmul": ([matmul.matmul], (11, 9), (floats(9, 14), floats(14, 11), zeros(9, 11)), None),
    "reduction": ([reduction.block_sum], 300, (floats(300), zeros(3)), None),
    "fft": ([fft.butterflies], 32, (floats(64) + 1j * floats(64), (floats(64) + 0j), 16, 4), None),
    "histogram": (
        [histogram.histogram],
        256,
        (np.arange(300, dtype=np.int32) % 7, np.zeros(histogram.BINS, np.int32)),
        None,
    ),
    "warp_reduction": (
        [warp_reduction.total, warp_reduction.warp_sum],
        256,
        (floats(300), np.zeros(1)),
        None,
    ),
    "scan": (
        [scan.scan, scan.scan_tile],
        2 * scan.THREADS,
        (np.ones(300, np.int32), np.zeros(300, np.int32), np.zeros(2, np.int32)),
        scan.THREADS,
    ),
    "mandelbrot": (
        [mandelbrot.mandelbrot_2d, mandelbrot.escape],
        (24, 18),
        (24, 18, -2.1, -1.2, 2.8 / 24, 20, np.zeros(24 * 18, np.int32)),
        None,
    ),
}


def both(call, threads, arguments, block=None, shared=None, blocks=64):
    """The trace of a compiled launch, which is that of a simulated one."""
    simulated, compiled = (
        producer(call, threads, copies_of(list(arguments)), {}, block, shared).run(blocks)[0]
        for producer in (SimulatedLaunch, CompiledLaunch)
    )
    assert difference(simulated, compiled) == ""
    return compiled


@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name):
    functions, threads, arguments, block = SAMPLES[name]
    made = both(cp.compile(functions), threads, arguments, block)
    assert len(made.accesses)


# cases : void (int* X, int n)
def cases(X, n):
    cache = shared(int, 64)
    match n:
        case 1 if n < 3:
            cache[threadIdx.x] = X[idx]
            syncthreads()
            X[idx] = cache[threadIdx.x ^ 1]
        case 2 | 3:
            X[idx] = 7
        case _:
            pass
    match X[idx] % 3:
        case 0:
            X[idx] = 100 // (X[idx] + 1)
        case 1 if X[idx] > 4 and n > 0:
            X[idx] = 101 if X[idx] < 9 else 5


@pytest.mark.parametrize("n", [1, 2, 4])
def test_match(n):
    both(cp.compile(cases), 128, (np.arange(128, dtype=np.int32), n), 64)


def by_text(x, c, mode="first"):
    if mode == "first":
        return x
    if not mode in ("second", "third") or c:  # noqa: E713 (to test `not`)
        x += 1
    while mode != "second" and x < 3:
        x += 1
    return x if c and mode == "second" else -x


# texts : void (int* X, int n)
def texts(X, n):
    X[idx] = (
        by_text(X[idx], n > 2)
        + by_text(idx, idx > 2, "second")
        + by_text(2, n > 1, "third")
        + by_text(n, False, mode="other")
    )


def test_comparisons_of_texts_are_no_decisions():
    both(cp.compile(texts, target="cpu"), 5, (np.arange(5, dtype=np.int32), 2))


def test_random_programs(tmp_path):
    import subprocess

    program = ROOT / "tests" / "random_programs" / "fuzz.py"
    options = [
        "--seed",
        "5",
        "--count",
        "8",
        "--blocks",
        "0.4",
        "--batch",
        "8",
        "--jobs",
        "1",
        "--target",
        "traced",
    ]
    got = subprocess.run(
        [sys.executable, program, *options, "--out", str(tmp_path)], capture_output=True, text=True
    )
    assert got.returncode == 0, got.stdout + got.stderr
    assert ", 0 mistakes named, 0 wrong" in got.stdout


@cp.struct
class Inner:
    a: cp.int32
    b: cp.float64


@cp.struct
class Outer:
    low: Inner
    high: cp.int32


def grow(o, by):
    o.low.a = int(1.0 <= by) + o.high


def fill(X, at, depth):
    if depth > 0:
        fill(X, at, depth - 1)
    X[at] += depth


# many : void (Outer* O, Outer* P, float3* V, int** rows, float* X)
def many(O, P, V, rows, X):
    grow(O[idx], 2)
    O[idx].low.b += P[idx].low.b
    P[idx] = O[idx]
    own = P[idx].low.copy()
    V[idx] = V[idx] * float32(own.b)
    fill(X, idx, 2)
    double = lambda x: 2 * x + X[idx]  # noqa: E731
    for i, (x, y) in enumerate(zip(X[1:], X)):
        if x > y:
            continue
        rows[idx][i % 2] += 1 if X[i] > 2 else 2
        X[idx] = double(x) ** 2
    while True:
        X[idx] += 1
        if X[idx] > 5:
            break
    else:
        X[idx] = 0
    print("never", X[idx])
    for part in (X[idx], X[0], 3):
        X[idx] += part


def test_what_the_samples_have_not(capfd):
    call = cp.compile([many, grow, fill], {"grow": "void (Outer, float)", "fill": "void (float*, int, int)"})
    outers = [[Outer(Inner(i, 2), 3) for i in range(5)] for _ in range(2)]
    rows = [[1, 2], [3, 4, 5], [6, 7], [8, 9], [1, 2]]
    made = both(call, 5, (*outers, [cp.float3(1, 2, 3)] * 5, rows, zeros(5)))
    fields = {site.field for site in made.sites if site.operation == "write" and site.field}
    assert fields == {"low.a", "low.b", "high", "x", "y", "z"}
    assert "never" not in capfd.readouterr().out
    assert rows[0] == [1, 2] and outers[0][0].low.a == 0


# starts : void (int* X)
def starts(X):
    ends(X)
    if idx < 2:
        ends(X)


# ends : void (int* X)
def ends(X):
    for i in range(3):
        if i == idx:
            return
        X[idx] += i


def test_a_kernel_that_another_one_calls():
    call = cp.compile([starts, ends])
    made = both(call, 4, ([0] * 4,))
    assert max(map(len, made.paths)) == 2
    both(call.ends, 4, ([0] * 4,))


def test_generic_kernels():
    call = cp.compile(apply)
    both(call, 5, (lambda x: x * 2, [1, 2, 3, 4, 5], [0] * 5))


# apply : void (R(A) f, A* X, R* Y)
def apply(f, X, Y):
    if idx % 2:
        Y[idx] = f(X[idx])


def test_threads_that_meet():
    made = both(gather, 128, ([1] * 128,), block=64, shared=64)
    assert len(made.barriers) == 2 * 4
    assert made.barriers["block"].tolist() == [0] * 4 + [1] * 4


@cp.kernel("void (int* X)")
def gather(X):
    part = shared(int)
    part[threadIdx.x] = X[idx]
    total = 0
    for k in range(2):
        syncthreads()
        if threadIdx.x >= 32:
            total += shfl_xor_sync(0xFFFFFFFF, total, 1)
        total += part[(threadIdx.x + k) % blockDim.x]
    grid_sync()
    X[idx] = total if syncthreads_or(total > 3) else 0


@cp.kernel("void (float[,] A, float[,] B)")
def copied(A, B):
    B[idy, idx] = A[idy, idx]


def test_a_sample_of_the_blocks_runs_alone():
    A, B = floats(64, 640), zeros(64, 640)
    made = copied.trace((640, 64), A, B, block=(32, 8), blocks=16)
    assert made.coverage == "16 of 160 blocks were traced on the CPU; counts are scaled"
    assert sorted({*made.trace.accesses["block"].tolist()}) == list(made.traced_blocks)
    assert {0, 159} <= {*made.traced_blocks} and not B.any()
    read = made.trace.accesses[made.trace.accesses["array"] == 0]
    last = read[read["block"] == 159]
    assert last["offset"].max() == A.nbytes - 4 and (last["warp"].max(), last["lane"].max()) == (7, 31)


def test_records_are_in_order():
    made = both(gather, 128, ([1] * 128,), block=64, shared=64)
    for records, names in (
        (made.accesses, ("block", "warp", "site", "path", "lane")),
        (made.decisions, ("block", "warp", "site", "path", "lane")),
    ):
        keys = list(zip(*(records[name].tolist() for name in names)))
        assert keys == sorted(keys)
    accesses, decisions, barriers = events(made)
    assert accesses.total() == len(made.accesses)


def test_what_is_refused():
    with pytest.raises(cp.KernelError) as outside:
        beyond.trace(3, [1, 2, 3])
    assert str(outside.value).endswith(
        "index 3 is outside X, which has 3 elements, in thread 2: `X[idx + 1]`"
    )
    with pytest.raises(ValueError, match="trace: blocks must be a number of at least 1, got 0"):
        beyond.trace(3, [1, 2, 3], blocks=0)
    source = cp.cuda_source(
        "__host__ __device__ float twice(float x) { return 2 * x; }\n__global__ void k(float* X) {}"
    )

    @cp.kernel("void (float* X)")
    def calls(X):
        X[idx] = source.twice(X[idx])

    with pytest.raises(TypeError) as refused:
        calls.trace(1, [1.0])
    assert str(refused.value) == (
        "trace: calls calls twice, which is CUDA C++, and what that accesses nobody sees: write it in Python"
    )


@cp.kernel("void (int* X)")
def beyond(X):
    X[idx] = X[idx + 1]


def test_the_threads_of_a_large_tile_product():
    """Of one block of it, since all are alike."""
    A = floats(64, 64)
    made = trace_of(
        cp.compile(tiled_matmul.multiply), (64, 64), [A, A.copy(), zeros(64, 64)], block=(16, 16), blocks=1
    )
    tiles, threads = 64 // 16, 16 * 16
    shared_reads = made.trace.accesses[
        [made.trace.arrays[a].space == "shared" for a in made.trace.accesses["array"]]
    ]
    assert len(shared_reads) == threads * tiles * (2 + 2 * 16)
    assert len(made.trace.barriers) == 2 * tiles


def test_volatile_arrays(tmp_path):
    """An option of pycu2cu that its help does not name, for comparing a trace with what a GPU counts."""
    import subprocess

    (tmp_path / "k.py").write_text("# k : void (float* X)\ndef k(X):\n    X[idx] += X[0]\n")
    command = [str(find_program()), str(tmp_path / "k.py"), "--volatile-arrays", "--kernels-only"]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert "    in_memory(X[idx]) += in_memory(X[0]);\n" in made.stdout
