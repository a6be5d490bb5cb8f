"""cuda_source(): launches of kernels of CUDA C++ on a GPU."""

import pathlib
import sys

import cudapy as cp
import numpy as np
import pytest
from raising import raises
from real_compilers import compiler, needs_gpu

ON_GPU = """
struct Body { float x, y, z, mass; };
template <typename T> __global__ void scale(T* X, T by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) X[i] *= by;
}
__global__ void shift(float3* points, float3 by) {
    points[threadIdx.x].x += by.x;
    points[threadIdx.x].y += by.y;
    points[threadIdx.x].z += by.z;
}
__global__ void move(Body* bodies, Body by) { bodies[threadIdx.x].x += by.x * bodies[threadIdx.x].mass; }
__global__ void sizes(int* found) { if (threadIdx.x == 0) found[blockIdx.x] = blockDim.x; }
__global__ void reversed(int* X) {
    extern __shared__ int cache[];
    cache[threadIdx.x] = X[threadIdx.x];
    __syncthreads();
    X[threadIdx.x] = cache[blockDim.x - 1 - threadIdx.x];
}
__global__ void maybe(int* X, const int* add) { X[threadIdx.x] += add ? add[threadIdx.x] : 100; }
__global__ void types(bool a, signed char b, unsigned short c, long long d, double e, double* out) {
    out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e;
}
extern "C" __global__ void __launch_bounds__(64) small(int* found) { found[0] = blockDim.x; }
"""


@cp.struct
class Body:
    x: cp.float32
    y: cp.float32
    z: cp.float32
    mass: cp.float32


@pytest.fixture(scope="module", params=["nvcc", "nvrtc"])
def on_gpu(request):
    compiler(request.param)
    return cp.cuda_source(ON_GPU, types={"Body": Body}, compiler=request.param)


@needs_gpu
def test_a_fat_binary_on_a_gpu():
    compiler("nvcc")
    X = [1.0, 2.0, 3.0]
    cp.cuda_source(ON_GPU, types={"Body": Body}, compiler="nvcc", arch="all-major").scale[cp.float32](3)(
        X, 2.0, 3
    )
    assert X == [2.0, 4.0, 6.0]


@needs_gpu
def test_more_than_48_kilobytes_on_a_gpu(on_gpu):
    most = cp.Device().most_shared_bytes_per_block
    X = list(range(256))
    on_gpu.reversed(256, block=256, shared=most)(X)
    assert X == list(range(255, -1, -1))
    with raises(
        cp.LaunchError,
        "reversed: shared= is more bytes of dynamic shared memory than there are: the most that cuda:0 "
        f"gives a block of the kernel is {most}, got int {most + 1}",
    ):
        on_gpu.reversed(256, block=256, shared=most + 1)


@needs_gpu
def test_templates_on_a_gpu(on_gpu):
    X = [1.0, 2.0, 3.0]
    on_gpu.scale[cp.float32](3)(X, 2.0, 3)
    assert X == [2.0, 4.0, 6.0]
    A = np.arange(6, dtype=np.int64).reshape(2, 3)
    on_gpu.scale(6)(A, 3, 6)
    assert A.tolist() == [[0, 3, 6], [9, 12, 15]]
    D = cp.CudaArray([1.0, 2.0], cp.Double)
    on_gpu["scale<double>"](2, block=32)(D, by=0.5, n=2)
    assert D.toList() == [0.5, 1.0]


@needs_gpu
def test_vectors_and_structs_on_a_gpu(on_gpu):
    points = [cp.float3(1, 2, 3), cp.float3(4, 5, 6)]
    on_gpu.shift(2, block=2)(points, cp.float3(10, 20, 30))
    assert points == [cp.float3(11, 22, 33), cp.float3(14, 25, 36)]
    rows = np.zeros((2, 3), np.float32)
    on_gpu.shift(2, block=2)(rows, cp.float3(1, 2, 3))
    assert rows.tolist() == [[1, 2, 3], [1, 2, 3]]
    bodies = [Body(1.0, 0.0, 0.0, 2.0)]
    on_gpu.move(1, block=1)(bodies, Body(5.0, 0.0, 0.0, 0.0))
    assert bodies == [Body(11.0, 0.0, 0.0, 2.0)]


@needs_gpu
def test_launches_on_a_gpu(on_gpu):
    found = [0] * 4
    on_gpu.sizes(4 * 128, block=128)(found)
    assert found == [128] * 4
    found = [0, 0]
    on_gpu.sizes(300)(found)
    assert found == [256, 256]
    X = np.arange(64, dtype=np.int32)
    stream = cp.Stream()
    on_gpu.reversed(64, block=64, shared=64 * 4, stream=stream)(X)
    assert X.tolist() == list(range(63, -1, -1))
    X = [1, 2]
    on_gpu.maybe(2, block=2)(X, None)
    on_gpu.maybe(2, block=2)(X, [10, 20])
    assert X == [111, 122]
    out = np.zeros(5)
    on_gpu.types(1)(True, -5, 65535, -(2**40), 0.1, out)
    assert out.tolist() == [1.0, -5.0, 65535.0, -(2.0**40), 0.1]
    found = [0]
    on_gpu.small(1000)(found)
    assert found == [64]
    assert on_gpu.sizes.explain(1000).block == (256, 1, 1)


@needs_gpu
def test_what_neighbours_give_on_a_gpu(on_gpu):
    cupy = pytest.importorskip("cupy")
    X = cupy.arange(6, dtype=cupy.float32).reshape(2, 3)
    on_gpu.scale(6)(X, 2.0, 6)
    assert X.tolist() == [[0, 2, 4], [6, 8, 10]]
    torch = pytest.importorskip("torch")
    T = torch.ones((2, 3), device="cuda")
    on_gpu.scale(6)(T, 2.0, 6)
    assert T.tolist() == [[2.0] * 3] * 2


@needs_gpu
def test_a_graph_of_launches_on_a_gpu(on_gpu):
    X = cp.CudaArray([1.0, 2.0])
    call = on_gpu.scale[cp.float32]
    with cp.capture() as graph:
        call(2)(X, 2.0, 2)
        call(2)(X, 2.0, 2)
    graph.replay()
    graph.replay()
    assert X.toList() == [16.0, 32.0]


@needs_gpu
def test_the_sample_on_a_gpu():
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "samples"))
    from warp_sum import warp_sum

    for kind in (np.int8, np.uint16, np.int64, np.float32, np.float64):
        X = np.arange(1000).reshape(10, 100).astype(kind)
        assert (
            warp_sum(X)
            == warp_sum(X.T)
            == X.sum(dtype=np.float64 if kind in (np.float32, np.float64) else np.int64)
        ), kind
    assert warp_sum([1.5, 2.5]) == 4.0 and warp_sum(cp.CudaArray([1, -2])) == -1
    torch = pytest.importorskip("torch")
    assert warp_sum(torch.arange(100, device="cuda")) == 4950
