"""Arrays of other libraries in host memory, given to kernels and shared with CudaArrays, and CudaArrays given
to them."""

import ctypes
import gc
import subprocess
import sys
import threading

import cudapy as cp
import fake_library
import kernels
import pytest
from fake_library import WithInterface, WithMethods, array_class, tensor_of
from raising import raises

np = pytest.importorskip("numpy")

needs_compiler = pytest.mark.skipif(fake_library.library() is None, reason="there is no C++ compiler")
A = np.float32


# scale2 : void (float[,] A, float by)
def scale2(A, by):
    A[idy, idx] *= by  # noqa: F821


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile([kernels.saxpy, kernels.choose, scale2], target=target)


@pytest.fixture(params=["full", "managed", "future", "methods", "older"])
def show(request):
    """Makes of a NumPy array one of a library that shows it in one of the ways."""
    if request.param in ("methods", "older"):
        return lambda array: WithMethods(array, request.param == "older")
    if fake_library.library() is None:
        pytest.skip("there is no C++ compiler")
    made = array_class(request.param)
    return lambda array: made(tensor_of(array), array)


def test_arrays_of_every_way_are_arguments(calls, show):
    X, Y = np.arange(4, dtype=A), np.ones(4, A)
    calls(4)(2.0, show(X), show(Y))
    assert Y.tolist() == [1, 3, 5, 7]
    assert X.tolist() == [0, 1, 2, 3]


def test_the_same_array_twice(calls, show):
    X = show(np.arange(4, dtype=A))
    calls(4)(1.0, X, X)
    array = X.array if isinstance(X, WithMethods) else X.keep
    assert array.tolist() == [0, 2, 4, 6]


def test_strided_memory_is_packed_and_written_back(calls, show):
    X, Y = np.arange(8, dtype=A)[::-2], np.ones((4, 3), A)[:, 1]
    calls(4)(2.0, show(X), show(Y))
    assert Y.tolist() == [15, 11, 7, 3]


def test_empty_arrays(calls, show):
    calls(1)(2.0, show(np.empty(0, A)), show(np.empty(0, A)))


def test_two_dimensions_and_mixed_arguments(calls, show):
    whole = np.ones((3, 4), A)
    calls.scale2(4, 3)(show(whole), 5.0)
    assert whole.tolist() == [[5] * 4] * 3
    Y = np.ones(4, A)
    calls(4)(2.0, [1.0, 2, 3, 4], show(Y))
    assert Y.tolist() == [3, 5, 7, 9]


def test_what_does_not_fit_is_refused(calls, show):
    X, kind = np.ones(4, A), type(show(np.ones(4, A))).__name__
    with raises(
        TypeError,
        f"saxpy: parameter Y (float*): expected an array of float32, got {kind} of float64: convert it to "
        "float32, and keep it, since the kernel writes to it",
    ):
        calls(4)(2.0, X, show(np.ones(4)))
    with raises(
        TypeError,
        f"saxpy: parameter Y (float*): expected one dimension, got {kind} of 2 dimensions: pass "
        "Y.reshape(-1)",
    ):
        calls(4)(2.0, X, show(np.ones((2, 2), A)))
    with raises(
        ValueError,
        "saxpy: X and Y share memory without being the same, and the kernel writes to Y: pass a copy of one",
    ):
        both = np.ones(8, A)
        calls(4)(2.0, show(both[:4]), show(both[2:6]))


def test_bools_are_0_or_1(calls, show, target):
    odd = np.array([1, 0, 5, 255], np.uint8).view(bool)
    with raises(
        ValueError, "choose: parameter A (bool*): element 2 is the byte 5, and a bool is 0 or 1: pass A != 0"
    ):
        calls.choose(4)(True, show(odd))


def test_read_only_memory(calls):
    fixed = np.ones(4, A)
    fixed.flags.writeable = False
    calls(4)(2.0, WithMethods(fixed), Y := np.ones(4, A))
    assert Y.tolist() == [3] * 4
    message = (
        "saxpy: parameter Y (float*): the kernel writes to it and this WithMethods cannot be changed: pass "
        "a list, a writable array or a CudaArray"
    )
    with raises(ValueError, message):
        calls(4)(2.0, np.ones(4, A), WithMethods(fixed))
    with raises(ValueError, message.replace("this WithMethods", "this FakeTensor")):
        if fake_library.library() is None:
            pytest.skip("there is no C++ compiler")
        calls(4)(2.0, np.ones(4, A), array_class("managed")(tensor_of(fixed), fixed, flags=1))


@needs_compiler
def test_capsules_of_c_are_freed(calls):
    made = array_class("managed")
    for _ in range(3):
        calls(4)(2.0, made(tensor_of(X := np.ones(4, A)), X), Y := np.ones(4, A))
        assert Y.tolist() == [3] * 4
    assert fake_library.library().fake_alive() == 0


@needs_compiler
def test_tables_that_are_not_ours_are_left_alone(calls):
    X = np.ones(4, A)
    for made in (array_class("unknown"), array_class("full", b"another_api")):
        with raises(
            TypeError, "saxpy: parameter X (float*): expected an array of float, got FakeTensor <fake>"
        ):
            made.__repr__ = lambda _: "<fake>"
            calls(4)(2.0, made(tensor_of(X), X), X.copy())


@needs_compiler
def test_tensors_that_are_more_than_their_memory(calls):
    X, Y = np.ones(4, A), np.zeros(4, A)

    def tensor(grad=False, conj=False, neg=False):
        made = array_class(requires_grad=grad, is_conj=lambda self: conj, is_neg=lambda self: neg)
        return made(tensor_of(X), X)

    calls(4)(2.0, tensor(), Y)
    assert Y.tolist() == [2] * 4
    calls(4)(2.0, tensor(conj=True), Y)  # of real numbers it says nothing
    for given, text in (
        (
            tensor(grad=True),
            "requires a gradient, and kernels compute none: pass its .detach(), which shares its memory",
        ),
        (tensor(neg=True), "is the negative of what its memory holds: pass its .resolve_neg()"),
    ):
        with raises(ValueError, f"saxpy: parameter X (float*): this FakeTensor {text}"):
            calls(4)(2.0, given, Y)
    Z = np.ones(4, np.complex64)
    made = array_class(requires_grad=False, is_conj=lambda self: True, is_neg=lambda self: False)
    with raises(
        ValueError,
        "asarray: this FakeTensor is the conjugate of what its memory holds: pass its .resolve_conj()",
    ):
        cp.asarray(made(tensor_of(Z), Z))


@needs_compiler
def test_tensors_that_become_more_than_their_memory(calls):
    """As `t.data = t.conj().imag` makes a PyTorch tensor: the same object, over the same memory."""
    X, Y = np.ones(4, A), np.zeros(4, A)
    state = {"neg": False}
    made = array_class(requires_grad=False, is_conj=lambda self: False, is_neg=lambda self: state["neg"])(
        tensor_of(X), X
    )
    calls(4)(2.0, made, Y)
    calls(4)(2.0, made, Y)
    assert Y.tolist() == [4] * 4
    state["neg"] = True
    with raises(
        ValueError,
        "saxpy: parameter X (float*): this FakeTensor is the negative of what its memory holds: pass its "
        ".resolve_neg()",
    ):
        calls(4)(2.0, made, Y)
    assert Y.tolist() == [4] * 4


@needs_compiler
def test_what_a_library_refuses(calls):
    with raises(
        BufferError,
        "saxpy: parameter X (float*): this FakeTensor does not show its elements (it is of a kind that "
        "cannot be shown)",
    ):
        calls(4)(2.0, array_class()(), np.ones(4, A))
    with raises(
        BufferError,
        "from_dlpack: this FakeTensor does not show its elements (it is of a kind that cannot be shown)",
    ):
        cp.from_dlpack(array_class()())


@needs_compiler
def test_types_that_kernels_do_not_have(calls):
    X = np.ones(4, np.uint8)
    tensor = tensor_of(X)
    for code, bits, lanes, name in (
        (10, 8, 1, "float8_e4m3fn"),
        (2, 32, 4, "float32 x 4"),
        (2, 8, 1, "float8"),
        (99, 8, 1, "elements of DLPack's type 99"),
    ):
        tensor.code, tensor.bits, tensor.lanes = code, bits, lanes
        shown = array_class()(tensor, X)
        with raises(
            TypeError,
            f"saxpy: parameter X (float*): expected an array of float32, got FakeTensor of {name}: convert "
            "it to float32",
        ):
            calls(4)(2.0, shown, np.ones(4, A))
        with raises(TypeError, f"from_dlpack: this FakeTensor has elements that kernels do not know: {name}"):
            cp.from_dlpack(shown)
        with raises(TypeError, f"elemType: an array of {name} is not supported yet"):
            cp.elemType(shown)


@needs_compiler
def test_a_byte_offset_and_no_strides(calls):
    X, Y = np.arange(8, dtype=A), np.zeros(4, A)
    tensor = fake_library.describe((4,), "f4", X.ctypes.data, None, byte_offset=8)
    calls(4)(1.0, array_class()(tensor, X), Y)
    assert Y.tolist() == [2, 3, 4, 5]


@needs_compiler
def test_other_devices(calls, target):
    X = np.ones(4, A)
    made = array_class()
    where = "cuda:0" if target == "cuda" else "cpu"
    with raises(
        ValueError,
        f"saxpy: parameter X (float*): the kernel runs on {where} and this FakeTensor is on a ROCm device",
    ):
        calls(4)(2.0, made(tensor_of(X, device=(fake_library.ROCM, 0)), X), X.copy())
    with raises(BufferError, "from_dlpack: this FakeTensor is on a ROCm device"):
        cp.from_dlpack(made(tensor_of(X, device=(fake_library.ROCM, 0)), X))
    Y = np.ones(4, A)
    calls(4)(2.0, made(tensor_of(X, device=(fake_library.CUDA_HOST, 0)), X), Y)  # pinned memory is the host's
    assert Y.tolist() == [3] * 4


def test_a_gpus_array_for_a_kernel_of_the_host():
    call = cp.compile(kernels.saxpy, target="cpu")
    X = WithInterface(shape=(4,), typestr="<f4", data=(4096, False), version=3)
    with raises(
        ValueError,
        "saxpy: parameter X (float*): the kernel runs on cpu and this WithInterface is on cuda:0: pass "
        'cudapy.CudaArray(X, target="cpu")',
    ):
        call(4)(2.0, X, np.ones(4, A))


@pytest.mark.parametrize(
    ("change", "kind", "text"),
    [
        ({"shape": None}, TypeError, "has no shape"),
        ({"shape": (-1,)}, TypeError, "has a negative extent"),
        ({"data": 5}, TypeError, "has no data"),
        ({"data": (0, False)}, TypeError, "has the address 0"),
        ({"typestr": None}, TypeError, "has no typestr"),
        ({"strides": (4, 4)}, TypeError, "has strides that are not one for each extent"),
        ({"mask": WithInterface()}, TypeError, "has a mask: kernels do not know missing elements"),
        ({"stream": 0}, TypeError, "has the stream 0, which could be one of two: 1 is the default stream"),
    ],
)
def test_interfaces_that_are_none(calls, change, kind, text):
    shown = {"shape": (4,), "typestr": "<f4", "data": (4096, False), "version": 3, **change}
    with raises(
        kind, f"saxpy: parameter X (float*): the __cuda_array_interface__ of this WithInterface {text}"
    ):
        calls(4)(2.0, WithInterface(**shown), np.ones(4, A))


def test_interfaces_that_raise(calls):
    class Tensor:
        @property
        def __cuda_array_interface__(self):
            raise RuntimeError("Can't get __cuda_array_interface__ on Variable that requires grad.")

    with raises(
        RuntimeError,
        "saxpy: parameter X (float*): this Tensor does not show its elements (Can't get "
        "__cuda_array_interface__ on Variable that requires grad.)",
    ):
        calls(4)(2.0, Tensor(), np.ones(4, A))


def test_methods_that_are_none(calls):
    class Odd:
        def __init__(self, device, capsule):
            self.device, self.capsule = device, capsule

        def __dlpack_device__(self):
            return self.device

        def __dlpack__(self, **options):
            return self.capsule

        def __repr__(self):
            return "<odd>"

    with raises(
        TypeError,
        "saxpy: parameter X (float*): __dlpack_device__() of this Odd gave int 1, not a kind and a number",
    ):
        calls(4)(2.0, Odd(1, None), np.ones(4, A))
    with raises(
        BufferError,
        "saxpy: parameter X (float*): __dlpack__() of this Odd gave int 5, not a capsule of an unused tensor",
    ):
        calls(4)(2.0, Odd((1, 0), 5), np.ones(4, A))
    used = np.ones(4, A).__dlpack__()
    calls(4)(2.0, Odd((1, 0), used), Y := np.ones(4, A))
    assert Y.tolist() == [3] * 4
    with pytest.raises(BufferError, match="not a capsule of an unused tensor"):
        calls(4)(2.0, Odd((1, 0), used), np.ones(4, A))


def test_generic_kernels_take_their_types_from_them(show, target):
    def twice(X):
        if idx < len(X):  # noqa: F821
            X[idx] += X[idx]  # noqa: F821

    call = cp.compile(twice, target=target)
    for dtype in (np.int32, np.float64):
        X = np.arange(3, dtype=dtype)
        call(3)(show(X))
        assert X.tolist() == [0, 2, 4]


# ---- sharing


def test_asarray_shares_host_memory(show):
    X = np.arange(4, dtype=A)
    for shown in (X, show(X)):
        made = cp.asarray(shown, target="cpu")
        assert (made.device, made.shape, made.elemType()) == ("cpu", (4,), cp.Float)
        made[1] = 10
        assert X[1] == 10
        X[1] = 1
        assert made.toList() == [0, 1, 2, 3]
        assert cp.asarray(made) is made
        assert cp.asarray(made, cp.Double).toList() == [0, 1, 2, 3]


def test_asarray_shares_strided_memory(show):
    X = np.arange(12, dtype=A).reshape(3, 4)
    for view in (lambda Z: Z[:, ::-2], lambda Z: Z.T, lambda Z: Z[::-1, 1], lambda Z: Z[2:, :0]):
        for given in (view(X), show(view(X))):
            made = cp.asarray(given, target="cpu")
            assert (made.toList(), made.shape) == (view(X).tolist(), view(X).shape)
            if made.size:
                assert made.strides == view(X).strides
                made.fill(7)
                assert (view(X) == 7).all()
                X[...] = np.arange(12).reshape(3, 4)
            assert made.copy().toList() == view(X).tolist()


def test_asarray_copies_where_it_must(show):
    X = np.arange(6, dtype=A)
    odd = np.frombuffer(bytearray(25), np.uint8)[1:].view(A)
    made = cp.asarray(odd, target="cpu")
    made[0] = 5.0
    assert odd[0] == 0
    assert cp.asarray(show(X), cp.Double, "cpu").toList() == [0, 1, 2, 3, 4, 5]
    assert cp.asarray([1, 2, 3], target="cpu").toList() == [1, 2, 3]
    assert cp.CudaArray(show(X), target="cpu").toList() == X.tolist()
    assert cp.CudaArray(show(X[::-1]), cp.Double, "cpu").toList() == [5, 4, 3, 2, 1, 0]
    with raises(TypeError, "CudaArray: expected a list or array of numbers, got int 5"):
        cp.asarray(5)


def test_from_dlpack_shares_or_refuses(show):
    X = np.arange(6, dtype=np.int64).reshape(2, 3)
    made = cp.from_dlpack(show(X))
    made[1, 2] = 50
    assert (X[1, 2], made.shape) == (50, (2, 3))
    kind = type(show(X)).__name__
    assert cp.from_dlpack(show(X[::-1, 1])).toList() == [4, 1]
    with raises(BufferError, f"from_dlpack: this {kind} has 0 dimensions, not 1 to 8"):
        cp.from_dlpack(show(np.array(1.0)))
    with raises(TypeError, "from_dlpack: expected an array with __dlpack__(), got list [1]"):
        cp.from_dlpack([1])


def test_shared_memory_keeps_its_owner(show):
    X = np.arange(4, dtype=A)
    before = sys.getrefcount(X)
    made = cp.asarray(show(X), target="cpu")
    row = made.reshape(2, 2)[1]
    del made
    gc.collect()
    assert sys.getrefcount(X) > before
    assert row.toList() == [2, 3]
    row.free()
    gc.collect()
    assert sys.getrefcount(X) == before


def test_kernels_use_shared_memory(calls, show, target):
    X = np.arange(4, dtype=A)
    shared = cp.asarray(show(X), target="cpu")
    if target == "cuda":
        shared = cp.CudaArray(shared, target="cuda")
    Y = cp.CudaArray(np.ones(4, A), target=target)
    calls(4)(2.0, shared, Y)
    assert Y.toList() == [1, 3, 5, 7]


def test_shared_memory_that_cannot_be_changed(show):
    call = cp.compile(kernels.saxpy, target="cpu")
    fixed = np.ones(4, A)
    fixed.flags.writeable = False
    for made in (cp.asarray(fixed, target="cpu"), cp.from_dlpack(WithMethods(fixed))):
        assert made.toList() == [1] * 4
        with raises(
            ValueError, "this CudaArray shows memory that cannot be changed: write to a copy() of it"
        ):
            made[0] = 5.0
        with raises(
            ValueError, "this CudaArray shows memory that cannot be changed: write to a copy() of it"
        ):
            made.reshape(2, 2)[1] = [1.0, 2.0]
        with raises(
            ValueError,
            "saxpy: parameter Y (float*): the kernel writes to it and this CudaArray shows memory that "
            "cannot be changed: write `Y = Y.copy()` before the launch",
        ):
            call(4)(1.0, [1.0] * 4, made)
        call(4)(1.0, made, Y := [1.0] * 4)
        assert Y == [2.0] * 4
        assert not np.asarray(made).flags.writeable
        copied = made.copy()
        copied[0] = 5.0
        assert fixed[0] == 1


def test_overlapping_shared_memory(calls):
    call = cp.compile(kernels.saxpy, target="cpu")
    X = np.arange(8, dtype=A)
    with raises(
        ValueError,
        "saxpy: X and Y share memory without being the same, and the kernel writes to Y: pass a copy of one",
    ):
        call(4)(1.0, cp.asarray(X[:4], target="cpu"), cp.asarray(X[2:6], target="cpu"))
    call(4)(1.0, cp.asarray(X[:4], target="cpu"), cp.asarray(X[4:], target="cpu"))
    assert X.tolist() == [0, 1, 2, 3, 4, 6, 8, 10]


def test_memory_shared_by_threads():
    X = np.zeros(16, A)

    def share():
        for _ in range(300):
            made = cp.asarray(WithMethods(X), target="cpu")
            made[3] = 1.0
            made.free()
            np.from_dlpack(cp.CudaArray([1.0, 2.0], target="cpu"))

    threads = [threading.Thread(target=share) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    assert sys.getrefcount(X) <= 4


# ---- CudaArrays for others


@pytest.mark.parametrize("version", [None, (1, 0), (1, 3)])
@pytest.mark.parametrize(
    "dtype",
    [
        "bool",
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ],
)
def test_numpy_takes_every_type(dtype, version):
    X = np.array([[0, 1, 1], [1, 0, 1]], dtype)
    made = cp.CudaArray(X, target="cpu")
    shown = np.from_dlpack(Exported(made, version))
    assert (shown.dtype, shown.tolist()) == (X.dtype, X.tolist())
    assert shown.ctypes.data == made.pointer()


class Exported:
    def __init__(self, array, version):
        self.array, self.version = array, version

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **options):
        options["max_version"] = self.version
        return self.array.__dlpack__(**options)


def test_the_capsules_names():
    made = cp.CudaArray([1.0], target="cpu")
    assert made.__dlpack_device__() == (1, 0)
    assert '"dltensor"' in repr(made.__dlpack__())
    assert '"dltensor_versioned"' in repr(
        made.__dlpack__(max_version=(1, 1), stream=None, dl_device=(1, 0), copy=False)
    )
    assert '"dltensor"' in repr(made.__dlpack__(max_version=(0, 8)))
    made.free()  # capsules that nobody took hold nothing


def test_exports_hold_the_memory():
    made = cp.CudaArray([1.0, 2.0], target="cpu")
    shown = np.from_dlpack(made)
    with raises(BufferError, "this CudaArray cannot be freed: 1 view of its memory is in use"):
        made.free()
    shown[0] = 5
    assert made.toList() == [5, 2]
    copied = np.from_dlpack(made, copy=True)
    del made, shown
    gc.collect()
    assert copied.tolist() == [5, 2]
    made = cp.CudaArray(cp.CudaArray([3.0, 4.0], target="cpu"))
    shown = np.from_dlpack(made)
    del made
    gc.collect()
    assert shown.tolist() == [3, 4]


def test_what_cannot_be_exported():
    made = cp.CudaArray([1.0], target="cpu")
    with raises(ValueError, "__dlpack__: an array on the host has no stream, got int 1"):
        made.__dlpack__(stream=1)
    made.__dlpack__(stream=-1)
    with raises(TypeError, "__dlpack__: stream must be an integer or None, got str 'x'"):
        made.__dlpack__(stream="x")
    with raises(BufferError, "this CudaArray is on cpu and cannot be shown on cuda:0"):
        made.__dlpack__(dl_device=(2, 0))
    with raises(TypeError, "__dlpack__: dl_device must be two integers, got int 1"):
        made.__dlpack__(dl_device=1)
    with raises(TypeError, "__dlpack__: max_version must be two integers, got float 1.0"):
        made.__dlpack__(max_version=1.0)
    assert not hasattr(made, "__cuda_array_interface__")
    with raises(
        AttributeError, "a CudaArray on the host has no __cuda_array_interface__: it has the buffer protocol"
    ):
        made.__cuda_array_interface__
    made.free()
    with raises(ValueError, "this CudaArray was freed"):
        made.__dlpack__()
    with raises(ValueError, "this CudaArray was freed"):
        made.__dlpack_device__()


def test_fixed_memory_is_exported_as_such():
    fixed = np.ones(2, A)
    fixed.flags.writeable = False
    made = cp.asarray(fixed, target="cpu")
    assert not np.from_dlpack(made).flags.writeable
    with raises(
        BufferError,
        "this CudaArray shows memory that cannot be changed, which DLPack can say from version 1.0 on: ask "
        "with max_version=(1, 0)",
    ):
        made.__dlpack__()


@cp.struct
class Point:
    x: cp.float32
    n: cp.uint8


def test_vectors_and_structs():
    made = cp.CudaArray.allocate(3, cp.float4, target="cpu")
    assert np.from_dlpack(made).shape == (3, 4)
    made = cp.CudaArray.allocate(3, Point, target="cpu")
    with raises(BufferError, "DLPack has no structs such as Point: use numpy.asarray(A)"):
        made.__dlpack__()


def test_a_bfloat16_array():
    made = cp.CudaArray([1.0, 2.0], cp.bfloat16, target="cpu")
    again = cp.from_dlpack(WithMethods(made))
    assert (again.elemType(), again.toList(), again.pointer()) == (cp.BFloat16, [1, 2], made.pointer())


@pytest.mark.parametrize(
    "kept",
    [
        "np.from_dlpack(cp.CudaArray([1.0, 2.0], target='cpu'))",
        "cp.asarray(np.ones(4), target='cpu')",
        "cp.from_dlpack(cp.CudaArray([1.0], target='cpu'))",
        "cp.CudaArray([1.0], target='cpu').__dlpack__()",
    ],
)
def test_memory_that_lives_until_the_process_ends(kept):
    code = (
        f"import threading, cudapy as cp, numpy as np\nkept = {kept}\nthreading.kept = [{kept}]\n"
        f"import sys; sys.kept = {kept}"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


def test_the_producer_frees_on_a_thread_without_python():
    """A capsule's tensor may be let go of by any thread, one that Python does not know too."""
    made = cp.CudaArray([1.0, 2.0], target="cpu")
    capsule = made.__dlpack__(max_version=(1, 0))
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    rename = ctypes.pythonapi.PyCapsule_SetName
    rename.argtypes = [ctypes.py_object, ctypes.c_char_p]
    used = b"used_dltensor_versioned"
    managed = pointer(capsule, b"dltensor_versioned")
    rename(capsule, used)
    deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(
        ctypes.c_void_p.from_address(managed + 16).value
    )  # without the GIL
    with raises(BufferError, "this CudaArray cannot be freed: 1 view of its memory is in use"):
        made.free()
    thread = threading.Thread(target=deleter, args=(managed,))
    thread.start()
    thread.join()
    made.free()
