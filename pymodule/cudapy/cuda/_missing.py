"""What is said of names of numba.cuda that are not here."""

from __future__ import annotations

from .._compile.bindings import Function, Module

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import NoReturn

_MEMORY = "cp.set_memory_limit of CudaPy says how much memory is kept"
_SOURCE = "kernel.inspect_cuda() is the CUDA C++ of a kernel"
_LINKED = "declare_device links CUDA C++, a file or a CUSource"
_PROCESSES = "send arrays to other processes by copy_to_host(), or pickle them"
# The names of numba.cuda that are not here, with the way round; "" for none.
ABSENT = {
    "Archive": _LINKED,
    "BaseCUDAMemoryManager": _MEMORY,
    "Cubin": _LINKED,
    "Fatbin": _LINKED,
    "GetIpcHandleMixin": _MEMORY,
    "HostOnlyCUDAMemoryManager": _MEMORY,
    "IpcHandle": _PROCESSES,
    "LTOIR": _LINKED,
    "LinkableCode": _LINKED,
    "MappedMemory": _MEMORY,
    "MemoryInfo": "cp.memory_info() of CudaPy says how much memory there is",
    "MemoryPointer": _MEMORY,
    "Object": _LINKED,
    "PTXSource": _LINKED,
    "PinnedMemory": _MEMORY,
    "compile": _SOURCE,
    "compile_all": _SOURCE,
    "compile_for_current_device": _SOURCE,
    "compile_ptx": _SOURCE,
    "compile_ptx_for_current_device": _SOURCE,
    "fp8": "convert numbers of 8 bits in CUDA C++, which declare_device links",
    "is_fp8_supported": "convert numbers of 8 bits in CUDA C++, which declare_device links",
    "open_ipc_array": _PROCESSES,
    "set_memory_manager": _MEMORY,
}


_MODULES = frozenset(("cg", "fp8"))


class NotThereError(NotImplementedError, AttributeError):
    """Raised for a name of numba.cuda that is not here. It is an AttributeError, so that `hasattr` and
    `getattr` with a default work."""


def message(name: str) -> str:
    """Returns the text of the error for a name, with the way round where there is one."""
    instead = ABSENT.get(name) or ABSENT.get(name.partition(".")[0])
    return f"cudapy.cuda has no {name} yet" + (f": {instead}" if instead else "")


class Absent:
    """A name of numba.cuda that is not here, which can be imported. Every use of it raises NotThereError, and
    a kernel that uses it is told so."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __repr__(self) -> str:
        return f"<cuda.{self._path}, which is not there yet>"

    def __reduce__(self) -> tuple[type[Absent], tuple[str]]:
        return Absent, (self._path,)

    def _refuse(self, *_arguments: object, **_keywords: object) -> NoReturn:
        raise NotThereError(message(self._path))

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._path}.{name}")

    __call__ = __getitem__ = __iter__ = __len__ = __enter__ = __index__ = __int__ = __float__ = __bool__ = (
        _refuse
    )
    __mro_entries__ = _refuse

    def answer(self) -> Module | Function:
        """Returns what kernels are told of the name, see cudapy/_compile/bindings.py."""
        if self._path in _MODULES:
            return Module(f"cudapy.cuda.{self._path}")
        return Function(self._path.rpartition(".")[2], message(self._path))
