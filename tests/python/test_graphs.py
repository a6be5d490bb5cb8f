"""Graphs: launches and copies that are recorded and replayed, on the target under test, and (further down) on
a driver that runs work as late as it may."""

import gc
import threading

import cudapy as cp
import fake_cuda
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@cp.struct
class Pair:
    a: cp.float32
    b: cp.float32


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile([kernels.saxpy, kernels.halve, kernels.fill, kernels.add_one], target=target)


def test_a_graph_runs_when_it_is_replayed(calls, target):
    X, Y = cp.CudaArray([1.0, 2.0]), cp.CudaArray([10.0, 20.0])
    with cp.capture() as graph:
        calls(2)(2.0, X, Y)
        calls(2)(1.0, Y, X)
        assert cp.current_stream() != cp.current_stream("cpu") or target == "cpu"
    assert Y.toList() == [10.0, 20.0]
    graph.replay()
    assert (X.toList(), Y.toList()) == ([13.0, 26.0], [12.0, 24.0])
    assert graph() is None
    assert (X.toList(), Y.toList()) == ([51.0, 102.0], [38.0, 76.0])
    assert len(graph) == 2
    device = "cuda:0" if target == "cuda" else "cpu"
    assert repr(graph) == f"<graph of saxpy, saxpy on {device}>" and graph.device == device


def test_replays_go_to_streams(calls):
    streams = [cp.Stream(non_blocking=True) for _ in range(3)]
    A = cp.CudaArray([0])
    with cp.capture() as graph:
        for _ in range(5):
            calls.add_one(1)(A)
    for stream in streams:
        graph.replay(stream)
        graph(stream=stream)  # replays of one graph follow each other
    with streams[0]:
        graph.replay()
    cp.synchronize()
    assert A.toList() == [35]
    assert repr(graph).startswith("<graph of add_one, add_one, add_one, add_one, … on ")


MEANWHILE = """
A = cp.CudaArray([0])
seen = []
def meanwhile():
    B = cp.CudaArray([1])
    for stream in (None, cp.Stream(), cp.Stream(non_blocking=True)):
        add_one(1, stream=stream)(B)
        cp.synchronize()
    cp.trim_memory()
    seen.append(B.toList())
with cp.capture() as graph:
    add_one(1)(A)
    thread = threading.Thread(target=meanwhile)
    thread.start()
    thread.join()
    add_one(1)(A)
graph.replay()
print(A.toList(), seen)
"""


def test_other_threads_work_and_wait_while_one_records(calls, capsys):
    """The driver fails whoever waits for the whole GPU meanwhile, and the recording with it."""
    exec(MEANWHILE, {"cp": cp, "threading": threading, "add_one": calls.add_one})
    assert capsys.readouterr().out == "[2] [[4]]\n"


def test_other_threads_wait_for_the_fake_gpu():
    assert fake_cuda.run("add_one = cp.compile(kernels.add_one)\n" + MEANWHILE) == ["[2] [[4]]"]


def test_numbers_are_those_of_the_recording(calls):
    A = cp.CudaArray([0, 0, 0])
    numbers = [3]
    with cp.capture() as graph:
        calls.fill(2)(numbers[0], A)
    numbers[0] = 4
    graph.replay()
    assert A.toList() == [3, 3, 0]


def test_structs_are_those_of_the_recording():
    # keep : void (Pair p, float* X)
    def keep(p, X):
        X[0] = p.a
        X[1] = p.b

    pair = Pair(1.0, 2.0)
    X = cp.CudaArray([0.0, 0.0])
    call = cp.compile(keep)
    with cp.capture() as graph:
        call(1)(pair, X)
    pair.a = cp.float32(9.0)
    del call
    gc.collect()
    graph.replay()
    assert X.toList() == [1.0, 2.0]


def test_a_graph_keeps_what_it_uses(target):
    A, B = cp.CudaArray([1.0], cp.Double), cp.CudaArray([0.0], cp.Double)
    call = cp.compile(kernels.halve, target=target)
    with cp.capture() as graph:
        call(1)(A)
        B.copy_from(A)
    before = cp.memory_info().used
    del A, call
    gc.collect()
    assert cp.memory_info().used == before
    others = [cp.CudaArray([5.0], cp.Double) for _ in range(10)]  # would take A's memory
    graph.replay()
    graph.replay()
    assert B.toList() == [0.25]
    assert all(other.toList() == [5.0] for other in others)
    del graph
    gc.collect()
    assert cp.memory_info().used == before - 8 + 10 * 8


def test_copies_are_recorded(calls, target):
    A, B = cp.CudaArray([1.0, 2.0], cp.Double), cp.CudaArray([0.0, 0.0], cp.Double)
    staging, results = cp.pinned(2, cp.Double), cp.pinned(2, cp.Double)
    with cp.capture() as graph:
        A.copy_from(staging)
        calls.halve(2)(A)
        A.copy_to(B)
        B.copy_to(results)
    assert len(graph) == 4
    for numbers in ([1.0, 2.0], [3.0, 4.0]):
        np.asarray(staging)[:] = numbers
        graph.replay()
        cp.synchronize()
        assert results.toList() == B.toList() == [number / 2 for number in numbers]


def test_parts_and_fills_are_recorded(calls):
    A, B = cp.CudaArray([1, 2, 3, 4, 5, 6]), cp.CudaArray.allocate(3, cp.Int)
    with cp.capture() as graph:
        B[:] = A[::2]
        A[1::2] = B
        B.fill(7)
    assert B.toList() == [0, 0, 0]
    graph.replay()
    assert (A.toList(), B.toList()) == ([1, 1, 3, 3, 5, 5], [7, 7, 7])
    with cp.capture() as graph:
        A.fill(0)
        calls.add_one(1)(A)
    graph.replay()
    graph.replay()
    assert A.toList() == [1, 0, 0, 0, 0, 0]


def test_fills_of_any_element_are_recorded(calls):
    """Without memory of their own, which a graph cannot make."""
    wide, strided = cp.CudaArray([1.0, 2.0, 3.0], cp.Double), cp.CudaArray([1, 2, 3, 4, 5])
    vectors, grid = cp.zeros(2, cp.float3), cp.zeros((3, 2), cp.Int16)
    with cp.capture() as graph:
        wide.fill(2.5)
        strided[1::2].fill(9)
        strided[::4] = 7
        vectors.fill(cp.float3(1, 2, 3))
        grid[:, 1] = 5
    assert (wide.toList(), strided.toList()) == ([1, 2, 3], [1, 2, 3, 4, 5])
    graph.replay()
    assert (wide.toList(), strided.toList()) == ([2.5, 2.5, 2.5], [7, 9, 3, 9, 7])
    assert (vectors.toList(), grid.toList()) == ([cp.float3(1, 2, 3)] * 2, [[0, 5]] * 3)
    with cp.capture():
        with raises(
            RuntimeError,
            "copying between parts of an array that overlap takes memory of its own, and cannot be part of "
            "a graph: copy by way of an array that you made before",
        ):
            strided[1:3] = strided[0:2]


def test_what_a_graph_cannot_have(calls, target):
    stream, event, A = cp.Stream(), cp.Event(), cp.CudaArray([1.0], cp.Double)
    host = np.zeros(1)
    cannot = "cannot be part of a graph: do it before or after the `with` that records"
    with cp.capture() as graph:
        with raises(
            RuntimeError,
            "halve: parameter A (double*): a list cannot be part of a graph, which would have to bring it "
            "to the kernel and back at each replay: pass a CudaArray",
        ):
            calls.halve(1)([1.0])
        with pytest.raises(
            RuntimeError, match=r"halve: parameter A \(double\*\): a ndarray cannot be part of a graph"
        ):
            calls.halve(1)(host)
        with raises(RuntimeError, f"waiting for all kernels {cannot}"):
            cp.synchronize()
        with raises(RuntimeError, f"waiting for a stream {cannot}"):
            cp.current_stream().synchronize()
        with raises(RuntimeError, f"asking whether a stream is done {cannot}"):
            cp.current_stream().query()
        with raises(RuntimeError, f"recording an event {cannot}"):
            event.record()
        with raises(RuntimeError, f"making a stream wait {cannot}"):
            cp.current_stream().wait(stream)
        with raises(RuntimeError, f"making a stream wait {cannot}"):
            stream.wait(cp.current_stream())
        with raises(RuntimeError, f"making an array {cannot}"):
            cp.CudaArray.allocate(1, cp.Int)
        copying = "copying an array that is in memory of the host, and not a pinned CudaArray,"
        for copy in (lambda: A.copy_from(host), lambda: A.copy_to(host), lambda: A.toList(), lambda: A[0]):
            with raises(RuntimeError, f"{copying} {cannot}"):
                copy()
        with raises(
            RuntimeError, "this thread records a graph already, and a graph cannot be part of another"
        ):
            with cp.capture():
                pass
        with raises(
            RuntimeError,
            "halve: a launch with a stream of its own cannot be part of a graph: leave stream= out, and "
            "give the stream to graph.replay()",
        ):
            calls.halve(1, stream=stream)(A)
        with raises(
            RuntimeError,
            "a graph is recorded, and what is given to another stream would not be part of it: end the "
            "graph's `with` first",
        ):
            with stream:
                pass
        with raises(RuntimeError, "the graph is still being recorded: replay it after the `with`"):
            graph.replay()
        assert repr(graph) == "<graph, being recorded>"
        calls.halve(1)(A)  # it goes on
    graph.replay()
    assert A.toList() == [0.5] and len(graph) == 1
    with raises(RuntimeError, "a graph is recorded once: call cudapy.capture() again"):
        with graph:
            pass


def test_a_graph_that_is_given_up(calls):
    A = cp.CudaArray([1.0], cp.Double)
    with pytest.raises(ZeroDivisionError):
        with cp.capture() as graph:
            calls.halve(1)(A)
            1 / 0
    assert repr(graph) == "<graph, given up>"
    with raises(RuntimeError, "nothing was recorded in the graph: `with graph:` does that"):
        graph.replay()
    fresh = cp.capture()
    assert repr(fresh) == "<graph, not recorded>" and len(fresh) == 0
    with raises(RuntimeError, "nothing was recorded in the graph: `with graph:` does that"):
        fresh.replay()
    calls.halve(1)(A)
    assert A.toList() == [0.5]


def test_an_empty_graph():
    with cp.capture() as graph:
        pass
    graph.replay()
    assert len(graph) == 0


def test_other_threads_go_on(calls):
    A, B = cp.CudaArray([8.0], cp.Double), cp.CudaArray([8.0], cp.Double)
    results = []

    def work():
        for _ in range(3):
            calls.halve(1)(B)
        results.append(B.toList())

    with cp.capture() as graph:
        thread = threading.Thread(target=work)
        thread.start()
        calls.halve(1)(A)
        thread.join()
    assert results == [[1.0]] and A.toList() == [8.0]
    graph.replay()
    assert A.toList() == [4.0]


def test_kernels_may_be_compiled_meanwhile(target):
    # compiled_late : void (int* A)
    def compiled_late(A):
        A[idx] = 41 + A[idx]

    A = cp.CudaArray([1])
    with cp.capture() as graph:
        cp.compile(compiled_late, target=target)(1)(A)
    graph.replay()
    assert A.toList() == [42]


def test_failed_assertions_are_told(target):
    # positive : void (int* A)
    def positive(A):
        assert A[idx] > 0
        A[idx] -= 1

    A = cp.CudaArray([1])
    call = cp.compile(positive, target=target)
    with cp.capture() as graph:
        call(1)(A)
    graph.replay()
    cp.synchronize()
    with pytest.raises(AssertionError, match=r"A\[idx\] > 0"):
        graph.replay()
        cp.synchronize()
    cp.synchronize()


def test_nothing_is_lost(calls):
    A = cp.CudaArray([0])
    gc.collect()
    before = cp.memory_info().used
    for i in range(50):
        with cp.capture() as graph:
            calls.add_one(1)(A)
        for _ in range(20):
            graph.replay(cp.Stream() if i % 2 else None)
    cp.synchronize()
    assert A.toList() == [1000]
    del graph
    assert cp.memory_info().used == before


def test_late_work():
    assert fake_cuda.run("""
add_one = cp.compile(kernels.add_one)
A = cp.CudaArray([5])  # made on the default stream
P = cp.pinned(1, cp.Int)
with cp.capture() as graph:
    add_one(1)(A)
    A.copy_to(P)
stream = cp.Stream(non_blocking=True)
for _ in range(3): graph.replay(stream)
print(P.toList(), A.toList())  # the first of the copies is yet to come
stream.synchronize()
print(P.toList(), A.toList())
graph.replay(stream)
del A, P, graph  # while it is pending
stream.synchronize()
gc.collect()
cp.synchronize()
cp.pinned(1, cp.Int)
print(fake.fake_wild_uses(), cp.memory_info().used)
with cp.capture() as graph:
    B = None
    try: add_one(1)([1])
    except RuntimeError as error: print("refused")
graph.replay()
B = cp.CudaArray([1])
with cp.capture() as graph:
    add_one(1)(B)
line = sys._getframe().f_lineno + 1
graph.replay()
fake.fake_fail(700)
try: cp.synchronize()
except cp.KernelError as error: print(f"It was a graph of add_one, launched in {__file__}:{line}." in str(error))
""") == ["[0] [5]", "[8] [8]", "0 0", "refused", "True"]  # noqa: E501
