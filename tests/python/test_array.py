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
    with raises(ValueError, "CudaArray: an empty sequence does not tell its element type, give it: CudaArray([], cp.Float)"):
        make([])
    with raises(TypeError, "CudaArray: element 1: expected a number, got str 'x'"):
        make([1, "x"])
    with raises(TypeError, "CudaArray: element 1: expected an integer, got float 2.5"):
        make([1, 2.5], cp.Int)
    with raises(OverflowError, "CudaArray: element 0: int 2147483648 is out of range for int (-2147483648 to 2147483647)"):
        make([1 << 31], cp.Int)
    with raises(OverflowError, "CudaArray: element 0: float 1e+39 is out of range for float (up to 3.4028235e+38)"):
        make([1e39], cp.Float)
    with raises(TypeError, "CudaArray: expected a list or array of numbers, got str 'abc'"):
        make("abc")
    with raises(TypeError, "CudaArray: expected a list or array of numbers, got int 5"):
        make(5)
    with raises(TypeError, "CudaArray: expected an array of 1 to 8 dimensions, got one of 0: pass [X]"):
        make(np.float32(1))
    with raises(TypeError, "CudaArray: expected an array of 1 to 8 dimensions, got one of 9: pass X.ravel(), which is no copy when the array is contiguous"):
        make(np.zeros((1,) * 9))
    with raises(TypeError, "CudaArray: this ndarray does not show its elements (cannot include dtype 'M' in a buffer): convert it to a type such as float32 or int32"):
        make(np.zeros(2, "datetime64[s]"))
    with raises(TypeError, "CudaArray: this ndarray does not show its elements (cannot include dtype 'M' in a buffer): convert it with .astype(numpy.int64)"):
        make(np.zeros(2, "datetime64[s]"), cp.Int64)
    with raises(TypeError, "elemType: this ndarray does not show its elements (cannot include dtype 'm' in a buffer): convert it to a type such as float32 or int32"):
        cp.elemType(np.zeros(2, "timedelta64[s]"))
    with raises(TypeError, "CudaArray: an array of float128 is not supported yet: convert it to a type such as float32 or int32"):
        make(np.zeros(2, np.longdouble))
    with raises(TypeError, "CudaArray: an array of byte-swapped int32 is not supported yet: convert it to a type such as float32 or int32"):
        make(np.array([1], dtype=">i4"))
    with raises(TypeError, "CudaArray: expected an element type, such as cp.Float, cp.Int or cp.uint8, got int 3"):
        make([1], 3)
    with raises(ValueError, "CudaArray: target must be \"cuda\", \"cuda:1\" and so on, a GPU's number, \"cpu\" or None, got str 'gpu'"):
        cp.CudaArray([1], target="gpu")


def test_bools_are_0_or_1():
    odd = np.array([1, 0, 5, 255], np.uint8)
    for X, cure in ((odd.view(bool), "X != 0"), (memoryview(odd).cast("?"), "list(X)")):
        with raises(ValueError, f"CudaArray: element 2 is the byte 5, and a bool is 0 or 1: pass {cure}"):
            make(X)
        with raises(ValueError, f"CudaArray: element 1 is the byte 255, and a bool is 0 or 1: pass {cure}"):
            make(X[::-3][::-1], cp.Int)
        made = make([False] * 4)
        with raises(ValueError, f"CudaArray of bool: element 2 is the byte 5, and a bool is 0 or 1: pass {cure}"):
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
    with raises(TypeError, "CudaArray indices are integers or slices, got str 'a'"):
        made["a"]
    with raises(TypeError, "CudaArray of int: expected an integer, got float 1.5"):
        made[0] = 1.5
    with raises(TypeError, "elements of a CudaArray cannot be deleted: its length does not change"):
        del made[0]


@pytest.mark.parametrize("key", [slice(1, 3), slice(None), slice(None, None, -1), slice(8, 1, -3), slice(4, 4), slice(-3, None, 2)])
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
    with raises(ValueError, "CudaArray of int: a slice of 2 elements cannot take 3: the length of an array does not change"):
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


@pytest.mark.parametrize("sign", ["==", "!=", "<"])
def test_refuses_comparison(sign):
    made = make([1])
    with raises(
        TypeError,
        f"`{sign}` does not compare CudaArrays: it would have to copy them from their device, and whether it means identity "
        "or elements is not plain; compare A.toList() with B.toList(), or write `A is B`",
    ):
        eval(f"made {sign} made")


def test_free_and_with():
    made = make([1, 2])
    made.free()
    made.free()
    assert made.freed and repr(made) == "<CudaArray of int, freed>"
    for use in (len, list, lambda a: a[0], lambda a: a.toList(), lambda a: a.pointer(), memoryview, cp.CudaArray):
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
    assert [t.name for t in (cp.Void, cp.Bool, cp.Int, cp.Int64, cp.Float, cp.Double)] == ["void", "bool", "int", "int64", "float", "double"]
    assert (cp.int32, cp.float64, cp.bool_) == (cp.Int, cp.Double, cp.Bool)
    assert cp.Pointer(cp.Float) is cp.Array[cp.float32]
    assert repr(cp.Pointer(cp.Float)) == "cudapy.Pointer(cudapy.Float)"
    assert cp.elemType(cp.Pointer(cp.Int)) is cp.Int
    assert cp.elemType([1, 2.0]) is cp.Float
    assert cp.elemType(np.zeros(1, np.int64)) is cp.Int64
    assert (cp.int32(-2.7), cp.float32(0.1), cp.bool_(3), cp.float64(1)) == (-2, float(np.float32(0.1)), True, 1.0)
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
    assert (cp.int32(1 << 31), cp.uint8(300), cp.uint8(-1), cp.int8(200), cp.uint64(-1)) == (-(2**31), 44, 255, -56, 2**64 - 1)
    assert (cp.uint16(3 << 40), cp.int64((5 << 70) + 7), cp.uint32(True), cp.int16(np.uint16(65535))) == (0, 7, 1, -1)


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
        for mistake in (lambda: make(["x"]), lambda: made["a"], lambda: made == made):
            with pytest.raises(TypeError):
                mistake()
    del made, mistake
    gc.collect()
    after = [sys.getrefcount(x) for x in (tracked, tracked[0], cp.Float, cp.CudaArray)]
    assert all(b - a < 20 for a, b in zip(before, after))
