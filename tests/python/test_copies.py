"""copy_from, copy_to and pinned arrays, on the target under test, and (further down) on a driver that runs
work as late as it may."""

import array
import gc

import cudapy as cp
import fake_cuda
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@cp.struct
class Pair:
    a: cp.int32
    b: cp.float64


def test_copies_between_arrays():
    A, B = cp.CudaArray([1, 2, 3]), cp.CudaArray.allocate(3, cp.Int)
    assert B.copy_from(A) is None
    assert B.toList() == [1, 2, 3]
    B[1] = 7
    B.copy_to(A)
    assert A.toList() == [1, 7, 3]
    rows = cp.CudaArray([[1.0, 2.0], [3.0, 4.0]])
    rows[0].copy_from(rows[1])
    assert rows.toList() == [[3.0, 4.0], [3.0, 4.0]]
    host = cp.CudaArray([5, 6, 7], target="cpu")
    A.copy_from(host)
    A.copy_to(B)
    B.copy_to(host)
    assert host.toList() == B.toList() == [5, 6, 7]
    A.copy_from(A)


def test_copies_of_host_arrays():
    A = cp.CudaArray.allocate((2, 3), cp.Float)
    numbers = np.arange(6, dtype=np.float32).reshape(2, 3)
    A.copy_from(numbers)
    assert A.toList() == [[0, 1, 2], [3, 4, 5]]
    A.copy_from(numbers[::-1])
    assert A.toList() == [[3, 4, 5], [0, 1, 2]]
    back = np.zeros((2, 6), np.float32)
    A.copy_to(back[:, ::2])
    assert back.tolist() == [[3, 0, 4, 0, 5, 0], [0, 0, 1, 0, 2, 0]]
    D, bytes_ = cp.CudaArray([1.0, 2.0], cp.Double), array.array("d", [0, 0])
    D.copy_to(bytes_)
    assert bytes_.tolist() == [1.0, 2.0]
    empty = cp.CudaArray.allocate(0, cp.Int)
    empty.copy_from(np.zeros(0, np.int32))
    P = cp.CudaArray([Pair(1, 2.0)])
    P.copy_from(np.array([(3, 4.0)], Pair.dtype))
    assert P[0] == Pair(3, 4.0)


def test_pinned_arrays(target):
    P = cp.pinned((2, 3), cp.Float)
    assert P.shape == (2, 3) and P.device == "cpu" and P.toList() == [[0, 0, 0], [0, 0, 0]]
    seen = np.asarray(P)
    assert seen.flags.writeable and np.shares_memory(seen, np.asarray(P))
    seen[1, 2] = 5
    assert P[1, 2] == 5.0
    stream = cp.Stream(non_blocking=True)
    A = cp.CudaArray.allocate((2, 3), cp.Float)
    A.copy_from(P, stream=stream)
    Q = cp.pinned((2, 3), cp.Float)
    A.copy_to(np.asarray(Q), stream=stream)
    stream.synchronize()
    assert Q.toList() == P.toList()
    P.copy_to(A, stream=stream)
    with stream:
        assert A.toList() == P.toList()
    structs = cp.pinned(2, Pair)
    structs[0] = Pair(1, 2.0)
    assert structs[0] == Pair(1, 2.0) and structs.elemType() is Pair
    assert cp.pinned(0, cp.Int).toList() == []
    if target == "cpu":
        cp.compile(kernels.halve)(1)(cp.pinned(1, cp.Double))


def test_a_pipeline():
    """Blocks go through two streams, each with staging memory of its own, which is used again."""
    call = cp.compile(kernels.halve)
    count, blocks = 5000, 12
    data = np.arange(count * blocks, dtype=np.float64).reshape(blocks, count)
    results = np.zeros_like(data)
    lanes = [
        (cp.Stream(non_blocking=True), cp.pinned(count, cp.Double), cp.CudaArray.allocate(count, cp.Double))
        for _ in range(2)
    ]
    for block in range(blocks + 2):
        stream, staging, X = lanes[block % 2]
        stream.synchronize()
        if block >= 2:
            results[block - 2] = staging
        if block < blocks:
            np.asarray(staging)[:] = data[block]
            X.copy_from(staging, stream=stream)
            call(count, stream=stream)(X)
            X.copy_to(staging, stream=stream)
    assert (results == data / 2).all()


def test_pinned_memory_is_counted_and_comes_back():
    gc.collect()
    before = cp.memory_info("cpu").used
    stream = cp.Stream()
    A = cp.CudaArray.allocate(1 << 20, cp.Int8)
    on_host = cp.memory_info("cpu").used - before
    for _ in range(200):
        A.copy_from(cp.pinned(1 << 20, cp.Int8), stream=stream)
    stream.synchronize()
    assert cp.memory_info("cpu").used == before + on_host
    with pytest.raises(cp.OutOfMemoryError):
        cp.pinned(1 << 50, cp.Int8)


def test_errors(target):
    A = cp.CudaArray([1, 2, 3])
    with raises(
        TypeError,
        "CudaArray.copy_from: this CudaArray is of int and the other array of float: both must be the same",
    ):
        A.copy_from(cp.CudaArray([1.0, 2.0, 3.0]))
    with raises(
        TypeError,
        "CudaArray.copy_to: this CudaArray is of int and the other array of float64: both must be the same",
    ):
        A.copy_to(np.zeros(3))
    with raises(
        ValueError,
        "CudaArray.copy_from: this CudaArray has the shape (3,) and the other array (2,): "
        "both must be the same",
    ):
        A.copy_from(np.zeros(2, np.int32))
    with raises(
        ValueError,
        "CudaArray.copy_from: this CudaArray has the shape (3,) and the other array (3, 1): "
        "both must be the same",
    ):
        A.copy_from(cp.CudaArray.allocate((3, 1), cp.Int))
    with raises(
        TypeError,
        "CudaArray.copy_from: expected a CudaArray or an array with the buffer protocol, such as NumPy's, "
        "got list: write A[:] = ... for lists",
    ):
        A.copy_from([1, 2, 3])
    with raises(
        TypeError,
        "CudaArray.copy_to: expected a CudaArray or an array with the buffer protocol, such as NumPy's, got "
        "object: pass cudapy.asarray(...) of it",
    ):
        A.copy_to(object())
    fixed = np.zeros(3, np.int32)
    fixed.flags.writeable = False
    with raises(ValueError, "CudaArray.copy_to: this ndarray cannot be written to"):
        A.copy_to(fixed)
    A.copy_from(fixed)
    whole = cp.CudaArray([1, 2, 3, 4])
    whole[:3].copy_from(whole[1:])
    assert whole.toList() == [2, 3, 4, 4]
    flags = cp.CudaArray([True, False])
    with raises(
        ValueError, "CudaArray.copy_from: element 1 is the byte 2, and a bool is 0 or 1: pass source != 0"
    ):
        flags.copy_from(np.array([1, 2], np.uint8).view(np.bool_))
    freed = cp.CudaArray([1, 2, 3])
    freed.free()
    with raises(ValueError, "this CudaArray was freed"):
        A.copy_from(freed)
    if target == "cuda":
        with raises(ValueError, "CudaArray.copy_from: its work is for cuda:0, and the stream is of cpu"):
            A.copy_from(np.zeros(3, np.int32), stream=cp.Stream(device="cpu"))
    with raises(TypeError, "pinned: there are no arrays of void"):
        cp.pinned(3, cp.Void)


def test_late_work():
    """A copy of pinned memory goes on, and keeps what it needs."""
    assert fake_cuda.run("""
import array
add_one = cp.compile(kernels.add_one)
stream = cp.Stream(non_blocking=True)
P, Q = cp.pinned(1, cp.Int), cp.pinned(1, cp.Int)
P[0] = 5
A = cp.CudaArray.allocate(1, cp.Int)
A.copy_from(P, stream=stream)
del P
add_one(1, stream=stream)(A)
A.copy_to(memoryview(Q), stream=stream)
A.free()
print(Q.toList(), stream.done)
stream.synchronize()
print(Q.toList(), fake.fake_wild_uses())
B, plain = cp.CudaArray([8]), array.array("i", [0])
B.copy_to(plain, stream=stream)
print(plain.tolist(), stream.done)
B.copy_to(Q)  # the default stream
print(Q.toList(), cp.current_stream().done)
cp.synchronize()
print(Q.toList())
for _ in range(1000):
    B.copy_from(cp.pinned(1, cp.Int), stream=stream)
    stream.synchronize()
del Q
cp.pinned(1, cp.Int)
print(fake.fake_blocks() < 10)
""") == ["[0] False", "[6] 0", "[8] True", "[6] False", "[8]", "True"]
