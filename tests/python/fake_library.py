"""Arrays of other libraries, without those libraries: one with DLPack's table of C functions, one with
DLPack's methods, and one with the CUDA array interface."""

import ctypes
import functools
import os
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

CPU, CUDA, CUDA_HOST, ROCM, MANAGED = 1, 2, 3, 10, 13
CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}


class Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


def describe(shape, typestr, data, strides=None, device=(CPU, 0), byte_offset=0):
    """A Tensor; strides are in bytes."""
    size = int(typestr[1:])
    tensor = Tensor(data, *device, len(shape), CODES.get(typestr[0], 4), size * 8, 1, None, None, byte_offset)
    tensor.kept = (
        (ctypes.c_int64 * len(shape))(*shape),
        strides and (ctypes.c_int64 * len(shape))(*[s // size for s in strides]),
    )
    tensor.shape = ctypes.cast(tensor.kept[0], ctypes.POINTER(ctypes.c_int64))
    if strides:
        tensor.strides = ctypes.cast(tensor.kept[1], ctypes.POINTER(ctypes.c_int64))
    return tensor


@functools.cache
def library():
    """The compiled part; None where there is no compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        return None
    path = os.path.join(tempfile.mkdtemp(), "libfake.so")
    subprocess.run(
        [
            compiler,
            "-std=c++17",
            "-O2",
            "-shared",
            "-fPIC",
            os.path.join(HERE, "fake_library.cpp"),
            "-o",
            path,
        ],
        check=True,
    )
    made = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
    for name in ("full", "managed", "future", "unknown"):
        getattr(made, f"fake_{name}").restype = ctypes.c_void_p
    made.fake_register.argtypes = [ctypes.c_void_p, ctypes.POINTER(Tensor), ctypes.c_uint64]
    made.fake_forget.argtypes = made.fake_set_stream.argtypes = [ctypes.c_void_p]
    return made


def capsule(name, kind=b"dlpack_exchange_api"):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(getattr(library(), f"fake_{name}")(), kind, None)


def array_class(api="full", kind=b"dlpack_exchange_api", **members):
    """A class of arrays with a table; an instance is made of a description, and keeps what it is given
    besides."""

    def __init__(self, tensor=None, keep=None, flags=0):
        self.tensor, self.keep = tensor, keep
        if tensor is not None:
            library().fake_register(id(self), ctypes.byref(tensor), flags)

    def __del__(self):
        library().fake_forget(id(self))

    return type(
        "FakeTensor",
        (),
        {
            "__init__": __init__,
            "__del__": __del__,
            "__dlpack_c_exchange_api__": capsule(api, kind),
            **members,
        },
    )


def tensor_of(array, **options):
    """What DLPack says of a NumPy array."""
    typestr = array.dtype.kind + str(array.dtype.itemsize)
    return describe(array.shape, typestr, array.ctypes.data, array.strides, **options)


class WithMethods:
    """A NumPy array that shows itself only by DLPack's methods; `older` ones do not know max_version."""

    def __init__(self, array, older=False):
        self.array, self.older, self.asked = array, older, []

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **options):
        self.asked.append(options)
        if self.older and "max_version" in options:
            raise TypeError("__dlpack__() got an unexpected keyword argument 'max_version'")
        return self.array.__dlpack__(**options)


class WithInterface:
    """What shows the given __cuda_array_interface__."""

    def __init__(self, **shown):
        self.__cuda_array_interface__ = shown
