"""Threads that wait in loops for other threads, in kernels that also wait for the whole grid; in CudaPy's own
dialect and in numba's, as plain launches, checked and simulated."""

import os
import subprocess
import sys

import cudapy as cp
import numpy as np
import pytest
from cudapy import cuda
from raising import line_of


# later_first : void (int* ready, int* mine, int* out, int n)
def later_first(ready, mine, out, n):
    while atomicAdd(ready, 0, 0) != n - 1 - idx:
        pass
    mine[idx] = atomicAdd(ready, 0, 1)
    grid_sync()
    out[idx] = mine[n - 1 - idx]


# locked_twice : void (int* lock, int* total, int* out)
def locked_twice(lock, total, out):
    for step in range(2):
        while atomicCAS(lock, 0, 0, 1) != 0:
            pass
        total[0] = total[0] * 3 % 1009 + 1
        threadfence()
        atomicExch(lock, 0, 0)
        grid_sync()
        out[idx] += total[0]
        grid_sync()


# meets_by_hand : void (int* count, int* out)
def meets_by_hand(count, out):
    """A barrier over the grid by hand, and one of the language."""
    syncthreads()
    if threadIdx.x == 0:
        atomicAdd(count, 0, 1)
        while atomicAdd(count, 0, 0) < gridDim.x:
            pass
    syncthreads()
    out[idx] = atomicAdd(count, 0, 0)
    grid_sync()
    if idx == 0:
        atomicExch(count, 0, -1)
    grid_sync()
    out[idx] += atomicAdd(count, 0, 0)


# wait_until : void (int* ready, int value)
def wait_until(ready, value):
    while atomicAdd(ready, 0, 0) != value:
        pass


# all_here : void (int* ready)
def all_here(ready):
    grid_sync()
    atomicExch(ready, 0, 0)
    grid_sync()


# in_functions : void (int* ready, int* out, int n)
def in_functions(ready, out, n):
    wait_until(ready, n - 1 - idx)
    out[idx] = atomicAdd(ready, 0, 1)
    all_here(ready)
    wait_until(ready, idx)
    out[idx] += 1000 * atomicAdd(ready, 0, 1)


# of_blocks : void (int* turn, int* out)
def of_blocks(turn, out):
    total = shared(int, 1)
    t = threadIdx.x
    if t == 0:
        total[0] = 0
    syncthreads()
    while atomicAdd(turn, blockIdx.x, 0) != blockDim.x - 1 - t:
        pass
    threadfence_block()
    total[0] += t
    threadfence_block()
    atomicAdd(turn, blockIdx.x, 1)
    grid_sync()
    out[idx] = total[0] + atomicAdd(turn, gridDim.x - 1 - blockIdx.x, 0) + syncthreads_count(t < 3)


def zeros(*shape):
    return np.zeros(shape, np.int32)


def recurrence(n):
    value = 0
    for _ in range(n):
        value = value * 3 % 1009 + 1
    return value


def launches(n):
    """Each launch: the functions, the threads, the block, arguments, and what must be in some of them."""
    numbers = list(range(n))
    return {
        "later_first": (
            [later_first],
            n,
            32,
            [zeros(1), zeros(n), zeros(n), n],
            {1: numbers[::-1], 2: numbers},
        ),
        "locked_twice": (
            [locked_twice],
            n,
            32,
            [zeros(1), zeros(1), zeros(n)],
            {1: [recurrence(2 * n)], 2: [recurrence(n) + recurrence(2 * n)] * n},
        ),
        "meets_by_hand": ([meets_by_hand], n, 32, [zeros(1), zeros(n)], {1: [n // 32 - 1] * n}),
        "in_functions": (
            [in_functions, all_here, wait_until],
            n,
            32,
            [zeros(1), zeros(n), n],
            {1: [n - 1 - i + 1000 * i for i in numbers]},
        ),
        "of_blocks": ([of_blocks], n, 32, [zeros(n // 32), zeros(n)], {1: [sum(range(32)) + 32 + 3] * n}),
    }


@pytest.mark.parametrize("mode", ["plain", "checked", "simulated", "impatient"])
@pytest.mark.parametrize("name", launches(64))
def test_programs(name, mode, monkeypatch):
    """They are right however long the system lets a core wait: a limit of no time is like a slow machine."""
    if mode == "impatient":
        monkeypatch.setenv("CUDAPY_WAIT_LIMIT", "1e-9")
    functions, n, block, arguments, expected = launches(
        {"plain": 960, "impatient": 960, "checked": 320, "simulated": 96}[mode]
    )[name]
    call = cp.compile(functions, target="cpu", checked=mode == "checked")
    call = getattr(call, name, call)
    if mode == "simulated":
        call.simulate(n, *arguments, block=block)
    else:
        call(n, block=block)(*arguments)
    for at, values in expected.items():
        assert arguments[at].tolist() == values


@pytest.mark.parametrize("blocks, block", [(1, 1), (1, 300), (300, 1), (1024, 4), (64, 1024), (7, 33)])
def test_all_blocks_run_at_the_same_time(blocks, block):
    n = blocks * block
    ready, mine, out = zeros(1), zeros(n), zeros(n)

    # later_block : void (int* ready, int* mine, int* out)
    def later_block(ready, mine, out):
        if threadIdx.x == 0:
            while atomicAdd(ready, 0, 0) != gridDim.x - 1 - blockIdx.x:
                pass
            atomicAdd(ready, 0, 1)
        mine[idx] = idx
        grid_sync()
        out[idx] = mine[gridDim.x * blockDim.x - 1 - idx] + ready[0]

    cp.compile(later_block, target="cpu")(n, block=block)(ready, mine, out)
    assert out.tolist() == [n - 1 - i + blocks for i in range(n)]


@pytest.mark.parametrize("blocks, block, most", [(1025, 32, 1024), (65, 1024, 64), (1025, 1, 1024)])
def test_more_blocks_than_run_at_the_same_time_are_refused(blocks, block, most):
    n = blocks * block
    ready, mine, out = zeros(1), zeros(n), zeros(n)
    with pytest.raises(cp.LaunchError) as raised:
        cp.compile(later_first, target="cpu")(n, block=block)(ready, mine, out, n)
    assert str(raised.value) == (
        f"later_first: a launch of {n} threads is too large for grid_sync(): its {blocks} blocks of {block} "
        f"threads must all run at the same time, and cpu runs {most} of them, {most * block} threads in all"
    )


# ---- what never ends


def never_comes(kernel, quoted):
    return (
        f"{kernel.__name__}: some threads of the grid wait for others that never come, as "
        f"line {line_of(kernel, quoted)} of {os.path.abspath(__file__)} shows: every thread "
        "of every block must reach each barrier of the grid, and go the same way around "
        f"it; `{kernel.__name__}.simulate(…)` names them"
    )


# skips : void (int* flag, int* out)
def skips(flag, out):
    while atomicAdd(flag, 0, 0) == 0:
        pass
    if out[idx] != 7:
        grid_sync()  # here
    out[idx] = 1


# elsewhere : void (int* flag, int* out)
def elsewhere(flag, out):
    while atomicAdd(flag, 0, 0) == 0:
        pass
    if out[idx] == 7:
        grid_sync()
    else:
        grid_sync()  # here
    out[idx] = 1


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("kernel", [skips, elsewhere])
@pytest.mark.parametrize("one", [40, 128])
def test_threads_that_never_come(kernel, checked, one):
    flag, out = zeros(1) + 1, zeros(160)
    out[one] = 7
    with pytest.raises(cp.KernelError) as raised:
        cp.compile(kernel, target="cpu", checked=checked)(len(out), block=32)(flag, out)
    if kernel is skips:
        assert str(raised.value) == never_comes(kernel, "grid_sync()  # here")
    else:
        assert str(raised.value).startswith(
            "elsewhere: some threads of the grid wait for others that never come"
        )


# at_another_barrier : void (int* flag, int* out)
def at_another_barrier(flag, out):
    while atomicAdd(flag, 0, 0) == 0:
        pass
    if out[idx] == 7:
        syncthreads()  # here
    else:
        grid_sync()
    out[idx] = 1


def test_threads_at_the_barrier_of_their_block():
    flag, out = zeros(1) + 1, zeros(128)
    out[40] = 7
    with pytest.raises(cp.KernelError) as raised:
        cp.compile(at_another_barrier, target="cpu")(128, block=32)(flag, out)
    line = line_of(at_another_barrier, "syncthreads()  # here")
    assert str(raised.value) == (
        f"at_another_barrier: some threads of a block wait at the barrier in line {line} of "
        f"{os.path.abspath(__file__)} for others that never come there; "
        "`at_another_barrier.simulate(…)` names them"
    )


# never : void (int* flag, int* out)
def never(flag, out):
    if idx == 70:
        while atomicAdd(flag, 0, 0) == 0:
            pass
    grid_sync()
    out[idx] = 1


@pytest.mark.parametrize("mode", ["plain", "checked", "simulated"])
def test_a_wait_that_never_ends_is_an_error(mode, monkeypatch):
    monkeypatch.setenv("CUDAPY_WAIT_LIMIT", "0.3")
    flag, out = zeros(1), zeros(128)
    call = cp.compile(never, target="cpu", checked=mode == "checked")
    line = line_of(never, "while atomicAdd(flag, 0, 0) == 0:")
    with pytest.raises(cp.KernelError) as raised:
        if mode == "simulated":
            call.simulate(128, flag, out, block=32)
        else:
            call(128, block=32)(flag, out)
    place = os.path.abspath(__file__)
    assert f"the loop in line {line} of {place} waits for what no thread writes" in str(raised.value) or (
        str(raised.value).startswith(f"{place}:{line}: the loop waits for what no thread writes")
    )
    flag[0] = 1
    call(128, block=32)(flag, out)
    assert out.tolist() == [1] * 128


@pytest.mark.parametrize("checked", [False, True])
def test_an_assertion_ends_the_others(checked):
    # fails : void (int* flag, int* out)
    def fails(flag, out):
        if idx == 70:
            assert out[0] == 1, "never"
            while atomicAdd(flag, 0, 0) == 0:
                pass
        grid_sync()
        out[idx] = 1

    flag, out = zeros(1), zeros(128)
    with pytest.raises(AssertionError, match="never"):
        cp.compile(fails, target="cpu", checked=checked)(128, block=32)(flag, out)


def test_races_are_found_around_the_barrier():
    # races : void (int* ready, int* mine, int* out, int n)
    def races(ready, mine, out, n):
        while atomicAdd(ready, 0, 0) != n - 1 - idx:
            pass
        mine[idx] = atomicAdd(ready, 0, 1)
        grid_sync()
        out[idx] = mine[n - 1 - idx]
        mine[idx] = 0

    n = 128
    ready, mine, out = zeros(1), zeros(n), zeros(n)
    with pytest.raises(cp.KernelError, match="race"):
        cp.compile(races, target="cpu", checked=True)(n, block=32)(ready, mine, out, n)


# ---- numba's dialect


@pytest.mark.skipif(
    os.environ["CUDAPY_TARGET"] != "cpu",
    reason="threads of a GPU's warp cannot wait for each other in a loop",
)
@pytest.mark.parametrize("checked", [False, True])
def test_numbas_grid_groups(checked):
    @cuda.jit(checked=checked)
    def later(ready, mine, out):
        i = cuda.grid(1)
        grid = cuda.cg.this_grid()
        while cuda.atomic.add(ready, 0, 0) != out.size - 1 - i:
            pass
        mine[i] = cuda.atomic.add(ready, 0, 1)
        grid.sync()
        out[i] = mine[out.size - 1 - i]

    n = 512
    ready, mine, out = zeros(1), zeros(n), zeros(n)
    later[4, 128](ready, mine, out)
    assert mine.tolist() == list(range(n))[::-1] and out.tolist() == list(range(n))


LITTLE_MEMORY = """
import resource
import sys

import cudapy as cp
import numpy as np

# later_block : void (int* ready, int* out)
def later_block(ready, out):
    if threadIdx.x == 0:
        while atomicAdd(ready, 0, 0) != gridDim.x - 1 - blockIdx.x:
            pass
        atomicAdd(ready, 0, 1)
    grid_sync()
    out[idx] = 1

call = cp.compile(later_block, target="cpu")
call(64, block=32)(R := np.zeros(1, np.int32), O := np.zeros(64, np.int32))
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (int(sys.argv[1]) << 20), -1))
try:
    call(65536, block=64)(R := np.zeros(1, np.int32), O := np.zeros(65536, np.int32))
except cp.LaunchError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
call(64, block=32)(R := np.zeros(1, np.int32), O := np.zeros(64, np.int32))
print(int(O.sum()))
"""


@pytest.mark.skipif(
    not os.path.exists("/proc/self/statm"), reason="this system does not tell how much a process uses"
)
@pytest.mark.parametrize("megabytes", [16, 64, 256, 1024, 4096])
def test_stacks_for_which_there_is_no_memory(megabytes, tmp_path):
    (tmp_path / "little.py").write_text(LITTLE_MEMORY)
    ran = subprocess.run(
        [sys.executable, tmp_path / "little.py", str(megabytes)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        "later_block: a launch of 65536 threads is not possible: memory for the CPU target's threads ran out",
        "64",
    ]
