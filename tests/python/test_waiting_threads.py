"""Threads that wait in loops for what other threads write: flags, locks, tickets, earlier blocks; in CudaPy's
own dialect and in numba's, as plain launches, checked and simulated."""

import os

import cudapy as cp
import numpy as np
import pytest
from cudapy import cuda
from raising import line_of
from test_interrupt import HEAD, run


# on_earlier : void (int* ready, int* out)
def on_earlier(ready, out):
    while atomicAdd(ready, 0, 0) < idx:
        pass
    out[idx] = atomicAdd(ready, 0, 1)


# on_later : void (int* ready, int* out, int n)
def on_later(ready, out, n):
    while atomicAdd(ready, 0, 0) < n - 1 - idx:
        pass
    out[idx] = atomicAdd(ready, 0, 1)


# ready_in : int (int* ready)
def ready_in(ready):
    return atomicMax(ready, 0, 0)


# wait_until : void (int* ready, int value)
def wait_until(ready, value):
    while ready_in(ready) != value:
        threadfence()


# in_a_function : void (int* ready, int* out, int n)
def in_a_function(ready, out, n):
    wait_until(ready, n - 1 - idx)
    out[idx] = atomicAdd(ready, 0, 1)


# take : bool (int* lock)
def take(lock):
    return atomicCAS(lock, 0, 0, 1) == 0


# locked : void (int* lock, int* total, int* out)
def locked(lock, total, out):
    while not take(lock):
        pass
    before = total[0]
    total[0] = before * 3 % 1009 + 1
    out[idx] = 1
    threadfence()
    atomicExch(lock, 0, 0)


# locked_inside : void (int* lock, int* total, int* out)
def locked_inside(lock, total, out):
    done = False
    while not done:
        if atomicCAS(lock, 0, 0, 1) == 0:
            total[0] = total[0] * 3 % 1009 + 1
            out[idx] = 1
            threadfence()
            atomicExch(lock, 0, 0)
            done = True


# tickets : void (int* state, int* out)
def tickets(state, out):
    mine = atomicAdd(state, 0, 1)
    while atomicAdd(state, 1, 0) != mine:
        pass
    out[idx] = mine
    threadfence()
    atomicAdd(state, 1, 1)


# turns_of_shared : void (int* out)
def turns_of_shared(out):
    turn = shared(int, 1)
    total = shared(int, 1)
    t = threadIdx.x
    if t == 0:
        turn[0] = blockDim.x - 1
        total[0] = 0
    syncthreads()
    while atomicAdd(turn, 0, 0) != t:
        pass
    threadfence_block()
    total[0] += t
    out[idx] = total[0]
    threadfence_block()
    atomicSub(turn, 0, 1)
    syncthreads()
    if t == 0:
        out[idx] += 1000 * total[0]


# look_back : void (int* X, int* status, int* totals, int* out)
def look_back(X, status, totals, out):
    before = shared(int, 1)
    t = threadIdx.x
    here = X[idx]
    for k in range(5):
        other = shfl_up_sync(0xFFFFFFFF, here, 1 << k)
        if laneid >= 1 << k:
            here += other
    if t == 31:
        total = 0
        block = blockIdx.x - 1
        atomicExch(totals, blockIdx.x, here)
        threadfence()
        atomicExch(status, blockIdx.x, 1)
        while block >= 0:
            if atomicAdd(status, block, 0) == 1:
                threadfence()
                total += atomicAdd(totals, block, 0)
                block -= 1
        before[0] = total
    syncthreads()
    out[idx] = before[0] + here


# some_times : void (int* ready, int* out, int n)
def some_times(ready, out, n):
    for k in range(1000000):
        if atomicAdd(ready, 0, 0) == n - 1 - idx:
            break
    out[idx] = atomicAdd(ready, 0, 1)


# of_warps : void (int* flag, int* out)
def of_warps(flag, out):
    if threadIdx.x < 32:
        while True:
            if all_sync(0xFFFFFFFF, atomicAdd(flag, 0, 0) == 32):
                break
        out[idx] = shfl_xor_sync(0xFFFFFFFF, threadIdx.x, 1)
    else:
        v = reduce_add_sync(0xFFFFFFFF, threadIdx.x - 32)
        out[idx] = v
        syncwarp()
        atomicAdd(flag, 0, 1)


def zeros(*shape):
    return np.zeros(shape, np.int32)


def recurrence(n):
    value = 0
    for _ in range(n):
        value = value * 3 % 1009 + 1
    return value


def launches(n):
    """Each launch: the functions, the threads, the block, arguments, and what must be in some of them."""
    ascending = list(range(n))
    in_turn = [sum(range(31, t - 1, -1)) for t in range(32)]
    scan = np.cumsum(np.arange(n) % 7).tolist()
    return {
        "on_earlier": ((on_earlier,), n, None, [zeros(1), zeros(n)], {1: ascending}),
        "on_later": ((on_later,), n, None, [zeros(1), zeros(n), n], {1: ascending[::-1]}),
        "in_a_function": (
            (in_a_function, wait_until, ready_in),
            n,
            None,
            [zeros(1), zeros(n), n],
            {1: ascending[::-1]},
        ),
        "locked": ((locked, take), n, None, [zeros(1), zeros(1), zeros(n)], {1: [recurrence(n)], 2: [1] * n}),
        "locked_inside": (
            (locked_inside,),
            n,
            None,
            [zeros(1), zeros(1), zeros(n)],
            {1: [recurrence(n)], 2: [1] * n},
        ),
        "tickets": ((tickets,), n, None, [zeros(2), zeros(n)], {0: [n, n]}),
        "turns_of_shared": (
            (turns_of_shared,),
            64,
            32,
            [zeros(64)],
            {0: [in_turn[0] + 1000 * sum(range(32)), *in_turn[1:]] * 2},
        ),
        "look_back": (
            (look_back,),
            n,
            32,
            [np.arange(n, dtype=np.int32) % 7, zeros(n // 32), zeros(n // 32), zeros(n)],
            {3: scan},
        ),
        "some_times": ((some_times,), 40, None, [zeros(1), zeros(40), 40], {1: ascending[:40][::-1]}),
        "of_warps": (
            (of_warps,),
            64,
            64,
            [zeros(1), zeros(64)],
            {1: [t ^ 1 for t in range(32)] + [sum(range(32))] * 32},
        ),
    }


@pytest.mark.parametrize("mode", ["plain", "checked", "simulated", "impatient"])
@pytest.mark.parametrize("name", launches(64))
def test_programs(name, mode, monkeypatch):
    """They are right however long the system lets a core wait: a limit of no time is like a slow machine."""
    if mode == "impatient" and name != "look_back":  # whose loop goes on by itself
        monkeypatch.setenv("CUDAPY_WAIT_LIMIT", "1e-9")
    functions, n, block, arguments, expected = launches(96 if mode == "simulated" else 960)[name]
    call = cp.compile(list(functions), target="cpu", checked=mode == "checked")
    if isinstance(call, tuple):
        call = call[0]
    call = getattr(call, name, call)
    if mode == "simulated":
        call.simulate(n, *arguments, block=block)
    else:
        call(n, block=block)(*arguments)
    for at, values in expected.items():
        assert arguments[at].tolist() == values


# flags : void (int* flag, int* out)
def flags(flag, out):
    while flag[0] != idx:
        pass
    out[idx] = 2 * idx
    flag[0] = idx + 1


@pytest.mark.parametrize("n", [1, 5, 256, 257, 3000])
def test_plain_flags(n):
    flag, out = zeros(1), zeros(n)
    cp.compile(flags, target="cpu")(n)(flag, out)
    assert out.tolist() == [2 * i for i in range(n)]


def test_two_axes():
    # grid : void (int* flag, int[,] out)
    def grid(flag, out):
        while flag[0] != idy * out.shape[1] + idx:
            pass
        out[idy, idx] = flag[0]
        flag[0] += 1

    flag, out = zeros(1), zeros(33, 21)
    cp.compile(grid, target="cpu")(21, 33)(flag, out)
    assert out.tolist() == np.arange(33 * 21).reshape(33, 21).tolist()


def test_blocks_that_all_wait_for_each_other():
    """A barrier over the grid by hand: each block waits for later ones, too."""

    # meets : void (int* count, int* out)
    def meets(count, out):
        syncthreads()
        if threadIdx.x == 0:
            atomicAdd(count, 0, 1)
            while atomicAdd(count, 0, 0) < gridDim.x:
                pass
        syncthreads()
        out[idx] = count[0]

    count, out = zeros(1), zeros(40 * 32)
    cp.compile(meets, target="cpu")(40 * 32, block=32)(count, out)
    assert set(out.tolist()) == {40}


@pytest.mark.parametrize("mode", ["plain", "checked"])
def test_assertions_and_checks_end_the_others(mode):
    # fails : void (int* flag, int* out)
    def fails(flag, out):
        if idx == 7:
            assert out[0] == 1, "never"
        while atomicAdd(flag, 0, 0) == 0:
            pass
        out[idx] = 1

    flag, out = zeros(1), zeros(64)
    with pytest.raises(AssertionError, match="never"):
        cp.compile(fails, target="cpu", checked=mode == "checked")(64)(flag, out)


def test_an_index_outside_ends_the_others():
    # outside : void (int* flag, int* out)
    def outside(flag, out):
        if idx == 7:
            out[idx + 100] = 1
        while atomicAdd(flag, 0, 0) == 0:
            pass
        out[idx] = 1

    flag, out = zeros(1), zeros(64)
    with pytest.raises(cp.KernelError) as raised:
        cp.compile(outside, target="cpu", checked=True)(64)(flag, out)
    line = line_of(outside, "out[idx + 100] = 1")
    assert str(raised.value) == (
        f"{os.path.abspath(__file__)}:{line}: index 107 is outside out, which has 64 elements, in thread 7: "
        "`out[idx + 100]`"
    )


# ---- waits that never end


# never : void (int* flag, int* out)
def never(flag, out):
    if idx > 2:
        while flag[0] == 0:
            pass
    out[idx] = 1


# half_way : void (int* flag, int* out)
def half_way(flag, out):
    if threadIdx.x > 2:
        while atomicAdd(flag, 0, 0) == 0:
            pass
    syncthreads()
    out[idx] = 1


def stalled(kernel, quoted):
    return (
        f"{kernel.__name__}: the loop in line {line_of(kernel, quoted)} of {os.path.abspath(__file__)} "
        "waits for what no thread writes: all threads of the launch that have not ended wait, and none has "
        "gone on for CUDAPY_WAIT_LIMIT seconds (10, if it is not set). A block may wait for those of lower "
        "numbers, and for higher ones only as far as they run at the same time; "
        f"`{kernel.__name__}.simulate(…)` names them"
    )


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize(
    "kernel, quoted", [(never, "while flag[0] == 0:"), (half_way, "while atomicAdd(flag, 0, 0) == 0:")]
)
def test_a_wait_that_never_ends_is_an_error(kernel, quoted, checked, monkeypatch):
    monkeypatch.setenv("CUDAPY_WAIT_LIMIT", "0.3")
    flag, out = zeros(1), zeros(600)
    call = cp.compile(kernel, target="cpu", checked=checked)
    with pytest.raises(cp.KernelError) as raised:
        call(512)(flag, out)
    assert str(raised.value) == stalled(kernel, quoted)
    flag[0] = 1
    call(512)(flag, out)  # the next launch is as any other
    assert out.tolist() == [1] * 512 + [0] * 88


@pytest.mark.parametrize(
    "kernel, quoted", [(never, "while flag[0] == 0:"), (half_way, "while atomicAdd(flag, 0, 0) == 0:")]
)
def test_a_simulated_wait_that_never_ends_is_an_error(kernel, quoted, monkeypatch):
    monkeypatch.setenv("CUDAPY_WAIT_LIMIT", "0.3")
    flag, out = zeros(1), zeros(256)
    with pytest.raises(cp.KernelError) as raised:
        cp.compile(kernel, target="cpu").simulate(64, flag, out)
    assert str(raised.value) == (
        f"{os.path.abspath(__file__)}:{line_of(kernel, quoted)}: the loop waits for what no thread writes: "
        "all threads that have not ended wait, and none has gone on for CUDAPY_WAIT_LIMIT seconds (10, if "
        "it is not set)"
    )


def test_a_barrier_that_others_went_past():
    # past : void (int* flag, int* out)
    def past(flag, out):
        if flag[0] > threadIdx.x:
            syncthreads()
        else:
            while atomicAdd(flag, 1, 0) == 0:
                pass
            syncthreads()
        out[idx] = 1

    flag, out = np.array([3, 1], np.int32), zeros(64)
    with pytest.raises(cp.KernelError) as raised:
        cp.compile(past, target="cpu")(64, block=64)(flag, out)
    assert str(raised.value).startswith("past: some threads of a block wait at the barrier in line ")


def test_the_limit_must_be_a_number(monkeypatch):
    monkeypatch.setenv("CUDAPY_WAIT_LIMIT", "soon")
    flag, out = zeros(1), zeros(4)
    with pytest.raises(ValueError, match="^CUDAPY_WAIT_LIMIT is 'soon', which is no number of seconds"):
        cp.compile(flags, target="cpu")(4)(flag, out)


# ---- numba's dialect


@cuda.jit
def numba_on_later(ready, out):
    i = cuda.grid(1)
    while cuda.atomic.add(ready, 0, 0) < out.size - 1 - i:
        pass
    out[i] = cuda.atomic.add(ready, 0, 1)


@cuda.jit
def numba_flags(flag, out):
    i = cuda.grid(1)
    while flag[0] != i:
        cuda.threadfence()
    out[i] = i
    cuda.threadfence()
    flag[0] = i + 1


@cuda.jit
def numba_lock(lock, total):
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    cuda.threadfence()
    total[0] = total[0] * 3 % 1009 + 1
    cuda.threadfence()
    cuda.atomic.exch(lock, 0, 0)


@cuda.jit
def numba_lock_inside(lock, total):
    done = False
    while not done:
        if cuda.atomic.compare_and_swap(lock, 0, 1) == 0:
            total[0] = total[0] * 3 % 1009 + 1
            cuda.threadfence()
            cuda.atomic.exch(lock, 0, 0)
            done = True


@cuda.jit(device=True)
def numba_wait(lock, row, t):
    while cuda.atomic.add(lock, row, 0) < t:
        pass


@cuda.jit
def numba_wave_front(costs, lock, out):
    """A row begins a step when the row above has done it, as in warprnnt-numba's alpha kernel."""
    row = cuda.threadIdx.x
    for t in range(out.shape[1]):
        if row > 0:
            numba_wait(lock, row - 1, t + 1)
        left = out[row, t - 1] if t > 0 else 0.0
        up = out[row - 1, t] if row > 0 else 0.0
        out[row, t] = max(left, up) + costs[row, t]
        cuda.threadfence()
        cuda.atomic.add(lock, row, 1)


@cuda.jit
def numba_shared(out):
    turn = cuda.shared.array(1, np.int32)
    t = cuda.threadIdx.x
    if t == 0:
        turn[0] = 0
    cuda.syncthreads()
    while turn[0] != t:
        pass
    out[cuda.grid(1)] = turn[0]
    cuda.threadfence_block()
    turn[0] += 1


def test_numbas_later_threads():
    ready, out = zeros(1), zeros(512)
    numba_on_later[4, 128](ready, out)
    assert out.tolist() == list(range(512))[::-1]


def test_numbas_flags():
    flag, out = zeros(1), zeros(512)
    numba_flags[4, 128](flag, out)
    assert out.tolist() == list(range(512))


def test_numbas_locks():
    lock, total = zeros(1), zeros(1)
    numba_lock[4, 128](lock, total)
    assert (lock[0], total[0]) == (0, recurrence(512))
    lock, total = zeros(1), zeros(1)
    numba_lock_inside[4, 128](lock, total)
    assert (lock[0], total[0]) == (0, recurrence(512))


@pytest.mark.parametrize("checked", [False, True])
def test_numbas_wave_fronts(checked):
    costs = np.random.default_rng(1).integers(0, 9, (24, 17)).astype(np.float64)
    expected = np.zeros_like(costs)
    for row, t in np.ndindex(costs.shape):
        left = expected[row, t - 1] if t > 0 else 0
        up = expected[row - 1, t] if row > 0 else 0
        expected[row, t] = max(left, up) + costs[row, t]
    out = np.zeros_like(costs)
    cuda.jit(checked=checked)(numba_wave_front.py_func)[1, 24](costs, zeros(24), out)
    assert out.tolist() == expected.tolist()


def test_numbas_shared_memory():
    out = zeros(256)
    numba_shared[4, 64](out)
    assert out.tolist() == list(range(64)) * 4


@pytest.mark.skipif(os.environ["CUDAPY_TARGET"] != "cpu", reason="a GPU waits for ever")
def test_numbas_waits_that_never_end(monkeypatch):
    monkeypatch.setenv("CUDAPY_WAIT_LIMIT", "0.3")
    lock, total = zeros(1) + 1, zeros(1)
    with pytest.raises(cp.KernelError) as raised:
        numba_lock[1, 32](lock, total)
    quoted = "while cuda.atomic.cas(lock, 0, 0, 1) != 0:"
    assert str(raised.value).startswith(
        f"numba_lock: the loop in line {line_of(numba_lock.py_func, quoted)} of {os.path.abspath(__file__)} "
        "waits for what no thread writes: "
    )


@cuda.jit
def numba_ring(x, out):
    ring = cuda.shared.array(8, np.int32)
    written = cuda.shared.array(1, np.int32)
    taken = cuda.shared.array(1, np.int32)
    t = cuda.threadIdx.x
    if t == 0:
        written[0] = 0
        taken[0] = 0
    cuda.syncthreads()
    if t == 0:
        for i in range(x.size):
            while written[0] - taken[0] == 8:
                cuda.threadfence_block()
            ring[i % 8] = x[i]
            cuda.threadfence_block()
            written[0] += 1
    elif t == 1:
        for i in range(x.size):
            while written[0] == taken[0]:
                pass
            cuda.threadfence_block()
            out[i] = ring[i % 8] * 2
            cuda.threadfence_block()
            taken[0] += 1


def test_numbas_producers_and_consumers():
    x, out = np.arange(100, dtype=np.int32), zeros(100)
    numba_ring[1, 64](x, out)
    assert out.tolist() == (2 * x).tolist()


@cuda.jit
def numba_common_subsequence(a, b, lengths, done):
    row = cuda.grid(1)
    if row < a.size:
        for j in range(b.size):
            if row > 0:
                while cuda.atomic.max(done, row - 1, 0) <= j:
                    pass
                cuda.threadfence()
            if a[row] == b[j]:
                lengths[row + 1, j + 1] = lengths[row, j] + 1
            else:
                lengths[row + 1, j + 1] = max(lengths[row, j + 1], lengths[row + 1, j])
            cuda.threadfence()
            cuda.atomic.add(done, row, 1)


def test_numbas_rows_of_several_blocks():
    random = np.random.default_rng(3)
    a, b = (random.integers(0, 4, n).astype(np.int32) for n in (90, 70))
    lengths, done, expected = zeros(91, 71), zeros(90), zeros(91, 71)
    numba_common_subsequence[3, 32](a, b, lengths, done)
    for i, j in np.ndindex(90, 70):
        longer = max(expected[i, j + 1], expected[i + 1, j])
        expected[i + 1, j + 1] = expected[i, j] + 1 if a[i] == b[j] else longer
    assert lengths.tolist() == expected.tolist()


@pytest.mark.parametrize(
    "launch", ["call(2000)(flag, out)", "checked(2000)(flag, out)", "call.simulate(64, flag, out)"]
)
def test_ctrl_c_ends_a_wait(launch, tmp_path):
    program = f"""
import cudapy as cp
import numpy as np
# never : void (int* flag, int* out)
def never(flag, out):
    while atomicAdd(flag, 0, 0) == 0:
        pass
    out[idx] = 1
call, checked = (cp.compile(never, target="cpu", checked=checked) for checked in (False, True))
flag, out = np.zeros(1, np.int32), np.zeros(2000, np.int32)
interrupted(lambda: {launch})
flag[0] = 1
call(2000)(flag, out)
print(out.all())
"""
    assert run(HEAD + program, tmp_path) == ["interrupted", "True"]


def test_a_thread_that_waits_may_pause():
    @cuda.jit(device=True)
    def longer(waits, by):
        cuda.atomic.add(waits, 0, 1)
        return by * 2

    @cuda.jit
    def in_order(turn, waits, out):
        i = cuda.grid(1)
        ns = 8
        while cuda.atomic.add(turn, 0, 0) != i:
            cuda.nanosleep(ns)
            if ns < 256:
                ns *= 2
        cuda.nanosleep(longer(waits, np.uint32(ns)))
        out[i] = turn[0]
        cuda.threadfence()
        cuda.atomic.add(turn, 0, 1)

    turn, waits, out = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(40, np.int32)
    in_order[2, 20](turn, waits, out)
    assert out.tolist() == list(range(40)) and turn[0] == 40 and waits[0] == 40
