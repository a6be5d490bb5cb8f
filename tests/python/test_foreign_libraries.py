"""PyTorch, CuPy, JAX and numba themselves, each where it is installed: their arrays as arguments, shared, and
made of ours. What is on a GPU is tested where CUDAPY_TARGET=cuda, the rest on every target."""

import gc

import cudapy as cp
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.fixture
def cupy(target):
    if target != "cuda":
        pytest.skip("CuPy's arrays are on a GPU")
    return pytest.importorskip("cupy")


@pytest.fixture
def jax(monkeypatch):
    monkeypatch.setenv(
        "XLA_PYTHON_CLIENT_PREALLOCATE", "false"
    )  # else it takes most of the GPU from the tests that run with it
    return pytest.importorskip("jax")


@pytest.fixture
def numba_cuda(target):
    if target != "cuda":
        pytest.skip("numba's device arrays are on a GPU")
    return pytest.importorskip("numba.cuda")


@pytest.fixture(scope="module")
def call(target):
    return cp.compile(kernels.saxpy, target=target)


def place(target):
    return "cuda" if target == "cuda" else "cpu"


# ---- PyTorch


def test_torch_in_place(torch, call, target):
    X = torch.arange(1000, dtype=torch.float32, device=place(target))
    Y = torch.ones(1000, device=place(target))
    call(1000)(2.0, X, Y)
    assert torch.equal(Y, 2 * X + 1)
    call(1000)(1.0, Y, Y)
    assert torch.equal(Y, 2 * (2 * X + 1))


def test_torch_has_the_table_of_functions(torch):
    """What makes launches with tensors quick; PyTorch has it from 2.10 on."""
    version = tuple(int(part) for part in torch.__version__.split(".")[:2])
    assert hasattr(torch.Tensor, "__dlpack_c_exchange_api__") or version < (2, 10)


@pytest.mark.parametrize(
    "name",
    [
        "bool",
        "int8",
        "uint8",
        "int16",
        "int32",
        "int64",
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ],
)
def test_torch_types(torch, name, target):
    X = torch.tensor([0, 1, 1], dtype=getattr(torch, name), device=place(target))
    shared = cp.asarray(X, target=target)
    assert (shared.pointer(), shared.device.split(":")[0], shared.toList()) == (
        X.data_ptr(),
        place(target),
        X.tolist(),
    )
    assert shared.elemType() is cp.elemType(X)
    back = torch.from_dlpack(shared)
    assert (back.dtype, back.data_ptr(), back.tolist()) == (X.dtype, X.data_ptr(), X.tolist())


def test_torch_tensors_that_do_not_fit(torch, call, target):
    device = place(target)
    Y = torch.zeros(4, device=device)
    with raises(
        TypeError,
        "saxpy: parameter X (float*): expected an array of float32, got Tensor of float64: use "
        "X.to(torch.float32)",
    ):
        call(4)(1.0, torch.ones(4, dtype=torch.float64, device=device), Y)
    with raises(
        ValueError,
        "saxpy: parameter X (float*): this Tensor requires a gradient, and kernels compute none: pass its "
        ".detach(), which shares its memory",
    ):
        call(4)(1.0, torch.ones(4, device=device, requires_grad=True), Y)
    with raises(
        ValueError,
        "saxpy: parameter X (float*): this Tensor is the negative of what its memory holds: pass its "
        ".resolve_neg()",
    ):
        call(4)(1.0, torch.ones(4, dtype=torch.complex64, device=device).conj().imag, Y)
    with raises(
        ValueError, "asarray: this Tensor is the conjugate of what its memory holds: pass its .resolve_conj()"
    ):
        cp.asarray(torch.ones(4, dtype=torch.complex64, device=device).conj(), target=target)
    with pytest.raises(TypeError, match="expected one dimension, got Tensor of 2 dimensions"):
        call(4)(1.0, torch.ones(2, 2, device=device), Y)
    if target == "cuda":
        with raises(
            ValueError,
            "saxpy: parameter X (float*): the elements of this Tensor do not follow each other in memory: "
            "pass X.contiguous()",
        ):
            call(4)(1.0, torch.ones(8, device=device)[::2], Y)
    call(4)(1.0, torch.ones(4, device=device, requires_grad=True).detach(), Y)
    assert Y.tolist() == [1] * 4
    call(1)(1.0, torch.empty(0, device=device), torch.empty(0, device=device))


def test_torch_tensors_that_become_conjugates(torch, target):
    """They are the same object over the same memory, and are asked at every launch."""
    X = torch.ones(4, dtype=torch.complex64, device=place(target))
    assert cp.asarray(X, target=target).toList() == [1] * 4
    X.data = X.conj()
    with raises(
        ValueError, "asarray: this Tensor is the conjugate of what its memory holds: pass its .resolve_conj()"
    ):
        cp.asarray(X, target=target)


def test_torch_tensors_that_become_negatives(torch, call, target):
    """They are the same object over the same memory, and are asked at every launch."""
    X, Y = torch.ones(4, device=place(target)), torch.zeros(4, device=place(target))
    call(4)(1.0, X, Y)
    X.data = torch._neg_view(X)
    with raises(
        ValueError,
        "saxpy: parameter X (float*): this Tensor is the negative of what its memory holds: pass its "
        ".resolve_neg()",
    ):
        call(4)(1.0, X, Y)
    X.data = X.resolve_neg()
    call(4)(1.0, X, Y)
    assert Y.tolist() == [0] * 4


def test_torch_tensors_with_gradients(torch, call, target):
    """Leaves, what comes of them, parameters of modules, and whose flag changes after a launch."""
    X, Y = torch.ones(4, device=place(target)), torch.zeros(4, device=place(target))
    call(4)(1.0, X, Y)
    refusal = (
        "saxpy: parameter X (float*): this {} requires a gradient, and kernels compute none: pass its "
        ".detach(), which shares its memory"
    )
    X.requires_grad_(True)
    for tensor in (X, X * 2, torch.nn.Parameter(X.detach())):
        with raises(ValueError, refusal.format(type(tensor).__name__)):
            call(4)(1.0, tensor, Y)
    X.requires_grad_(False)
    call(4)(1.0, X, Y)
    call(4)(1.0, torch.nn.Parameter(X, requires_grad=False), Y)
    assert Y.tolist() == [3] * 4


def test_torch_classes_of_others(torch, call, target):
    """A class that is made of Tensor says itself what its tensors are."""

    class Always(torch.Tensor):
        @property
        def requires_grad(self):
            return True

    class Plain(torch.Tensor):
        pass

    Y = torch.zeros(4, device=place(target))
    call(4)(1.0, torch.ones(4, device=place(target)).as_subclass(Plain), Y)
    assert Y.tolist() == [1] * 4
    with raises(
        ValueError,
        "saxpy: parameter X (float*): this Always requires a gradient, and kernels compute none: pass its "
        ".detach(), which shares its memory",
    ):
        call(4)(1.0, torch.ones(4, device=place(target)).as_subclass(Always), Y)


def test_torch_on_the_other_side(torch, target):
    if target != "cuda":
        pytest.skip("needs a GPU")
    X, Y = torch.ones(4), torch.ones(4)
    cp.compile(kernels.saxpy, target="cuda")(4)(2.0, X, Y)  # travels there and back
    assert Y.tolist() == [3] * 4
    with raises(
        ValueError,
        "saxpy: parameter X (float*): the kernel runs on cpu and this Tensor is on cuda:0: pass X.cpu()",
    ):
        cp.compile(kernels.saxpy, target="cpu")(4)(2.0, X.cuda(), Y)
    assert cp.CudaArray(X.cuda(), target="cpu").toList() == [1] * 4
    pinned = torch.ones(4).pin_memory()
    cp.compile(kernels.saxpy, target="cuda")(4)(2.0, X, pinned)
    assert pinned.tolist() == [3] * 4


def test_torch_streams(torch, call, target):
    """Each round the kernel depends on what PyTorch does on a stream of its own, and PyTorch on the
    kernel."""
    if target != "cuda":
        pytest.skip("needs a GPU")
    n = 1 << 22
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        X, Y = torch.ones(n, device="cuda"), torch.zeros(n, device="cuda")
        for _ in range(20):
            X.mul_(2).div_(2).add_(0)  # long enough that an order that is missing shows
            call(n)(1.0, X, Y)
            Y.mul_(1)
        assert Y.eq(20).all().item()
    with torch.cuda.stream(stream):
        for _ in range(20):
            X.add_(1)
            call(n, stream=stream)(1.0, X, Y)
        assert Y.eq(20 + sum(range(2, 22))).all().item()


def test_torch_threads_and_memory(torch, call, target):
    if target != "cuda":
        pytest.skip("needs a GPU")
    before = torch.cuda.memory_allocated()
    for _ in range(100):
        X = torch.ones(1 << 16, device="cuda")
        shared = cp.asarray(X)
        call(1 << 16)(1.0, X, shared.copy())
        del X, shared
    gc.collect()
    assert torch.cuda.memory_allocated() == before


def test_torch_takes_ours(torch, call, target):
    A = cp.CudaArray([[1.0, 2.0], [3.0, 4.0]], target=target)
    shown = torch.from_dlpack(A)
    shown[0, 0] = 10
    assert A.toList() == [[10, 2], [3, 4]]
    with raises(BufferError, "this CudaArray cannot be freed: 1 view of its memory is in use"):
        A.free()
    if target == "cuda":
        assert torch.as_tensor(A, device="cuda").data_ptr() == A.pointer()
    del shown
    gc.collect()
    vectors = cp.CudaArray.allocate(3, cp.float4, target=target)
    assert torch.from_dlpack(vectors).shape == (3, 4)


def test_torch_as_vectors(torch, target):
    # total : void (float4* V, float* S)
    def total(V, S):
        if idx < len(V):  # noqa: F821
            S[idx] = V[idx].x + V[idx].w  # noqa: F821

    V = torch.arange(8, dtype=torch.float32, device=place(target)).reshape(2, 4)
    S = torch.zeros(2, device=place(target))
    cp.compile(total, target=target)(2)(V, S)
    assert S.tolist() == [3, 11]


def test_torch_chooses_generic_instances(torch, target):
    def twice(X):
        if idx < len(X):  # noqa: F821
            X[idx] += X[idx]  # noqa: F821

    X = torch.arange(3, device=place(target))
    cp.compile(twice, target=target)(3)(X)
    assert X.tolist() == [0, 2, 4]


# ---- CuPy


@pytest.mark.parametrize(
    "name",
    [
        "bool",
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ],
)
def test_cupy_types(cupy, name):
    X = cupy.array([0, 1, 1], name)
    shared = cp.asarray(X)
    assert (shared.pointer(), shared.device, shared.toList()) == (X.data.ptr, "cuda:0", X.tolist())
    assert shared.elemType() is cp.elemType(X)
    for back in (cupy.from_dlpack(shared), cupy.asarray(shared)):
        assert (back.dtype, back.data.ptr, back.tolist()) == (X.dtype, X.data.ptr, X.tolist())


def test_cupy_in_place(cupy, call):
    X, Y = cupy.arange(1000, dtype=np.float32), cupy.ones(1000, np.float32)
    call(1000)(2.0, X, Y)
    assert (Y == 2 * X + 1).all()
    with raises(
        TypeError,
        "saxpy: parameter X (float*): expected an array of float32, got ndarray of float64: use "
        "X.astype(cupy.float32)",
    ):
        call(4)(1.0, cupy.ones(4), Y)
    with raises(
        ValueError,
        "saxpy: parameter X (float*): the elements of this ndarray do not follow each other in memory: pass "
        "cupy.ascontiguousarray(X)",
    ):
        call(4)(1.0, X[::2], Y)
    with raises(
        ValueError,
        "saxpy: parameter X (float*): the kernel runs on cpu and this ndarray is on cuda:0: pass "
        "cupy.asnumpy(X)",
    ):
        cp.compile(kernels.saxpy, target="cpu")(4)(1.0, X, [1.0] * 1000)
    call(1)(1.0, cupy.empty(0, np.float32), cupy.empty(0, np.float32))


def test_cupy_streams(cupy, call):
    n = 1 << 22
    with cupy.cuda.Stream(non_blocking=True) as stream:
        X, Y = cupy.ones(n, np.float32), cupy.zeros(n, np.float32)
        for _ in range(20):
            X *= 2
            X /= 2
            call(n)(1.0, X, Y)
            Y *= 1
        assert (Y == 20).all()
        call(n, stream=stream)(1.0, X, Y)
        assert (Y == 21).all()


# ---- JAX


def test_jax_reads(jax, call, target):
    X = jax.numpy.arange(4, dtype=np.float32)
    if target == "cpu":
        X = jax.device_put(X, jax.devices("cpu")[0])
    elif X.devices().pop().platform not in ("gpu", "cuda"):
        pytest.skip("JAX has no GPU")
    Y = cp.CudaArray([1.0] * 4, target=target)
    call(4)(2.0, X, Y)
    assert Y.toList() == [1, 3, 5, 7]
    with pytest.raises(
        ValueError, match=r"parameter Y \(float\*\): the kernel writes to it and this .* cannot be changed"
    ):
        call(4)(2.0, Y, X)
    assert cp.CudaArray(X, target=target).toList() == [0, 1, 2, 3]
    shared = cp.asarray(X, target=target)
    assert shared.toList() == [0, 1, 2, 3]
    assert cp.elemType(X) is cp.Float
    with pytest.raises(ValueError, match="cannot be changed"):
        shared[0] = 1.0


def test_jax_takes_ours(jax, target):
    if target == "cuda" and jax.devices()[0].platform not in ("gpu", "cuda"):
        pytest.skip("JAX has no GPU")
    A = cp.CudaArray([1.0, 2.0], target=target)
    assert jax.dlpack.from_dlpack(A).tolist() == [1, 2]


# ---- numba


def test_numba(numba_cuda, call):
    X, Y = numba_cuda.to_device(np.arange(4, dtype=np.float32)), numba_cuda.to_device(np.ones(4, np.float32))
    call(4)(2.0, X, Y)
    assert Y.copy_to_host().tolist() == [1, 3, 5, 7]
    stream = numba_cuda.stream()
    Z = numba_cuda.to_device(np.ones(4, np.float32), stream=stream)
    call(4)(2.0, X, Z)
    stream.synchronize()
    assert Z.copy_to_host().tolist() == [1, 3, 5, 7]
    A = cp.CudaArray([1.0, 2.0])
    shown = numba_cuda.as_cuda_array(A)
    assert shown.copy_to_host().tolist() == [1, 2]
    shared = cp.asarray(Y)
    assert shared.toList() == [1, 3, 5, 7]


@cp.struct
class Point:
    x: cp.float32
    n: cp.int32


def test_numba_records(numba_cuda):
    # move : void (Point* P)
    def move(P):
        if idx < len(P):  # noqa: F821
            P[idx].x += P[idx].n  # noqa: F821

    points = numba_cuda.to_device(np.array([(1.0, 2), (3.0, 4)], Point.dtype))
    cp.compile(move)(2)(points)
    assert points.copy_to_host().tolist() == [(3.0, 2), (7.0, 4)]
