"""CudaArray on the host: what it takes, gives and refuses."""

import array
import copy
import gc
import pickle
import sys

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


def make(data, *arguments):
    return cp.CudaArray(data, *arguments, target="cpu")


@pytest.mark.parametrize(
    ("data", "type_name", "values"),
    [
        ([True, False], "bool", [True, False]),
        ([1, True, -2], "int", [1, 1, -2]),
        ([1, 3_000_000_000], "int64", [1, 3_000_000_000]),
        (b"a\xff", "uint8", [97, 255]),
        (array.array("H", [1, 65535]), "uint16", [1, 65535]),
        (np.array([-128, 127], np.int8), "int8", [-128, 127]),
        (np.array([-32768, 7], np.int16), "int16", [-32768, 7]),
        (np.array([0, 2**32 - 1], np.uint32), "uint32", [0, 2**32 - 1]),
        (np.array([0, 2**64 - 1], np.uint64), "uint64", [0, 2**64 - 1]),
        ([1, 2.5, True], "float", [1.0, 2.5, 1.0]),
        ((1, 2), "int", [1, 2]),
        (range(3), "int", [0, 1, 2]),
        ((x for x in (1.5, 2)), "float", [1.5, 2.0]),
        ({7}, "int", [7]),
        (array.array("d", [0.1]), "double", [0.1]),
        (array.array("q", [1 << 40]), "int64", [1 << 40]),
        (np.array([1.5, 2.5]), "double", [1.5, 2.5]),
        (np.array([1, 2], dtype=np.int32)[::-1], "int", [2, 1]),
        (np.array([True, False]), "bool", [True, False]),
        ([np.float32(1.5), np.int32(2)], "float", [1.5, 2.0]),
        ([np.True_, np.False_], "bool", [True, False]),
    ],
)
def test_takes_its_type_from_the_data(data, type_name, values):
    made = make(data)
    assert made.elemType().name == type_name
    assert made.toList() == values
    assert [type(value) for value in made.toList()] == [type(value) for value in values]


def test_takes_the_type_asked_for():
    assert make([1, 2], cp.Float).toList() == [1.0, 2.0]
    assert make([1, 2], np.float64).elemType() is cp.Double
    assert make([1, 2], np.dtype("int64")).elemType() is cp.Int64
    assert make([1, 2], float).elemType() is cp.Float
    assert make(np.array([0.1]), cp.Float).toList() == [float(np.float32(0.1))]
    assert make([], cp.Double).toList() == []
    assert make(make([1, 2]), cp.Int64).elemType() is cp.Int64


def test_refuses_what_does_not_fit():
    with raises(
        ValueError,
        "CudaArray: an empty sequence does not tell its element type, give it: CudaArray([], cp.Float)",
    ):
        make([])
    with raises(TypeError, "CudaArray: element 1: expected a number, got str 'x'"):
        make([1, "x"])
    with raises(TypeError, "CudaArray: element 1: expected an integer, got float 2.5"):
        make([1, 2.5], cp.Int)
    with raises(
        OverflowError,
        "CudaArray: element 0: int 2147483648 is out of range for int (-2147483648 to 2147483647)",
    ):
        make([1 << 31], cp.Int)
    with raises(
        OverflowError, "CudaArray: element 0: float 1e+39 is out of range for float (up to 3.4028235e+38)"
    ):
        make([1e39], cp.Float)
    with raises(TypeError, "CudaArray: expected a list or array of numbers, got str 'abc'"):
        make("abc")
    with raises(TypeError, "CudaArray: expected a list or array of numbers, got int 5"):
        make(5)
    with raises(TypeError, "CudaArray: expected an array of 1 to 8 dimensions, got one of 0: pass [X]"):
        make(np.float32(1))
    with raises(
        TypeError,
        "CudaArray: expected an array of 1 to 8 dimensions, got one of 9: pass X.ravel(), which is no copy "
        "when the array is contiguous",
    ):
        make(np.zeros((1,) * 9))
    with raises(
        TypeError,
        "CudaArray: this ndarray does not show its elements (cannot include dtype 'M' in a buffer): convert "
        "it to a type such as float32 or int32",
    ):
        make(np.zeros(2, "datetime64[s]"))
    with raises(
        TypeError,
        "CudaArray: this ndarray does not show its elements (cannot include dtype 'M' in a buffer): convert "
        "it with .astype(numpy.int64)",
    ):
        make(np.zeros(2, "datetime64[s]"), cp.Int64)
    with raises(
        TypeError,
        "elemType: this ndarray does not show its elements (cannot include dtype 'm' in a buffer): convert "
        "it to a type such as float32 or int32",
    ):
        cp.elemType(np.zeros(2, "timedelta64[s]"))
    with raises(
        TypeError,
        "CudaArray: an array of float128 is not supported yet: convert it to a type such as float32 or int32",
    ):
        make(np.zeros(2, np.longdouble))
    with raises(
        TypeError,
        "CudaArray: an array of byte-swapped int32 is not supported yet: convert it to a type such as "
        "float32 or int32",
    ):
        make(np.array([1], dtype=">i4"))
    with raises(
        TypeError, "CudaArray: expected an element type, such as cp.Float, cp.Int or cp.uint8, got int 3"
    ):
        make([1], 3)
    with raises(
        ValueError,
        'CudaArray: target must be "cuda", "cuda:1" and so on, a GPU\'s number, "cpu" or '
        "None, got str 'gpu'",
    ):
        cp.CudaArray([1], target="gpu")


def test_bools_are_0_or_1():
    odd = np.array([1, 0, 5, 255], np.uint8)
    for X, cure in ((odd.view(bool), "X != 0"), (memoryview(odd).cast("?"), "list(X)")):
        with raises(ValueError, f"CudaArray: element 2 is the byte 5, and a bool is 0 or 1: pass {cure}"):
            make(X)
        with raises(ValueError, f"CudaArray: element 1 is the byte 255, and a bool is 0 or 1: pass {cure}"):
            make(X[::-3][::-1], cp.Int)
        made = make([False] * 4)
        with raises(
            ValueError, f"CudaArray of bool: element 2 is the byte 5, and a bool is 0 or 1: pass {cure}"
        ):
            made[:] = X
        made[:] = eval(cure)
        assert made.toList() == make(eval(cure)).toList() == [True, False, True, True]


def test_allocates_zeros():
    made = cp.CudaArray.allocate(3, cp.Int, target="cpu")
    assert (made.toList(), made.length(), len(made), made.nbytes, made.device) == ([0, 0, 0], 3, 3, 12, "cpu")
    assert made.pointer() % 64 == 0
    with raises(ValueError, "CudaArray.allocate: the length must not be negative, got -1"):
        cp.CudaArray.allocate(-1, cp.Int, target="cpu")
    with raises(TypeError, "CudaArray.allocate: the length must be an integer, got float 2.0"):
        cp.CudaArray.allocate(2.0, cp.Int, target="cpu")
    with raises(TypeError, "CudaArray.allocate: there are no arrays of void"):
        cp.CudaArray.allocate(2, cp.Void, target="cpu")


def test_indexing():
    made = make([1, 2, 3, 4, 5])
    assert (made[0], made[-1]) == (1, 5)
    made[1] = 20
    made[-1] = True
    assert list(made) == [1, 20, 3, 4, 1]
    assert 20 in made
    with raises(IndexError, "CudaArray index 5 is outside an array of length 5"):
        made[5]
    with raises(IndexError, "CudaArray index -6 is outside an array of length 5"):
        made[-6] = 1
    with raises(
        TypeError,
        "CudaArray indices are integers or slices, got str 'a': A.toHost() is an array of NumPy's, which "
        "takes masks, lists and names of fields",
    ):
        made["a"]
    with raises(TypeError, "CudaArray of int: expected an integer, got float 1.5"):
        made[0] = 1.5
    with raises(TypeError, "elements of a CudaArray cannot be deleted: its length does not change"):
        del made[0]


@pytest.mark.parametrize(
    "key", [slice(1, 3), slice(None), slice(None, None, -1), slice(8, 1, -3), slice(4, 4), slice(-3, None, 2)]
)
def test_slices_as_a_list_does(key):
    values = list(range(10))
    made = make(values)
    assert made[key].toList() == values[key]
    replacement = [100 + i for i in range(len(values[key]))]
    made[key] = replacement
    values[key] = replacement
    assert made.toList() == values
    made[key] = make(replacement, cp.Int)[::-1]
    values[key] = replacement[::-1]
    assert made.toList() == values


def test_slice_shares_the_memory_and_takes_a_number():
    made = make([1, 2, 3])
    part = made[:2]
    part[0] = 9
    assert made.toList() == [9, 2, 3]
    part[0] = 1
    made[1:] = 7
    assert made.toList() == [1, 7, 7]
    with raises(
        ValueError,
        "CudaArray of int: a slice of 2 elements cannot take 3: the length of an array does not change",
    ):
        made[:2] = [1, 2, 3]


def test_an_index_that_frees_the_array():
    class Frees:
        def __index__(self):
            made.free()
            return 0

    for key in (Frees(), slice(Frees(), 5), slice(Frees(), 8, 2), slice(9, Frees(), -1), slice(5, Frees())):
        made = make(range(10))
        with raises(ValueError, "this CudaArray was freed"):
            made[key]
        made = make(range(10))
        with raises(ValueError, "this CudaArray was freed"):
            made[key] = 1


def test_a_conversion_that_changes_the_list_is_noticed():
    class Clears:
        def __index__(self):
            items.clear()
            return 1

    for items, given in (([Clears(), 2, 3], ()), ([1, 2, Clears()], ()), ([Clears(), 2, 3], (cp.Int,))):
        with raises(RuntimeError, "CudaArray: the list changed while it was read"):
            make(items, *given)


def test_repr():
    assert repr(make([1, 2])) == "<CudaArray of 2 int on cpu: [1, 2]>"
    assert repr(make(range(100))) == "<CudaArray of 100 int on cpu: [0, 1, 2, 3, 4, 5, ...]>"
    assert repr(make([], cp.Float)) == "<CudaArray of 0 float on cpu>"


def test_free_and_with():
    made = make([1, 2])
    made.free()
    made.free()
    assert made.freed and repr(made) == "<CudaArray of int, freed>"
    for use in (
        len,
        list,
        lambda a: a[0],
        lambda a: a.toList(),
        lambda a: a.pointer(),
        memoryview,
        cp.CudaArray,
    ):
        with raises(ValueError, "this CudaArray was freed"):
            use(made)
    with make([1]) as inner:
        assert inner.toList() == [1]
    assert inner.freed


def test_the_error_of_a_with_block_comes_through():
    with raises(ZeroDivisionError, "mine"), make([1]) as inner:
        view = memoryview(inner)
        raise ZeroDivisionError("mine")
    assert not inner.freed and view[0] == 1
    with raises(BufferError, "this CudaArray cannot be freed: 1 view of its memory is in use"), inner:
        pass
    view.release()
    assert inner.__exit__() is None and inner.freed


def test_views_hold_the_memory():
    made = make([1.5, 2.5])
    view = np.asarray(made)
    assert view.dtype == np.float32 and view.tolist() == [1.5, 2.5]
    view[0] = 9
    assert made.toList() == [9.0, 2.5]
    with raises(BufferError, "this CudaArray cannot be freed: 1 view of its memory is in use"):
        made.free()
    del view
    made.free()
    assert np.asarray(make([], cp.Int)).tolist() == []


def test_host_copies():
    made = make([1, 2])
    host = made.toHost()
    assert isinstance(host, np.ndarray) and host.dtype == np.int32
    host[0] = 5
    assert made.toList() == [1, 2]
    assert made.__array__(dtype=np.float64).dtype == np.float64
    for copied in (copy.copy(made), copy.deepcopy(made), made.copy(), cp.CudaArray(made)):
        copied[0] = 7
        assert (copied.toList(), made.toList(), copied.device) == ([7, 2], [1, 2], "cpu")


def test_to_host_without_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    host = make([True, False]).toHost()
    assert isinstance(host, memoryview) and host.format == "?" and host.tolist() == [True, False]


def test_types():
    assert [t.name for t in (cp.Void, cp.Bool, cp.Int, cp.Int64, cp.Float, cp.Double)] == [
        "void",
        "bool",
        "int",
        "int64",
        "float",
        "double",
    ]
    assert (cp.int32, cp.float64, cp.bool_) == (cp.Int, cp.Double, cp.Bool)
    assert cp.Pointer(cp.Float) is cp.Array[cp.float32]
    assert repr(cp.Pointer(cp.Float)) == "cudapy.Pointer(cudapy.Float)"
    assert cp.elemType(cp.Pointer(cp.Int)) is cp.Int
    assert cp.elemType([1, 2.0]) is cp.Float
    assert cp.elemType(np.zeros(1, np.int64)) is cp.Int64
    assert (cp.int32(-2.7), cp.float32(0.1), cp.bool_(3), cp.float64(1)) == (
        -2,
        float(np.float32(0.1)),
        True,
        1.0,
    )
    assert pickle.loads(pickle.dumps([cp.Int, cp.Pointer(cp.Double)])) == [cp.Int, cp.Pointer(cp.Double)]
    with raises(TypeError, "elemType: int is not an array type"):
        cp.elemType(cp.Int)
    with raises(TypeError, "void is a type and cannot be called"):
        cp.Void(1)
    with raises(OverflowError, "int(x): int 2147483648 is out of range for int (-2147483648 to 2147483647)"):
        cp.int32(2147483648.0)
    with raises(OverflowError, "uint8(x): int -1 is out of range for uint8 (0 to 255)"):
        cp.uint8(-1.5)
    # Of integers a cast keeps the low bits, as in a kernel.
    assert (cp.int32(1 << 31), cp.uint8(300), cp.uint8(-1), cp.int8(200), cp.uint64(-1)) == (
        -(2**31),
        44,
        255,
        -56,
        2**64 - 1,
    )
    assert (cp.uint16(3 << 40), cp.int64((5 << 70) + 7), cp.uint32(True), cp.int16(np.uint16(65535))) == (
        0,
        7,
        1,
        -1,
    )


def test_dim3():
    size = cp.dim3(4, 5)
    assert (size.x, size.y, size.z, tuple(size), repr(size)) == (4, 5, 1, (4, 5, 1), "cudapy.dim3(4, 5, 1)")
    assert size == cp.dim3(4, 5, 1) and hash(size) == hash(cp.dim3(4, 5, 1)) and size != cp.dim3(5, 4)
    assert pickle.loads(pickle.dumps(size)) == size
    with raises(ValueError, "dim3: the number of threads along y must not be negative, got int -1"):
        cp.dim3(1, -1)


def test_nothing_leaks():
    tracked = [1.5, 2.5]
    before = [sys.getrefcount(x) for x in (tracked, tracked[0], cp.Float, cp.CudaArray)]
    for _ in range(1000):
        made = make(tracked)
        made[0], made[:], made[::2], made.toList(), made.toHost(), repr(made), memoryview(made), iter(made)
        made[:] = tracked
        for mistake in (lambda: make(["x"]), lambda: made["a"], lambda: made @ made):
            with pytest.raises(TypeError):
                mistake()
    del made, mistake
    gc.collect()
    after = [sys.getrefcount(x) for x in (tracked, tracked[0], cp.Float, cp.CudaArray)]
    assert all(b - a < 20 for a, b in zip(before, after))


@cp.struct
class Pad:
    a: cp.int8
    b: cp.float64


@cp.struct
class Alone:
    lonely: cp.float32
    too: cp.int16


def test_int_and_float_are_of_the_only_element():
    assert int(make([53], cp.Int8)) == 53 and float(make([53], cp.Int8)) == 53.0
    assert int(make([[2.75]])) == 2 and float(make([[2.75]])) == 2.75 and float(make([True])) == 1.0
    A = make([[1.5, 2.5], [3.5, 4.5]])
    assert float(A[1:, 1:]) == 4.5 and type(int(A[1:, 1:])) is int
    with raises(
        TypeError,
        "int(A): a CudaArray of shape (3,) is not one number: write int(A[0]) for one of its elements",
    ):
        int(make([1, 2, 3]))
    with raises(
        TypeError,
        "float(A): a CudaArray of shape (2, 2) is not one number: write float(A[0, 0]) for "
        "one of its elements",
    ):
        float(A)
    with raises(
        TypeError,
        "float(A): a CudaArray of shape (0,) is not one number: write float(A[0]) for one of its elements",
    ):
        float(A[0, :0])
    with raises(TypeError, "float() argument must be a string or a real number, not 'complex'"):
        float(make([1j]))
    A.free()
    with raises(ValueError, "this CudaArray was freed"):
        float(A)
    one = make([2.0])
    with raises(TypeError, "full: expected a number, got CudaArray <CudaArray of 1 float on cpu: [2.0]>"):
        cp.full(2, one, cp.Float, target="cpu")


def test_a_slice_takes_structured_arrays():
    for shape in (3, (2, 3)):
        A = cp.zeros(shape, Pad, target="cpu")
        records = np.zeros(shape, Pad.dtype)
        records["a"], records["b"] = 1, np.arange(records.size).reshape(shape)
        A[:] = records
        assert A.toHost().tolist() == records.tolist()
        A[..., ::-1] = records
        assert A.toHost().tolist() == records[..., ::-1].tolist()
    B = cp.zeros(3, Pad, target="cpu")
    with raises(
        ValueError,
        "CudaArray of Pad: a slice of 3 elements cannot take 2: the length of an array does not change",
    ):
        B[:] = np.ones(2, Pad.dtype)
    with raises(
        TypeError,
        "CudaArray of Pad: cannot take ndarray of records (b is at byte 1, not 8: make the dtype with "
        "align=True): use X.astype(Pad.dtype), or a list of Pad",
    ):
        B[:] = np.ones(3, [("a", "i1"), ("b", "f8")])


@pytest.mark.parametrize(
    ("dtype", "text"),
    [
        (">f4", "cannot take ndarray of byte-swapped float32: use X.astype(numpy.float32)"),
        (object, "cannot take ndarray of elements of the format 'O': use X.astype(numpy.float32)"),
        ("g", f"cannot take ndarray of float{np.dtype('g').itemsize * 8}: use X.astype(numpy.float32)"),
        (
            "M8[s]",
            "this ndarray does not show its elements (cannot include dtype 'M' in a buffer): convert it "
            "with .astype(numpy.float32)",
        ),
    ],
)
def test_a_slice_names_the_cure_for_other_numbers(dtype, text):
    A = cp.zeros(3, cp.Float, target="cpu")
    with raises(TypeError, f"CudaArray of float: {text}"):
        A[:] = np.ones(3, dtype)
    assert A.toList() == [0, 0, 0]


def test_a_slice_says_what_shape_it_takes():
    M = cp.zeros((2, 3), cp.Float, target="cpu")
    text = (
        "CudaArray of float: a part of shape (2, 3) cannot take a value of shape (3,): pass "
        "numpy.broadcast_to(X, (2, 3)) where its elements repeat"
    )
    for dtype in (np.int32, np.float32):
        with raises(ValueError, text):
            M[:] = np.array([1, 2, 3], dtype)
        M[:] = np.broadcast_to(np.array([1, 2, 3], dtype), (2, 3))
        assert M.toList() == [[1, 2, 3]] * 2
    with raises(
        ValueError,
        "CudaArray of float: a part of shape (3,) cannot take a value of shape (1, 3): give "
        "it the same dimensions",
    ):
        M[0] = np.ones((1, 3), np.int32)
    with raises(
        TypeError,
        "CudaArray of float3: cannot take ndarray of int32: pass an array of float32 whose last extent is 3",
    ):
        cp.zeros(2, cp.float3, target="cpu")[:] = np.ones((2, 3), np.int32)


@cp.struct
class Tagged:
    tag_here: cp.int8
    amount_here: cp.float64


def test_structured_dtypes_are_element_types():
    A = cp.zeros(2, Pad.dtype, target="cpu")
    assert A.elemType() is Pad and A.toList() == [Pad(0, 0.0)] * 2
    assert cp.zeros(A.shape, A.dtype, target="cpu").dtype == Pad.dtype
    assert cp.CudaArray([(1, 2.0)], Pad.dtype, target="cpu").toList() == [Pad(1, 2.0)]
    V = make([cp.float3(1, 2, 3)])
    same = cp.asarray(
        np.asarray(V), target="cpu"
    ).toList()  # of the class that was made last of those with the dtype
    assert [(v.x, v.y, v.z) for v in same] == [(1, 2, 3)]
    assert make(np.asarray(V)).shape == V.shape
    tagged = [
        ("tag_here", "i1"),
        ("amount_here", "f8"),
    ]  # of no other struct that a test of this process made
    with raises(
        TypeError,
        "zeros: the records are no Tagged: amount_here is at byte 1, not 8: make the dtype with align=True",
    ):
        cp.zeros(2, np.dtype(tagged), target="cpu")
    with raises(
        TypeError,
        "CudaArray: the records are no Tagged: amount_here is at byte 1, not 8: make the "
        "dtype with align=True",
    ):
        make(np.ones(2, tagged))
    with raises(
        TypeError,
        "CudaArray: expected an array of Pad, got ndarray of records (b is at byte 1, not 8: make the dtype "
        "with align=True): use X.astype(Pad.dtype), or a list of Pad",
    ):
        make(np.ones(2, [("a", "i1"), ("b", "f8")]), Pad)
    with raises(
        TypeError,
        "CudaArray: no struct has the fields of the records (this, that): declare one with @cudapy.struct",
    ):
        make(np.ones(2, [("this", "i1"), ("that", "f8")]))
    with raises(
        TypeError,
        f"zeros: {type(np.dtype('>f4')).__name__} dtype('>f4') is byte-swapped, and arrays have the "
        "machine's byte order: write dtype('>f4').newbyteorder(\"=\")",
    ):
        cp.zeros(3, np.dtype(">f4"), target="cpu")
    assert cp.zeros(1, np.dtype(">f4").newbyteorder("="), target="cpu").elemType() is cp.Float


def test_axes_are_integers():
    with raises(TypeError, "CudaArray.transpose: the axes must be integers, got float 1.0"):
        make([[1, 2]]).transpose(1.0, 0)
    with raises(ValueError, "CudaArray.transpose: expected the 2 axes of the array in another order, got 9"):
        make([[1, 2]]).transpose(*range(9))


def test_from_dlpack_takes_no_other_bools():
    with raises(ValueError, "from_dlpack: element 1 is the byte 2, and a bool is 0 or 1: pass X != 0"):
        cp.from_dlpack(np.array([1, 2, 0], np.uint8).view(bool))
    assert cp.from_dlpack(np.array([True, False])).toList() == [True, False]


def test_asarray_shares_whatever_strides_there_are():
    n = np.arange(6, dtype=np.float32)
    cp.asarray(n[::2], target="cpu").fill(5)
    assert n.tolist() == [5, 1, 5, 3, 5, 5]
    unaligned = np.zeros(9, np.uint8)[1:].view(np.float32)
    cp.asarray(unaligned, target="cpu").fill(5)  # a copy
    assert unaligned.tolist() == [0, 0]
