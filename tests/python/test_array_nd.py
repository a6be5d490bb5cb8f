"""CudaArrays of several dimensions on the host: what they take, give and refuse."""

import copy
import gc
import itertools
import math
import pickle
import sys

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


def make(data, *arguments):
    return cp.CudaArray(data, *arguments, target="cpu")


def numbers(*shape, dtype=np.int32):
    return np.arange(math.prod(shape), dtype=dtype).reshape(shape)


SHAPES = [
    (2, 3),
    (1, 1),
    (3, 1),
    (1, 4),
    (2, 3, 4),
    (2, 1, 2, 2),
    (2,) * 8,
    (0, 3),
    (3, 0),
    (0, 0),
    (2, 0, 3),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_goes_in_comes_out(shape):
    A = numbers(*shape, dtype=np.float32)
    told = 0 not in shape[:-1]  # lists do not tell the extents after an empty one
    for made in (make(A), make(A.tolist() if told else A, cp.Float), make(make(A)), make(memoryview(A))):
        assert (made.shape, made.ndim, made.size, len(made), made.length()) == (
            shape,
            len(shape),
            A.size,
            shape[0],
            shape[0],
        )
        assert made.elemType() is cp.Float and made.nbytes == A.nbytes
        assert made.toList() == A.tolist()
        host = made.toHost()
        assert host.shape == shape and host.dtype == np.float32 and (host == A).all()
        assert np.asarray(made).shape == shape


def test_lists_do_not_tell_what_follows_an_empty_one():
    assert [make(data, cp.Int).shape for data in ([], [[]], [[], []], [[[]], [[]]])] == [
        (0,),
        (1, 0),
        (2, 0),
        (2, 1, 0),
    ]


@pytest.mark.parametrize(
    ("data", "type_name", "values"),
    [
        ([[1, 2], [3, 4]], "int", [[1, 2], [3, 4]]),
        ([[True], [False]], "bool", [[True], [False]]),
        ([[1, 2], [3, 2.5]], "float", [[1.0, 2.0], [3.0, 2.5]]),
        ([[1], [1 << 40]], "int64", [[1], [1 << 40]]),
        (((1, 2), (3, 4)), "int", [[1, 2], [3, 4]]),
        ([(1, 2), [3, 4], range(5, 7)], "int", [[1, 2], [3, 4], [5, 6]]),
        (([i, i + 1] for i in range(2)), "int", [[0, 1], [1, 2]]),
        (zip([1, 2], [3.5, 4]), "float", [[1.0, 3.5], [2.0, 4.0]]),
        ([[0] * 2] * 2, "int", [[0, 0], [0, 0]]),
        ([[[1], [2]], [[3], [4]]], "int", [[[1], [2]], [[3], [4]]]),
    ],
)
def test_lists_of_lists(data, type_name, values):
    made = make(data)
    assert (made.elemType().name, made.toList()) == (type_name, values)


@pytest.mark.parametrize(
    "view",
    [
        lambda A: A.T,
        lambda A: np.asfortranarray(A),
        lambda A: A[::-1, ::-1],
        lambda A: A[:, ::2],
        lambda A: A[1:, 1:-1],
        lambda A: A[::2],
        lambda A: A[:, :1],
        lambda A: A[:0, ::2],
        lambda A: np.broadcast_to(A[0], (3, A.shape[1])),
        lambda A: np.broadcast_to(A[:, :1], (A.shape[0], 3)),
        lambda A: A.reshape(2, 2, 6).transpose(2, 0, 1),
        lambda A: np.lib.stride_tricks.sliding_window_view(A, (2, 3)),
    ],
)
@pytest.mark.parametrize("dtype", [np.bool_, np.int32, np.float64])
def test_strided_arrays_are_packed(view, dtype):
    A = view((numbers(4, 6) % 5).astype(dtype))
    made = make(A)
    assert made.shape == A.shape and made.toList() == A.tolist()
    assert make(memoryview(A)).toList() == A.tolist()
    assert make(A, cp.Double).toList() == A.astype(float).tolist()


def test_a_view_that_is_not_aligned():
    raw = np.zeros(25, np.uint8)
    odd = raw[1:].view(np.float32).reshape(2, 3)
    odd[...] = [[1, 2, 3], [4, 5, 6]]
    assert make(odd).toList() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]


def test_takes_the_type_asked_for():
    assert make([[1, 2]], cp.Float).toList() == [[1.0, 2.0]]
    assert make([[]], cp.Double).shape == (1, 0)
    assert make(numbers(2, 2), float).toList() == [[0.0, 1.0], [2.0, 3.0]]
    with raises(TypeError, "CudaArray: element [1, 0]: expected an integer, got float 2.5"):
        make([[1], [2.5]], cp.Int)
    with raises(
        OverflowError,
        "CudaArray: element [1, 0]: int 1099511627776 is out of range for int (-2147483648 to 2147483647)",
    ):
        make(np.array([[1, 2], [3, 1 << 40]])[:, ::-1], cp.Int)


RAGGED = (
    "the rows of an array are equally long; fill up the short ones, or use one flat array and another one "
    "of where each row begins"
)


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        (
            [[[1], [2]], [[3], [4, 5]]],
            ValueError,
            f"CudaArray: row [0, 0] has 1 elements and row [1, 1] has 2: {RAGGED}",
        ),
        ([[[1], [2]], [[3]]], ValueError, f"CudaArray: row 0 has 2 elements and row 1 has 1: {RAGGED}"),
        ([[1, 2], 3], TypeError, "CudaArray: row 1: expected a list or tuple, got int 3"),
        (
            [[1], np.zeros(1)],
            TypeError,
            "CudaArray: row 1: expected a list or tuple, got ndarray array([0.]): pass one array in place "
            "of a list of arrays",
        ),
        ([1, [2]], TypeError, "CudaArray: element 1: expected a number, got list [2]"),
        ([[1, 2], [3, [4]]], TypeError, "CudaArray: element [1, 1]: expected a number, got list [4]"),
        ([[1, "x"]], TypeError, "CudaArray: element [0, 1]: expected a number, got str 'x'"),
        (["ab", "cd"], TypeError, "CudaArray: element 0: expected a number, got str 'ab'"),
        (
            [[]],
            ValueError,
            "CudaArray: an empty sequence does not tell its element type, give it: CudaArray([], cp.Float)",
        ),
        (
            [[[[[[[[[1]]]]]]]]],
            ValueError,
            "CudaArray: lists are nested deeper than the 8 dimensions of an array",
        ),
    ],
)
def test_lists_that_are_refused(data, kind, text):
    with raises(kind, text):
        make(data)


def test_a_list_in_itself():
    endless = []
    endless.append(endless)
    with raises(ValueError, "CudaArray: lists are nested deeper than the 8 dimensions of an array"):
        make(endless)


def test_rows_that_change_while_they_are_read():
    class Clears:
        def __init__(self, change):
            self.change = change

        def __index__(self):
            self.change()
            return 1

    items = [[Clears(lambda: items[1].clear()), 2], [3, 4]]
    with raises(RuntimeError, "CudaArray: the list changed while it was read"):
        make(items, cp.Int)
    items = [[Clears(lambda: items.clear()), 2], [3, 4]]
    assert make(items, cp.Int).toList() == [[1, 2], [3, 4]]  # the rows are held


def test_bools_are_0_or_1():
    odd = np.array([[1, 0, 0], [0, 1, 5]], np.uint8)
    for X, cure in ((odd.view(bool), "X != 0"), (memoryview(odd).cast("B").cast("?", (2, 3)), "X.tolist()")):
        with raises(
            ValueError, f"CudaArray: element [1, 2] is the byte 5, and a bool is 0 or 1: pass {cure}"
        ):
            make(X)
        made = make([[False] * 3] * 2)
        with raises(
            ValueError, f"CudaArray of bool: element [1, 2] is the byte 5, and a bool is 0 or 1: pass {cure}"
        ):
            made[:] = X
        made[:] = eval(cure)
        assert made.toList() == [[True, False, False], [False, True, True]]
    with raises(ValueError, "CudaArray: element [0, 0, 0] is the byte 5, and a bool is 0 or 1: pass X != 0"):
        make(odd.view(bool)[::-1, ::-1].reshape(2, 3, 1))


def test_allocates_zeros():
    for shape in ((2, 3), [2, 3], (np.int64(2), 3), make(numbers(2, 3)).shape):
        made = cp.CudaArray.allocate(shape, cp.Float, target="cpu")
        assert (made.shape, made.toList()) == ((2, 3), [[0.0] * 3] * 2)
    assert cp.CudaArray.allocate((5,), cp.Int, target="cpu").shape == (5,)
    assert cp.CudaArray.allocate((4, 0), cp.Int, target="cpu").toList() == [[]] * 4


@pytest.mark.parametrize(
    ("shape", "kind", "text"),
    [
        ((), ValueError, "CudaArray.allocate: a shape has 1 to 8 extents, got 0"),
        ((1,) * 9, ValueError, "CudaArray.allocate: a shape has 1 to 8 extents, got 9"),
        ((2, -1), ValueError, "CudaArray.allocate: the extents of a shape must not be negative, got -1"),
        ((2, 2.0), TypeError, "CudaArray.allocate: the extents of a shape must be integers, got float 2.0"),
        (
            ((2, 3),),
            TypeError,
            "CudaArray.allocate: the extents of a shape must be integers, got tuple (2, 3)",
        ),
        ("23", TypeError, "CudaArray.allocate: the length must be an integer, got str '23'"),
        (
            (1 << 40, 1 << 40),
            OverflowError,
            "an array of shape (1099511627776, 1099511627776) is larger than memory can be",
        ),
        (
            (1 << 62, 0, 4),
            OverflowError,
            "an array of shape (4611686018427387904, 0, 4) is larger than memory can be",
        ),
        (
            (1 << 64, 2),
            OverflowError,
            "CudaArray.allocate: the extents of a shape must fit in 64 bits, got int 18446744073709551616",
        ),
        (
            1 << 64,
            OverflowError,
            "CudaArray.allocate: the length must fit in 64 bits, got int 18446744073709551616",
        ),
    ],
)
def test_shapes_that_are_refused(shape, kind, text):
    with raises(kind, text):
        cp.CudaArray.allocate(shape, cp.Int, target="cpu")


def test_more_memory_than_there_is():
    with pytest.raises(cp.OutOfMemoryError):
        cp.CudaArray.allocate((1 << 29, 1 << 29), cp.Double, target="cpu")


def test_indexing():
    made = make(numbers(2, 3))
    assert [made[i, j] for i in (0, 1, -1, -2) for j in (0, -1)] == [0, 2, 3, 5, 3, 5, 0, 2]
    made[1, -2] = 40
    made[np.int64(0), True] = 10
    assert made.toList() == [[0, 10, 2], [3, 40, 5]]
    assert make(numbers(5))[(3,)] == 3


@pytest.mark.parametrize(
    ("key", "kind", "text"),
    [
        ((2, 0), IndexError, "CudaArray index 2 is outside dimension 0 of an array of shape (2, 3)"),
        ((0, -4), IndexError, "CudaArray index -4 is outside dimension 1 of an array of shape (2, 3)"),
        (2, IndexError, "CudaArray index 2 is outside dimension 0 of an array of shape (2, 3)"),
        (
            (slice(None), 3),
            IndexError,
            "CudaArray index 3 is outside dimension 1 of an array of shape (2, 3)",
        ),
        ((0, 0, 0), IndexError, "3 indices for a CudaArray of 2 dimensions"),
        ((0, 1.0), TypeError, "CudaArray indices are integers or slices, got float 1.0"),
        (
            (0, 1 << 64),
            IndexError,
            "CudaArray index 18446744073709551616 is outside dimension 1 of an array of shape (2, 3)",
        ),
        (
            -(1 << 64),
            IndexError,
            "CudaArray index -18446744073709551616 is outside dimension 0 of an array of shape (2, 3)",
        ),
        *(
            (
                key,
                TypeError,
                f"CudaArray indices are integers or slices, got {shown}: A.toHost() is an array of NumPy's, "
                "which takes masks, lists and names of fields",
            )
            for key, shown in (
                ([0], "list [0]"),
                ((0, "x"), "str 'x'"),
                (np.array([True, False]), "ndarray array([ True, False])"),
            )
        ),
        ((..., 0, ...), IndexError, "an index of a CudaArray can only have one ellipsis ('...')"),
        ((None,) * 7, IndexError, "a CudaArray has at most 8 dimensions"),
        ((slice(None, None, 0), 0), ValueError, "slice step cannot be zero"),
    ],
)
def test_indices_that_are_refused(key, kind, text):
    made = make(numbers(2, 3))
    with raises(kind, text):
        made[key]
    with raises(kind, text):
        made[key] = 1
    assert made.toList() == [[0, 1, 2], [3, 4, 5]]


def test_a_row_shares_the_memory():
    made = make(numbers(2, 3))
    row = made[1]
    assert (row.shape, row.toList(), repr(row)) == ((3,), [3, 4, 5], "<CudaArray of 3 int on cpu: [3, 4, 5]>")
    assert row.pointer() == made.pointer() + 12
    row[0] = 30
    made[-1][2] = 50
    made[0][:2] = [7, 8]
    assert made.toList() == [[7, 8, 2], [30, 4, 50]]
    np.asarray(row)[1] = 40
    assert made[1, 1] == 40
    deep = make(numbers(2, 3, 4))
    deep[1][2][3] = -1
    deep[0, 1][0] = -2
    assert (deep[1, 2, 3], deep[0, 1, 0], deep[1].shape, deep[1, 2].shape) == (-1, -2, (3, 4), (4,))
    assert deep[1][1:].toList() == deep[1, 1:].toList() == [[16, 17, 18, 19], [20, 21, 22, -1]]


def test_rows_in_a_loop():
    made = make(numbers(3, 2))
    for i, row in enumerate(made):
        row[0] = 10 * i
    assert made.toList() == [[0, 1], [10, 3], [20, 5]]
    first, *_ = made
    assert first.toList() == [0, 1]
    assert list(make([[], []], cp.Int))[1].shape == (0,)


KEYS = [
    slice(None),
    slice(1, None),
    slice(None, None, -1),
    slice(2, 0, -1),
    slice(None, None, 2),
    slice(1, 1),
    0,
    -1,
]


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4)], ids=str)
def test_slices_as_numpy_has_them(shape):
    values = numbers(*shape)
    keys = itertools.chain.from_iterable(itertools.product(KEYS, repeat=n) for n in range(1, len(shape) + 1))
    for key in keys:
        made, expected = make(values), values.copy()
        picked = made[key]
        if not isinstance(picked, cp.CudaArray):
            assert picked == expected[key]
            continue
        assert picked.shape == expected[key].shape and picked.toList() == expected[key].tolist()
        if any(isinstance(part, slice) for part in key):
            picked[:] = -1  # a view
            expected[key] = -1
            assert made.toList() == expected.tolist()
            made, expected = make(values), values.copy()
        replacement = expected[key] * 2 + 100
        for given in (-5, replacement, -6, replacement.tolist(), -7, make(replacement)):
            made[key] = given
            expected[key] = given if isinstance(given, int) else replacement
            assert made.toList() == expected.tolist(), (key, given)


@pytest.mark.parametrize(
    ("key", "value", "kind", "text"),
    [
        (
            0,
            [1, 2],
            ValueError,
            "CudaArray of int: a slice of 3 elements cannot take 2: the length of an array does not change",
        ),
        (
            slice(None),
            [[1, 2, 3]],
            ValueError,
            "CudaArray of int: a part of shape (2, 3) cannot take a value of shape (1, 3)",
        ),
        (slice(None), [1, 2], TypeError, "CudaArray of int: row 0: expected a list or tuple, got int 1"),
        (
            slice(None),
            np.zeros((3, 2), np.int32),
            ValueError,
            "CudaArray of int: a part of shape (2, 3) cannot take a value of shape (3, 2)",
        ),
        (
            slice(None),
            [[1, 2, 3], [4, 5, 6.5]],
            TypeError,
            "CudaArray of int: element [1, 2]: expected an integer, got float 6.5",
        ),
        (0, 1.5, TypeError, "CudaArray of int: expected an integer, got float 1.5"),
        ((0, 0), [1], TypeError, "CudaArray of int: expected an integer, got list [1]"),
    ],
)
def test_values_that_are_refused(key, value, kind, text):
    made = make(numbers(2, 3))
    with raises(kind, text):
        made[key] = value
    assert made.toList() == [[0, 1, 2], [3, 4, 5]]


def test_steps_of_any_size():
    for step, row in ((1 << 62, [0, 1, 2]), (1 << 80, [0, 1, 2]), (-(1 << 62), [3, 4, 5])):
        made = make(numbers(2, 3))
        assert made[::step].toList() == [row]
        made[::step, ::step] = 7
        assert made.toList() == ([[7, 1, 2], [3, 4, 5]] if step > 0 else [[0, 1, 2], [3, 4, 7]])


def test_an_array_written_to_itself():
    made = make(numbers(2, 3))
    made[0] = made[1]
    made[:, ::-1] = made
    assert made.toList() == [[5, 4, 3], [5, 4, 3]]


def test_reshape_shares_the_memory():
    made = make(range(6))
    grid = made.reshape(2, 3)
    grid[1, 0] = 30
    assert made.toList() == [0, 1, 2, 30, 4, 5]
    assert [made.reshape(*shape).shape for shape in ((3, -1), ((6, 1),), ([2, 3],), (-1,), (1, 2, 1, 3))] == [
        (3, 2),
        (6, 1),
        (2, 3),
        (6,),
        (1, 2, 1, 3),
    ]
    assert made.reshape(2, 3)[1].reshape(-1, 1).toList() == [[30], [4], [5]]
    assert make([], cp.Int).reshape(0, 5).shape == (0, 5)
    for shape, kind, text in [
        ((4, 2), ValueError, "CudaArray.reshape: 6 elements have no shape (4, 2)"),
        ((-1, 4), ValueError, "CudaArray.reshape: 6 elements have no shape (-1, 4)"),
        ((-1, -1), ValueError, "CudaArray.reshape: 6 elements have no shape (-1, -1)"),
        ((-2, -3), ValueError, "CudaArray.reshape: 6 elements have no shape (-2, -3)"),
        ((-1, 0), ValueError, "CudaArray.reshape: 6 elements have no shape (-1, 0)"),
        (
            (1 << 40, 1 << 40),
            ValueError,
            "CudaArray.reshape: 6 elements have no shape (1099511627776, 1099511627776)",
        ),
        ((), ValueError, "CudaArray.reshape: a shape has 1 to 8 extents, got 0"),
        ((2, 3.0), TypeError, "CudaArray.reshape: the extents of a shape must be integers, got float 3.0"),
    ]:
        with raises(kind, text):
            made.reshape(*shape)


def test_freeing_frees_rows_and_shapes_too():
    made = make(numbers(2, 3))
    row, flat = made[1], made.reshape(-1)
    view = memoryview(row)
    for array in (made, row, flat):
        with raises(BufferError, "this CudaArray cannot be freed: 1 view of its memory is in use"):
            array.free()
    view.release()
    row.free()
    assert made.freed and flat.freed and repr(made) == "<CudaArray of int, freed>" and made.shape == (2, 3)
    for use in (
        len,
        list,
        lambda a: a[0],
        lambda a: a[:1],
        lambda a: a.toList(),
        lambda a: a.toHost(),
        lambda a: a.copy(),
        lambda a: a.reshape(6),
        memoryview,
        np.asarray,
    ):
        with raises(ValueError, "this CudaArray was freed"):
            use(made)
    with raises(ValueError, "this CudaArray was freed"):
        flat[0] = 1


def test_a_row_keeps_the_memory():
    row = make(numbers(2, 3))[1]
    view = np.asarray(row)
    del row
    gc.collect()
    assert view.tolist() == [3, 4, 5]


def test_an_index_that_frees_the_array():
    class Frees:
        def __index__(self):
            made.free()
            return 0

    for key in (
        (Frees(), 0),
        (0, Frees()),
        Frees(),
        (slice(Frees(), 2), 0),
        (0, slice(Frees(), 2)),
        (slice(0, 2), slice(None, Frees(), -1)),
    ):
        made = make(numbers(2, 3))
        with raises(ValueError, "this CudaArray was freed"):
            made[key]
        made = make(numbers(2, 3))
        with raises(ValueError, "this CudaArray was freed"):
            made[key] = 1
    made = make(numbers(2, 3))
    with raises(ValueError, "this CudaArray was freed"):
        made.reshape(Frees(), 6)


def test_buffers():
    made = make(numbers(2, 3, 4))
    view = memoryview(made)
    assert (
        view.ndim,
        view.shape,
        view.strides,
        view.format,
        view.itemsize,
        view.nbytes,
        view.c_contiguous,
        view.readonly,
    ) == (3, (2, 3, 4), (48, 16, 4), "i", 4, 96, True, False)
    view[1, 2, 3] = -1
    assert made[1, 2, 3] == -1
    assert bytes(made[0, 0]) == numbers(4).tobytes()
    assert memoryview(make([[], []], cp.Int)).shape == (2, 0)
    A = np.asarray(made)
    assert A.strides == (48, 16, 4) and A.flags.c_contiguous and A.base is not None
    assert np.frombuffer(made, np.int32).tolist()[:3] == [0, 1, 2]


def test_a_buffer_in_the_order_of_fortran():
    exporter = pytest.importorskip("_testbuffer", reason="CPython's own tests are not installed")
    with raises(BufferError, "the elements of this CudaArray do not follow each other column by column"):
        exporter.ndarray(make(numbers(2, 2)), getbuf=exporter.PyBUF_F_CONTIGUOUS)
    assert (
        exporter.ndarray(make([[1], [2]]), getbuf=exporter.PyBUF_F_CONTIGUOUS).tobytes()
        == np.array([1, 2], np.int32).tobytes()
    )
    assert exporter.ndarray(make(numbers(2, 2)), getbuf=exporter.PyBUF_SIMPLE).nbytes == 16


def test_copies():
    made = make(numbers(2, 3))
    for copied in (copy.copy(made), copy.deepcopy(made), made.copy(), cp.CudaArray(made), made[:].copy()):
        copied[0, 0] = 7
        assert (copied.toList(), made.toList(), copied.device) == (
            [[7, 1, 2], [3, 4, 5]],
            [[0, 1, 2], [3, 4, 5]],
            "cpu",
        )
    copied = made[1].copy()
    made.free()
    assert copied.toList() == [3, 4, 5]
    assert make(numbers(2, 3)[:, 1:], cp.Int64)[1].copy().toList() == [4, 5]


def test_to_host_without_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    host = make([[1, 2, 3], [4, 5, 6]])[1:].toHost()
    assert isinstance(host, memoryview) and host.format == "i" and host.tolist() == [[4, 5, 6]]
    host[0, 1] = 9
    assert host.tolist() == [[4, 9, 6]]
    assert make([[], []], cp.Float).toHost().shape == (2, 0)


def test_repr():
    assert repr(make([[1, 2], [3, 4]])) == "<CudaArray of 2 x 2 int on cpu: [[1, 2], [3, 4]]>"
    assert repr(make(numbers(3, 3))) == "<CudaArray of 3 x 3 int on cpu: [[0, 1, 2], [3, 4, 5], ...]>"
    assert (
        repr(make(numbers(100, 100))) == "<CudaArray of 100 x 100 int on cpu: [[0, 1, 2, 3, 4, 5, ...], ...]>"
    )
    assert (
        repr(make(numbers(2, 2, 2)))
        == "<CudaArray of 2 x 2 x 2 int on cpu: [[[0, 1], [2, 3]], [[4, 5], ...]]>"
    )
    assert repr(make(numbers(0, 3))) == "<CudaArray of 0 x 3 int on cpu>"


def test_types():
    grid = cp.Array[cp.float32, 2]
    assert (grid.name, grid.ndim, grid.element, grid.size, grid.numpy_name) == (
        "float[,]",
        2,
        cp.Float,
        8,
        None,
    )
    assert repr(grid) == "cudapy.Array[cudapy.Float, 2]"
    assert grid is cp.Array[cp.Float, 2] is cp.Array[np.float32, 2] and grid is not cp.Array[cp.Float, 3]
    assert (
        cp.Array[cp.int32, 1] is cp.Array[cp.int32] is cp.Pointer(cp.Int)
        and cp.Pointer(cp.Int).ndim == 1
        and cp.Int.ndim == 0
    )
    assert cp.Array[bool, 8].name == "bool[,,,,,,,]"
    assert cp.elemType(grid) is cp.Float
    assert cp.elemType([[1, 2], [3, 4.0]]) is cp.Float
    assert cp.elemType(np.zeros((2, 2))) is cp.Double
    assert pickle.loads(pickle.dumps([grid, cp.Pointer(cp.Int)])) == [grid, cp.Pointer(cp.Int)]
    advice = "Array: the number of dimensions must be an int from 1 to 8, as in Array[cp.float32, 2], got"
    for given, text in (
        (0, "int 0"),
        (9, "int 9"),
        (True, "bool True"),
        (2.0, "float 2.0"),
        ("2", "str '2'"),
        (1 << 70, "int 1180591620717411303424"),
    ):
        with raises(TypeError, f"{advice} {text}"):
            cp.Array[cp.float32, given]
    with raises(TypeError, "Array: there are no arrays of void"):
        cp.Array[cp.Void, 2]
    with raises(TypeError, "float[,] is a type and cannot be called"):
        grid(1)
    with raises(TypeError, "Pointer: float[,] is an array type, its elements must be numbers or bools"):
        cp.Pointer(grid)


def test_nothing_leaks():
    rows = [[1.5, 2.5], [3.5, 4.5]]
    tracked = (rows, rows[0], rows[0][0], cp.Float, cp.CudaArray)
    before = [sys.getrefcount(x) for x in tracked]
    for _ in range(1000):
        made = make(rows)
        (
            made[0],
            made[0, 1],
            made[:, 1],
            made.toList(),
            made.toHost(),
            repr(made),
            memoryview(made),
            iter(made),
            made.reshape(4),
            made.shape,
        )
        made[:] = rows
        made[1] = rows[0]
        for mistake in (lambda: make([[1], ["x"]]), lambda: make([[1], 2]), lambda: made["a", 0]):
            with pytest.raises(TypeError):
                mistake()
    del made, mistake
    gc.collect()
    after = [sys.getrefcount(x) for x in tracked]
    assert all(b - a < 20 for a, b in zip(before, after)), (before, after)
