"""`call.tune(n)(arguments)`, which measures ways of launching and keeps the best one. What a GPU would do, a
driver for tests does."""

import hashlib
import os
import struct
import subprocess
import sys

import pytest

import cudapy as cp
import fake_cuda
from cudapy import _core
from cudapy._launch import tune


# doubled : void (float* X, float* Y)
def doubled(X, Y):
    Y[idx] += 2 * X[idx]


# corner : void (float[,] A, int by)
def corner(A, by):
    if idx < A.shape[1] and idy < A.shape[0]:
        A[idy, idx] += by


# sums : void (float* X, float* total)
def sums(X, total):
    part = cp.shared(cp.float32, 64)
    part[threadIdx.x % 64] = X[idx]
    cp.syncthreads()
    total[blockIdx.x] = part[0]


# scaled : void (T by, T* X)
def scaled(by, X):
    X[idx] *= by


# copied : void (int8* X, int8* Y)
def copied(X, Y):
    Y[idx] = X[idx]


# tells : void (float* X)
def tells(X):
    print(X[idx])


# rows : void (float** A, float* Y)
def rows(A, Y):
    Y[idx] = A[idx][0]


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    """What one test finds best is no news for the next one."""
    monkeypatch.setenv("CUDAPY_CACHE_DIR", str(tmp_path / "cache"))


def test_arguments_stay_as_they_are():
    X, Y = [1.0] * 5000, cp.CudaArray([3.0] * 5000, target="cpu")
    call = cp.compile(doubled, target="cpu")
    tuning = call.tune(5000)(X, Y)
    assert X == [1.0] * 5000 and Y.toList() == [3.0] * 5000
    assert (tuning.kernel, tuning.device, tuning.threads) == ("doubled", "cpu", (5000, 1, 1))
    assert tuning.best in tuning.tried and tuning.usual in tuning.tried
    assert [way.milliseconds for way in tuning.tried] == sorted(way.milliseconds for way in tuning.tried)
    assert all(not way.is_coarsened and way.milliseconds > 0 for way in tuning.tried)
    assert tuning.speedup >= 1 and tuning.best.milliseconds <= tuning.usual.milliseconds
    assert len({way.block for way in tuning.tried}) == len(tuning.tried)
    call(5000)(X, Y)
    assert Y.toList() == [5.0] * 5000


def test_what_is_printed():
    A = cp.zeros((40, 60), cp.Float, target="cpu")
    tuning = cp.compile(corner, target="cpu").tune(60, 40)(A, 3)
    first, heads, *ways = repr(tuning).split("\n")
    assert first == (
        f"corner on 60 x 40 threads of cpu: the best of {len(tuning.tried)} ways is kept, "
        f"{tuning.speedup:.2f} times as fast as the usual one"
    )
    assert heads == "  milliseconds  block         variant"
    expected = []
    for way in tuning.tried:
        block = " x ".join(str(n) for n in way.block[: 2 if way.block[1] > 1 else 1])
        notes = ", kept" * (way is tuning.best) + ", usual" * (way is tuning.usual)
        expected.append(f"  {way.milliseconds:>12.4g}  {block:<12}  plain{notes}")
    assert ways == expected and len(ways) > 1
    way = tuning.tried[0]
    assert (
        repr(way)
        == f"<plain, blocks of {' x '.join(str(n) for n in way.block[:2])} threads: "
        f"{way.milliseconds:.4g} ms>".replace(" x 1 ", " ")
    )


def test_one_array_twice_is_one_copy():
    X = cp.CudaArray([1.0, 2.0], target="cpu")
    call = cp.compile(doubled, target="cpu")
    given = tune._Arguments(call, (X, X), call(2), "cpu")
    assert given.values[0] is given.values[1] is not X
    given.run(call(2), (tune._PLAIN, (2, 1, 1)))
    assert given.values[0].toList() == [3.0, 6.0]
    assert call.tune(2)(X, X).best
    assert X.toList() == [1.0, 2.0]


def test_what_was_found_is_used_later_and_elsewhere():
    call = cp.compile(doubled, target="cpu")
    assert not call.explain(5000).is_tuned
    best = call.tune(5000)([1.0] * 5000, [3.0] * 5000).best
    plan = call.explain(4097)
    assert plan.is_tuned and plan.block == best.block and "found best by tune" in repr(plan)
    assert not call.explain(4095).is_tuned and not call.explain(5000, block=64).is_tuned
    code = (
        "import test_tune, cudapy as cp; print(cp.compile(test_tune.doubled, "
        "target='cpu').explain(8000).is_tuned)"
    )
    # The child must have this CudaPy, which may be only in a folder of PYTHONPATH: only the same build reads
    # what was found.
    folders = [os.path.dirname(__file__), os.path.dirname(os.path.dirname(cp.__file__))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    assert (
        subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
        ).stdout
        == "True\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "13 1 1 0 0 0 0 1 1\n",
        "13 1 1 4 1 1 64 1 1\n",
        "13 1 1 0 0 0 1 64 1\n",
        f"13 1 1 0 0 0 {2**32} {2**32} 1\n",
    ],
)
@pytest.mark.parametrize("is_entry", [False, True])
def test_what_a_damaged_cache_says_is_no_matter(tmp_path, text, is_entry):
    """The file's own checksum, its form, and at last whether the device can launch so."""
    call = cp.compile(doubled, target="cpu")
    call.tune(5000)([1.0] * 5000, [3.0] * 5000)
    (file,) = (tmp_path / "cache").glob("*.tuned")
    file.write_bytes(entry(text.encode(), file.name) if is_entry else text.encode())
    again = cp.compile(doubled, target="cpu")
    Y = [3.0] * 5000
    again(5000)([1.0] * 5000, Y)
    assert Y == [5.0] * 5000 and not again.explain(5000).is_tuned


def entry(payload, name):
    """A file of the cache whose checksum is right, as runtime/cache/cache_entry.cpp writes it."""
    trailer = name.encode() + struct.pack("<IIQ", 0, len(name), len(payload))
    return payload + trailer + hashlib.sha256(payload + trailer).digest() + b"cudapy entry v2\n"


def test_entries_of_the_cache_are_read(tmp_path):
    """What other tests write into the cache as an entry is one."""
    call = cp.compile(doubled, target="cpu")
    call.tune(5000)([1.0] * 5000, [3.0] * 5000)
    (file,) = (tmp_path / "cache").glob("*.tuned")
    file.write_bytes(entry(b"13 1 1 0 0 0 96 1 1\n", file.name))
    plan = cp.compile(doubled, target="cpu").explain(5000)
    assert plan.is_tuned and plan.block == (96, 1, 1)


def test_cache_clear_forgets(tmp_path):
    call = cp.compile(doubled, target="cpu")
    call.tune(500)([1.0] * 500, [3.0] * 500)
    assert list((tmp_path / "cache").glob("*.tuned"))
    _core.cache_clear()
    assert not list((tmp_path / "cache").glob("*.tuned"))
    assert call.explain(500).is_tuned  # of this kernel, which is loaded
    assert not cp.compile(doubled, target="cpu").explain(500).is_tuned


def test_kernel_that_sees_its_blocks_gets_no_others():
    tuning = cp.compile(sums, target="cpu").tune(256)([1.0] * 256, [0.0] * 4)
    assert (tuning.tried, tuning.usual, tuning.best, tuning.speedup) == ((), None, None, 1.0)
    assert repr(tuning) == (
        "sums on 256 threads of cpu: the kernel sees its blocks, so that none were tried; "
        "measure launches with block="
    )


def test_decorated_kernels_are_tuned():
    decorated = cp.kernel(target="cpu")(doubled)
    assert decorated.tune(100)([1.0] * 100, [2.0] * 100).best


def test_no_threads():
    assert cp.compile(doubled, target="cpu").tune(0)([], []).best


def test_mistakes():
    call = cp.compile(doubled, target="cpu")
    with pytest.raises(TypeError) as caught:
        call.tune(2)([1.0, 2.0])
    assert str(caught.value) == (
        "doubled: expected 2 arguments (float* X, float* Y), got 1: a launch returns None, so make Y before "
        "it and pass it"
    )
    with pytest.raises(TypeError) as caught:
        call.tune(2)(X=[1.0], Y=[1.0])
    assert str(caught.value) == "doubled: tune takes the arguments by position: X, Y"
    with pytest.raises(TypeError) as caught:
        cp.compile(rows, target="cpu").tune(1)([[1.0]], [0.0])
    assert (
        str(caught.value) == "rows: parameter A (float**): tune does not measure launches with lists of lists"
    )
    with pytest.raises(TypeError) as caught:
        cp.compile(tells, target="cpu").tune(1)([1.0])
    assert str(caught.value) == "tells: tune launches a kernel many times, and this one would print each time"
    with pytest.raises(TypeError) as caught:
        cp.compile(scaled, target="cpu").tune(1)
    assert (
        str(caught.value)
        == "scaled: tune measures a kernel with types of its own: take scaled.instance(...) of the arguments"
    )


START = f"""
sys.path.insert(0, {os.path.dirname(__file__)!r})
from test_tune import copied
fake.fake_log.restype = ctypes.c_char_p

def launched():
    return fake.fake_log().decode().split(" shared")[0]

def files():
    import os
    return sorted(name.rpartition(".")[2] for name in os.listdir(os.environ["CUDAPY_CACHE_DIR"]) if name.endswith("cubin"))

X, Y = cp.zeros(1 << 19, cp.Int8), cp.zeros(1 << 19, cp.Int8)
"""  # noqa: E501


def test_forms_are_built_when_a_launch_needs_them(tmp_path):
    """The plain variant is all that small launches need; what is built then is found by the next process."""
    code = (
        START
        + """
call = cp.compile(copied)
print(len(files()))
call(1000)(X, Y)
print(len(files()), launched())
call(1 << 19)(X, Y)
print(len(files()), launched())
call(1000)(X, Y)
print(launched())
"""
    )
    first = fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path))
    assert first == [
        "1",
        "1 grid 4 1 1 block 256 1 1",
        "2 grid 512 1 1 block 256 1 1",
        "grid 4 1 1 block 256 1 1",
    ]
    second = fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path))
    assert second == [
        "2",
        "2 grid 4 1 1 block 256 1 1",
        "2 grid 512 1 1 block 256 1 1",
        "grid 4 1 1 block 256 1 1",
    ]


def test_forms_of_a_gpu_are_measured(tmp_path):
    code = (
        START
        + """
call = cp.compile(copied)
tuning = call.tune(1 << 19)(X, Y)
print(tuning)
print(*tuning.tried[-2:])
tuning = call.tune(1000)(X, Y)
print(tuning.usual.is_coarsened, tuning.usual.block)
print(call.explain(1 << 19).is_tuned, call.explain(1 << 18).is_tuned)
"""
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path)) == [
        "copied on 524288 threads of cuda:0: the best of 12 ways is kept, 1.00 times as fast "
        "as the usual one",
        "  milliseconds  block         variant",
        "             1  256           plain",
        "             1  64            plain",
        "             1  128           plain",
        "             1  512           plain",
        "             1  1024          plain",
        "             1  256           coarsened by 4, kept, usual",
        "             1  64            coarsened by 4",
        "             1  128           coarsened by 4",
        "             1  512           coarsened by 4",
        "             1  1024          coarsened by 4",
        "             1  256           coarsened by 2",
        "             1  256           coarsened by 8",
        "<coarsened by 2, blocks of 256 threads: 1 ms> <coarsened by 8, blocks of 256 threads: 1 ms>",
        "False (256, 1, 1)",
        "True False",
    ]


def test_other_factors_are_launched_where_they_were_best(tmp_path):
    """They are built once, also by a later process that has only heard of them."""
    code = (
        START
        + """
call = cp.compile(copied)
if FIRST:
    call(300_000)._keep_tuned(((8, 1, 1), (512, 1, 1)))
call(500_000)(X, Y)
print(len(files()), launched())
call(500_000)(X[1:], Y[1:])
print(len(files()), launched())
plan = call.explain(500_000)
print(plan.is_coarsened, plan.coarsening, plan.block, plan.grid)
print(plan.coarsening_reason, plan.coarsening_needs)
"""
    )
    told = [
        "2 grid 123 1 1 block 512 1 1",
        "2 grid 1954 1 1 block 256 1 1",
        "True (8, 1, 1) (512, 1, 1) (123, 1, 1)",
        "tune found that best ('X begins at a multiple of 8 bytes', 'Y begins at a multiple of 8 bytes')",
    ]
    for first in "True", "False":
        assert fake_cuda.run(code.replace("FIRST", first), CUDAPY_CACHE_DIR=str(tmp_path)) == told


def test_blocks_of_the_fastest_other_size_are_measured(tmp_path):
    code = (
        START
        + """
from cudapy._launch import tune
run = tune._Arguments.run
def timed(self, launch, way):
    taken = run(self, launch, way)
    return taken and (0.25 if way == ((8, 1, 1), (512, 1, 1)) else 0.5 if way[0] == (8, 1, 1) else 1.0)
tune._Arguments.run = timed
call = cp.compile(copied)
tuning = call.tune(1 << 19)(X, Y)
print(tuning.best, tuning.usual, tuning.speedup, len(tuning.tried))
call(1 << 19)(X, Y)
print(launched())
"""
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path)) == [
        "<coarsened by 8, blocks of 512 threads: 0.25 ms> <coarsened by 4, blocks of 256 threads: "
        "1 ms> 4.0 16",
        "grid 128 1 1 block 512 1 1",
    ]


def test_arguments_that_do_not_fit_the_best_way_get_the_usual_one(tmp_path):
    """Also in a process that has only heard of the best way."""
    code = (
        START
        + """
call = cp.compile(copied)
if FIRST:
    call(300_000)._keep_tuned(((8, 1, 1), (512, 1, 1)))
call(500_000)(X[4:], Y[4:])
print(launched())
call(500_000)(X, Y)
print(launched())
"""
    )
    for first in "True", "False":
        assert fake_cuda.run(code.replace("FIRST", first), CUDAPY_CACHE_DIR=str(tmp_path)) == [
            "grid 489 1 1 block 256 1 1",
            "grid 123 1 1 block 512 1 1",
        ]


def test_a_form_that_cannot_be_built_any_more_is_done_without(tmp_path):
    code = (
        START
        + """
call = cp.compile(copied)
call(300_000)(X, Y)
call(300_000)._keep_tuned(((8, 1, 1), (512, 1, 1)))
"""
    )
    fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path))
    code = (
        START
        + """
call = cp.compile(copied)
call(300_000)(X, Y)
print(launched(), call.explain(300_000).is_tuned)
"""
    )
    found = fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path), FAKE_NVCC_FAILS="1")
    assert found == ["grid 293 1 1 block 256 1 1 False"]


def test_the_gpu_of_the_launch_is_measured(tmp_path):
    code = (
        START
        + """
call = cp.compile(copied, target="cuda:1")
tuning = call.tune(1000)([1] * 1000, [2] * 1000)
print(tuning.device, fake.fake_launch_device(), cp.zeros(1, cp.Int8).device)
"""
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path), FAKE_COUNT="2") == ["cuda:1 1 cuda:0"]


def test_what_no_launch_can_run_is_refused(tmp_path):
    code = (
        START
        + """
from test_tune import corner
A = cp.zeros((1, 8), cp.Float)
call = cp.compile(corner)
for tried in (lambda: call(1, 2_000_000_000)(A, 1), lambda: call.tune(1, 2_000_000_000)(A, 1)):
    try:
        tried()
    except cp.LaunchError as error:
        print(error)
"""
    )
    plain, tuned = fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path))
    assert plain == tuned and "too large on axis y" in plain


def test_a_choice_that_a_launch_cannot_take_is_not_explained(tmp_path):
    code = (
        START
        + """
from test_tune import corner
call = cp.compile(corner)
call(2, 100_000)._keep_tuned(((0, 0, 0), (32, 2, 1)))
print(call.explain(2, 100_000).grid, call.explain(2, 131_071).grid, call.explain(2, 131_071).is_tuned)
call(2, 131_071)(cp.zeros((1, 8), cp.Float), 1)
print(launched())
"""
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path)) == [
        "(1, 50000, 1) (1, 1024, 1) False",
        "grid 1 1024 1 block 2 128 1",
    ]


def test_what_was_kept_before_is_not_lost_with_the_file(tmp_path):
    call = cp.compile(doubled, target="cpu")
    call(100)._keep_tuned(((0, 0, 0), (64, 1, 1)))
    (file,) = (tmp_path / "cache").glob("*.tuned")
    content = file.read_bytes()
    call(1000)._keep_tuned(((0, 0, 0), (64, 1, 1)))
    file.write_bytes(content)  # as another process that read it before
    call(10_000)._keep_tuned(((0, 0, 0), (64, 1, 1)))
    assert [call.explain(n).is_tuned for n in (100, 1000, 10_000)] == [True] * 3


def test_coarsened_kernels_and_plain_ones_get_no_other_factors(tmp_path):
    code = (
        START
        + """
for options in {"coarsen": 2}, {"optimize": False}:
    tuning = cp.compile(copied, **options).tune(1 << 19)(X, Y)
    print(sorted({way.coarsening for way in tuning.tried}))
"""
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path)) == ["[(1, 1, 1), (2, 1, 1)]", "[(1, 1, 1)]"]


def test_factors_along_two_axes(tmp_path):
    code = (
        START
        + """
from test_tune import corner
A = cp.zeros((256, 256), cp.Float)
tuning = cp.compile(corner).tune(256, 256)(A, 3)
print(sorted({way.coarsening for way in tuning.tried}))
print(sorted({way.coarsening for way in cp.compile(corner).tune(256)(A, 3).tried}))
"""
    )
    along_y = (
        "(1, 2, 1), (1, 4, 1), (1, 8, 1), (2, 1, 1), (2, 2, 1), (2, 4, 1), (4, 1, 1), (4, 2, 1), (8, 1, 1)"
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path)) == [
        f"[(1, 1, 1), {along_y}]",
        "[(1, 1, 1), (2, 1, 1), (4, 1, 1), (8, 1, 1)]",
    ]


def test_variant_does_not_fit_arrays_that_are_not_aligned(tmp_path):
    code = (
        START
        + """
tuning = cp.compile(copied).tune((1 << 19) - 1)(X[1:], Y[1:])
print(sorted({way.coarsening for way in tuning.tried}), tuning.usual.is_coarsened)
"""
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path)) == ["[(1, 1, 1), (2, 1, 1)] False"]


def test_recorded_graphs_use_the_plain_form_until_the_other_one_is_there(tmp_path):
    code = (
        START
        + """
call = cp.compile(copied)
with cp.capture() as graph:
    call(1 << 19)(X, Y)
print(len(files()))
"""
    )
    assert fake_cuda.run(code, CUDAPY_CACHE_DIR=str(tmp_path)) == ["1"]
