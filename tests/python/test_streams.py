"""Streams and events, on the target under test, and (further down) on a driver that runs work as late as it
may."""

import ctypes
import threading

import cudapy as cp
import fake_cuda
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def saxpy(target):
    return cp.compile(kernels.saxpy, target=target)


@pytest.fixture(scope="module")
def halve(target):
    return cp.compile(kernels.halve, target=target)


def test_a_launch_is_given_to_a_stream(saxpy):
    stream = cp.Stream()
    X, Y = cp.CudaArray([1.0, 2.0, 3.0]), cp.CudaArray([0.0, 0.0, 0.0])
    for _ in range(3):
        saxpy(3, stream=stream)(2.0, X, Y)
    stream.synchronize()
    assert stream.done and stream.query()
    assert Y.toList() == [6.0, 12.0, 18.0]


def test_a_stream_is_current_in_its_with(saxpy, target):
    default = cp.current_stream()
    one, two = cp.Stream(), cp.Stream(non_blocking=True)
    with one as entered:
        assert entered is one
        assert cp.current_stream() == one
        with two:
            assert cp.current_stream() == two != one
            X = cp.CudaArray([1.0, 2.0])
            saxpy(2)(1.0, X, X)
            assert X.toList() == [2.0, 4.0]
        assert cp.current_stream() == one
        seen = []
        thread = threading.Thread(target=lambda: seen.append(cp.current_stream()))
        thread.start()
        thread.join()
        assert seen == [default]
    assert cp.current_stream() == default == cp.current_stream(target)
    assert len({default, cp.current_stream(), one, two}) == 3
    with pytest.raises(ZeroDivisionError):
        with one:
            1 / 0
    assert cp.current_stream() == default
    with raises(RuntimeError, "this stream was not made current by a `with` of this thread"):
        one.__exit__(None, None, None)


def test_lists_and_arrays_travel_on_a_stream(saxpy, halve):
    stream = cp.Stream(non_blocking=True)
    X, Y = [1.0, 2.0], [10.0, 20.0]
    saxpy(2, stream=stream)(2.0, X, Y)
    assert Y == [12.0, 24.0]
    A = np.arange(1000.0)
    with stream:
        halve(1000)(A)
    assert (A == np.arange(1000.0) / 2).all()


def test_streams_wait_for_each_other(halve):
    one, two = cp.Stream(non_blocking=True), cp.Stream(non_blocking=True)
    A = cp.CudaArray(np.full(1 << 16, 1024.0))
    B = cp.CudaArray(np.zeros(1 << 16))
    for _ in range(4):
        halve(1 << 16, stream=one)(A)
        two.wait(one)
        halve(1 << 16, stream=two)(A)
        event = two.record()
        one.wait(event)
    one.synchronize()
    assert set(A.toList()) == {4.0}
    assert set(B.toList()) == {0.0}


def test_arrays_are_ready_where_they_are_first_used(saxpy):
    """Their memory, its zeros, and what was copied to it, before a launch in another stream."""
    for _ in range(50):
        X = cp.CudaArray(np.full(100_000, 3.0, np.float32))
        Y = cp.CudaArray.allocate(100_000, cp.Float)
        stream = cp.Stream(non_blocking=True)
        with stream:
            saxpy(100_000)(1.0, X, Y)
            assert set(Y.toList()) == {3.0}


def test_events_measure(halve):
    stream = cp.Stream()
    start = stream.record()
    A = cp.CudaArray(np.ones(1 << 20))
    with stream:
        for _ in range(20):
            halve(1 << 20)(A)
        end = cp.Event()
        end.record()
    end.synchronize()
    assert start.done and end.done and end.query() and end.timing
    assert 0 < start.elapsed_time(end) < 10_000
    assert start.elapsed_time(start) == 0
    again = stream.record(start)
    assert again is start
    stream.synchronize()
    assert end.elapsed_time(start) >= 0


def test_an_event_that_was_never_recorded_is_done(target):
    event = cp.Event(timing=False)
    assert event.done and not event.timing
    event.synchronize()
    cp.Stream().wait(event)
    assert repr(event) == "<event, not recorded>"
    event.record(cp.Stream())
    assert repr(event) == f"<event of {'cuda:0' if target == 'cuda' else 'cpu'}>"


def test_errors(saxpy, target):
    device = "cuda:0" if target == "cuda" else "cpu"
    measured, other = cp.Event(), cp.Event(timing=False)
    with raises(ValueError, "the start event was not recorded yet"):
        measured.elapsed_time(other)
    measured.record()
    other.record()
    with raises(ValueError, "the end event was made with timing=False"):
        measured.elapsed_time(other)
    with raises(TypeError, "Event.elapsed_time: expected the cudapy.Event at the end, got int 3"):
        measured.elapsed_time(3)
    with raises(TypeError, "Stream.record: expected a cudapy.Event or None, got int 3"):
        cp.Stream().record(3)
    with raises(TypeError, "Stream.wait: expected an event or a stream, got int 3"):
        cp.Stream().wait(3)
    with raises(TypeError, "Stream: priority must be an integer, got str 'high'"):
        cp.Stream(priority="high")
    assert isinstance(cp.Stream(priority=-(1 << 64)).priority, int)
    with raises(
        TypeError,
        "saxpy: stream must be a cudapy.Stream, another library's stream (with __cuda_stream__, "
        "cuda_stream, ptr or handle) or None, got int 3: an address becomes one by "
        "cudapy.Stream.from_pointer",
    ):
        saxpy(3, stream=3)
    with raises(
        ValueError,
        'Stream: target must be "cuda", "cuda:1" and so on, a GPU\'s number, "cpu" or None, got str \'gpu\'',
    ):
        cp.Stream(device="gpu")
    if target == "cuda":
        with raises(ValueError, f"saxpy: its work is for {device}, and the stream is of cpu"):
            saxpy(3, stream=cp.Stream(device="cpu"))
    else:
        with pytest.raises(ValueError, match="saxpy: its work is for cpu, and the stream is of a GPU: "):
            saxpy(3, stream=Foreign(1234))


def test_none_is_no_stream(saxpy):
    Y = [1.0]
    saxpy(1, stream=None)(1.0, [1.0], Y)
    assert Y == [2.0]


def test_stream_attributes(target):
    stream = cp.Stream(priority=0)
    assert stream.device == ("cuda:0" if target == "cuda" else "cpu")
    assert stream.priority == 0
    assert isinstance(hash(stream), int)
    assert stream != 3 and stream == stream
    if target == "cuda":
        assert stream.__cuda_stream__() == (0, stream.pointer())
        assert cp.current_stream().pointer() == 0
        assert repr(stream) == f"<stream {stream.pointer():#x} of cuda:0>"
        assert cp.Stream(priority=-1).priority == -1
    else:
        assert stream.pointer() == 0
        assert repr(stream) == "<stream of cpu>"
        with raises(ValueError, "a stream of cpu is no CUDA stream"):
            stream.__cuda_stream__()
    assert repr(cp.current_stream()) == f"<the default stream of {stream.device}>"


def test_streams_go_while_work_is_pending(halve):
    A = cp.CudaArray(np.ones(1 << 20))
    for _ in range(10):
        halve(1 << 20, stream=cp.Stream())(A)
    cp.synchronize()
    assert A[0] == A[(1 << 20) - 1] == 1 / 1024


def test_threads_have_streams_of_their_own(halve):
    def work(results):
        with cp.Stream(non_blocking=True):
            A = cp.CudaArray(np.full(5000, 1024.0))
            for _ in range(10):
                halve(5000)(A)
            results.append(set(A.toList()))

    results = []
    threads = [threading.Thread(target=work, args=(results,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [{1.0}] * 4


class Foreign:
    """As torch's streams are. Like theirs, it keeps what it stands for alive."""

    def __init__(self, address, kept=None):
        self.cuda_stream, self._kept = address, kept


class OfCuPy:
    def __init__(self, address, kept=None):
        self.ptr, self._kept = address, kept


class OfCudaCore:
    def __init__(self, address, kept=None, version=0):
        self._answer, self._kept = (version, address), kept

    def __cuda_stream__(self):
        return self._answer


class OfNumba:
    """Its handles are of ctypes, or, with NVIDIA's bindings, objects that int() takes."""

    def __init__(self, address, kept=None):
        self.handle, self._kept = ctypes.c_void_p(address), kept


class OfNumbaWithBindings:
    class Handle:
        def __init__(self, address):
            self._address = address

        def __int__(self):
            return self._address

    def __init__(self, address, kept=None):
        self.handle, self._kept = self.Handle(address), kept


@pytest.mark.parametrize("library", [Foreign, OfCuPy, OfCudaCore, OfNumba, OfNumbaWithBindings])
def test_streams_of_other_libraries(saxpy, target, library):
    if target != "cuda":
        pytest.skip("of GPUs")
    ours = cp.Stream()
    X, Y = cp.CudaArray([1.0, 2.0]), cp.CudaArray([0.0, 0.0])
    foreign = library(ours.pointer(), ours)
    saxpy(2, stream=foreign)(1.0, X, Y)
    cp.Stream().wait(foreign)
    event = cp.Event()
    event.record(foreign)
    event.synchronize()
    assert Y.toList() == [1.0, 2.0]
    with cp.Stream.from_pointer(ours.pointer(), foreign) as same:
        assert same == ours and hash(same) == hash(ours)
        assert repr(same) == f"<foreign stream {ours.pointer():#x} of cuda:0>"
        saxpy(2)(1.0, X, Y)
        assert Y.toList() == [2.0, 4.0]


def test_torch_streams(saxpy, target):
    torch = pytest.importorskip("torch")
    if target != "cuda":
        pytest.skip("of GPUs")
    stream = torch.cuda.Stream()
    X, Y = cp.CudaArray([1.0, 2.0]), cp.CudaArray([0.0, 0.0])
    saxpy(2, stream=stream)(1.0, X, Y)
    stream.synchronize()
    assert Y.toList() == [1.0, 2.0]
    ours = cp.Stream()
    torch.cuda.ExternalStream(ours.pointer()).synchronize()


def test_handles_of_numba():
    """The default stream's is a null pointer; what is no handle is said."""
    assert fake_cuda.run("""
add_one = cp.compile(kernels.add_one)
class Numba:
    def __init__(self, handle): self.handle = handle
class Bound:
    def __init__(self, address): self.address = address
    def __int__(self): return self.address
stream, A = cp.Stream(non_blocking=True), cp.CudaArray([0])
for handle in (ctypes.c_void_p(stream.pointer()), Bound(stream.pointer()), stream.pointer(), ctypes.c_void_p(None), 0):
    add_one(1, stream=Numba(handle))(A)
cp.synchronize()
print(A.toList())
for handle in ("x", None, [1]):
    try: add_one(1, stream=Numba(handle))
    except TypeError as error: print(error)
""") == ["[5]"] + [  # noqa: E501
        f"add_one: the address of a stream is an int, got {what}" for what in ("str 'x'", "None", "list [1]")
    ]


def test_late_work():
    """A launch in a stream is one of the stream, and lists travel in it."""
    assert fake_cuda.run("""
add_one = cp.compile(kernels.add_one)
stream, other = cp.Stream(non_blocking=True), cp.Stream(non_blocking=True)
A = cp.CudaArray([5])
cp.synchronize()
number = ctypes.c_int.from_address(A.pointer())
add_one(1, stream=stream)(A)
other.synchronize()
print(number.value, stream.done)
stream.synchronize()
print(number.value, stream.done)
L = [7]
add_one(1, stream=stream)(L)
print(L)
with stream:
    add_one(1)(A)
    add_one(1)(L)
print(L, A.toList())
""") == ["5 False", "6 True", "[8]", "[9] [7]"]


def test_foreign_streams_are_kept():
    assert fake_cuda.run("""
class Foreign:
    def __init__(self): self.stream = cp.Stream(); self.ptr = self.stream.pointer()
    def __del__(self): print("gone")
A = cp.CudaArray([5])
launch = cp.compile(kernels.add_one)(1, stream=Foreign())
launch(A)
gc.collect()
print(A.toList())
del launch, A
gc.collect()
print(fake.fake_streams())  # what gave A's memory back has one
for bad in (2, -1, True, "x", 1 << 64):
    try: cp.Stream.from_pointer(bad)
    except (TypeError, ValueError) as error: print(error)
class Odd:
    __cuda_stream__ = 7
class Newer:
    def __cuda_stream__(self): return 1, 1234
for bad in (Odd(), Newer()):
    try: cp.compile(kernels.add_one)(1, stream=bad)
    except (TypeError, ValueError) as error: print(error)
""") == [
        "[6]",
        "gone",
        "1",
        "the address 2 means CUDA's default stream of each thread, another one in every thread: give a "
        "stream of its own",
        "Stream.from_pointer: int -1 is no address of a stream",
        "Stream.from_pointer: the address of a stream is an int, got bool True",
        "Stream.from_pointer: the address of a stream is an int, got str 'x'",
        "Stream.from_pointer: int 18446744073709551616 is no address of a stream",
        "add_one: __cuda_stream__ of a stream gives (version, address), got int 7",
        "add_one: version 1 of __cuda_stream__ is not known, only 0",
    ]


def test_programs_end_with_work_pending():
    """With a stream that is current, a graph being recorded, and threads that go on."""
    assert fake_cuda.run("""
import time
add_one = cp.compile(kernels.add_one)
stream = cp.Stream(non_blocking=True)
A, P = cp.CudaArray([1]), cp.pinned(1, cp.Int)
stream.__enter__()
for _ in range(10): add_one(1)(A)
A.copy_to(P)
event = stream.record()
other = cp.Stream(device="cpu")
def work():
    with cp.Stream():
        while True:
            B = cp.CudaArray([1])
            add_one(1)(B)
            B.toList()
for _ in range(2): threading.Thread(target=work, daemon=True).start()
def record():
    with cp.capture() as graph:
        add_one(1)(A)
        time.sleep(100)
threading.Thread(target=record, daemon=True).start()
time.sleep(0.3)
print("end")
""") == ["end"]


def test_a_forked_child_leaves_the_gpu_alone():
    assert fake_cuda.run("""
import os
add_one = cp.compile(kernels.add_one)
stream, event = cp.Stream(), cp.Event()
A, P = cp.CudaArray([1]), cp.pinned(1, cp.Int)
with cp.capture() as graph: add_one(1)(A)
graph.replay(stream)
event.record(stream)
sys.stdout.flush()
child = os.fork()
if not child:
    for use in (stream.synchronize, event.synchronize, graph.replay, A.toList, cp.Stream, cp.memory_info):
        try: use()
        except cp.DeviceError as error: print("forked" in str(error))
    del stream, event, A, P, graph
    gc.collect()
    sys.stdout.flush()
    os._exit(0)
print(os.waitpid(child, 0)[1])
stream.synchronize()
print(A.toList())
""") == ["True"] * 6 + ["0", "[2]"]


def test_a_number_is_no_stream_to_record_on():
    with raises(
        TypeError,
        "Event.record: stream must be a cudapy.Stream, another library's stream (with __cuda_stream__, "
        "cuda_stream, ptr or handle) or None, got int 5: an address becomes one by "
        "cudapy.Stream.from_pointer",
    ):
        cp.Event().record(5)
