"""Many Python threads in one module: calls, kernels, streams and arrays that they share. Results are checked,
and that nothing is left."""

import queue
import shutil

import cudapy as cp
import fake_cuda
import kernels
import pytest
from many_threads import THREADS, in_threads, often  # noqa: F401  a fixture

np = pytest.importorskip("numpy")


def test_one_call_with_arguments_of_each_thread(target):
    """Lists, NumPy arrays and CudaArrays, small launches and ones that the cores share."""
    saxpy = cp.compile(kernels.saxpy, target=target)
    launch = saxpy(3)

    def work(number):
        for turn in range(30):
            Y = [float(number), 0.0, float(turn)]
            launch(2.0, [1.0, 2.0, 3.0], Y)
            assert Y == [number + 2.0, 4.0, turn + 6.0]
            N = np.full(20_000, number, np.float32)
            saxpy(N.size)(1.0, N, N)
            assert (N == 2 * number).all()
            A, B = cp.CudaArray(np.full(50_000, number, np.float32)), cp.zeros(50_000, cp.Float)
            for _ in range(3):
                saxpy(50_000)(1.0, A, B)
            assert set(B.toList()) == {3.0 * number}
        return True

    assert in_threads(work) == [True] * THREADS


def test_each_thread_its_own_stream(target):
    """`with stream:` is of the thread, and so is what `stream=` makes current for a call."""
    halve = cp.compile(kernels.halve, target=target)
    default = cp.current_stream(target)

    def work(number):
        assert cp.current_stream(target) == default
        streams = [cp.Stream(non_blocking=i % 2 == 0, device=target) for i in range(2)]
        for _ in range(20):
            with streams[0]:
                A = cp.CudaArray(np.full(3000, 8.0 * number), target=target)
                halve(3000)(A)
                assert cp.current_stream(target) == streams[0]
                halve(3000, stream=streams[1])(B := cp.CudaArray(np.full(3000, 4.0 * number), target=target))
                event = streams[1].record()
                assert cp.current_stream(target) == streams[0]
                assert set(A.toList()) == {4.0 * number}
            event.synchronize()
            assert cp.current_stream(target) == default
            assert set(B.toList()) == {2.0 * number}
        return True

    assert in_threads(work) == [True] * THREADS


def counting_compiler(tmp_path, monkeypatch):
    """Counts how often the host compiler compiles, with a cache of its own."""
    log = tmp_path / "log"
    real = shutil.which("g++") or shutil.which("clang++")
    script = tmp_path / "g++"
    script.write_text(
        f'#!/bin/sh\ncase "$*" in *--version*) ;; *) echo compiled >> {log};; esac\nexec {real} "$@"\n'
    )
    script.chmod(0o755)
    monkeypatch.setenv("CUDAPY_CXX", str(script))
    monkeypatch.setenv("CUDAPY_CACHE_DIR", str(tmp_path / "cache"))
    return lambda: len(log.read_text().splitlines()) if log.exists() else 0


def test_the_same_kernel_compiled_at_once_is_compiled_once(tmp_path, monkeypatch):
    count = counting_compiler(tmp_path, monkeypatch)

    def work(number):
        call = cp.compile(kernels.fill, target="cpu")
        A = [0] * 10
        call(10)(number, A)
        assert A == [number] * 10
        return call.built

    assert sorted(in_threads(work)) == [False] * (THREADS - 1) + [True]
    assert count() == 1


def test_a_decorated_kernel_first_used_by_all(tmp_path, monkeypatch):
    count = counting_compiler(tmp_path, monkeypatch)
    for _ in range(5):
        kernel = cp.kernel(target="cpu")(kernels.fill)

        def work(number):
            for turn in range(5):
                A = [0] * 10
                kernel(10)(number + turn, A)
                assert A == [number + turn] * 10
            return kernel.path

        assert len(set(in_threads(work))) == 1
    assert count() == 1


def test_instances_of_a_generic_kernel(tmp_path, monkeypatch):
    """Each is compiled once, and all threads have the same."""
    count = counting_compiler(tmp_path, monkeypatch)

    # scale : void (T* X, T by)
    def scale(X, by):
        if idx < len(X):
            X[idx] = X[idx] * by

    call = cp.compile(scale, target="cpu")
    types = [cp.Int, cp.Float]

    def work(number):
        A = cp.CudaArray([1, 2, 3], types[number % 2], target="cpu")
        for _ in range(10):
            call(3)(A, 2)
        assert A.toList() == [1024, 2048, 3072]
        return call.instance(A, 2)

    kernels_made = in_threads(work)
    assert {id(kernel) for kernel in kernels_made[::2]} == {id(kernels_made[0])}
    assert {id(kernel) for kernel in kernels_made[1::2]} == {id(kernels_made[1])}
    assert count() == 2


def test_arrays_go_through_threads(target):
    """Made in one, used in the next, in another stream each, and freed in a third; views and exports keep
    their memory."""
    halve = cp.compile(kernels.halve, target=target)
    used = cp.memory_info(target).used
    made, launched = queue.Queue(4), queue.Queue(4)
    count = 100

    def work(number):
        with cp.Stream(non_blocking=number % 2 == 0, device=target):
            for i in range(count):
                if number == 0:
                    made.put(cp.CudaArray(np.full((10, 100), float(i)), target=target))
                elif number == 1:
                    A = made.get()
                    halve(1000)(A.reshape(1000))
                    launched.put((A[5], cp.current_stream().record()))
                    del A
                else:
                    row, event = launched.get()
                    cp.current_stream().wait(event)
                    assert set(row.toList()) == {i / 2}
                    del row

    in_threads(work, 3)
    cp.synchronize(target)
    assert cp.memory_info(target).used == used


def test_one_array_read_by_all(target):
    saxpy = cp.compile(kernels.saxpy, target=target)
    X = cp.CudaArray(np.arange(1000, dtype=np.float32), target=target)

    def work(number):
        with cp.Stream(device=target):
            for _ in range(20):
                Y = cp.zeros(1000, cp.Float, target=target)
                saxpy(1000)(float(number), X, Y)
                assert Y.toList() == [float(number * i) for i in range(1000)]
                assert X[7] == 7 and X[1:9:2].toList() == [1, 3, 5, 7] and np.asarray(X.toList())[-1] == 999

    in_threads(work)


def test_attributes_found_out_late(target):
    """Sources for people, instances and explanations of one kernel, first asked for by all at once."""
    for _ in range(3):
        call = cp.compile([kernels.doubled, kernels.twice], target=target)
        results = in_threads(
            lambda number: (call.cuda_source, call.cpu_source, repr(call.explain(1000)), call.signature)
        )
        assert len(set(results)) == 1


def test_events_and_graphs_of_all(target):
    halve = cp.compile(kernels.halve, target=target)
    event = cp.Event()
    graphs = []

    def work(number):
        A = cp.CudaArray([1024.0] * 100, cp.Double, target=target)
        with cp.capture(device=target) as graph:
            halve(100)(A)
            halve(100)(A)
        graphs.append(graph)
        stream = cp.Stream(device=target)
        for _ in range(4):
            graph.replay(stream)
            event.record(stream)
            event.synchronize()
        stream.synchronize()
        assert set(A.toList()) == {4.0}

    in_threads(work)
    assert len(graphs) == THREADS


def test_an_error_is_of_the_thread_that_made_it(target):
    """Wrong arguments in some threads, right ones in others."""
    fill = cp.compile(kernels.fill, target=target)

    def work(number):
        for turn in range(50):
            if number % 2:
                with pytest.raises(
                    TypeError, match=f"fill: parameter A .int..: expected an array of int, got int {turn}"
                ):
                    fill(1)(number, turn)
            else:
                A = [0]
                fill(1)(number, A)
                assert A == [number]

    in_threads(work)


def test_a_gpu_that_is_late():
    """Memory, streams and events of many threads, on a driver that does what nobody waits for as late as it
    may."""
    assert fake_cuda.run("""
sys.setswitchinterval(1e-6)
add_one = cp.compile(kernels.add_one)
shared = cp.CudaArray([0])
failures = []
def work(number):
    try:
        with cp.Stream(non_blocking=number % 2 == 0) as stream:
            for turn in range(30):
                A = cp.CudaArray([turn])
                add_one(1)(A)
                L = [number]
                add_one(1)(L)
                if A.toList() != [turn + 1] or L != [number + 1]: failures.append((A.toList(), L))
                other = cp.Stream(non_blocking=True)
                other.wait(stream)
                add_one(1, stream=other)(A)
                if A.copy().toList() not in ([turn + 1], [turn + 2]): failures.append(A.toList())
                other.synchronize()
                if A.toList() != [turn + 2]: failures.append(A.toList())
                shared.toList()
    except BaseException as error: failures.append(error)
threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
gc.collect()
cp.synchronize()
print(failures, fake.fake_wild_uses(), cp.memory_info().used)
""") == ["[] 0 4"]
