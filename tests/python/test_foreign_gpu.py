"""Arrays of other libraries on a GPU, against the fake driver, which runs the work of streams as late as it
may: what is used in place, what waits for what, and what CudaArrays show of themselves."""

import fake_cuda
import fake_library
import pytest

pytest.importorskip("numpy")

START = """
import ctypes
from fake_library import CUDA, MANAGED, WithInterface, WithMethods, array_class, describe, library
P = ctypes.c_void_p
fake.cuMemAlloc_v2.argtypes = [ctypes.POINTER(P), ctypes.c_size_t]
fake.cuMemsetD8Async.argtypes = [P, ctypes.c_ubyte, ctypes.c_size_t, P]
fake.cuMemcpyDtoHAsync_v2.argtypes = [P, P, ctypes.c_size_t, P]
fake.cuStreamSynchronize.argtypes = [P]
cp.CudaArray([0])  # the context

def memory(*numbers):
    "The address of ints on the fake GPU."
    address = P()
    fake.cuMemAlloc_v2(ctypes.byref(address), 4 * len(numbers))
    ctypes.memmove(address, (ctypes.c_int * len(numbers))(*numbers), 4 * len(numbers))
    return address.value

def ints(address, count=1):
    return list((ctypes.c_int * count).from_address(address))

def own_stream():
    stream = P()
    fake.cuStreamCreateWithPriority(ctypes.byref(stream), 1, 0)
    return stream

def read(address, stream, count=1):
    "What a copy of that stream reads when its turn comes."
    there = (ctypes.c_int * count)()
    fake.cuMemcpyDtoHAsync_v2(there, address, 4 * count, stream)
    fake.cuStreamSynchronize(stream)
    return list(there)

def gives(kind, call):
    try:
        call()
    except kind as error:
        print(str(error))
    else:
        print("nothing raised")

add_one = cp.compile(kernels.add_one)
"""


def run(code, **environment):
    return fake_cuda.run(START + code, **environment)


needs_compiler = pytest.mark.skipif(fake_library.library() is None, reason="there is no C++ compiler")

# A CuPy whose arrays `make` makes.
CUPY = """
import math, sys, types, numpy
class Place:
    def __init__(self, ptr, device_id): self.ptr, self.device_id = ptr, device_id
now = types.SimpleNamespace(ptr=0)
sys.modules["cupy"] = types.ModuleType("cupy")
sys.modules["cupy.cuda"] = sys.modules["cupy"].cuda = types.ModuleType("cupy.cuda")
sys.modules["cupy.cuda"].get_current_stream = lambda device=-1: now
sys.modules["cupy_backends.cuda.stream"] = None  # that of a CuPy which may be installed knows other streams
def shown(address, shape=(1,), stream=None, typestr="i4", strides=None, device=0, kind=CUDA):
    now.ptr = stream.value or 0 if stream else 0
    return make(address, shape, typestr, strides, device)
"""

# Makes `shown(address, shape, …)` an array of a library of one of the ways, which works on `stream`.
WAYS = {
    "table": """
Tensor = array_class("full")
def shown(address, shape=(1,), stream=None, typestr="i4", strides=None, device=0, kind=CUDA):
    library().fake_set_stream(stream)
    return Tensor(describe(shape, typestr, address, strides, (kind, device)))
""",
    "managed": """
Tensor = array_class("managed")
def shown(address, shape=(1,), stream=None, typestr="i4", strides=None, device=0, kind=CUDA):
    library().fake_set_stream(stream)
    return Tensor(describe(shape, typestr, address, strides, (kind, device)))
""",
    "interface": """
def shown(address, shape=(1,), stream=None, typestr="i4", strides=None, device=0, kind=CUDA):
    return WithInterface(shape=shape, typestr="<" + typestr, data=(address, False), strides=strides, version=3,
                         stream=stream.value if stream else 1)
""",  # noqa: E501
    "cupy": CUPY
    + """
class ndarray:
    def __init__(self, address, shape, typestr, strides, device):
        self.data, self.shape, self.strides, self._c_contiguous = Place(address, device), shape, strides, strides is None
        self.ndim, self.size = len(shape), math.prod(shape)
        self.dtype = numpy.dtype(typestr)
ndarray.__module__ = "cupy"
make = ndarray
""",  # noqa: E501
    # Its shape, its size and more are read by functions of C, as CuPy's are.
    "cupy in c": CUPY
    + """
class ndarray(numpy.ndarray):
    data = property(lambda self: self.place)
    _c_contiguous = property(lambda self: self.flags.c_contiguous)
ndarray.__module__ = "cupy"
def make(address, shape, typestr, strides, device):
    item = (ctypes.c_char * numpy.dtype(typestr).itemsize).from_address(address or ctypes.addressof(spare))
    strides = strides or numpy.empty(shape, typestr).strides
    array = numpy.lib.stride_tricks.as_strided(numpy.frombuffer(item, typestr), shape, strides).view(ndarray)
    array.place = Place(address, device)
    return array
spare = ctypes.create_string_buffer(16)
""",
}


@pytest.fixture(params=WAYS)
def way(request):
    if request.param in ("table", "managed") and fake_library.library() is None:
        pytest.skip("there is no C++ compiler")
    return WAYS[request.param]


def test_used_in_place(way):
    code = """
at = memory(41, 7)
add_one(2)(shown(at, (2,)))
print(ints(at, 2))  # the launch does not wait
cp.synchronize()
print(ints(at, 2), fake.fake_wild_uses())
"""
    assert run(way + code) == ["[41, 7]", "[42, 7] 0"]


def test_in_order_with_the_librarys_stream(way):
    """What the library has launched on a stream of its own comes before the kernel, and what it launches then
    after it."""
    code = """
at, stream = memory(0), own_stream()
fake.cuMemsetD8Async(at, 1, 4, stream)
add_one(1)(shown(at, stream=stream))
print([hex(number) for number in read(at, stream)])
with cp.Stream(non_blocking=True):
    add_one(1)(shown(at, stream=stream))
print([hex(number) for number in read(at, stream)])
ours = cp.Stream.from_pointer(stream.value, None)
before = fake.fake_events()
with ours:
    add_one(1)(shown(at, stream=stream))  # it is the library's: there is nothing to wait for
print(fake.fake_log is not None, fake.fake_events() - before, [hex(number) for number in read(at, stream)])
"""
    assert run(way + code) == ["['0x1010102']", "['0x1010103']", "True 0 ['0x1010104']"]


def test_cupy_is_asked_for_the_stream_of_the_arrays_device():
    """Its current device may be another one, whose stream says nothing of the array."""
    code = """
at, stream = memory(0), own_stream()
sys.modules["cupy.cuda"].get_current_stream = lambda device=-1: now if device == 0 else types.SimpleNamespace(ptr=0)
fake.cuMemsetD8Async(at, 1, 4, stream)
add_one(1)(shown(at, stream=stream))
print([hex(number) for number in read(at, stream)])
"""  # noqa: E501
    assert run(WAYS["cupy"] + code) == ["['0x1010102']"]


def test_refused_on_a_gpu(way):
    code = """
at = memory(1, 2, 3, 4)
gives(TypeError, lambda: add_one(1)(shown(at, (4,), typestr="f4")))
gives(TypeError, lambda: add_one(1)(shown(at, (2, 2))))
gives(ValueError, lambda: add_one(1)(shown(at, (2,), strides=(8,))))
gives(ValueError, lambda: add_one(1)(shown(at, (4,), strides=(-4,))))
gives(ValueError, lambda: add_one(1)(shown(at + 1, (2,))))
add_one(1)(shown(at, (1,), strides=(64,)))  # of one element the stride says nothing
add_one(1)(shown(0, (0,)))
"""
    kind = (
        "ndarray" if "class ndarray" in way else "WithInterface" if "WithInterface(" in way else "FakeTensor"
    )
    cure = "cupy.ascontiguousarray(A)" if kind == "ndarray" else "cudapy.CudaArray(A)"
    dtype = (
        "the kernel writes to it, so write `A = A.astype(cupy.int32)` before the launch, or "
        "declare it `float* A`"
        if kind == "ndarray"
        else "convert it to int32, and keep it, since the kernel writes to it"
    )
    apart = (
        f"add_one: parameter A (int*): the elements of this {kind} do not follow each other in memory: the "
        f"kernel writes to it, so write `A = {cure}` before the launch"
    )
    assert run(way + code) == [
        f"add_one: parameter A (int*): expected an array of int32, got {kind} of float32: {dtype}",
        f"add_one: parameter A (int*): expected one dimension, got {kind} of 2 dimensions: pass "
        "A.reshape(-1)",
        apart,
        apart,
        f"add_one: parameter A (int*): this {kind} does not begin at a multiple of 4 bytes, where kernels "
        "read int: the kernel writes to it, so write `A = cudapy.CudaArray(A)` before the launch",
    ]


# Outside launches the arrays of "cupy in c" are what they are made of, arrays of NumPy.
@pytest.mark.parametrize("way", [name for name in WAYS if name != "cupy in c"], indirect=True)
def test_shared_on_a_gpu(way):
    code = """
at, stream = memory(0, 0), own_stream()
fake.cuMemsetD8Async(at, 1, 8, stream)
made = cp.asarray(shown(at, (2,), stream))
print(made.device, made.shape, made.pointer() == at)
add_one(2)(made)
print([hex(number) for number in made.toList()])
copied = cp.CudaArray(shown(at, (2,)))
print(copied.pointer() != at, copied.toList() == made.toList())
print(cp.CudaArray(shown(at, (2,)), target="cpu").device, cp.asarray(shown(at, (2,)), cp.Int64).toList() == made.toList())
strided = cp.asarray(shown(at + 4, (2,), strides=(-4,)))
print([hex(number) for number in strided.toList()], cp.CudaArray(shown(at, (1, 2), strides=(64, 4))).toList() == [made.toList()])
strided[0] = 9
made.free()
print(ints(at, 2)[0] == 0x01010102, fake.fake_wild_uses())
"""  # noqa: E501
    assert run(way + code) == [
        "cuda:0 (2,) True",
        "['0x1010102', '0x1010101']",
        "True True",
        "cpu True",
        "['0x1010101', '0x1010102'] True",
        "True 0",
    ]


@needs_compiler
def test_managed_memory():
    code = """
at = memory(5)
add_one(1)(shown(at, kind=MANAGED))
cp.synchronize()
print(ints(at))
"""
    assert run(WAYS["table"] + code) == ["[6]"]


def test_another_gpu(way):
    code = """
at = memory(5)
gives(ValueError, lambda: add_one(1)(shown(at, device=1)))
"""
    kind = (
        "ndarray" if "class ndarray" in way else "WithInterface" if "WithInterface(" in way else "FakeTensor"
    )
    expected = (
        f"add_one: parameter A (int*): the kernel runs on cuda:0 and this {kind} is on cuda:1: the kernel "
        'writes to it, so write `A = cudapy.CudaArray(A, target="cuda")` before the launch'
    )
    assert run(way + code, FAKE_COUNT="2", FAKE_POINTER_DEVICE="1") == [expected]


def test_read_only_on_a_gpu():
    code = """
at = memory(5)
def fixed():
    return WithInterface(shape=(1,), typestr="<i4", data=(at, True), version=2)
gives(ValueError, lambda: add_one(1)(fixed()))
made = cp.asarray(fixed())
gives(ValueError, lambda: add_one(1)(made))
print(made.__cuda_array_interface__["data"] == (at, True))
class Jax:  # its capsules have no version, which could say it
    def __init__(self): self.array = cp.asarray(fixed().__class__(**{**fixed().__cuda_array_interface__, "data": (at, False)}))
    def __dlpack_device__(self): return self.array.__dlpack_device__()
    def __dlpack__(self, stream=None, max_version=None): return self.array.__dlpack__(stream=stream)
    @property
    def __cuda_array_interface__(self): return fixed().__cuda_array_interface__
gives(ValueError, lambda: add_one(1)(Jax()))
"""  # noqa: E501
    text = "cannot be changed: pass a writable array or a CudaArray, such as A = cudapy.CudaArray(A)"
    assert run(code) == [
        f"add_one: parameter A (int*): the kernel writes to it and this WithInterface {text}",
        "add_one: parameter A (int*): the kernel writes to it and this CudaArray shows memory that cannot "
        "be changed: write `A = A.copy()` before the launch",
        "True",
        f"add_one: parameter A (int*): the kernel writes to it and this Jax {text}",
    ]


def test_the_stream_that_producers_are_told():
    code = """
class Told(WithMethods):
    def __dlpack__(self, **options):
        self.asked.append(options)
        return self.array.__dlpack__(**options)
told = Told(cp.CudaArray([1]))
add_one(1)(told)
stream = cp.Stream()
with stream:
    add_one(1)(told)
cp.elemType(told)
cp.from_dlpack(told)
print([options["stream"] for options in told.asked] == [1, stream.pointer(), 1, 1], told.asked[0]["max_version"])
cp.synchronize()
print(told.array.toList())
"""  # noqa: E501
    assert run(code) == ["True (1, 3)", "[3]"]


def test_the_interface_of_a_cudaarray():
    code = """
made = cp.CudaArray([[1, 2, 3], [4, 5, 6]])
shown = made.__cuda_array_interface__
print({**shown, "data": shown["data"] == (made.pointer(), False)})
stream = cp.Stream()
with stream:
    print(made.__cuda_array_interface__["stream"] == stream.pointer())
print(cp.CudaArray([], cp.Float).__cuda_array_interface__["data"])
for kind in ("bool_", "int8", "uint16", "uint64", "half", "bfloat16", "float64", "complex64"):
    print(cp.CudaArray.allocate(1, getattr(cp, {"bool_": "Bool", "int8": "Int8", "uint16": "UInt16", "uint64": "UInt64", "half": "Half", "bfloat16": "BFloat16", "float64": "Double", "complex64": "Complex64"}[kind])).__cuda_array_interface__["typestr"], end=" ")
print()
@cp.struct
class Point:
    n: cp.uint8
    x: cp.float32
    v: cp.float2
print(cp.CudaArray.allocate(2, Point).__cuda_array_interface__["descr"], cp.CudaArray.allocate(2, Point).__cuda_array_interface__["typestr"])
print(cp.CudaArray.allocate(2, cp.float4).__cuda_array_interface__["shape"])
again = cp.asarray(WithInterface(**cp.CudaArray([Point(1, 2.0, cp.float2(3, 4))]).__cuda_array_interface__))
print(again.elemType() is Point, again.shape)
row = made[1]
print(row.__cuda_array_interface__["data"][0] - made.pointer(), cp.asarray(row) is row)
made.free()
gives(ValueError, lambda: made.__cuda_array_interface__)
"""  # noqa: E501
    assert run(code) == [
        "{'shape': (2, 3), 'typestr': '<i4', 'descr': [('', '<i4')], 'data': True, 'strides': None, "
        "'stream': 1, 'version': 3}",
        "True",
        "(0, False)",
        "|b1 |i1 <u2 <u8 <f2 <V2 <f8 <c8 ",
        "[('n', '|u1'), ('', '|V3'), ('x', '<f4'), ('v', [('x', '<f4'), ('y', '<f4')])] |V16",
        "(2, 4)",
        "True (1,)",
        "12 True",
        "this CudaArray was freed",
    ]


def test_what_takes_a_cudaarray_waits_for_what_it_has():
    code = """
made = cp.CudaArray([5])
print(made.__dlpack_device__())
stream = own_stream()
add_one(1)(made)
capsule = made.__dlpack__(stream=stream.value, max_version=(1, 0))
print(read(made.pointer(), stream))
add_one(1)(made)
capsule = made.__dlpack__(stream=-1)
print(read(made.pointer(), stream))  # nobody asked for an order
gives(ValueError, lambda: made.__dlpack__(stream=0))
gives(BufferError, lambda: made.__dlpack__(dl_device=(1, 0), copy=False))
gives(BufferError, lambda: made.__dlpack__(dl_device=(10, 0)))
gives(BufferError, made.free)
del capsule
import numpy
print(numpy.from_dlpack(made, device="cpu").tolist())
made.free()
"""
    assert run(code) == [
        "(2, 0)",
        "[6]",
        "[6]",
        "__dlpack__: stream must be 1 (the default stream), 2 (that of each thread), a stream's address or "
        "-1, got int 0",
        "this CudaArray is on cuda:0 and cannot be shown on cpu without a copy",
        "this CudaArray is on cuda:0 and cannot be shown on a ROCm device",
        "this CudaArray cannot be freed: 1 view of its memory is in use",
        "[7]",
    ]


@needs_compiler
def test_overlaps_on_a_gpu():
    code = """
both = cp.compile(kernels.saxpy)
at = memory(*range(8))
def part(first): return shown(at + 4 * first, (4,), typestr="f4")
gives(ValueError, lambda: both(4)(1.0, part(0), part(2)))
gives(ValueError, lambda: both(4)(1.0, cp.asarray(part(0)), part(2)))
gives(ValueError, lambda: both(4)(1.0, cp.asarray(part(0)), cp.asarray(part(2))))
both(4)(1.0, part(0), part(4))
both(4)(1.0, cp.asarray(part(0)), part(0))
both(4)(1.0, cp.CudaArray([1.0] * 4), part(0))
"""
    text = (
        "saxpy: X and Y share memory without being the same, and the kernel writes to Y: pass a copy of one"
    )
    assert run(WAYS["table"] + code) == [text] * 3


@needs_compiler
def test_a_gpus_tensor_and_lists_together():
    code = """
both = cp.compile(kernels.saxpy)
at, stream = memory(*range(4)), own_stream()
X = [1.0, 2.0, 3.0, 4.0]
both(4)(1.0, X, shown(at, (4,), stream, typestr="f4"))
print(X)
"""
    assert run(WAYS["table"] + code) == ["[1.0, 2.0, 3.0, 4.0]"]


@needs_compiler
def test_records_whose_fields_the_dtype_names():
    """As numba's arrays show themselves, without a descr."""
    code = """
import numpy
@cp.struct
class Point:
    x: cp.float32
    n: cp.int32

# move : void (Point* P)
def move(P):
    P[idx].x += P[idx].n

class Records:
    dtype = Point.dtype
    def __init__(self, address):
        self.__cuda_array_interface__ = {"shape": (2,), "typestr": "|V8", "data": (address, False), "version": 3}

class Bytes(Records):
    dtype = None

at = memory(0, 0, 0, 0)
cp.compile(move)(2)(Records(at))
print(fake.fake_launch_device())
gives(TypeError, lambda: cp.compile(move)(2)(Bytes(at)))
"""  # noqa: E501
    assert run(code) == [
        "0",
        "move: parameter P (Point*): expected an array of Point, got Bytes of records: the kernel writes to "
        "it, so write `P = P.astype(Point.dtype)` before the launch",
    ]
