"""numba.cuda.vector_types: `cuda.float32x4` and its like, by numba's names and CUDA's. `vector_types` has
them all, by numba's names."""

from __future__ import annotations

import sys

from .._types.structs import struct
from . import types
from ._library._names import LibraryName

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

__all__ = ["vector_types"]

# CUDA's name of the vectors of each type, and the names that numba has besides its own.
_BASES = {
    "int8": ("char",),
    "int16": ("short",),
    "int32": ("int",),
    "int64": ("longlong", "long"),
    "uint8": ("uchar",),
    "uint16": ("ushort",),
    "uint32": ("uint",),
    "uint64": ("ulonglong", "ulong"),
    "float32": ("float",),
    "float64": ("double",),
}


class VectorType(LibraryName):
    """The maker of a vector in kernels. `name` is numba's name, `aliases` the others, `base_type` the type
    of the components, and `num_elements` how many there are."""

    name: str
    aliases: tuple[str, ...]

    def __init__(self, base: str, width: int) -> None:
        super().__init__(f"vectors.{base}x{width}", "cudapy.cuda")
        self.name = f"{base}x{width}"
        self.base_type: types.Number = getattr(types, base)
        self.num_elements = width
        self.aliases = tuple(f"{each}{width}" for each in _BASES[base])
        self._core: Any = None

    def __repr__(self) -> str:
        return f"<cuda.{self.name}, known inside kernels>"

    @property
    def user_facing_object(self) -> VectorType:
        """The maker itself, as numba names it."""
        return self

    @property
    def core_name(self) -> str:
        """CudaPy's name of the vector."""
        return self.aliases[0] if self.num_elements > 1 else self.name

    @property
    def core(self) -> Any:
        """CudaPy's type of the vector; a struct for those of one component."""
        if self._core is None:
            if self.num_elements > 1:
                self._core = getattr(sys.modules["cudapy"], self.aliases[0])
            else:
                self._core = struct(type(self.name, (), {"__annotations__": {"x": self.base_type.core}}))
        return self._core


vector_types: dict[str, VectorType] = {
    each.name: each for each in (VectorType(base, width) for base in _BASES for width in (1, 2, 3, 4))
}
BY_NAME = {name: each for each in vector_types.values() for name in (each.name, *each.aliases)}
