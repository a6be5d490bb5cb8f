"""Launches that tell how much of them has run: `call(n, progress=...)`."""

import copy
import io
import os
import pickle
import re
import subprocess
import sys
import textwrap
import time

import fake_cuda
import numpy as np
import pytest
from test_interrupt import HEAD

import cudapy as cp

N = 60_000


def work(n, X):
    x = X[idx]
    for i in range(n):
        x = x * 0.5 + idx
    X[idx] = x


def work2(n, X):
    x = X[idy, idx]
    for i in range(n):
        x = x * 0.5 + idx - idy
    X[idy, idx] = x


def blocks(n, X):
    if idx < len(X):
        X[idx] = 0.0
        for i in range(n):
            X[idx] = X[idx] * 0.5 + blockIdx.x + threadIdx.x


def barriers(n, X):
    part = shared(float, 256)
    part[threadIdx.x] = idx
    for i in range(n):
        syncthreads()
        value = part[255 - threadIdx.x]
        syncthreads()
        part[threadIdx.x] = value * 0.5 + idx
    if idx < len(X):
        X[idx] = part[threadIdx.x]


def warps(n, X):
    value = idx * 1.0
    for i in range(n):
        value = shfl_xor_sync(0xFFFFFFFF, value, 1) * 0.5 + idx
    if idx < len(X):
        X[idx] = value


def whole_grid(n, X):
    for i in range(n):
        value = X[(idx + 1) % len(X)]
        grid_sync()
        X[idx] = value * 0.5 + idx
        grid_sync()


SIGNATURE = "void (int n, float* X)"
FORMS = {  # the kernel, its signature, the threads, and the shape of X
    "work": (work, SIGNATURE, (N,), (N,)),
    "work2": (work2, "void (int n, float[,] X)", (200, 300), (300, 200)),
    "blocks": (blocks, SIGNATURE, (N,), (N,)),
    "barriers": (barriers, SIGNATURE, (N,), (N,)),
    "warps": (warps, SIGNATURE, (N,), (N,)),
    "whole_grid": (whole_grid, SIGNATURE, (512,), (512,)),
}


def iterations(launch, X, seconds=0.4):
    """Returns so many iterations of a kernel's loop that the launch takes so long, or longer."""
    X, n, took = X.copy(), 1, 0.0
    while took < seconds:
        n = int(n * min(max(1.3 * seconds / took, 1.5), 4)) + 1 if took else 2
        begin = time.perf_counter()
        launch(n, X)
        took = time.perf_counter() - begin
    return n


@pytest.fixture(scope="module")
def compiled():
    kernels = {}

    def get(form, **options):
        key = form, *options.items()
        if key not in kernels:
            function, signature, *_ = FORMS[form]
            kernels[key] = cp.compile(function, signature, target="cpu", **options)
        return kernels[key]

    return get


@pytest.mark.parametrize("is_checked", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_results_are_the_same_and_counts_grow(compiled, form, is_checked):
    """Of the threads of kernels whose blocks run one after the other, some have run in between."""
    _, _, threads, shape = FORMS[form]
    call = compiled(form, checked=is_checked)
    total = int(np.prod(threads))
    begin = np.arange(total, dtype=np.float32).reshape(shape)
    n = iterations(call(*threads), begin)
    expected, X, told = begin.copy(), begin.copy(), []
    call(*threads)(n, expected)
    assert call(*threads, progress=lambda done, all: told.append((done, all)))(n, X) is None
    assert np.array_equal(X, expected)
    assert told[0] == (0, total) and told[-1] == (total, total)
    assert {all for _, all in told} == {total}
    counts = [done for done, _ in told]
    assert counts == sorted(counts)
    assert (len(set(counts)) > 2) == (form != "whole_grid"), counts


@pytest.mark.parametrize("argument", ["list", "cuda array", "named"])
def test_arguments_are_those_of_any_launch(compiled, argument):
    call = compiled("work")
    X = cp.CudaArray([1.0, 2.0], target="cpu") if argument == "cuda array" else [1.0, 2.0]
    launch = call(2, progress=lambda done, all: None)
    if argument == "named":
        launch(X=X, n=1)
    else:
        launch(1, X)
    assert list(X) == [0.5, 2.0]
    assert (launch.threads, launch.block) == ((2, 1, 1), None)
    assert repr(launch) == "<launch of work on 2 x 1 x 1 threads, which tells its progress>"
    launch(1, X)  # again
    assert list(X) == [0.25, 2.0]


def test_other_options_count(compiled):
    told = []
    call = compiled("blocks")
    X = [0.0] * 5
    call(5, block=2, stream=cp.Stream(device="cpu"), progress=lambda *counts: told.append(counts))(1, X)
    assert (X, told) == ([0, 1, 1, 2, 2], [(0, 5), (5, 5)])
    told.clear()
    call.over(X, progress=lambda *counts: told.append(counts))(1, X)
    assert told == [(0, 5), (5, 5)]


@pytest.mark.parametrize("nothing", [None, False])
def test_without_progress_it_is_any_launch(compiled, nothing):
    launch = compiled("work")(2, progress=nothing)
    assert type(launch) is cp.Launch and launch.threads == (2, 1, 1)


def test_generic_kernels():
    @cp.kernel(target="cpu")
    def double(X):
        X[idx] *= 2

    told, X = [], [1.0, 2.0]
    launch = double(2, progress=lambda *counts: told.append(counts))
    launch(X)
    assert (X, told) == ([2, 4], [(0, 2), (2, 2)])
    assert launch.explain().grid == double(2).explain().grid


def test_no_threads(compiled):
    told, X = [], [1.0]
    compiled("work")(0, progress=lambda *counts: told.append(counts))(1, X)
    assert (X, told) == ([1.0], [(0, 0), (0, 0)])


def test_what_it_takes(compiled):
    with pytest.raises(TypeError) as caught:
        compiled("work")(2, progress=5)
    assert str(caught.value) == (
        "work: progress= takes True for a line on standard error, a function of the threads that have run "
        "and of all threads, `progress(done, total)`, or a bar of tqdm; got int 5"
    )


def test_a_forgotten_call_and_a_lost_result(compiled):
    with pytest.warns(RuntimeWarning) as said:
        compiled("work")(2, progress=True)
    assert [str(each.message) for each in said] == [
        "work(2): nothing was launched, since the arguments are missing: write work(2)(arguments)"
    ]
    with pytest.raises(ValueError, match="only this call holds the list, so its result would be lost"):
        compiled("work")(2, progress=True)(1, [1.0, 2.0])


def test_it_is_not_pickled(compiled):
    for copied in (pickle.dumps, copy.copy):
        launch = compiled("work")(2, progress=True)
        with pytest.raises(TypeError) as caught:
            copied(launch)
        assert str(caught.value) == (
            "work: a launch that tells its progress cannot be pickled: pickle the kernel, and give "
            "progress= where it is launched"
        )


def test_graphs_record_no_progress(compiled):
    X = cp.CudaArray([1.0], target="cpu")
    with cp.capture("cpu"), pytest.raises(RuntimeError) as caught:
        compiled("work")(1, progress=True)(1, X)
    assert str(caught.value) == (
        "work: a launch that tells its progress cannot be part of a graph: leave progress= out"
    )


@pytest.mark.parametrize("is_checked", [False, True])
def test_an_error_of_the_function_ends_the_launch(compiled, is_checked):
    """Its error arrives, with how much had run. The next launch is as any other."""
    call = compiled("work", checked=is_checked)
    X = np.zeros(N, np.float32)

    def stop_halfway(done, all):
        if 2 * done > all:
            raise LookupError("enough")

    n = iterations(call(N), X, 1)
    with pytest.raises(LookupError, match="enough") as caught:
        call(N, progress=stop_halfway)(n, X)
    (note,) = caught.value.__notes__
    count, _, rest = note.removeprefix("work: ").partition(" ")
    assert rest == f"of {N:,} threads had run"
    assert N / 2 <= int(count.replace(",", "")) < N
    X[:] = 0
    call(N)(1, X)
    assert np.array_equal(X, np.arange(N))


@pytest.mark.parametrize("is_checked", [False, True])
def test_the_function_may_launch_kernels(compiled, is_checked):
    """Their progress is their own."""
    call = compiled("work", checked=is_checked)
    X, Y, told, inner = np.zeros(N, np.float32), np.zeros(N, np.float32), [], []

    def launch_more(done, all):
        told.append((done, all))
        Y[:] = 0
        call(N)(1, Y)
        call(3, progress=lambda *counts: inner.append(counts))(1, Y)
        assert (Y == np.arange(N))[3:].all()

    call(N, progress=launch_more)(iterations(call(N), X), X)
    counts = [done for done, all in told if all == N]
    assert len(counts) == len(told) and counts == sorted(counts) and counts[-1] == N
    assert set(inner) == {(0, 3), (3, 3)}


def test_several_host_threads(compiled):
    import threading

    call = compiled("work")
    told = {}

    def launch(total):
        X = np.zeros(total, np.float32)
        call(total, progress=lambda *counts: told.setdefault(total, []).append(counts))(3000, X)

    threads = [threading.Thread(target=launch, args=(total,)) for total in (N, N + 1)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for total, counts in told.items():
        assert counts == sorted(counts)
        assert (counts[0], counts[-1]) == ((0, total), (total, total))
        assert {all for _, all in counts} == {total}


class Bar:
    """What launches use of tqdm."""

    made = []

    def __init__(self, total=None, desc=None, unit="it", unit_scale=False):
        self.total, self.n, self.is_closed = total, 0, False
        self.options = desc, unit, unit_scale
        self.made.append(self)

    def update(self, n=1):
        assert n >= 0
        self.n += n

    def close(self):
        self.is_closed = True


def test_a_bar_for_each_launch(compiled):
    Bar.made.clear()
    call = compiled("work")
    launch = call(3, progress=Bar)
    X = [0.0] * 3
    for _ in range(2):
        launch(1, X)
    with pytest.raises(TypeError):
        launch(1)
    bars = [(bar.total, bar.n, bar.is_closed, bar.options) for bar in Bar.made]
    assert bars == [(3, n, True, ("work", " threads", True)) for n in (3, 3, 0)]


@pytest.mark.parametrize("total, expected", [(None, 4), (12, 12)])
def test_one_bar_for_several_launches(compiled, total, expected):
    """It counts the threads of all, and stays open."""
    bar, X = Bar(total), [0.0] * 4
    call = compiled("work")
    for _ in range(3):
        call(4, progress=bar)(1, X)
    assert (bar.total, bar.n, bar.is_closed) == (expected, 12, False)


def test_a_real_bar(compiled):
    tqdm = pytest.importorskip("tqdm").tqdm
    text, X = io.StringIO(), [0.0] * 4
    with tqdm(total=8, file=text) as bar:
        for _ in range(2):
            compiled("work")(4, progress=bar)(1, X)
    assert bar.n == 8 and "100%" in text.getvalue()
    compiled("work")(4, progress=tqdm)(1, X)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_line_on_a_terminal(compiled, monkeypatch):
    text = Terminal()
    monkeypatch.setattr(sys, "stderr", text)
    call = compiled("work")
    X = np.zeros(N, np.float32)
    call(N, progress=True)(iterations(call(N), X, 1.2), X)
    start, *between, last = text.getvalue().removesuffix("\n").split("\r")
    assert start == "" and "\n" not in last
    assert between and all(
        re.fullmatch(r"work: \d+ % of 60,000 threads, \d+ s, about \d+ s left *", each) for each in between
    )
    assert re.fullmatch(r"work: 60,000 threads in \d+\.\d s *", last)
    text.truncate(0)
    call(3, progress=True)(1, X)  # which takes no time
    assert text.getvalue().strip("\0") == ""


def test_no_line_elsewhere(compiled, monkeypatch):
    text = io.StringIO()
    monkeypatch.setattr(sys, "stderr", text)
    Y = np.zeros(N, np.float32)
    compiled("work")(N, progress=True)(iterations(compiled("work")(N), Y, 1), Y)
    monkeypatch.setattr(sys, "stderr", None)
    compiled("work")(3, progress=True)(1, X := [0.0] * 3)
    assert (text.getvalue(), X) == ("", [0.0, 1.0, 2.0])


@pytest.mark.parametrize("cores", ["1", "3"])
@pytest.mark.parametrize("progress", ["True", "lambda done, all: None"])
def test_ctrl_c(cores, progress, tmp_path):
    """It says how much had run."""
    path = tmp_path / "interrupted.py"
    path.write_text(
        HEAD
        + textwrap.dedent(f"""
            import cudapy as cp
            import numpy as np
            # work : void (int n, float* X)
            def work(n, X):
                x = X[idx]
                for i in range(n):
                    x = x * 0.5 + 1.0
                X[idx] = x

            call = cp.compile(work, target="cpu")
            X = np.zeros(3_000_000, np.float32)
            def launch():
                try:
                    call(3_000_000, progress={progress})(100_000, X)
                except KeyboardInterrupt as error:
                    (note,) = error.__notes__
                    print(note.split(" ")[0], note.split(" ", 2)[2])
                    raise
            interrupted(launch, has_begun=lambda: X[0] != 0)
            call(3_000_000)(1, X)
            """)
    )
    result = subprocess.run(
        [sys.executable, path],
        capture_output=True,
        text=True,
        env={**os.environ, "CUDAPY_NUM_THREADS": cores},
        timeout=120,
        check=False,
    )
    assert (result.stdout, result.stderr) == ("work: of 3,000,000 threads had run\ninterrupted\n", "")


def test_a_gpu_runs_a_launch_as_one():
    """It tells the begin, then that it still runs, and the end."""
    lines = fake_cuda.run("""
import time
add_one = cp.compile(kernels.add_one)
A, told = cp.CudaArray([5]), []
fake.fake_hold(1)
def tell(done, all):
    told.append((done, all))
    if len(told) == 3: fake.fake_hold(0)
add_one(1, progress=tell)(A)
print(told[0], told[-1], set(told), len(told) >= 4, A.toList())
stream = cp.Stream()
told.clear()
add_one(1, progress=tell, stream=stream)(A)
print(told, A.toList())
L = [1]
add_one(1, progress=tell)(L)
print(L)
""")
    assert lines == ["(0, 1) (1, 1) {(0, 1), (1, 1)} True [6]", "[(0, 1), (1, 1)] [7]", "[2]"]


def test_ctrl_c_while_a_gpu_runs():
    lines = fake_cuda.run(
        HEAD
        + """
add_one = cp.compile(kernels.add_one)
A, told = cp.CudaArray([5]), []
fake.fake_hold(1)
def launch():
    try:
        add_one(1, progress=lambda *counts: told.append(counts))(A)
    except KeyboardInterrupt as error:
        print(error.__notes__)
        raise
interrupted(launch, has_begun=lambda: len(told) > 1)
fake.fake_hold(0)
print(A.toList())
"""
    )
    assert lines == ["['add_one: the GPU goes on with the launch']", "interrupted", "[6]"]
