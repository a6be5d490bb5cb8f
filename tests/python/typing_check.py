"""Read by mypy, not run: a program as users write it, against the type stubs."""

import math
from collections.abc import Callable
from typing import Any, TypeVar, assert_type

import numpy as np

import cudapy as cp
from cudapy import idx, idy, threadIdx


def shift(X: cp.Array[cp.float32], by: cp.float32) -> None:
    if idx < len(X):
        X[idx] = X[idx] + by


def scale(A: cp.Array[cp.float32, 2], by: cp.float32) -> None:  # type: ignore[valid-type]
    if idy < A.shape[0] and idx < A.shape[1]:
        A[idy, idx] = A[idy, idx] * by + A.size


def twice(rows: cp.Array[cp.Array[cp.float32]]) -> None:
    for row in rows:
        row[0] += len(row)


T = TypeVar("T", cp.float32, cp.int32)
Element = TypeVar("Element")
Result = TypeVar("Result")


def clamp(x: T, low: T, high: T) -> T:
    return low if x < low else high if x > high else x


def fill(X: cp.Array[Element], by: Element) -> None:
    X[idx] = by


def apply_all(f: Callable[[Element], Result], X: cp.Array[Element], Y: cp.Array[Result]) -> None:
    Y[idx] = f(X[idx])


@cp.kernel
def count(A: cp.Array[cp.int32]) -> None:
    A[idx] += threadIdx.x


@cp.kernel("void (double* D)", target="cpu", checked=True)
def halve(D):  # type: ignore[no-untyped-def]
    D[idx] /= 2


@cp.kernel("void (float* X)")
def reverse(X: cp.Array[cp.float32]) -> None:
    cache = cp.shared(cp.float32, 256)
    cache[threadIdx.x] = X[idx]
    cp.syncthreads()
    if cp.syncthreads_count(X[idx] > 0) > 3:
        X[idx] = cache[255 - threadIdx.x]


@cp.kernel("void (float* X)")
def tiles(X: cp.Array[cp.float32]) -> None:
    tile = cp.shared(cp.float32, (16, 17))
    own = cp.local(cp.float32, (2, 2))
    own[0, 1] = tile[0, 0] = X[idx]


@cp.kernel("void (int* H, int[,] A)")
def tally(H: cp.Array[cp.int32], A: cp.Array[cp.int32, 2]) -> None:  # type: ignore[valid-type]
    cp.atomicAdd(H, idx % 8, 1)
    if cp.atomicCAS(A, (idx, idy), 0, cp.popc(idx)) == 0:
        H[0] = cp.atomicMax(H, -1, cp.clz(idx) + cp.ffs(idx) + cp.brev(idx))


@cp.kernel("void (float* X, int seed)")
def noise(X: cp.Array[cp.float32], seed: cp.int32) -> None:
    rng = cp.random_state(seed, idx)
    X[idx] = cp.normal(rng) + cp.uniform(rng, 0, 1) * cp.random(rng) + cp.randint(rng, 1, 6)


@cp.kernel
def narrow(H: cp.Array[cp.half], B: cp.Array[cp.bfloat16], by: cp.float16) -> None:
    H[idx] = cp.half(B[idx] * by)


@cp.struct
class Body:
    pos: cp.float4
    mass: cp.float32 = 1.0
    charge: cp.complex64 = 1j
    weight: cp.half = 0.5
    radius: cp.float64 = cp.float64(2)
    count: cp.int32 = 1
    fixed: cp.bool_ = False


def double(x: float) -> float:
    return 2 * x


def half_of(x: float) -> float:
    return x / 2


def momentum(b: Body, speed: float) -> float:
    b.mass += 1
    b.count = cp.int32(b.mass)
    return b.mass * speed + math.sqrt(b.radius) + b.charge.imag + b.count


@cp.kernel("void (Body* bodies, float4* X)")
def pull(bodies: cp.Array[Body], X: cp.Array[cp.float4]) -> None:
    b = bodies[idx]
    b.mass = cp.float32(b.mass + b.pos.x + b.charge.real * b.weight)
    X[idx] = X[idx] * 2.0 + cp.make_float4(1, 2, 3, 4) - b.pos


@cp.kernel
def gather(rows: cp.Array[cp.Array[Body]], R: cp.Array[cp.float32]) -> None:
    for b in rows[idx]:
        R[idx] += b.mass


@cp.kernel
def turn(Z: cp.Array[cp.complex64], W: cp.Array[cp.complex128], by: cp.complex64) -> None:
    Z[idx] = cp.complex64(W[idx] * by).conjugate() + Z[idx].real * 2j


def main() -> None:
    pull(1)(
        [
            Body(cp.float4(1, 2, 3, 4), mass=cp.float32(2)),
            Body(cp.float4(1, 2, 3, 4), 2.5, count=3, fixed=True),
        ],
        [cp.float4(1, 2, 3, 4)],
    )
    call = cp.compile([shift], sig="void (float*, float)", debug=False, target="cpu", checked=None)
    assert_type(call, cp.Kernel)
    assert_type(call(10), cp.Launch)
    call(4, 5)([1.0, 2.0], 0.5)
    call(cp.dim3(4, 5, 6))([1.0, 2.0], 0.5)
    call((4, 5))([1.0], by=0.5)
    call(4, 5, block=(2, 2))([1.0, 2.0], 0.5)
    assert_type(call(64, block=32).block, tuple[int, int, int] | None)
    assert_type(call.cuda_source, str)
    assert_type(call.signature, str)
    count(3)([0, 0, 0])
    halve(1)([2.0])

    array = cp.CudaArray([1, 2, 3], cp.Float)
    zeros = cp.CudaArray.allocate(4, cp.Int)
    assert_type(zeros.elemType(), cp.Type)
    assert_type(len(array) + array.length() + array.pointer(), int)
    with array.copy() as held:
        assert_type(held, cp.CudaArray)
        held[0] = 5
        assert_type(held[1:], cp.CudaArray)
    values: list[float] = array.toList()
    values.append(sum(x for x in array))
    assert_type(cp.asarray([1, 2], cp.Float), cp.CudaArray)
    assert_type(cp.from_dlpack(array), cp.CudaArray)
    assert_type(cp.empty(3, cp.Int), cp.CudaArray)
    assert_type(cp.zeros((3, 4), float), cp.CudaArray)
    assert_type(cp.full(3, 1.5, cp.Double, target="cpu"), cp.CudaArray)
    assert_type(cp.arange(3, dtype="float32"), cp.CudaArray)
    assert_type(cp.linspace(0, 1, 5, endpoint=False, target="cpu"), cp.CudaArray)
    assert_type(cp.ones((3, 4), np.float32), cp.CudaArray)
    assert_type(cp.array([[1, 2]], dtype=np.dtype("f4")), cp.CudaArray)
    assert_type(cp.full_like(cp.zeros_like(array, dtype=cp.Double), 1.5), cp.CudaArray)
    assert_type(cp.empty(3, np.dtype("f4")), cp.CudaArray)
    assert_type(cp.zeros((3, 4), np.dtype(np.int64)), cp.CudaArray)
    assert_type(cp.full(3, 1.5, np.float32), cp.CudaArray)
    assert_type(cp.empty(3, zeros.dtype), cp.CudaArray)
    assert_type(cp.asarray([1, 2], np.dtype("f8")).astype(np.dtype("i2")), cp.CudaArray)
    assert_type(cp.CudaArray([1], np.dtype("u1")), cp.CudaArray)
    assert_type(cp.CudaArray.allocate(3, np.dtype("c8")), cp.CudaArray)
    assert_type(cp.pinned(3, np.dtype("f4")), cp.CudaArray)
    assert_type(cp.Pointer(np.dtype("f4")), cp.Type)
    cp.CudaLists([[1], [2, 3]], np.dtype("f4"))
    cp.empty(3, "f4")
    assert_type(array.__dlpack_device__(), tuple[int, int])
    matrix = cp.CudaArray.allocate((3, 4), cp.Float)
    assert_type(matrix.shape, tuple[int, ...])
    assert_type(matrix.T[::-1, ...], Any)
    assert_type(matrix[...].transpose(1, 0).ravel().astype(cp.Double), cp.CudaArray)
    assert_type(matrix.strides, tuple[int, ...])
    matrix[1:, None] = 5
    matrix.fill(1.0)
    assert_type(matrix.reshape(2, -1).reshape((12,)), cp.CudaArray)
    matrix[0, 1] = 2.0
    matrix[:, 1] = [1.0, 2.0, 3.0]
    matrix[0] = matrix[1]
    nested = cp.CudaArray([[1, 2], [3, 4]])
    call(2, 2)([[1.0], [2.0]], nested)
    print(matrix[0, 1] + matrix[1][2], [row.toList() for row in matrix])
    cp.synchronize()
    stream = cp.Stream(priority=-1, non_blocking=True, device="cpu")
    start, end = stream.record(), cp.Event(timing=True)
    with stream as entered:
        assert_type(entered, cp.Stream)
        call(4, 5, stream=stream)([1.0, 2.0], 0.5)
        end.record()
    cp.Stream().wait(end)
    cp.current_stream("cpu").wait(stream)
    end.record(stream)
    stream.synchronize()
    assert_type(start.elapsed_time(end), float)
    assert_type(stream.done and end.query() and stream.query() and end.done, bool)
    cp.Stream.from_pointer(stream.pointer(), owner=stream)
    array.free()
    with cp.capture() as graph:
        call(12)(matrix.reshape(12), 2.0)
    graph.replay(stream=stream)
    assert_type(graph(), None)
    assert_type(graph, cp.Graph)
    staging = cp.pinned((3, 4), cp.Float)
    matrix.copy_from(staging, stream=stream)
    assert_type(matrix.copy_to(staging), None)
    memory = cp.memory_info("cpu")
    assert_type(memory.used + memory.total, int)
    assert_type(memory.limit, int | None)
    cp.set_memory_limit(memory.free)
    cp.set_memory_limit(None, device="cpu")
    cp.reset_peak_memory()
    cp.trim_memory()
    total: float = cp.lib.reduce(max, array) + cp.lib.reduce(lambda a, b: a + b, [1, 2])
    assert_type(cp.lib.map(float, [int(total)]), cp.CudaArray)
    doubled = cp.vectorize(double)
    halved = cp.vectorize("float (float)", target="cpu")(half_of)
    array = doubled(halved(array), out=array)
    cp.compile(fill)(3)(array, 2)
    module = cp.cuda_source("__global__ void k(float* X) {}", flags=["-DN=4"], types={"Real": cp.float32})
    assert_type(module, cp.CudaSource)
    module.k(3)(array)
    assert_type(module["k"], cp.Kernel)
    try:
        cp.compile(shift)
    except cp.CompileError as error:
        print(error.diagnostics[0]["message"])


def explain(call: cp.Kernel) -> float | None:
    plan: cp.LaunchPlan = call.explain(1000, block=128)
    assert_type(plan.access_patterns[0].apart, int | None)
    assert_type(plan.advice, tuple[str, ...])
    call.simulate((32, 2), [1.0], 2.0, block=(16, 2), stop=(3, 0, 0), order=7, name_threads=True)
    assert_type(call.trace((32, 2), [1.0], by=2.0, block=(16, 2), blocks=8).trace.sites[0].line, int)
    traced = assert_type(call.explain((32, 2), [1.0], by=2.0, block=(16, 2), blocks=8), cp.TracedPlan)
    assert_type(traced.lines[0].accesses[0].sectors, int | None)
    assert_type(traced.advice[0].remedy, str)
    assert_type(traced.to_json(), str)
    return plan.occupancy if call(10).explain().registers else None


def divide(call: cp.Kernel) -> list[int]:
    split: cp.Split = cp.split([1.0, 2.0], ["cpu", "cpu"], halo=1)
    other = split.copy()
    split.launch(call, split, other, 2.0, block=128)
    split.exchange()
    cp.all_reduce([part.array for part in split.parts], "max", by="copies")
    cp.all_reduce(split)
    assert_type(split.gather("cpu"), cp.CudaArray)
    with split.parts[0] as part:
        assert_type(part, cp.Part)
        assert_type(part.rows, range)
    return split.map(lambda array: len(array))
