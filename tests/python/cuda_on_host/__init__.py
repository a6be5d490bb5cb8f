"""Emitted CUDA C++ as functions of the host: g++ compiles it by a stand-in for the toolkit's header, so that
no GPU is needed.

    kernels = HostKernels(path_of_py, folder)
    kernels.run("saxpy_coarsened", (100,), (2.5, X, Y))

Kernels whose threads work together in warps or in the whole grid have no place here.
"""

import ctypes
import mmap
import os
import re
import subprocess

import numpy as np

_HERE = os.path.dirname(os.path.abspath(__file__))
_KERNEL = re.compile(r'extern "C" __global__ void (\w+)\(([^)]*)\)')
_SCALARS = {
    "int": ctypes.c_int,
    "unsigned": ctypes.c_uint,
    "int64_t": ctypes.c_int64,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
}
_AXES = {"len": 0, "rows": 0, "cols": 1}
_FLAGS = [
    "-std=c++20",
    "-O0",
    "-g0",
    "-w",
    "-fPIC",
    "-shared",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-fsanitize=alignment",
    "-fsanitize-undefined-trap-on-error",
]


def translate(pycu2cu, path, folder, *options):
    """Returns the CUDA C++ of a file of kernels, without the functions that launch them."""
    output = os.path.join(folder, "kernels.cu")
    subprocess.run([pycu2cu, path, "--optimize", "--kernels-only", *options, "-o", output], check=True)
    with open(output, encoding="utf-8") as file:
        return file.read()


def names_in(text):
    """Returns the names of the kernels in CUDA C++."""
    return {name for name, _ in _KERNEL.findall(text)}


class HostKernels:
    """The kernels of a text in CUDA C++, compiled for the host."""

    def __init__(self, text, folder):
        self.parameters = {name: _parameters(words) for name, words in _KERNEL.findall(text)}
        source = os.path.join(folder, "kernels.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
            run = "run_blocks" if "__syncthreads" in text else "run"
            for name, words in _KERNEL.findall(text):
                given = ", ".join(each for _, each in self.parameters[name])
                file.write(
                    f'\nextern "C" bool run_{name}(const unsigned* grid_, const unsigned* block_, {words})\n'
                    f"{{ return on_host::{run}(grid_, block_, [&] {{ {name}({given}); }}); }}\n"
                )
        library = os.path.join(folder, "kernels.so")
        subprocess.run(
            [os.environ.get("CXX", "g++"), *_FLAGS, "-I", _HERE, source, "-o", library], check=True
        )
        self._library = ctypes.CDLL(library)

    def run(self, name, threads, arguments, block):
        """Runs a kernel for so many threads, and some of the last block that have nothing to do. `arguments`
        are numbers, and arrays in place of pointers. Returns whether it touched only its arrays, and words
        at aligned addresses."""
        threads = (*threads, 1)[:2]
        grid = (ctypes.c_uint * 2)(*(-(-wanted // size) for wanted, size in zip(threads, block)))
        parameters = self.parameters[name]
        axes = sum(
            name in ("threads", "threads_x", "threads_y") for _, name in parameters[:2]
        )  # none of a kernel for whole blocks
        given = [_SCALARS[kind](count) for (kind, _), count in zip(parameters[:axes], threads)]
        left, array = list(arguments), None
        for kind, parameter in parameters[axes:]:
            extent = re.fullmatch(r"\w+?_(len|rows|cols|dim(\d))", parameter)
            if kind == "pointer":
                array = left.pop(0)
                given.append(ctypes.c_void_p(array.ctypes.data))
            elif extent and array is not None:
                given.append(_SCALARS[kind](array.shape[int(extent[2] or _AXES.get(extent[1], 0))]))
            else:
                given.append(_SCALARS[kind](left.pop(0)))
        function = self._library["run_" + name]
        function.restype = ctypes.c_bool
        return function(grid, (ctypes.c_uint * 2)(*block), *given)


class Guarded:
    """Memory for an array, which begins at a multiple of 16 bytes and ends, so far as that allows, where a
    page begins that nobody may touch. Those bytes that are left over have values that must stay."""

    def __init__(self, values):
        page = mmap.PAGESIZE
        size = -(-values.nbytes // 16) * 16
        whole = -(-size // page) * page
        self._map = mmap.mmap(-1, whole + page)
        self.bytes = np.frombuffer(self._map, np.uint8, whole)
        self.bytes[:] = 0xA5
        start = whole - size
        self.array = self.bytes[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
        self.array[...] = values
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._map)) + whole
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(page), 0) == 0


def _parameters(words):
    """Returns the parameters of a kernel as (type, name); the type of an array is "pointer"."""
    found = []
    for each in words.replace("\n", " ").split(","):
        kind, name = re.fullmatch(r"\s*(?:const )?(.*?)\s*(\w+)\s*", each).groups()
        found.append(("pointer" if "*" in kind else kind, name))
    return found
