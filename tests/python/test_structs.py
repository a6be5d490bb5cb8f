"""cudapy.struct and the vectors on Python's side: classes, layouts, arguments, arrays, errors."""

import dataclasses
import pickle
import subprocess
import sys

import numpy as np
import pytest

import cudapy as cp
import generated
from cudapy import _core
from raising import raises
from test_pycu2cu import find_program


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32


@cp.struct
class Body:
    pos: Vec
    mass: cp.float32 = 1.0
    kind: cp.int8 = 2

    def heavy(self):
        return self.mass > 1


# double : void (Body* bodies, Vec* out, Vec by)
def double(bodies, out, by):
    b = bodies[idx]
    b.mass *= 2
    out[idx] = Vec(b.pos.x + by.x, by.y)


# add : void (float4* X, float4 v)
def add(X, v):
    X[idx] = X[idx] + v


@pytest.fixture(scope="module")
def call():
    return cp.compile(double)


@pytest.fixture(scope="module")
def call_add():
    return cp.compile(add)


def bodies(n=4):
    A = np.zeros(n, Body.dtype)
    A["mass"] = np.arange(n)
    A["pos"]["x"] = 10
    return A


# ---- classes


def class_vec():
    """A class with the name and the fields of another one, as two modules may have."""

    @cp.struct
    class Vec:
        x: cp.float32
        y: cp.float32

    return Vec


def test_classes_of_one_name_and_layout_stay_apart():
    first, second = class_vec(), class_vec()

    @cp.struct
    class Pair:
        a: first
        b: second

    arrays = [
        cp.CudaArray([first(1, 2)]),
        cp.CudaArray([second(1, 2)]),
        cp.CudaArray.allocate((1, 1), first),
        cp.CudaArray([(1, 2)], first),
    ]
    arrays.append(cp.CudaArray(arrays[0]))
    classes = [first, second, first, first, first]
    assert [array.elemType() for array in arrays] == classes
    assert [type(np.ravel(array.toList())[0]) for array in arrays] == classes
    assert [type(array[:1][0] if array.ndim == 1 else array[0, 0]) for array in arrays] == classes
    pair = cp.CudaArray([Pair(first(1, 2), second(3, 4))])[0]
    assert type(pair.a) is first and type(pair.b) is second and pair == Pair(first(1, 2), second(3, 4))
    vectors = [Vec(0, 0), Vec(0, 0)]
    class_vec()
    given = bodies(2)
    cp.compile(double)(2)(given, vectors, Vec(1, 2))
    assert vectors == [Vec(11, 2), Vec(11, 2)]


def test_class_is_a_dataclass():
    b = Body(Vec(1, 2), kind=5)
    assert dataclasses.is_dataclass(Body) and b == Body(Vec(1, 2), 1.0, 5) and not b.heavy()
    c = b.copy()
    c.pos.x = 7
    assert b.pos.x == 1 and c != b
    with pytest.raises(AttributeError):
        b.weight = 1
    assert pickle.loads(pickle.dumps(b)) == b


def test_dtype_is_aligned():
    assert Body.dtype == np.dtype(
        [("pos", [("x", "f4"), ("y", "f4")]), ("mass", "f4"), ("kind", "i1")], align=True
    )


def test_vector_in_dtype():
    @cp.struct
    class Particle:
        id: cp.int32
        pos: cp.float4

    assert Particle.dtype.fields["pos"][1] == 16 and Particle.dtype.itemsize == 32


@pytest.mark.parametrize(
    "annotations, base, message",
    [
        ({}, object, "it has no fields"),
        ({"x": cp.float32}, Vec, "base class"),
        ({"x": str}, object, "kernels have no strings"),
        ({"x": cp.Pointer(cp.Float)}, object, "float* is an array"),
        ({"x": cp.Void}, object, "a field cannot be void"),
        ({"x": "Own"}, object, "no end"),
        ({"x": "missing"}, object, "'missing' is no type"),
        ({"x": list}, object, "expected an element type"),
    ],
)
def test_bad_definitions(annotations, base, message):
    with pytest.raises(TypeError, match=message.replace("*", r"\*")):
        if base is object:
            cp.struct(type("Own", (), {"__annotations__": annotations}))
        else:

            class Derived:
                x: cp.float32

            cp.struct(type("Own", (Derived,), {"__annotations__": annotations}))


def test_constant_in_class():
    with pytest.raises(TypeError, match="limit has no type"):

        @cp.struct
        class Bad:
            x: cp.float32
            limit = 3


DEFAULTS = {
    "number": "x: cp.float32 = 1.0",
    "vector": "x: cp.float4 = cp.float4(0.0, 0.0, 0.0, 1.0)",
    "complex": "x: cp.complex64 = 1j",
    "last": "w: cp.float32\n    x: cp.float32 = 1.0",
    "number_of_a_struct": "x: cp.float32 = POINT.x",
    "struct": "x: Point = Point(0.5)",
    "named_struct": "x: Point = POINT",
    "struct_of_structs": "x: Pair = Pair(Point(0.5), Point(0.5))",
    "list": "x: cp.float32 = [1.0]",
    "late": "w: cp.float32 = 0.0\n    x: cp.float32",
    "late_struct": "w: cp.float32 = 0.0\n    x: Point",
}


@pytest.mark.parametrize("case", DEFAULTS)
def test_the_translator_takes_the_defaults_that_python_takes(tmp_path, case):
    text = f"""import cudapy as cp

@cp.struct
class Point:
    x: cp.float32

@cp.struct
class Pair:
    a: Point
    b: Point

POINT = Point(0.5)

@cp.struct
class Fields:
    {DEFAULTS[case]}
"""
    try:
        exec(compile(text, "fields.py", "exec", dont_inherit=True), {"__name__": "fields"})
        is_taken = True
    except (TypeError, ValueError):
        is_taken = False
    file = tmp_path / "fields.py"
    file.write_text(text + "\n# k : void (Fields* A, Fields* B)\ndef k(A, B):\n    A[idx] = B[idx].copy()\n")
    ran = subprocess.run([find_program(), file, "-o", tmp_path / "fields.cu"], capture_output=True, text=True)
    assert (ran.returncode == 0) == is_taken, ran.stderr


def test_no_class():
    with pytest.raises(TypeError, match="expected a class"):
        cp.struct(3)


def test_subclass():
    with pytest.raises(TypeError, match="inherits nothing"):

        class More(Vec):
            pass


def test_numpy_comes_when_it_is_asked_for():
    import subprocess

    program = (
        "import sys, cudapy as cp\n@cp.struct\nclass V:\n    x: cp.float32\n"
        "assert 'numpy' not in sys.modules\nV.dtype\nassert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# ---- arguments


def test_arrays_and_instances(call):
    A, out = bodies(), np.zeros(4, Vec.dtype)
    call(4)(A, out, Vec(1, 2))
    assert list(A["mass"]) == [0, 2, 4, 6] and list(out["x"]) == [11] * 4 and list(out["y"]) == [2] * 4
    items, results = [Body(Vec(10, 0), i) for i in range(4)], [Vec(0, 0)] * 4
    call(4)(items, results, (1, 2))
    assert [b.mass for b in items] == [0, 2, 4, 6] and results == [Vec(11, 2)] * 4
    call(4)(A, out, out[0])  # a record by value


def test_strided_arrays(call):
    A, out = bodies(8)[::2], np.zeros(4, Vec.dtype)
    call(4)(A, out, Vec(1, 2))
    assert list(A["mass"]) == [0, 4, 8, 12]


@pytest.mark.parametrize(
    "given, message",
    [
        (
            np.zeros(4, np.float32),
            "expected an array of Body, got ndarray of float32: the kernel writes to it, so write `bodies = "
            "bodies.astype(Body.dtype)` before the launch",
        ),
        (
            np.zeros(4, np.dtype([("pos", Vec.dtype), ("mass", "f4"), ("kind", "i1")])),
            "an element has 13 bytes, not 16: make the dtype with align=True",
        ),
        (
            np.zeros(4, np.dtype([("pos", Vec.dtype), ("kind", "i1"), ("mass", "f4")], align=True)),
            "field 2 is kind, not mass",
        ),
        (
            np.zeros(4, np.dtype([("pos", Vec.dtype), ("mass", "f8"), ("kind", "i1")], align=True)),
            "mass is float64, not float32",
        ),
        (
            np.zeros(
                4, np.dtype([("pos", [("x", "f4"), ("z", "f4")]), ("mass", "f4"), ("kind", "i1")], align=True)
            ),
            "field 2 is pos.z, not pos.y",
        ),
        (np.zeros(4, np.dtype([("pos", Vec.dtype), ("mass", "f4")], align=True)), "there is no field kind"),
        (
            np.zeros(4, np.dtype([("pos", "f4"), ("mass", "f4"), ("kind", "i1")], align=True)),
            "pos is float32, not a Vec",
        ),
        (
            np.zeros(4, np.dtype([("pos", Vec.dtype), ("mass", ">f4"), ("kind", "i1")], align=True)),
            "mass is byte-swapped float32, not float32",
        ),
        ([1, 2, 3, 4], "element 0: expected Body(pos, mass, kind), got int 1"),
        ([Vec(1, 2)] * 4, "element 0: expected Body(pos, mass, kind), got Vec"),
        ([(Vec(1, 2), 1)] * 4, "expected the 3 fields of Body(pos, mass, kind)"),
        ([((1, 2), 1, 1000)] * 4, "element 0.kind: int 1000 is out of range for int8"),
        ([((1, "a"), 1, 1)] * 4, "element 0.pos.y: expected a number, got str 'a'"),
    ],
)
def test_bad_arrays(call, given, message):
    with pytest.raises((TypeError, OverflowError)) as caught:
        call(4)(given, np.zeros(4, Vec.dtype), Vec(0, 0))
    assert message in str(caught.value)


def test_bad_values(call):
    out = np.zeros(4, Vec.dtype)
    for given, message in (
        (Body(Vec(1, 2)), "expected Vec(x, y), got Body"),
        (3, "expected Vec(x, y), got int 3"),
        ((1,), "expected the 2 fields of Vec(x, y)"),
        (bodies()[0], "expected a record with the fields of Vec(x, y)"),
    ):
        with pytest.raises(TypeError) as caught:
            call(4)(bodies(), out, given)
        assert message in str(caught.value)


# ---- CudaArrays


def test_cuda_arrays(call):
    A = cp.CudaArray([Body(Vec(10, 0), i) for i in range(4)])
    assert A.elemType() is Body and A.nbytes == 64 and A[1] == Body(Vec(10, 0), 1.0)
    out = cp.CudaArray.allocate(4, Vec)
    call(4)(A, out, Vec(1, 2))
    assert [b.mass for b in A.toList()] == [0, 2, 4, 6] and out.toList() == [Vec(11, 2)] * 4
    assert A.toHost().dtype == Body.dtype and list(A.toHost()["mass"]) == [0, 2, 4, 6]
    A[2] = Body(Vec(3, 4), 9)
    A[0:2] = A[2]
    assert [b.mass for b in A] == [9, 9, 9, 6]
    assert "Body" in repr(A)
    with pytest.raises(TypeError, match="expected Body"):
        A[0] = 3


def test_cuda_array_of_records():
    A = cp.CudaArray(bodies())
    assert A.elemType().__name__ == "Body" and A[3].mass == 3
    assert cp.CudaArray([((1, 2), 3, 4), ((5, 6), 7, 8)], Body)[1] == Body(Vec(5, 6), 7, 8)
    assert cp.CudaArray(bodies(), Body).toList()[3].mass == 3


def test_cuda_arrays_of_others(call):
    with pytest.raises(TypeError, match="expected a CudaArray of Body, got one of Vec"):
        call(4)(cp.CudaArray.allocate(4, Vec), np.zeros(4, Vec.dtype), Vec(0, 0))


# ---- vectors


def test_vectors_are_values():
    v = cp.float4(1, 2, 3, 4)
    assert (
        v + 1 == cp.float4(2, 3, 4, 5) == 1 + v
        and -v * v / 2 == cp.float4(-0.5, -2, -4.5, -8)
        and 2 - v == cp.float4(1, 0, -1, -2)
    )
    assert (
        cp.float2(0.1, 1).x == np.float32(0.1)
        and cp.make_float4 is cp.float4
        and pickle.loads(pickle.dumps(v)) == v
    )
    assert (
        len({v, cp.float4(1, 2, 3, 4)}) == 1
        and tuple(v) == (1, 2, 3, 4)
        and repr(cp.int2(1, -2)) == "int2(1, -2)"
    )
    with pytest.raises(AttributeError, match=r"v = float4\(…, v.y, v.z, v.w\)"):
        v.x = 3
    with pytest.raises(TypeError, match="takes 4 numbers, got 2"):
        cp.float4(1, 2)
    with pytest.raises(OverflowError, match="y is out of range for uint8: 256"):
        cp.uchar2(0, 256)
    with pytest.raises(TypeError):
        cp.int2(1.5, 2)
    with pytest.raises(TypeError):
        v + cp.float2(1, 2)


def test_rows_as_vectors(call_add):
    X = np.arange(12, dtype=np.float32).reshape(3, 4)
    call_add(3)(X, cp.float4(1, 0, 0, 0))
    assert X[:, 0].tolist() == [1, 5, 9]
    Y = cp.CudaArray(X)
    call_add(3)(Y, (1, 0, 0, 0))
    assert Y.toHost()[:, 0].tolist() == [2, 6, 10]
    Z = cp.CudaArray(X, cp.float4)
    assert Z.shape == (3,) and Z.elemType() is cp.float4 and Z[1] == cp.float4(5, 5, 6, 7)
    call_add(3)(Z, cp.float4(1, 0, 0, 0))
    assert Z.toHost().shape == (3, 4) and Z.toList()[2] == cp.float4(10, 9, 10, 11)
    W = cp.CudaArray.allocate(3, cp.float4)
    W[1] = cp.float4(1, 2, 3, 4)
    call_add(3)(W, cp.float4(1, 0, 0, 0))
    assert W.toList() == [cp.float4(1, 0, 0, 0), cp.float4(2, 2, 3, 4), cp.float4(1, 0, 0, 0)]
    items = [cp.float4(1, 2, 3, 4), (5, 6, 7, 8)]
    call_add(2)(items, cp.float4(1, 0, 0, 0))
    assert items == [cp.float4(2, 2, 3, 4), cp.float4(6, 6, 7, 8)]


def test_bad_rows(call_add):
    for given in (
        np.zeros((3, 3), np.float32),
        np.zeros((3, 4)),
        np.zeros(12, np.float32),
        [1, 2],
        [(1, 2)],
        cp.CudaArray(np.zeros((3, 3), np.float32)),
    ):
        with pytest.raises(TypeError):
            call_add(2)(given, cp.float4(1, 0, 0, 0))


# ---- compilation


def test_struct_of_another_module(tmp_path, monkeypatch):
    (tmp_path / "shapes_of_test.py").write_text(
        "import cudapy as cp\n@cp.struct\nclass Shape:\n    size: cp.float64 = 2.5\n"
    )
    (tmp_path / "kernels_of_test.py").write_text(
        "import cudapy as cp\nfrom shapes_of_test import Shape as Form\nimport shapes_of_test\n"
        "# grow : void (Form* A, double* R)\ndef grow(A, R):\n    A[idx].size += Form().size\n"
        "    R[idx] = shapes_of_test.Shape(3).size\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import kernels_of_test

    A = np.zeros(3, kernels_of_test.Form.dtype)
    R = np.zeros(3)
    cp.compile(kernels_of_test.grow)(3)(A, R)
    assert A["size"].tolist() == [2.5] * 3 and R.tolist() == [3] * 3


def test_two_structs_of_one_name(tmp_path, monkeypatch):
    for name, field in (("one_of_test", "x"), ("two_of_test", "y")):
        (tmp_path / f"{name}.py").write_text(
            f"import cudapy as cp\n@cp.struct\nclass Item:\n    {field}: cp.float32\n"
            f"# {name} : void (Item* A)\ndef {name}(A):\n    A[idx].{field} = 1\n"
        )
    monkeypatch.syspath_prepend(tmp_path)
    import one_of_test
    import two_of_test

    with pytest.raises(cp.CompileError, match="two structs in these functions are called `Item`"):
        cp.compile([one_of_test.one_of_test, two_of_test.two_of_test])


class Plain:
    x = 1


# plain : void (Plain* A)
def plain(A):
    A[idx].x = 1


def test_class_that_is_no_struct():
    with pytest.raises(cp.CompileError, match="`Plain` is a class, but no struct"):
        cp.compile(plain)


def look_like_structs():
    """Classes with attributes of a struct's or a vector's class that nothing has made known to kernels."""
    of_vec = {name: value for name, value in vars(Vec).items() if name not in ("x", "y", "__slots__")}
    yield "copied by a decorator", dataclasses.dataclass(slots=True)(type("Copy", (), of_vec))
    yield (
        "copied by hand",
        type("Copy", (), {name: value for name, value in of_vec.items() if name.startswith("__cudapy")}),
    )
    yield "only fields", type("Copy", (), {"__cudapy_fields__": Vec.__cudapy_fields__})
    yield "a vector", type("Copy", (), {"__cudapy_vector__": cp.float32, "__slots__": ("x", "y")})


@pytest.mark.parametrize("Copy", [pytest.param(made, id=name) for name, made in look_like_structs()])
def test_classes_with_the_attributes_of_a_struct(monkeypatch, Copy):
    monkeypatch.setitem(globals(), "Copy", Copy)  # where the signature looks for it
    one = Copy.__new__(Copy)
    one.x = one.y = 1.0

    def as_parameter(X):
        X[idx].x = 1

    def as_function(X):
        X[idx] = Copy(1.0, 2.0).x

    def as_value(X):
        X[idx] = one.x

    message = (
        "type <class 'test_structs.Copy'> has the attributes of a struct, and cp.struct did not return this "
        "class: use the one that it returned, with @cp.struct above all other decorators"
    )
    uses = (
        [(as_parameter, "void (Copy* X)"), (as_function, "void (float* X)")]
        if hasattr(Copy, "__cudapy_fields__")
        else []
    )
    for kernel, signature in [*uses, (as_value, "void (float* X)")]:
        with raises(TypeError, message):
            cp.compile(kernel, sig=signature)


@pytest.mark.parametrize(
    ("attribute", "now", "told"),
    [
        ("fields", Vec.__cudapy_fields__[:1], 1),
        ("fields", Vec.__cudapy_fields__ * 2, 4),
        ("defaults", (), 0),
        ("defaults", (1.0,) * 5, 5),
    ],
)
def test_attributes_of_a_struct_that_were_changed(monkeypatch, attribute, now, told):
    one = Vec(1.0, 2.0)

    def use(X):
        X[idx] = one.x + Vec(1.0, 2.0).x

    monkeypatch.setattr(Vec, f"__cudapy_{attribute}__", now)
    with raises(
        TypeError,
        f"type <class 'test_structs.Vec'> was made with fields: 2, and its attributes now tell of {told}: "
        "leave those whose names begin with __cudapy as cp.struct made them",
    ):
        cp.compile(use, sig="void (float* X)")


def test_struct_with_the_layout_of_another_one():
    class Other:
        x: cp.float32
        __cudapy_layout__ = Vec.__cudapy_layout__

    Other = cp.struct(Other)
    assert (Other.__cudapy_layout__.size, cp.zeros(2, Other).tolist()) == (4, [Other(0.0)] * 2)


# generic : void (A* X, A* Y)
def generic(X, Y):
    Y[idx] = X[idx]


def test_generic():
    A, B = cp.CudaArray(bodies()), cp.CudaArray.allocate(4, Body)
    cp.compile(generic)(4)(A, B)
    assert B.toList() == A.toList()


def test_what_integer_vectors_do_not_do():
    for value, text in ((1.5, "float 1.5"), ("1", "str '1'"), (1j, "complex 1j")):
        with raises(TypeError, f"int3: x: expected an integer, got {text}"):
            cp.int3(value, 2, 3)
    text = (
        "`/` of int3 would give numbers of another type: divide vectors of floats, or write the components "
        "out: `v.x // w.x`"
    )
    for divide in (lambda v: v / 2, lambda v: 2 / v, lambda v: v / v):
        with raises(TypeError, text):
            divide(cp.int3(7, 8, 9))
    with raises(TypeError, "float3 takes its numbers by their places: write float3(x, y, z)"):
        cp.float3(x=1, y=2, z=3)


# ---- one instance in several places of a list


@cp.struct
class Count:
    n: cp.float32


# inc : void (Count* b)
def inc(b):
    b[idx].n += 1


# inc_by_name : void (Count* b)
def inc_by_name(b):
    mine = b[idx]
    add_one(mine)


# add_one : void (Count c)
def add_one(c):
    c.n = c.n + 1


# inc_both : void (Count* a, Count* b)
def inc_both(a, b):
    a[idx].n += 1
    b[idx].n += 2


# inc_from : void (Count* a, Count[,] b)
def inc_from(a, b):
    a[idx].n += b[1, idx].n


# put_from : void (Count* a, Count* b)
def put_from(a, b):
    a[idx] = Count(b[idx].n + 1)


# replace : void (Count* b)
def replace(b):
    b[idx] = Count(b[idx].n + 1)


# inc_rows : void (Count[,] b)
def inc_rows(b):
    b[0, idx].n += 1


# inc_lists : void (Count** b)
def inc_lists(b):
    b[idx][0].n += 1


# total : void (Count* b, float* sum)
def total(b, sum):
    for each in b:
        sum[0] += each.n


def test_one_instance_in_two_places_cannot_hold_the_results_of_both():
    b = Count(0.0)

    def text(kernel, kind, first, second):
        return (
            f"{kernel}: parameter b ({kind}): the kernel writes to fields of its elements, and element "
            f"{first} and element {second} are one Count, which cannot hold the results of both: make a "
            "Count for each, as [Count(...) for _ in range(n)] does"
        )

    L = [b, b, b]
    with raises(ValueError, text("inc", "Count*", 0, 1)):
        cp.compile(inc, target="cpu")(3)(L)
    with raises(ValueError, text("inc_by_name", "Count*", 0, 1)):
        cp.compile([inc_by_name, add_one], target="cpu")(3)(L)
    with raises(ValueError, text("inc_rows", "Count[,]", "[0, 1]", "[1, 0]")):
        cp.compile(inc_rows, target="cpu")(2)([[Count(1.0), b], [b, Count(2.0)]])
    with raises(
        ValueError,
        "inc_rows: parameter b (Count[,]): the kernel writes to it, and row 0 and row 1 are "
        "one list, which cannot hold the results of both: make a list for each row, as [[0] * "
        "width for _ in range(height)] does",
    ):
        cp.compile(inc_rows, target="cpu")(1)([[b]] * 2)
    with raises(ValueError, text("inc_lists", "Count**", 0, 2)):
        cp.compile(inc_lists, target="cpu")(2)(L2 := [[b, Count(1.0)], [b]])
    assert len(L2) == 2
    assert L == [Count(0.0)] * 3 and L[0] is L[1] is L[2] is b
    sum = [0.0]
    cp.compile(total, target="cpu")(1)([Count(2.0)] * 3, sum)
    assert sum == [6.0]
    cp.compile(replace, target="cpu")(3)(L)  # new ones take their places, as in Python
    assert L == [Count(1.0)] * 3 and b == Count(0.0)
    cp.compile(inc, target="cpu")(3)(L)
    assert L == [Count(2.0)] * 3


def test_one_instance_in_two_lists_is_one_struct_in_python_and_would_be_two_in_the_kernel():
    b, c = Count(0.0), Count(5.0)

    def text(kernel, one, other, written):
        return (
            f"{kernel}: element {one} of a and element {other} of b are one Count, and the kernel writes to "
            f"fields of the elements of {written}: put a copy into one of the lists, as .copy() makes it"
        )

    A, B = [c, b], [b, Count(1.0)]
    both = cp.compile(inc_both, target="cpu")
    with raises(ValueError, text("inc_both", "1", "0", "a and b")):
        both(1)(A, B)
    with raises(ValueError, text("inc_both", "0", "0", "a and b")):
        both(1)(A, list(A))
    read = cp.compile(inc_from, target="cpu")
    with raises(ValueError, text("inc_from", "1", "[1, 0]", "a")):
        read(1)(A, [[Count(1.0)], (b,)])
    with raises(ValueError, text("inc_from", "1", "[0, 0]", "a")):
        read(1)(A, [[b], (Count(1.0),)])
    assert A == [Count(5.0), Count(0.0)] and A[1] is B[0] is b
    both(2)(first := [c, b], second := [b.copy(), Count(1.0)])
    both(1)(one := [Count(1.0)], other := [Count(1.0)])
    assert len(first) == len(second) == 2 and len(one) == len(other) == 1
    put = cp.compile(put_from, target="cpu")  # what is replaced is no longer the other one's, as in Python
    put(2)(A, B)
    assert A == [Count(1.0), Count(2.0)] and B == [Count(0.0), Count(1.0)] and B[0] is b
    L = [Count(1.0), Count(2.0)]
    both(2)(L, L)
    assert L == [Count(4.0), Count(5.0)]
    assert b == Count(0.0) and c == Count(5.0)


SHARED = """
@cp.struct
class Point:
    x: cp.float32
    y: cp.float32 = 4.0

{hash}
@cp.struct
class Body:
    mass: cp.float32
    at: Point = Point(3.0)


@cp.kernel("void (float* X, Body body)")
def k(X, body):
    b = {made}
    b.at.y += b.mass
    X[idx] = b.at.x + b.at.y + body.at.x
"""
HASH = "    def __hash__(self):\n        return hash((self.x, self.y))\n\n"
LEFT_OUT = "the field `at` would be the same `Point` in all `Body` that leave it out"


@pytest.mark.parametrize("made", ["Body(1.0, Point(2.0))", "Body(at=Point(2.0, 4.0), mass=1.0)"])
def test_a_default_with_a_hash_that_is_not_taken(made, tmp_path):
    text = SHARED.format(hash=HASH, made=made)
    module = generated.module("import cudapy as cp\n\n" + text)
    X = [0.0, 0.0]
    module.k(2)(X, module.Body(5.0))
    assert X == [10.0, 10.0]
    module.k(2)(X, module.Body(5.0, module.Point(1.0)))
    assert X == [8.0, 8.0]
    found = _core.translate_text("import cudapy as cp\n\n" + text, "shared.py", "cuda", False)
    assert found["diagnostics"] == []
    assert "    Point at;\n" in found["source"]


@pytest.mark.parametrize("made", ["Body(1.0)", "Body(mass=1.0)"])
def test_a_default_with_a_hash_is_one_object_for_all(made):
    text = "import cudapy as cp\n\n" + SHARED.format(hash=HASH, made=made)
    module = generated.module(text)
    with pytest.raises(cp.CompileError) as caught:
        module.k(2)([0.0, 0.0], module.Body(5.0))
    assert f"error[E453]: {LEFT_OUT}\n" in str(caught.value)
    assert str(caught.value).endswith("1 error")
    for target in ("cpu", "cuda"):
        found = _core.translate_text(text, "shared.py", target, False)["diagnostics"]
        assert [(each["code"], each["message"]) for each in found] == [("E453", LEFT_OUT)]


def test_a_default_without_a_hash_is_none_for_python():
    text = "import cudapy as cp\n\n" + SHARED.format(hash="", made="Body(1.0, Point(2.0))")
    with pytest.raises(ValueError, match=r"mutable default <class '.*Point'> for field at is not allowed"):
        generated.module(text)
    found = _core.translate_text(text, "shared.py", "cpu", False)["diagnostics"]
    assert found[0]["code"] == "E240"
