"""Memory: what is said of it, limits, running out, and that none is lost. On the target under test, and
(further down) on a driver that runs work as late as it may."""

import gc
import os
import re
import resource
import subprocess
import sys
import threading

import cudapy as cp
import fake_cuda
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@pytest.fixture
def unlimited():
    yield
    cp.set_memory_limit(None)


def used():
    gc.collect()
    return cp.memory_info().used


def test_memory_info(target):
    before = used()
    X = cp.CudaArray.allocate(1000, cp.Double)
    view = X.reshape(10, 100)
    info = cp.memory_info(target)
    assert info.used == before + 8000 == info[0]
    assert info.used <= info.reserved <= info.total
    assert info.peak >= info.used and info.limit is None
    assert 0 < info.free <= info.total
    used_now, reserved, peak, limit, free, total = info
    assert (used_now, limit, total) == (info.used, None, info.total)
    del X
    assert cp.memory_info().used == before + 8000  # the view has it
    view.free()
    assert cp.memory_info().used == before
    assert cp.memory_info().peak >= before + 8000
    assert re.fullmatch(
        r"cudapy\.MemoryInfo\(used=\d+, reserved=\d+, peak=\d+, limit=None, free=\d+, total=\d+\)",
        repr(cp.memory_info()),
    )


def test_a_limit(unlimited, target):
    before = used()
    cp.set_memory_limit(before + 1_000_000)
    assert cp.memory_info().limit == before + 1_000_000
    X = cp.CudaArray.allocate(900_000, cp.Int8)
    with pytest.raises(cp.OutOfMemoryError) as caught:
        cp.CudaArray.allocate(200_000, cp.Int8)
    device = "cuda:0" if target == "cuda" else "cpu"
    assert re.fullmatch(
        rf"no memory on {device} for 200000 bytes: arrays use {before + 900_000} bytes of the "
        rf"{before + 1_000_000} that set_memory_limit allows, and \d+ of \d+ bytes are free",
        str(caught.value),
    )
    assert isinstance(caught.value, MemoryError)
    del X
    cp.CudaArray.allocate(1_000_000, cp.Int8)
    cp.set_memory_limit(None)
    cp.CudaArray.allocate(2_000_000, cp.Int8)


def test_a_limit_holds_for_what_travels(unlimited, target):
    if target != "cuda":
        pytest.skip("arrays do not travel on the CPU")
    call = cp.compile(kernels.halve)
    A = np.ones(1000)
    cp.set_memory_limit(used() + 7999)
    with pytest.raises(cp.OutOfMemoryError):
        call(1000)(A)
    cp.set_memory_limit(used() + 8000)
    call(1000)(A)
    assert set(A) == {0.5}


def test_garbage_is_collected_before_memory_is_out(unlimited):
    class Node:
        pass

    before = used()
    cp.set_memory_limit(before + 1_000_000)
    gc.disable()
    try:
        node = Node()
        node.self, node.array = node, cp.CudaArray.allocate(900_000, cp.Int8)
        del node
        X = cp.CudaArray.allocate(900_000, cp.Int8)
        assert cp.memory_info().used == before + 900_000
        X.free()
    finally:
        gc.enable()


def test_more_than_there_is(target):
    size = cp.memory_info().total
    if target == "cuda":
        with pytest.raises(
            cp.OutOfMemoryError,
            match=rf"no memory on cuda:0 for {size} bytes: arrays use \d+ bytes, and \d+ of {size} bytes",
        ):
            cp.CudaArray.allocate(size, cp.Int8)
    with pytest.raises(cp.OutOfMemoryError):
        cp.CudaArray.allocate(1 << 59, cp.Int8)
    cp.CudaArray.allocate(10, cp.Int8)  # the device goes on


def test_bad_limits():
    with raises(TypeError, "set_memory_limit: expected a number of bytes or None, got str '1 GB'"):
        cp.set_memory_limit("1 GB")
    with raises(ValueError, "set_memory_limit: a limit must not be negative, got int -1"):
        cp.set_memory_limit(-1)
    with pytest.raises(OverflowError):
        cp.set_memory_limit(1 << 70)
    with raises(
        ValueError,
        'memory_info: target must be "cuda", "cuda:1" and so on, a GPU\'s number, "cpu" or '
        "None, got str 'gpu'",
    ):
        cp.memory_info("gpu")


def test_trimming_gives_memory_back(target):
    X = cp.CudaArray.allocate(64 << 20, cp.Int8)
    X.free()
    cp.trim_memory()
    info = cp.memory_info()
    if target == "cuda":
        assert info.reserved <= info.used + (64 << 20)
    assert info.reserved >= info.used


def test_arrays_dropped_while_kernels_use_them():
    call = cp.compile(kernels.saxpy)
    streams = [cp.Stream(non_blocking=True) for _ in range(3)]
    results = []
    for i in range(60):
        X = cp.CudaArray(np.full(10_000, i, np.float32))
        Y = cp.CudaArray.allocate(10_000, cp.Float)
        stream = streams[i % 3]
        call(10_000, stream=stream)(1.0, X, Y)
        results.append(Y)
        del X  # its memory may be the next array's
    for stream in streams:
        stream.synchronize()
    for i, Y in enumerate(results):
        assert set(Y.toList()) == {float(i)}


def test_nothing_is_lost():
    call = cp.compile(kernels.saxpy)
    stream = cp.Stream()
    X = cp.CudaArray([1.0, 2.0])
    before = used()
    start = 0
    for i in range(100_000):
        if i == 20_000:  # caches are warm
            cp.synchronize()
            start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        Y = cp.CudaArray.allocate(2, cp.Float)
        if i & 1:
            call(2, stream=stream)(1.0, X, Y)
        else:
            call(2)(1.0, X, Y)
        if not i % 1000:
            assert Y.toList() == [1.0, 2.0]
            call(2)(0.0, [1.0, 2.0], Y := np.zeros(2, np.float32))
            stream.record()
            cp.Stream().wait(stream)
    del Y
    cp.synchronize()
    assert used() == before
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start < 32 << 10  # KiB


def test_the_peak_begins_anew():
    X = cp.CudaArray.allocate(100_000, cp.Int8)
    del X
    gc.collect()
    before = cp.memory_info()
    assert before.peak >= before.used + 100_000
    cp.reset_peak_memory()
    assert cp.memory_info().peak == cp.memory_info().used == before.used
    X = cp.CudaArray.allocate(50_000, cp.Int8)
    assert cp.memory_info().peak == before.used + 50_000
    X.free()
    assert cp.memory_info().peak == before.used + 50_000


def holdings():
    """What the process has: bytes of memory, open files, threads, objects of Python, bytes of arrays."""
    with open("/proc/self/statm", encoding="ascii") as file:
        resident = int(file.read().split()[1]) * resource.getpagesize()
    gc.collect()
    counts = [len(os.listdir(f"/proc/self/{what}")) for what in ("fd", "task")]
    return resident, *counts, len(gc.get_objects()), cp.memory_info().used, cp.memory_info().reserved


def grown_by_a_million_launches():
    """What the process has more of after a million launches and copies."""
    launch, stream, other = (
        cp.compile(kernels.saxpy)(2),
        cp.Stream(),
        cp.compile(kernels.saxpy)(2, stream=cp.Stream()),
    )
    X, Y, P = cp.CudaArray([1.0, 2.0]), cp.CudaArray([0.0, 0.0]), cp.pinned(2, cp.Float)

    def thousand():
        Y.fill(0)
        cp.synchronize()
        for _ in range(500):
            launch(1.0, X, Y)
            launch(-1.0, X, Y)
            Y.copy_from(X)
            X.copy_from(Y)
        for _ in range(10):
            other(0.0, X, Y)
            P.copy_from(X, stream=stream)
            X.copy_to(P, stream=stream)
            stream.record()
        cp.synchronize()
        assert P.toList() == [1.0, 2.0]

    for _ in range(100):
        thousand()
    before = holdings()
    for _ in range(900):
        thousand()
    return [after - earlier for earlier, after in zip(before, holdings())]


def test_a_million_launches_and_copies():
    """In a process of its own: the memory of this one depends on the tests before."""
    ran = subprocess.run(
        [sys.executable, "-c", "import test_memory; print(*test_memory.grown_by_a_million_launches())"],
        cwd=os.path.dirname(__file__),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    resident, files, threads, objects, used_bytes, reserved = map(int, ran.stdout.split())
    assert resident < 4 << 20
    assert objects < 100
    assert files <= 0
    # The threads of a CPU's pool, and the one that looks after them, may begin late on a loaded machine.
    assert threads <= os.cpu_count()
    assert (used_bytes, reserved) == (0, 0)


def test_handles_of_a_gpu_are_given_back():
    """Streams, events, graphs and blocks of memory of the driver, over many thousand launches and copies."""
    assert fake_cuda.run("""
add_one = cp.compile(kernels.add_one)
A, P = cp.CudaArray([0]), cp.pinned(1, cp.Int)
shared = cp.Stream()
def hundred():
    with cp.capture() as graph: add_one(1)(A)
    streams = [cp.Stream(non_blocking=i % 2 == 0) for i in range(4)]
    for i in range(100):
        stream = streams[i % 4]
        B = cp.CudaArray([i])
        add_one(1, stream=stream)(B)
        B.copy_to(P, stream=stream)
        A.copy_from(B, stream=shared)
        graph.replay(stream)
        event = stream.record()
        if i % 10 == 0: event.synchronize(); add_one(1, stream=stream)(L := [i])
    del B, event, graph, streams, stream
    cp.synchronize()
    gc.collect()
    cp.pinned(1, cp.Int)
    return fake.fake_streams(), fake.fake_events(), fake.fake_blocks(), cp.memory_info().used
hundred()
first = hundred()
for _ in range(100): last = hundred()
print(first == last, fake.fake_wild_uses(), last)
""")[0].startswith("True 0 ")


def test_threads_share_the_pool():
    call = cp.compile(kernels.halve)
    shared = cp.CudaArray(np.full(100, 1.0))
    before = used()
    failures = []

    def work(stream):
        with stream:
            for _ in range(100):
                A = cp.CudaArray(np.full(1000, 8.0))
                call(1000)(A)
                call(0)(shared)
                if set(A.toList()) != {4.0}:
                    failures.append(A.toList())

    threads = [threading.Thread(target=work, args=(cp.Stream(non_blocking=i % 2 == 0),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert used() == before


def test_late_work():
    """Memory is ready where it is used, is used again only when nobody needs it, and arrays that are dropped
    cost no wait."""
    assert fake_cuda.run("""
add_one = cp.compile(kernels.add_one)
streams = [cp.Stream(non_blocking=True) for _ in range(3)]
for i in range(20):
    A = cp.CudaArray([i])
    for stream in streams:
        add_one(1, stream=stream)(A)
    B = cp.CudaArray.allocate(1, cp.Int)
    add_one(1, stream=streams[0])(B)
    streams[0].synchronize()
    if B.toList() != [1]: print(B.toList())
print(fake.fake_wild_uses())
del A, B
before = cp.memory_info()
A = cp.CudaArray.allocate(100, cp.Int)
del A
print(before.used, cp.memory_info().used, fake.fake_blocks() > 0)
cp.trim_memory()
print(cp.memory_info().reserved, fake.fake_blocks())
A = cp.CudaArray([1])
address = A.pointer()
A.free()
print(fake.fake_blocks())
""") == ["0", "0 0 True", "0 0", "1"]


def test_no_pools():
    assert fake_cuda.run(
        """
add_one = cp.compile(kernels.add_one)
A = cp.CudaArray.allocate(1, cp.Int)
stream = cp.Stream(non_blocking=True)
add_one(1, stream=stream)(A)
with stream:
    print(A.toList(), cp.memory_info().reserved)
del A
print(fake.fake_blocks(), cp.memory_info().used, fake.fake_wild_uses())
cp.trim_memory()
""",
        FAKE_NO_POOLS="1",
    ) == ["[1] 4", "0 0 0"]


def test_memory_that_is_out_on_a_gpu():
    assert fake_cuda.run("""
A = cp.CudaArray.allocate(1_500_000, cp.Int8)
try: cp.CudaArray.allocate(1_000_000, cp.Int8)
except MemoryError as error: print(type(error).__name__, error)
class Node: pass
node = Node()
node.self, node.array = node, A
del node, A
B = cp.CudaArray.allocate(1_500_000, cp.Int8)
print(cp.memory_info())
""") == [
        "OutOfMemoryError no memory on cuda:0 for 1000000 bytes: arrays use 1500000 bytes, and 500000 of "
        "2000000 bytes are free",
        "cudapy.MemoryInfo(used=1500000, reserved=1500000, peak=1500000, limit=None, free=500000, "
        "total=2000000)",
    ]


def test_memory_that_arrays_gave_back_stays_within_a_bound():
    """The GPU gets back what is beyond it, when the process has waited."""
    code = """
def seen():
    cp.synchronize()
    info = cp.memory_info()
    print(info.used, info.reserved)
arrays = [cp.zeros(100, cp.Int8) for _ in range(30)]
seen()
del arrays[10:]
seen()
cp.set_memory_limit(1500)
seen()
cp.set_memory_limit(None)
more = [cp.zeros(100, cp.Int8) for _ in range(2)]
seen()
arrays.clear()
more.clear()
seen()
"""
    for text, told in (
        ("", ["3000 3000", "1000 3000", "1000 1500", "1200 1500", "0 1500"]),
        ("800", ["3000 3000", "1000 1600", "1000 1500", "1200 1500", "0 700"]),
        ("0", ["3000 3000", "1000 1000", "1000 1000", "1200 1200", "0 0"]),
    ):
        assert fake_cuda.run(code, CUDAPY_GPU_KEEP=text) == told
    assert fake_cuda.run(
        """
try: cp.zeros(100, cp.Int8)
except ValueError as error: print(error)
""",
        CUDAPY_GPU_KEEP="much",
    ) == ['CUDAPY_GPU_KEEP is "much", and must be a number of bytes']
