"""Dynamic shared memory beyond the 48 KB that a GPU gives unasked; test_oracle_blocks.py has what kernels
compute with it."""

import fake_cuda
import pytest

import cudapy as cp
from raising import raises


# turn : void (int* X)
def turn(X):
    piece = cp.shared(int)
    piece[threadIdx.x] = X[idx]
    cp.syncthreads()
    X[idx] = piece[blockDim.x - 1 - threadIdx.x]


START = """
# turn : void (int* X)
def turn(X):
    piece = cp.shared(int)
    piece[threadIdx.x] = X[idx]
    cp.syncthreads()
    X[idx] = piece[blockDim.x - 1 - threadIdx.x]

def refusal(action):
    try: action()
    except Exception as error: return f"{type(error).__name__}: {error}"
    return "launched"

fake.fake_log.restype = ctypes.c_char_p
def log(): return fake.fake_log().decode().split(" stream ")[0]
X = cp.CudaArray([1, 2, 3] + [0] * 253)
turn = cp.compile(turn)
"""


def test_the_limit_is_raised_once_for_a_device():
    """The fake driver's kernels have 512 bytes of constant size, and may have 48640 others until somebody
    asks for more."""
    assert fake_cuda.run(
        START
        + """
print(refusal(lambda: turn(3, shared=12160)(X)), fake.fake_shared_raises(), log())
for count in (12161, 20000, 57984, 100):
    print(refusal(lambda: turn(3, shared=count)(X)), fake.fake_shared_raises(), log())
calls = fake.fake_calls()
launch = turn(3, shared=50000)
print(fake.fake_calls() - calls)
with cp.Device(1):
    Y = cp.CudaArray([1, 2, 3] + [0] * 253)
    for count in (100, 20000, 30000):
        print(refusal(lambda: turn(3, shared=count)(Y)), fake.fake_shared_raises(), fake.fake_launch_device())
print(refusal(lambda: turn(3, shared=57985)(X)), fake.fake_shared_raises())
""",
        FAKE_COUNT="2",
    ) == [
        "launched 0 grid 1 1 1 block 256 1 1 shared 48640",
        "launched 1 grid 1 1 1 block 256 1 1 shared 48644",
        "launched 1 grid 1 1 1 block 256 1 1 shared 80000",
        "launched 1 grid 1 1 1 block 256 1 1 shared 231936",
        "launched 1 grid 1 1 1 block 256 1 1 shared 400",
        "0",
        "launched 1 1",
        "launched 2 1",
        "launched 2 1",
        "LaunchError: turn: shared: piece takes 231940 bytes, and the most that cuda:0 gives a block of the "
        "kernel is 231936, besides its 512 bytes of constant size: use fewer elements, got int 57985 2",
    ]


def test_explain_and_graphs():
    assert fake_cuda.run(
        START
        + """
plan = turn.explain(3, shared=25600)
print(plan.dynamic_shared, plan.static_shared, plan.active_blocks, plan.limited_by)
with cp.capture() as graph:
    turn(3, shared=40000)(X)
graph.replay()
print(fake.fake_shared_raises(), log())
"""
    ) == [
        "102400 512 2 ('shared memory',)",
        "1 grid 1 1 1 block 256 1 1 shared 160000",
    ]


def test_the_first_launch_that_asks_is_recorded():
    assert fake_cuda.run(
        START
        + """
with cp.capture() as graph:
    turn(3, shared=40000)(X)
graph.replay()
print(fake.fake_shared_raises(), log())
"""
    ) == ["1 grid 1 1 1 block 256 1 1 shared 160000"]


def test_threads_that_ask_at_once():
    """They may both raise the limit, to the same."""
    assert fake_cuda.run(
        START
        + """
found = []
begin = threading.Barrier(8)
def work(number):
    begin.wait()
    found.append(refusal(lambda: turn(3, shared=20000 + 1000 * number)(X)))
threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(found == ["launched"] * 8, 1 <= fake.fake_shared_raises() <= 8)
"""
    ) == ["True True"]


def test_cuda_source():
    nvcc = cp._core.compiler("nvcc", [])[0] if _has_nvcc() else pytest.skip("no nvcc")
    assert fake_cuda.run(
        START
        + """
source = cp.cuda_source("__global__ void fill(int* A) { extern __shared__ int cache[]; A[0] = cache[0]; }")
for count in (48640, 100000, 231936, 231937, 1 << 70):
    print(refusal(lambda: source.fill(3, shared=count)(X)), fake.fake_shared_raises(), log())
print(source.fill.explain(3, shared=100000).active_blocks)
""",
        CUDAPY_NVCC=nvcc,
    ) == [
        "launched 0 grid 1 1 1 block 32 1 1 shared 48640",
        "launched 1 grid 1 1 1 block 32 1 1 shared 100000",
        "launched 1 grid 1 1 1 block 32 1 1 shared 231936",
        "LaunchError: fill: shared= is more bytes of dynamic shared memory than there are: the most that "
        "cuda:0 gives a block of the kernel is 231936, besides its 512 bytes of constant size, got int "
        "231937 1 grid 1 1 1 block 32 1 1 shared 231936",
        "LaunchError: fill: shared= is more bytes of dynamic shared memory than there are: the most that "
        "cuda:0 gives a block of the kernel is 231936, besides its 512 bytes of constant size, got int "
        "1180591620717411303424 1 grid 1 1 1 block 32 1 1 shared 231936",
        "2",
    ]


def _has_nvcc():
    try:
        return bool(cp._core.compiler("nvcc", []))
    except cp.Error:
        return False


def test_the_cpu_has_227_kilobytes():
    call = cp.compile(turn, target="cpu")
    X = list(range(64))
    call(64, block=64, shared=58112)(X)
    assert X == list(range(63, -1, -1))
    with raises(
        cp.LaunchError,
        "turn: shared: piece takes 232452 bytes, and the most that cpu gives a block of the kernel is "
        "232448: use fewer elements, got int 58113",
    ):
        call(64, block=64, shared=58113)
