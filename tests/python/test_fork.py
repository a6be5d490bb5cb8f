"""Processes that fork after they have used CudaPy: the CPU target goes on in the child, a GPU is refused with
what to do instead."""

import os
import subprocess
import sys
import textwrap

import fake_cuda
import pytest

REFUSED = (
    "CUDA is not available: CUDA initialized before forking cannot be used in the process that was forked. "
    "Start processes with "
    'multiprocessing\'s "spawn" or "forkserver" method, fork before the first use of CUDA, or use '
    'target="cpu", which works in '
    "forked processes."
)

FORK = """
import os, sys, threading, time, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # which CPython 3.12 gives where a process with threads forks
def forked(work):
    \"\"\"The status of a child that does the work and ends as programs do.\"\"\"
    sys.stdout.flush()
    child = os.fork()
    if not child:
        work()
        sys.exit()  # with all destructors
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
"""  # noqa: E501

USE = """
add_one, halve = cp.compile(kernels.add_one), cp.compile(kernels.halve)
stream, other, event = cp.Stream(), cp.Stream(non_blocking=True), cp.Event()
A, D, P = cp.CudaArray([1]), cp.CudaArray([[1.0, 2.0], [3.0, 4.0]], cp.Double), cp.pinned(1, cp.Int)
start = stream.record()
with cp.capture() as graph: add_one(1)(A)
graph.replay(stream)
event.record(stream)
A.copy_to(P, stream=stream)
view, device = D[:, 1], cp.Device()
launch = add_one(1)
add_one(1)(L := [1])
cp.synchronize()
"""

USES = [
    "launch(A)",
    "add_one(1)(L := [1])",
    "add_one(1, stream=stream)(A)",
    "graph.replay()",
    "with cp.capture(): pass",
    "cp.CudaArray([1])",
    "cp.CudaArray.allocate(1, cp.Int)",
    "cp.zeros(3, cp.Int)",
    "cp.empty(3, cp.Int)",
    "cp.full(3, 1, cp.Int)",
    "cp.asarray([1])",
    "A.toList()",
    "A[0]",
    "A[0] = 3",
    "A.copy()",
    "A.fill(1)",
    "A.astype(cp.Float)",
    "view.copy()",
    "D[0] = D[1]",
    "A.copy_from(P)",
    "A.copy_to(P)",
    "cp.CudaArray(A, target='cpu')",
    "cp.Stream()",
    "stream.synchronize()",
    "stream.query()",
    "stream.record()",
    "stream.wait(event)",
    "stream.wait(other)",
    "cp.current_stream()",
    "event.record(stream)",
    "event.synchronize()",
    "event.query()",
    "start.elapsed_time(event)",
    "cp.synchronize()",
    "cp.memory_info()",
    "cp.set_memory_limit(1000)",
    "cp.trim_memory()",
    "cp.devices()",
    "cp.Device()",
    "cp.Device(0)",
    "device.use()",
    "with device: pass",
    "launch.explain()",
    "cp.compile(kernels.doubled)",
    "cp.compile(kernels.fill)",
]


@pytest.mark.parametrize("target", ["cuda", ""])
def test_every_use_of_a_gpu_is_refused(target):
    """Also where the target is found out: work meant for the GPU does not come to the CPU unnoticed."""
    lines = fake_cuda.run(
        FORK
        + USE
        + f"""
cp.compile(kernels.fill)
def work():
    global stream, other, event, start, A, D, P, view, graph, launch, add_one, halve
    for use in {USES!r}:
        try: exec(use)
        except cp.DeviceError as error:
            if str(error) != {REFUSED!r}: print(use, error)
        except Exception as error: print(use, type(error).__name__, error)
        else: print(use, "no error")
    print(cp.cuda_available())
    cp.pinned(1, cp.Int)
    L = [0]
    cp.compile(kernels.fill, target="cpu")(1)(7, L)
    print(L)
    del stream, other, event, start, A, D, P, view, graph, launch, add_one, halve
    gc.collect()
before = fake.fake_calls()
status = forked(lambda: (work(), print("calls", fake.fake_calls() - before)))
print(status)
""",
        CUDAPY_TARGET=target,
    )
    assert lines == ["False", "[7]", "calls 0", "0"]


def test_live_objects_end_with_the_child():
    """Arrays, streams, events, graphs and a stream that is current: the child's end leaves them to the
    parent."""
    assert fake_cuda.run(
        FORK
        + USE
        + """
import atexit
stream.__enter__()
before = fake.fake_calls()
atexit.register(lambda: os.getpid() == parent or print(fake.fake_calls() - before))
parent = os.getpid()
print(forked(lambda: None))
stream.__exit__()
add_one(1)(A)
print(A.toList(), fake.fake_wild_uses())
"""
    ) == ["0", "0", "[3] 0"]


def test_a_child_of_another_thread():
    assert fake_cuda.run(
        FORK
        + """
add_one = cp.compile(kernels.add_one)
A = cp.CudaArray([1])
def work():
    try: add_one(1)(A)
    except cp.DeviceError as error: print(str(error)[:38])
thread = threading.Thread(target=lambda: print(forked(work)))
thread.start()
thread.join()
add_one(1)(A)
print(A.toList())
"""
    ) == ["CUDA is not available: CUDA initialize", "0", "[2]"]


def test_a_child_made_before_cuda_is_used():
    assert fake_cuda.run(
        FORK
        + """
def work():
    A = cp.CudaArray([1])
    cp.compile(kernels.add_one)(1)(A)
    print(A.toList())
print(forked(work))
work()
"""
    ) == ["[2]", "0", "[2]"]


def run(code, tmp_path):
    path = tmp_path / "program.py"
    head = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\nimport cudapy as cp, kernels\n"
    path.write_text(head + FORK + textwrap.dedent(code), encoding="utf-8")
    environment = {
        **os.environ,
        "CUDAPY_TARGET": "cpu",
        "CUDAPY_NUM_THREADS": "3",
        "CUDAPY_CACHE_DIR": str(tmp_path / "cache"),
    }
    result = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert (result.returncode, result.stderr) == (0, ""), result.stdout + result.stderr
    return result.stdout.splitlines()


def test_the_cpu_target_in_children(tmp_path):
    """What the parent made works in the child, grandchildren too, and what the child changes is its own."""
    assert run(
        """
call = cp.compile(kernels.halve)
stream, event = cp.Stream(), cp.Event()
N = 200_000
A = cp.CudaArray([8.0] * N, cp.Double)
with cp.capture() as graph: call(N)(A)
graph.replay()
event.record(stream)
def work():
    call(N, stream=stream)(A)
    graph.replay()
    event.synchronize(); stream.synchronize(); cp.synchronize()
    L = [0]
    other = cp.compile(kernels.fill)
    other(1)(3, L)
    print(set(A.toList()), L, other.built)
print(forked(lambda: (work(), print(forked(work)))))
print(set(A.toList()))
""",
        tmp_path,
    ) == ["{1.0} [3] True", "{0.25} [3] False", "0", "0", "{4.0}"]


def test_forks_while_threads_compile_launch_and_free(tmp_path):
    """None of the locks that the other threads have at that moment stays taken in the child."""
    assert run(
        """
call = cp.compile(kernels.halve)
fill = cp.compile(kernels.fill)
N = 200_000
stop = threading.Event()
def launch():
    A = cp.CudaArray([1.0] * N, cp.Double)
    while not stop.is_set(): call(N)(A)
def compiles():
    while not stop.is_set(): cp.compile(kernels.fill)(10)(1, L := [0] * 10)
def free():
    while not stop.is_set():
        P = cp.pinned(100, cp.Int)
        with cp.Stream(): P.copy()
threads = [threading.Thread(target=work) for work in (launch, compiles, compiles, free)]
for thread in threads: thread.start()
def work():
    A = cp.CudaArray([8.0] * N, cp.Double)
    call(N)(A)
    L = [0] * 10
    cp.compile(kernels.fill)(10)(1, L)
    P = cp.pinned(4, cp.Int)
    P.copy_from(cp.CudaArray([1, 2, 3, 4]), stream=cp.Stream())
    cp.synchronize()
    if set(A.toList()) != {4.0} or L != [1] * 10 or P.toList() != [1, 2, 3, 4]: os._exit(1)
    os._exit(0)  # other threads' locks of Python's own may be taken
print({forked(work) for _ in range(15)})
stop.set()
for thread in threads: thread.join()
""",
        tmp_path,
    ) == ["{0}"]


def test_a_fork_while_a_thread_is_in_the_module_and_another_waits_for_it(tmp_path):
    """Where there is no GIL, what the one has goes to the other when the fork stops them both, and neither is
    in the child."""
    assert run(
        """
inside, go_on = threading.Event(), []
class Slow:
    def __index__(self):
        inside.set()
        while not go_on: pass
        return 7
made = []
threads = [threading.Thread(target=lambda: made.append(cp.CudaArray([Slow()], cp.Int).toList())) for _ in range(2)]
threads.append(threading.Thread(target=lambda: made.append(cp.zeros(1, cp.Int).toList())))
for thread in threads: thread.start()
inside.wait()
time.sleep(0.1)  # the others wait
def work():
    print(cp.CudaArray([1, 2]).toList(), flush=True)
    os._exit(0)
print([forked(work) for _ in range(3)])
go_on.append(True)
for thread in threads: thread.join()
print(sorted(made))
""",  # noqa: E501
        tmp_path,
    ) == ["[1, 2]"] * 3 + ["[0, 0, 0]", "[[0], [7], [7]]"]


def test_multiprocessing(tmp_path):
    """Workers made by fork, of a parent whose pool of threads works; arrays and kernels are the parent's."""
    assert run(
        """
import multiprocessing
call = cp.compile(kernels.halve)
N = 100_000
shared = cp.CudaArray([8.0] * N, cp.Double)
call(N)(shared)
def work(i):
    A = cp.CudaArray([float(i)] * N, cp.Double)
    call(N)(A)
    call(N)(shared)
    return A[N - 1], cp.compile(kernels.fill).built
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(3) as pool:
        results = pool.map(work, range(12))
        print([half for half, _ in results] == [i / 2 for i in range(12)], sum(built for _, built in results))
    print(set(shared.toList()))
""",
        tmp_path,
    ) == ["True 1", "{4.0}"]


def test_the_ways_that_work_on_a_gpu(target, tmp_path):
    """What the error advises."""
    path = tmp_path / "program.py"
    path.write_text(
        f"""
import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})
import multiprocessing, cudapy as cp, kernels
def work(i):
    A = cp.CudaArray([float(i)] * 1000, cp.Double)
    cp.compile(kernels.halve)(1000)(A)
    return A[999]
if __name__ == "__main__":
    print(work(8))
    for method in ("spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(1) as pool: print(pool.map(work, range(3)))
""",
        encoding="utf-8",
    )
    result = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120, check=False)
    assert (result.returncode, result.stderr, result.stdout.splitlines()) == (
        0,
        "",
        ["4.0"] + ["[0.0, 0.5, 1.0]"] * 2,
    )
