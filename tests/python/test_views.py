"""Views of CudaArrays, and what moves their elements: every operation against NumPy's on the same numbers. On
the target under test, and on the fake GPU, whose strided copies are written from their description."""

import gc
import io
import itertools
import random
import shutil
import subprocess
from pathlib import Path

import cudapy as cp
import fake_cuda
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")

TYPES = ["int8", "float16", "int32", "float64", "complex128"]


@pytest.fixture
def make(target):
    return lambda data, *arguments: cp.CudaArray(data, *arguments, target=target)


def numbers(*shape, dtype=np.int32):
    return np.arange(int(np.prod(shape)), dtype=dtype).reshape(shape)


def check(made, expected):
    """The same shape, elements and strides, by every way to look."""
    assert made.shape == expected.shape
    assert made.toList() == expected.tolist()
    if expected.size:
        assert all(a == b for a, b, n in zip(made.strides, expected.strides, expected.shape) if n > 1)
    assert (made.toHost() == expected).all()
    copied = made.copy()
    assert copied.toList() == expected.tolist()
    assert copied.ravel().pointer() == copied.pointer() and copied.ravel().strides == (expected.itemsize,)


VIEWS = {
    "steps": lambda A: A[::2],
    "reversed": lambda A: A[::-1],
    "both reversed": lambda A: A[::-1, ::-1],
    "column": lambda A: A[:, 1],
    "columns": lambda A: A[:, 1:3],
    "steps in both": lambda A: A[1::2, ::-2],
    "ellipsis": lambda A: A[..., 2],
    "newaxis": lambda A: A[:, None, 1:],
    "transposed": lambda A: A.T,
    "transposed part": lambda A: A.T[1:, ::2],
    "of a view": lambda A: A[1:, 1:][::-1][:, ::2],
    "row": lambda A: A[-1],
    "nothing": lambda A: A[5:, 1:],
    "one": lambda A: A[1:2, 2:3],
}


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", VIEWS)
def test_views(make, name, dtype):
    view, whole = VIEWS[name], numbers(5, 4, dtype=dtype)
    made = make(whole)
    check(view(made), view(whole))
    view(made).fill(7)
    view(whole).fill(7)
    assert made.toList() == whole.tolist()
    replacement = np.arange(view(whole).size, dtype=dtype).reshape(view(whole).shape) + 50
    for given in (replacement, replacement.tolist() if replacement.size else replacement, make(replacement)):
        view(made)[:] = 3
        view(made)[...] = given
        view(whole)[...] = replacement
        assert made.toList() == whole.tolist()


@pytest.mark.parametrize("shape", [(4, 6), (2, 3, 4), (2, 1, 3, 2)], ids=str)
def test_transposes(make, shape):
    whole = numbers(*shape)
    made = make(whole)
    for axes in itertools.permutations(range(len(shape))):
        check(made.transpose(*axes), whole.transpose(*axes))
        check(made.transpose(axes), whole.transpose(*axes))
    check(made.transpose(*(axis - len(shape) for axis in reversed(range(len(shape))))), whole.T)
    check(made.T, whole.T)
    check(made.transpose(), whole.T)
    assert made.T.pointer() == made.pointer()


def test_axes_that_are_none(make):
    made = make(numbers(2, 3))
    for axes, text in (
        ((0, 0), "CudaArray.transpose: expected each of the axes 0 to 1 once, got 0"),
        ((0, 2), "CudaArray.transpose: expected each of the axes 0 to 1 once, got 2"),
        ((0,), "CudaArray.transpose: expected the 2 axes of the array in another order, got 1"),
    ):
        with raises(ValueError, text):
            made.transpose(*axes)


def test_reshaped_views_are_numpys(make):
    """Where NumPy can show a view in another shape without a copy, so can we, and nowhere else."""
    shapes = [
        (24,),
        (2, 12),
        (12, 2),
        (4, 6),
        (2, 3, 4),
        (4, 3, 2),
        (1, 24),
        (24, 1),
        (2, 2, 2, 3),
        (3, 1, 8),
    ]
    views = [
        lambda A: A,
        lambda A: A[::-1],
        lambda A: A.T,
        lambda A: A[:, ::2],
        lambda A: A[::2],
        lambda A: A[:, None],
        lambda A: A[1:3],
        lambda A: A[:, 2:4].T,
        lambda A: A[:, 1],
    ]
    seen = set()
    for base, view, shape in itertools.product(
        [(4, 6), (6, 4), (2, 3, 4), (24,), (8, 6), (4, 12), (24, 3)], views, shapes
    ):
        try:
            whole = view(numbers(*base))
        except IndexError:
            continue
        if whole.size != 24:
            continue
        made = view(make(numbers(*base)))
        shown = whole.view()
        try:
            shown.shape = shape
        except (AttributeError, ValueError):
            seen.add(False)
            with raises(
                ValueError,
                f"CudaArray.reshape: no strides give this view the shape {shape!r}: make its elements "
                "follow each other first, by copy().reshape(...)",
            ):
                made.reshape(shape)
            assert made.ravel().toList() == whole.ravel().tolist()
            continue
        seen.add(True)
        check(made.reshape(shape), shown)
        assert made.reshape(shape).pointer() == made.pointer()
    assert seen == {True, False}


def test_ravel_shares_where_it_can(make):
    made = make(numbers(3, 4))
    made.ravel()[5] = 100
    assert made[1, 1] == 100
    made[:, 1:].ravel()[0] = 200  # a copy
    assert made[0, 1] == 1
    made[:, ::2].ravel()[0] = 0  # strides of their own
    assert made[0, 0] == 0


@pytest.mark.parametrize("seed", range(6))
def test_assignments_between_views(make, seed):
    """Of one array to itself too, where what is read must not be what was written."""
    rng = random.Random(seed)
    whole = numbers(6, 7)
    made = make(whole)
    keys = [
        slice(None),
        slice(1, 5),
        slice(None, None, -1),
        slice(4, None, -2),
        slice(0, 4),
        slice(2, 6),
        slice(None, None, 2),
        slice(3, None),
    ]
    done = 0
    while done < 60:
        to, source = ((rng.choice(keys), rng.choice(keys)) for _ in range(2))
        if whole[to].shape != whole[source].shape:
            if whole[to].shape != whole[source].T.shape:
                continue
            whole[to] = whole[source].T.copy()
            made[to] = made[source].T
        else:
            whole[to] = whole[source].copy()
            made[to] = made[source]
        assert made.toList() == whole.tolist(), (to, source)
        done += 1
        whole += 1
        made[...] = whole


def test_assignments_that_do_not_fit(make):
    made = make(numbers(3, 4))
    for key, value, text in (
        (
            slice(None),
            make(numbers(4, 3)),
            "CudaArray of int: a part of shape (3, 4) cannot take a value of shape (4, 3)",
        ),
        (
            (slice(None), 0),
            make(numbers(2)),
            "CudaArray of int: a part of shape (3,) cannot take a value of shape (2,)",
        ),
    ):
        with raises(ValueError, text):
            made[key] = value
    with raises(TypeError, "CudaArray of int: expected an integer, got float 1.5"):
        made[:, 0] = 1.5
    with raises(
        OverflowError, "CudaArray of int: int 2147483648 is out of range for int (-2147483648 to 2147483647)"
    ):
        made.fill(2**31)
    with raises(TypeError, "CudaArray of int: expected an integer, got list [1]"):
        made.fill([1])
    made[:, 0] = make([7, 8, 9], cp.Int64)  # through Python's numbers, with their checks
    assert made[:, 0].toList() == [7, 8, 9]


def test_copies_to_and_from_views(make):
    whole = numbers(4, 6)
    made = make(whole)
    made[:, ::2].copy_from(make(whole[:, 1::2].copy()))
    whole[:, ::2] = whole[:, 1::2]
    assert made.toList() == whole.tolist()
    made.T[1].copy_from(np.array([7, 8, 9, 10], np.int32))
    whole[:, 1] = [7, 8, 9, 10]
    target = np.zeros((6, 4), np.int32)
    made.T.copy_to(target)
    assert made.toList() == whole.tolist() and target.tolist() == whole.T.tolist()
    made[1:].copy_from(made[:-1])  # one memory
    other = make(np.zeros((3, 6), np.int32))
    made[::-1][:3].copy_to(other)
    assert made[1:].toList() == other[::-1].toList() == whole[:-1].tolist()


@pytest.mark.parametrize("shape", [(4, 0), (0, 4), (4, 0, 2), (4, 4)], ids=str)
def test_views_without_elements(make, shape):
    """Wherever such a view begins, also in memory of no bytes: it is copied to and from like one that begins
    where the memory does."""
    views = [
        lambda A: A,
        lambda A: A[2:4],
        lambda A: A[1:, ::-1],
        lambda A: A[::-2],
        lambda A: A.T[:, 2:],
        lambda A: A[4:],
        lambda A: A[:, 4:],
        lambda A: A[3:, 4:],
        lambda A: A[:, 4:][2:][::-1],
        lambda A: A[:, 1:1].reshape(0, 3),
    ]
    whole = numbers(*shape, dtype=np.float32)
    views += [lambda A, row=row: A[row] for row in range(shape[0])] if whole.size == 0 else []
    for view in views:
        expected = view(whole)
        if expected.size:
            continue
        made = view(make(whole))
        check(made, expected)
        check(make(made), expected)
        host = np.empty(expected.shape, np.float32)
        for other in (make(host), view(make(whole)), host):
            made.copy_from(other)
            made.copy_to(other)
            made[:] = other
            made.copy().copy_to(made)
        made.fill(1)
        assert np.asarray(made).shape == (made + 1).shape == expected.shape


def test_conversions(make):
    made = make(numbers(2, 3))
    assert made.T.astype(cp.Double).toList() == numbers(2, 3).T.tolist()
    assert made.astype(cp.Double).elemType() is cp.Double
    assert made[::-1].astype(np.uint8).toList() == [[3, 4, 5], [0, 1, 2]]
    assert made.astype(cp.Int).pointer() != made.pointer()
    with pytest.raises(OverflowError):
        make([300]).astype(cp.UInt8)
    with pytest.raises(TypeError):
        made.astype(None)


@cp.struct
class Point:
    n: cp.uint8
    x: cp.float32
    y: cp.float32


@cp.struct
class Wide:
    a: cp.float64
    b: cp.float64
    c: cp.int8


def test_dtypes(make):
    for dtype in ["bool", *TYPES, "uint64", "complex64"]:
        assert make(np.zeros(2, dtype)).dtype == np.dtype(dtype)
    assert make([Point(1, 2, 3)]).dtype == Point.dtype
    with raises(TypeError, "NumPy has no bfloat16: elemType() gives the type"):
        make([1.0], cp.BFloat16).dtype
    with raises(
        TypeError,
        "NumPy has no float4: elemType() gives the type, and toHost() numbers with a dimension more",
    ):
        cp.CudaArray.allocate(1, cp.float4, make([0]).device.split(":")[0]).dtype


@pytest.mark.parametrize("kind", [Point, Wide], ids=["12 bytes", "24 bytes"])
def test_views_of_structs(make, kind):
    values = [[kind(i, j, 10 * i + j) for j in range(4)] for i in range(3)]
    made = make(values)
    assert made.T.toList() == [list(column) for column in zip(*values)]
    assert made[::-1, 1::2].copy().toList() == [row[1::2] for row in values[::-1]]
    made[:, 0] = kind(9, 9, 9)
    made.T[3] = made[:, 1]
    assert made[2].toList() == [kind(9, 9, 9), kind(2, 1, 21), kind(2, 2, 22), kind(2, 1, 21)]
    assert made[1:, ::-1].toHost()["x" if kind is Point else "a"].shape == (2, 4)


def test_eight_dimensions_of_a_struct(make):
    whole = np.zeros((2,) * 8, Point.dtype)
    whole["x"] = np.arange(256).reshape(whole.shape)
    made = make(whole)
    assert (made.T.copy().toHost()["x"] == whole.T["x"]).all()
    assert (
        made.transpose(7, 0, 6, 1, 5, 2, 4, 3).copy().toHost()["x"]
        == whole.transpose(7, 0, 6, 1, 5, 2, 4, 3)["x"]
    ).all()


def test_kernels_take_what_follows_each_other(make, target):
    call = cp.compile([kernels.saxpy, kernels.scale_int], target=target)
    whole = make(numbers(4, 3))
    call.scale_int(3)(2, whole[1])  # a row
    assert whole.toList() == [[0, 1, 2], [18, 24, 30], [6, 7, 8], [9, 10, 11]]
    call.scale_int(6)(1, whole[2:].reshape(-1))
    for view in (whole[:, 1], whole[::2, 0], whole[0, ::-1]):
        with raises(
            ValueError,
            "scale_int: parameter A (int*): the elements of this CudaArray do not follow each other in "
            "memory: the kernel writes to it, so write `A = A.copy()` before the launch",
        ):
            call.scale_int(3)(1, view)
    copied = whole[:, 1].copy()
    call.scale_int(4)(1, copied)
    X = make(np.arange(8, dtype=np.float32))
    with raises(
        ValueError,
        "saxpy: X and Y share memory without being the same, and the kernel writes to Y: pass a copy of one",
    ):
        call.saxpy(4)(1.0, X[:4], X[2:6])
    call.saxpy(4)(1.0, X[:4], X[4:])
    assert X.toList() == [0, 1, 2, 3, 4, 6, 8, 10]


def test_views_share_and_free_together(make):
    whole = make(numbers(4, 4))
    view = whole[1:, ::2].T
    whole[1, 2] = 99
    assert view[1, 0] == 99
    whole.free()
    with raises(ValueError, "this CudaArray was freed"):
        view.toList()
    with raises(ValueError, "this CudaArray was freed"):
        view[:, 0]
    view = make(numbers(4, 4))[::2]
    gc.collect()
    assert view.toList() == numbers(4, 4)[::2].tolist()


def test_views_on_the_host_show_their_strides():
    whole = cp.CudaArray(numbers(4, 6), target="cpu")
    for view, expected in ((whole[1::2, ::-1], numbers(4, 6)[1::2, ::-1]), (whole.T, numbers(4, 6).T)):
        shown = np.asarray(view)
        assert (shown.strides, shown.tolist()) == (expected.strides, expected.tolist())
        assert np.shares_memory(shown, np.asarray(whole))
        assert np.from_dlpack(view).strides == expected.strides
    with raises(BufferError, "the elements of this CudaArray do not follow each other: show a copy()"):
        io.BytesIO().write(whole[:, 1])
    assert np.asarray(whole.T).flags.f_contiguous


# ---- on the fake GPU

FAKE = """
import itertools, random, numpy as np
whole = np.arange(4 * 5 * 6, dtype=DTYPE).reshape(4, 5, 6)
made = cp.CudaArray(whole)
rng = random.Random(5)
def key():
    parts = []
    for extent in (4, 5, 6):
        parts.append(rng.choice([slice(None), slice(None, None, -1), slice(1, None, 2), slice(None, 3), slice(-1, None, -2), rng.randrange(extent)]))
    return tuple(parts)
for _ in range(60):
    k = key()
    if isinstance(whole[k], np.ndarray):
        assert made[k].toList() == whole[k].tolist()
        assert made[k].T.copy().toList() == whole[k].T.tolist(), k
        other = cp.CudaArray(whole[k].T[::-1].copy())
        made[k] = other[::-1].T
        assert made.toList() == whole.tolist(), k
        made[k] = (whole[k] * 2).tolist() if whole[k].size else whole[k]
        whole[k] *= 2
        n = rng.randrange(3)
        made[k].fill(n); whole[k] = n
        whole += 1
        made[...] = whole
    else:
        made[k] = 0; whole[k] = 0
    assert made.toList() == whole.tolist(), k
made[1:] = made[:-1]; whole[1:] = whole[:-1].copy()
assert made.toList() == whole.tolist()
assert cp.CudaArray(made[:, ::2].T, target="cpu").toList() == whole[:, ::2].T.tolist()
made[:, 0] = cp.CudaArray(whole[:, 1], target="cpu")[...]
print(made[:, 0].toList() == whole[:, 1].tolist(), fake.fake_wild_uses())
"""  # noqa: E501


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "float64", "complex128"])
def test_on_the_fake_gpu(dtype):
    assert fake_cuda.run(FAKE.replace("DTYPE", repr(dtype))) == ["True 0"]


def test_on_the_fake_gpu_in_the_order_of_streams():
    code = """
import numpy as np
stream = cp.Stream(non_blocking=True)
with stream:
    made = cp.CudaArray(np.arange(12, dtype=np.int32).reshape(3, 4))
    view = made[:, ::2]
    view.fill(5)
print(view.copy().toList(), made.T[1].toList())  # on the default stream, which waits
made.free()
cp.synchronize()
print(fake.fake_wild_uses())
"""
    assert fake_cuda.run(code) == ["[[5, 5], [5, 5], [5, 5]] [1, 5, 9]", "0"]


def test_structs_on_the_fake_gpu():
    code = """
@cp.struct
class Odd:
    x: cp.float32
    y: cp.float32
    z: cp.float32
values = [[Odd(i, j, i * j) for j in range(3)] for i in range(4)]
made = cp.CudaArray(values)
made.T[1] = Odd(7, 7, 7)
for row in values: row[1] = Odd(7, 7, 7)
print(made[::-1, ::-1].T.copy().toList() == [[values[i][j] for i in (3, 2, 1, 0)] for j in (2, 1, 0)], fake.fake_wild_uses())
made.fill(values[2][2])
print(made.toList() == [[values[2][2]] * 3] * 4)
"""  # noqa: E501
    assert fake_cuda.run(code) == ["True 0", "True"]


# ---- arrays without data


@pytest.mark.parametrize(
    "kind",
    [cp.Bool, cp.Int8, cp.Half, cp.BFloat16, cp.Int, cp.Float, cp.Double, cp.Complex128],
    ids=lambda kind: kind.name,
)
def test_arrays_without_data(target, kind):
    value = kind.name == "bool" or 1
    made = cp.full((2, 3), value, kind, target)
    assert (made.shape, made.elemType(), made.toList()) == ((2, 3), kind, [[value] * 3] * 2)
    assert cp.zeros(4, kind, target).toList() == [0] * 4
    empty = cp.empty((2, 0, 3), kind, target=target)
    assert (empty.shape, empty.size, empty.nbytes) == ((2, 0, 3), 0, 0)
    assert cp.empty(5, kind, target).nbytes == 5 * kind.size


def test_structs_without_data(target):
    made = cp.full(shape=3, value=Point(1, 2, 3), type=Point, target=target)
    assert made.toList() == [Point(1, 2, 3)] * 3
    assert cp.zeros(2, Point, target).toList() == [Point(0, 0, 0)] * 2
    assert cp.full(2, cp.float4(1, 2, 3, 4), cp.float4, target).toHost().tolist() == [[1, 2, 3, 4]] * 2


def test_what_cannot_be_made(target):
    for make, arguments, kind, text in (
        (cp.zeros, (-1, cp.Int), ValueError, "zeros: the length must not be negative, got -1"),
        (cp.empty, (1.5, cp.Int), TypeError, "empty: the length must be an integer, got float 1.5"),
        (cp.empty, ((1,) * 9, cp.Int), ValueError, "empty: a shape has 1 to 8 extents, got 9"),
        (cp.full, (3, 1.5, cp.Int), TypeError, "full: expected an integer, got float 1.5"),
        (cp.full, (3, 300, cp.UInt8), OverflowError, "full: int 300 is out of range for uint8 (0 to 255)"),
        (cp.zeros, (3, cp.Void), TypeError, "zeros: there are no arrays of void"),
        (
            cp.zeros,
            (3, 2.5),
            TypeError,
            "zeros: expected an element type, such as cp.Float, cp.Int or cp.uint8, got float 2.5",
        ),
        (
            cp.zeros,
            (3, "x"),
            TypeError,
            'zeros: "x" is no name of a type: write one such as "float32", "int64" or "bool"',
        ),
    ):
        with raises(kind, text):
            make(*arguments, target)


def test_the_ptx_of_strided_copies_is_valid():
    ptxas = shutil.which("ptxas")
    if not ptxas:
        pytest.skip("no ptxas")
    text = (Path(__file__).resolve().parents[2] / "runtime/memory/strided_copy.inc").read_text(
        encoding="utf-8"
    )
    ptx = text[text.index('R"ptx(') + 6 : text.rindex(')ptx"')].strip() + "\n"
    assert ".version 6.4\n.target sm_52\n" in ptx
    for architecture in ("sm_75", "sm_90"):
        run = subprocess.run(
            [ptxas, f"-arch={architecture}", "-", "-o", "/dev/null"],
            input=ptx,
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stdout + run.stderr
