"""Ctrl-C, and other signals that Python handles, while something takes long."""

import os
import subprocess
import sys
import textwrap
import time

import fake_cuda
import pytest

# Calls a function, sends this process SIGINT 0.15 seconds later, or later still, when something has begun,
# and prints what comes of it.
HEAD = """
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupted(call, has_begun=lambda: True):
    sent = []
    def send():
        time.sleep(0.15)
        while not has_begun():
            time.sleep(0.01)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    sender = threading.Thread(target=send)
    sender.start()
    try:
        call()
        print("no interrupt")
    except KeyboardInterrupt:
        late = time.monotonic() - sent[0]
        print("interrupted" if late < 10 else f"interrupted {late} s late")
    sender.join()
"""

LONG = """
import cudapy as cp
# work : void (int n, float* X)
def work(n, X):
    if idx < len(X):
        x = X[idx]
        for i in range(n):
            x = x * 0.5 + 1.0
        X[idx] = x
"""

# So many turns take a thread milliseconds: 10 of them without optimisation, and 50 with it, for a vector of
# threads.
MANY = 4_000_000 if os.environ.get("FAST_CXX_LEVEL") == "-O0" else 20_000_000


def run(code, tmp_path, **environment):
    """What the program prints. Programs of one test session have one path, so that the same kernels in them
    are compiled once."""
    path = tmp_path.parent / "interrupted.py"
    path.write_text(textwrap.dedent(code), encoding="utf-8")
    result = subprocess.run(
        [sys.executable, path],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, ""), result.stdout + result.stderr
    return result.stdout.splitlines()


@pytest.mark.parametrize("cores", ["1", "3"])
def test_a_launch_on_the_cpu(cores, tmp_path):
    """Ends it between two blocks; arrays hold what had been computed until then, and the next launch is as
    any other."""
    assert run(
        HEAD
        + LONG
        + """
call = cp.compile(work, target="cpu")
N = 3_000_000
X = cp.CudaArray.allocate(N, cp.Float, target="cpu")
interrupted(lambda: call(N)(100_000, X))
values = X.toList()
print(values[0], values[-1], sorted(set(values)))
call(N)(1, X)
print(set(X.toList()) == {1.0, 2.0})
L = [0.0] * N
interrupted(lambda: call(N)(100_000, L))
print(set(L))
with cp.capture("cpu") as graph:
    for _ in range(3): call(N)(100_000, X)
interrupted(graph.replay)
""",
        tmp_path,
        CUDAPY_NUM_THREADS=cores,
    ) == ["interrupted", "2.0 0.0 [0.0, 2.0]", "True", "interrupted", "{0.0}", "interrupted"]


@pytest.mark.parametrize(
    "first",
    ["", "call(N)(1, X)", f"call(64)({MANY // 4}, X)"],
    ids=["unknown", "cheap before", "dear before"],
)
@pytest.mark.parametrize("shape", ["N", "100, N // 100"])
def test_threads_that_take_long_each(shape, first, tmp_path):
    """
    Threads that take milliseconds each, which are thousands in what would be a block: a few dozen have run,
    or some more where they run together as lanes of vectors.
    """
    kernel = (
        LONG
        if shape == "N"
        else LONG.replace("if idx < len(X)", "idx_y = idy * 100 + idx\n    if idx_y < len(X)").replace(
            "X[idx]", "X[idx_y]"
        )
    )
    lines = run(
        HEAD
        + kernel
        + f"""
import numpy as np
call = cp.compile(work, target="cpu")
N = 100_000
X = np.zeros(N, np.float32)
{first}
X[:] = 0
interrupted(lambda: call({shape})({MANY}, X), X.any)
print(np.count_nonzero(X))
""",
        tmp_path,
        CUDAPY_NUM_THREADS="2",
        CUDAPY_TARGET="cpu",
    )
    assert lines[0] == "interrupted"
    assert 0 < int(lines[1]) <= 2048


@pytest.mark.parametrize("threads, most", [(512, 412), (1024, 923)])
def test_few_threads_that_take_long_behind_some_that_do_not(threads, most, tmp_path):
    """As where a guard leaves out a border: what the first ones cost, and the last launch, says nothing of
    the others."""
    lines = run(
        HEAD
        + LONG.replace("if idx < len(X)", "if 100 <= idx < len(X)")
        + f"""
import numpy as np
call = cp.compile(work, target="cpu")
N = {threads}
X = np.zeros(N, np.float32)
for _ in range(4):
    X[:] = 0
    call(N)(1, X)
X[:] = 0
interrupted(lambda: call(N)({MANY}, X), X.any)
print(np.count_nonzero(X))
""",
        tmp_path,
        CUDAPY_NUM_THREADS="2",
        CUDAPY_TARGET="cpu",
    )
    assert lines[0] == "interrupted"
    assert 0 < int(lines[1]) <= most


def test_a_handler_may_launch_and_go_on(tmp_path):
    """What does not raise ends nothing; what raises another error ends it with that error."""
    assert run(
        HEAD
        + LONG
        + """
call = cp.compile(work, target="cpu")
N = 400_000
X, Y = cp.CudaArray.allocate(N, cp.Float), cp.CudaArray.allocate(N, cp.Float)
def handle(*_):
    call(N)(1, Y)
    print("handled")
signal.signal(signal.SIGALRM, handle)
signal.setitimer(signal.ITIMER_REAL, 0.05)
begun = time.monotonic()
while time.monotonic() - begun < 0.3: call(N)(1000, X)
print(set(X.toList()), set(Y.toList()))
def refuse(*_): raise ZeroDivisionError("enough")
signal.signal(signal.SIGALRM, refuse)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try: call(N)(1_000_000, X)
except ZeroDivisionError as error: print(error)
""",
        tmp_path,
        CUDAPY_NUM_THREADS="2",
        CUDAPY_TARGET="cpu",
    ) == ["handled", "{2.0} {1.0}", "enough"]


def test_a_launch_of_another_thread_goes_on(tmp_path):
    assert run(
        HEAD
        + LONG
        + """
call = cp.compile(work, target="cpu")
N = 400_000
X = cp.CudaArray.allocate(N, cp.Float, target="cpu")
def seconds(n):
    begun = time.monotonic()
    call(N)(n, X)
    return time.monotonic() - begun
seconds(1)
n = int(100 * 1.5 / min(seconds(100) for _ in range(3)))  # a second and a half, whatever the compiler makes of it
X = cp.CudaArray.allocate(N, cp.Float, target="cpu")
thread = threading.Thread(target=lambda: call(N)(n, X))
thread.start()
interrupted(lambda: time.sleep(5))
print(thread.is_alive())
thread.join()
print(set(X.toList()))
""",  # noqa: E501
        tmp_path,
        CUDAPY_NUM_THREADS="2",
    ) == ["interrupted", "True", "{2.0}"]


WAITS = [
    "cp.synchronize",
    "stream.synchronize",
    "event.synchronize",
    "A.toList",
    "lambda: add_one(1, stream=stream)([1])",
    "lambda: add_one(1)([1])",
    "lambda: cp.CudaArray([1])",
    "cp.trim_memory",
    "lambda: cp.Stream(device='cpu').wait(stream.record())",
]


@pytest.mark.parametrize("non_blocking", [False, True])
def test_waiting_for_a_gpu(non_blocking):
    """The kernel goes on, and the next wait is for it."""
    lines = fake_cuda.run(
        HEAD
        + f"""
add_one = cp.compile(kernels.add_one)
stream, event = cp.Stream(non_blocking={non_blocking}), cp.Event()
A = cp.CudaArray([5])
waits = [{", ".join(WAITS)}]
for wait in waits[:{len(WAITS) if not non_blocking else 3}]:
    fake.fake_hold(1)
    add_one(1)(A)
    add_one(1, stream=stream)(A)
    event.record(stream)
    interrupted(wait)
    fake.fake_hold(0)
cp.synchronize()
print(A.toList(), fake.fake_wild_uses())
"""
    )
    count = 3 if non_blocking else len(WAITS)
    assert lines == ["interrupted"] * count + [f"[{5 + 2 * count}] 0"]


@pytest.mark.parametrize(
    "wait",
    [
        "cp.synchronize",
        "stream.synchronize",
        "X.toList",
        "lambda: call(1)(1, [1.0])",
        "lambda: cp.CudaArray([1])",
    ],
)
def test_waiting_for_a_real_gpu(target, wait, tmp_path):
    if target != "cuda":
        pytest.skip("for GPUs")
    assert run(
        HEAD
        + LONG
        + f"""
call = cp.compile(work)
X = cp.CudaArray([0.0])
stream = cp.current_stream()
call(1)(1, X)
cp.synchronize()
call(1)(400_000_000, X)  # a second or more, of one thread
interrupted({wait})
begun = time.monotonic()
cp.synchronize()
print(time.monotonic() - begun > 0.1, X.toList())
""",
        tmp_path,
    ) == ["interrupted", "True [2.0]"]


def compiler(path, script):
    path.write_text(
        f"#!/bin/sh\ncase \"$*\" in *--version*) {script}; echo 'g++ (GCC) 12.2.0'; exit 0;; esac\n"
        'exec g++ "$@"\n'
    )
    path.chmod(0o755)
    return str(path)


def test_a_compiler_that_does_not_say_its_version(tmp_path):
    slow = compiler(tmp_path / "g++", "sleep 60")
    code = HEAD + LONG + "interrupted(lambda: cp.compile(work, target='cpu'))"
    assert run(code, tmp_path, CUDAPY_CXX=slow, CUDAPY_CACHE_DIR=str(tmp_path / "cache")) == ["interrupted"]
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("target_of", ["cpu", "cuda"])
def test_a_long_compile(target_of, tmp_path):
    """The compiler and what it has started are gone, and nothing of theirs is left."""
    slow = tmp_path / ("g++" if target_of == "cpu" else "nvcc")
    slow.write_text(
        "#!/bin/sh\ncase \"$*\" in *--version*) echo 'g++ (GCC) 12.2.0'; exit 0;; esac\n"
        "echo half > kernel.so; echo half > kernel.cubin; sleep 60 & echo $! > "
        f"{tmp_path}/child; sleep 60; wait\n"
    )
    slow.chmod(0o755)
    code = HEAD + LONG + f"interrupted(lambda: cp.compile(work, target='{target_of}'))"
    variables = {
        "CUDAPY_CXX": str(slow),
        "CUDAPY_NVCC": str(slow),
        "CUDAPY_CACHE_DIR": str(tmp_path / "cache"),
        "TMPDIR": str(tmp_path),
    }
    if target_of == "cuda":
        assert fake_cuda.run(code, **variables) == ["interrupted"]
    else:
        assert run(code, tmp_path, **variables) == ["interrupted"]
    assert os.listdir(tmp_path / "cache") == []
    assert [name for name in os.listdir(tmp_path) if name.startswith((".compile", "cudapy-"))] == []
    child = int((tmp_path / "child").read_text())
    for _ in range(50):  # killed, and then collected by whoever is its parent now
        try:
            with open(f"/proc/{child}/stat", encoding="ascii") as stat:
                if stat.read().split()[2] == "Z":
                    break
        except FileNotFoundError:
            break
        time.sleep(0.1)
    else:
        pytest.fail("the compiler's child goes on")


@pytest.mark.parametrize("width", [2048, 2047], ids=["usual", "other"])
def test_a_launch_that_builds_a_form_for_groups(width, tmp_path):
    """It is not taken for a form that cannot be built: the next launch builds it."""
    slow = tmp_path / "nvcc"
    slow.write_text(
        f"#!/bin/sh\n[ -e {tmp_path}/slowly ] && {{ touch {tmp_path}/begun; sleep 60; }}\n"
        f'exec {fake_cuda.nvcc()} "$@"\n'
    )
    slow.chmod(0o755)
    assert fake_cuda.run(
        HEAD
        + f"""
# halved : void (float[,] U, float[,] V)
def halved(U, V):
    if idy < U.shape[0] and idx < U.shape[1]:
        V[idy, idx] = U[idy, idx] * 0.5

call = cp.compile(halved)
arrays = [cp.zeros((16, {width} // 64), cp.Float) for _ in range(2)]
call(64, 64)(*arrays)
open({str(tmp_path / "slowly")!r}, "w").close()
interrupted(lambda: call({width}, 1024)(*arrays), lambda: os.path.exists({str(tmp_path / "begun")!r}))
os.remove({str(tmp_path / "slowly")!r})
call({width}, 1024)(*arrays)
fake.fake_log.restype = ctypes.c_char_p
print(fake.fake_log().decode().split(" block")[0])
""",
        CUDAPY_NVCC=str(slow),
        CUDAPY_CACHE_DIR=str(tmp_path / "cache"),
    ) == [
        "interrupted",
        "grid 16 128 1" if width == 2048 else "grid 64 32 1",
    ]


def test_waiting_for_another_process_that_compiles(tmp_path):
    """Ends the waiting; the other one compiles on."""
    slow = tmp_path / "g++"
    slow.write_text(
        "#!/bin/sh\ncase \"$*\" in *--version*) echo 'g++ (GCC) 12.2.0'; exit 0;; esac\n"
        f'touch {tmp_path}/started; sleep 1.5; exec g++ "$@"\n'
    )
    slow.chmod(0o755)
    variables = {
        **os.environ,
        "CUDAPY_CXX": str(slow),
        "CUDAPY_CACHE_DIR": str(tmp_path / "cache"),
        "CUDAPY_PROGRESS": "0",
    }
    path = tmp_path / "other.py"
    path.write_text(
        LONG + "X = [0.0]\ncall = cp.compile(work, target='cpu')\ncall(1)(1, X)\nprint(X, call.built)\n",
        encoding="utf-8",
    )
    other = subprocess.Popen(
        [sys.executable, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=variables
    )
    while not (tmp_path / "started").exists():
        assert other.poll() is None
        time.sleep(0.01)
    code = HEAD + LONG + "interrupted(lambda: cp.compile(work, target='cpu'))"
    assert run(code, tmp_path, **variables) == ["interrupted"]
    assert other.communicate(timeout=60) == ("[1.0] True\n", None)
    assert len([name for name in os.listdir(tmp_path / "cache") if name.endswith(".so")]) == 1


ENDLESS = """
import math, cudapy as cp, numpy as np
# endless : void (int* X, int first)
def endless(X, first):
    if idx >= first:
        while X[idx] == 0:
            X[idx] = -X[idx]

# counts : void (int* X, int n)
def counts(X, n):
    i = 0
    while i < 5:
        i = (i + idx * n) % 3
    X[idx] = i

# with_functions : void (double* X)
def with_functions(X):
    x = X[0]
    while x < 10:
        x = math.sin(x) + math.exp(-x)
    X[0] = x

# block : void (int* X)
def block(X):
    piece = shared(int, 256)
    piece[threadIdx.x] = 0
    syncthreads()
    while piece[0] == 0:
        syncthreads()
    if idx < len(X):
        X[idx] = 1

# waits : void (int* X)
def waits(X):
    while atomicAdd(X, 0, 0) == 0:
        X[1] += 1
"""


UNEVEN = """
import numpy as np
import cudapy as cp
# uneven : void (float* X, int n, int at)
def uneven(X, n, at):
    x = 1.0
    if idx == at:
        for i in range(n):
            x = x * 0.5 + 1.0
    if idx < len(X):
        X[idx] = x

call = cp.compile(uneven, target="cpu")
X, Y = np.zeros(100_000, np.float32), np.zeros(100_000, np.float32)
def handle(*_):
    if events[-1] == "begun":
        call(len(Y))(Y, 200, 7)
        events.append(f"handled {Y[7]}")
signal.signal(signal.SIGALRM, handle)
for at in (20_000, 45_000, 99_000):
    events = ["begun"]
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
    call(len(X))(X, 150_000_000, at)  # a third of a second, or more
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(*events, X[at], X[0])
"""


@pytest.mark.parametrize("openmp", ["0", "1"])
def test_a_handler_launches_while_the_main_thread_waits_for_others(openmp, tmp_path):
    """The long thread is in one of the runs on a worker, and the launch holds the turn of the cores
    meanwhile."""
    assert (
        run(HEAD + OPENMP + UNEVEN, tmp_path, CUDAPY_NUM_THREADS="3", CUDAPY_OPENMP=openmp)
        == ["begun handled 2.0 2.0 1.0"] * 3
    )


# Loads OpenMP, whose threads then run what threads of the pool would.
OPENMP = """
import ctypes
openmp = ctypes.CDLL("libgomp.so.1")
openmp.omp_set_num_threads(3)
"""


def test_loops_without_end_on_the_threads_of_openmp(tmp_path):
    assert run(
        HEAD
        + OPENMP
        + ENDLESS
        + """
call = cp.compile([endless, counts], target="cpu")
X = np.zeros(3001, np.int32)
for launch in (lambda: call.endless(3000)(X, 2000), lambda: call.endless(3000)(X, 10), lambda: call.counts(3000)(X, 1)) * 2:
    interrupted(launch)
X[:3000] = 1
call.endless(3000)(X, 0)
print("done", X[0])
""",  # noqa: E501
        tmp_path,
        CUDAPY_NUM_THREADS="3",
        CUDAPY_OPENMP="1",
    ) == ["interrupted"] * 6 + ["done 1"]


@pytest.mark.parametrize("cores", ["1", "3"])
@pytest.mark.parametrize(
    "launch",
    [
        "call.endless(1)(X, 0)",
        "call.endless(3000)(X, 2000)",
        "call.counts(100)(X, 1)",
        "call.with_functions(1)(np.zeros(1))",
        "call.block(1)(X)",
    ],
)
@pytest.mark.parametrize("checked", [False, True])
def test_a_loop_without_end_on_the_cpu(cores, launch, checked, tmp_path):
    """Within one thread of a kernel, on the main thread and on those of the pool; the program goes on."""
    assert run(
        HEAD
        + ENDLESS
        + f"""
call = cp.compile([endless, counts, with_functions, block], target="cpu", checked={checked})
X = np.zeros(3001, np.int32)
for _ in range(2):
    interrupted(lambda: {launch})
X[:3000] = 1
call.endless(3000)(X, 0)
print("done", X[0])
""",
        tmp_path,
        CUDAPY_NUM_THREADS=cores,
    ) == ["interrupted", "interrupted", "done 1"]


def test_a_handler_that_raises_nothing_lets_the_kernel_go_on(tmp_path):
    assert run(
        HEAD
        + ENDLESS
        + """
call = cp.compile(waits, target="cpu", checked=False)
X = np.zeros(2, np.int32)
def let_go(*_):
    X[0] = 1
signal.signal(signal.SIGINT, let_go)
interrupted(lambda: call(1)(X))
print(X[0])
""",
        tmp_path,
    ) == ["no interrupt", "1"]
