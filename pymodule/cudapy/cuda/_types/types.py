"""The types of numba.types as objects: a number's type can be indexed, which gives an array's, and called,
which gives a signature or a number."""

from __future__ import annotations

from ... import _core
from ..._compile.bindings import Member
from .._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Never

    import numpy


class Type:
    """A type of numba. Two are equal if they have the same name and the same parts."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def key(self) -> Any:
        """What makes the type: types of one class with equal keys are equal."""
        return self.name

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Type) and self.key == other.key

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.key))

    def __call__(self, *arguments: Any) -> Any:
        """Returns the signature of a function with these arguments that returns the type."""
        return Signature(self, arguments)

    def __getitem__(self, index: Any) -> Array:
        """Returns the type of an array: `t[:]` of any strides, `t[::1]` and `t[:, ::1]` of row-major, `t[::1,
        :]` of column-major order. Raises KeyError for anything else."""
        slices = index if isinstance(index, tuple) else (index,)
        if not slices or not all(
            isinstance(each, slice) and each.start is None and each.stop is None for each in slices
        ):
            raise KeyError(f"Can only index numba types with slices with no start or stop, got {index}.")
        layout = "F" if slices[0].step == 1 and len(slices) > 1 else "C" if slices[-1].step == 1 else "A"
        return Array(self, len(slices), layout)

    @property
    def core(self) -> _core.Type:
        """The type of CudaPy that kernels compute with. Raises NotThereError where there is none."""
        raise NotThereError(
            f"cudapy.cuda has no kernels with the type {self} yet: numbers and arrays of numbers are there"
        )


_CORES = {
    "bool": _core.Bool,
    "int8": _core.Int8,
    "int16": _core.Int16,
    "int32": _core.Int,
    "int64": _core.Int64,
    "uint8": _core.UInt8,
    "uint16": _core.UInt16,
    "uint32": _core.UInt32,
    "uint64": _core.UInt64,
    "float16": _core.Half,
    "__nv_bfloat16": _core.BFloat16,
    "float32": _core.Float,
    "float64": _core.Double,
    "complex64": _core.Complex64,
    "complex128": _core.Complex128,
}


class Number(Type):
    """The type of a number, made by its name: `Float("float32")` is equal to `float32`."""

    bitwidth: int

    names: tuple[str, ...] = ()

    def __init__(self, name: str) -> None:
        if name not in self.names:
            raise ValueError(
                f"{type(self).__name__}: the name must be one of {', '.join(self.names)}, not {name!r}"
            )
        super().__init__(name)
        self._core = _CORES[name]
        self.bitwidth = 8 * self._core.size

    def _order(self, other: object) -> tuple[int, int] | None:
        """Returns the widths of the type and the other, by which numba orders the types of one class; None
        for types that have no order."""
        if not isinstance(other, Number) or type(self) is not type(other) or type(self) is Boolean:
            return None
        return self.bitwidth, other.bitwidth

    def __lt__(self, other: object) -> bool:
        widths = self._order(other)
        return widths[0] < widths[1] if widths else NotImplemented

    def __le__(self, other: object) -> bool:
        return self == other or self.__lt__(other)

    def __gt__(self, other: object) -> bool:
        widths = self._order(other)
        return widths[0] > widths[1] if widths else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self == other or self.__gt__(other)

    @property
    def core(self) -> _core.Type:
        return self._core

    @property
    def itemsize(self) -> int:
        return self._core.size

    def __call__(self, *arguments: Any) -> Any:
        """Returns a number of NumPy of this type, or with types the signature of a function that returns the
        type."""
        if len(arguments) == 1 and not isinstance(translated(arguments[0]), Type):
            if self._core is _core.Bool:
                return bool(arguments[0])
            if self._core is _core.BFloat16:
                raise RuntimeError(
                    "bfloat16(x) means something only inside a kernel: NumPy has no such numbers"
                )
            import numpy

            return numpy.dtype(self.name).type(arguments[0])
        return Signature(self, arguments)

    def answer(self) -> Member:
        """Returns what kernels are told of the type, see cudapy/_compile/bindings.py."""
        return Member(f"cudapy.{_IN_KERNELS.get(self.name, self.name)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _number_named, (self.name,)


_IN_KERNELS = {"bool": "bool_", "float16": "half", "__nv_bfloat16": "bfloat16"}


class Boolean(Number):
    """bool."""

    names: tuple[str, ...] = ("bool",)


class Integer(Number):
    """The type of an integer. `signed` says whether it has a sign."""

    names: tuple[str, ...] = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")

    def __init__(self, name: str, bitwidth: int | None = None, signed: bool | None = None) -> None:
        super().__init__(name)
        if bitwidth not in (None, self.bitwidth) or signed not in (None, self.signed):
            raise ValueError(
                f"Integer: {name} has {self.bitwidth} bits and {'a' if self.signed else 'no'} sign"
            )

    @classmethod
    def from_bitwidth(cls, bitwidth: int, signed: bool = True) -> Integer:
        """Returns the type of the integers with so many bits."""
        return cls(f"{'int' if signed else 'uint'}{bitwidth}")

    def _order(self, other: object) -> tuple[int, int] | None:
        return super()._order(other) if getattr(other, "signed", None) == self.signed else None

    @property
    def signed(self) -> bool:
        return not self.name.startswith("u")

    @property
    def maxval(self) -> int:
        """The largest integer of the type."""
        return (1 << (self.bitwidth - self.signed)) - 1

    @property
    def minval(self) -> int:
        """The smallest integer of the type."""
        return -(1 << (self.bitwidth - 1)) if self.signed else 0


class Float(Number):
    """The type of a real number."""

    names: tuple[str, ...] = ("float16", "float32", "float64", "__nv_bfloat16")


class Complex(Number):
    """The type of a complex number."""

    names: tuple[str, ...] = ("complex64", "complex128")

    def __init__(self, name: str, underlying_float: Float | None = None) -> None:
        super().__init__(name)
        if underlying_float not in (None, self.underlying_float):
            raise ValueError(
                f"Complex: the parts of {name} are {self.underlying_float}, not {underlying_float}"
            )

    @property
    def underlying_float(self) -> Float:
        """The type of its parts."""
        return float32 if self.name == "complex64" else float64


class DtypeType(Type):
    """The type of a dtype of NumPy that kernels do not have, such as that of records."""

    def __init__(self, dtype: numpy.dtype[Any]) -> None:
        super().__init__(str(dtype))
        self.dtype = dtype


class NoneType(Type):
    """The type of None, and void as the type of what a kernel returns."""

    @property
    def core(self) -> _core.Type:
        return _core.Void

    def __reduce__(self) -> str:
        return "void"


class Array(Type):
    """The type of an array: `Array(float32, 2, "C")`. The layout is "C" for row-major, "F" for column-major
    order, "A" for any strides."""

    dtype: Type
    ndim: int
    mutable: bool
    aligned: bool

    def __init__(
        self,
        dtype: Type,
        ndim: int,
        layout: str,
        readonly: bool = False,
        name: str | None = None,
        aligned: bool = True,
    ) -> None:
        dtype = translated(dtype)
        if not isinstance(dtype, Type):
            raise TypeError(f"Array: the first argument must be a type, not {dtype!r}")
        if layout not in ("A", "C", "F"):
            raise ValueError(f'Array: the layout must be "A", "C" or "F", not {layout!r}')
        self.dtype, self.ndim, self.layout = dtype, ndim, layout
        self.mutable, self.aligned = not readonly, aligned
        prefix = ("readonly " if readonly else "") + ("" if aligned else "unaligned ")
        super().__init__(name or f"{prefix}array({dtype}, {ndim}d, {layout})")

    @property
    def key(self) -> Any:
        return self.dtype, self.ndim, self.layout, self.mutable, self.aligned

    def __repr__(self) -> str:
        return (
            f"Array({self.dtype!r}, {self.ndim}, {self.layout!r}, {not self.mutable}, aligned={self.aligned})"
        )

    def copy(
        self,
        dtype: Type | None = None,
        ndim: int | None = None,
        layout: str | None = None,
        readonly: bool | None = None,
    ) -> Array:
        """Returns the type with some parts changed."""
        readonly = not self.mutable if readonly is None else readonly
        return Array(
            dtype or self.dtype,
            self.ndim if ndim is None else ndim,
            layout or self.layout,
            readonly,
            None,
            self.aligned,
        )

    @property
    def is_c_contig(self) -> bool:
        return self.layout == "C" or (self.ndim <= 1 and self.layout == "F")

    @property
    def is_f_contig(self) -> bool:
        return self.layout == "F" or (self.ndim <= 1 and self.layout == "C")

    @property
    def is_contig(self) -> bool:
        return self.layout in "CF"

    @property
    def core(self) -> _core.Type:
        return _core.array_type(self.dtype.core, self.ndim) if self.ndim else super().core

    def __getitem__(self, index: Any) -> Never:
        raise KeyError(f"{self} is an array's type: only the types of elements can be indexed")


class Tuple(Type):
    """The type of a tuple, of the types of its items."""

    dtype: Type
    name: str

    types: tuple[Type, ...]

    def __new__(cls, types: Iterable[Type]) -> Tuple:
        types = tuple(map(translated, types))
        made = super().__new__(UniTuple if types and len(set(types)) == 1 else cls)
        made.types = types
        return made

    def __init__(self, types: Iterable[Type]) -> None:
        if isinstance(self, UniTuple):  # made as a Tuple of equal types
            self.dtype, self.name = self.types[0], f"UniTuple({self.types[0]} x {len(self.types)})"
            return
        super().__init__(f"Tuple({', '.join(map(str, self.types))})" if self.types else "Tuple()")

    @property
    def key(self) -> Any:
        return self.types

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.types)

    def __len__(self) -> int:
        return len(self.types)

    def __iter__(self) -> Iterator[Type]:
        return iter(self.types)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Tuple, (self.types,)) if self.types or type(self) is Tuple else (UniTuple, (self.dtype, 0))


class UniTuple(Tuple):
    """The type of a tuple of items of one type: `UniTuple(int64, 3)`."""

    name: str

    dtype: Type

    def __new__(cls, dtype: Any, count: int) -> UniTuple:
        made = object.__new__(cls)
        made.types = (translated(dtype),) * count
        return made

    def __init__(self, dtype: Any, count: int | None = None) -> None:
        dtype = translated(dtype)
        if count is None:
            super().__init__(dtype)
        else:
            self.dtype, self.name = dtype, f"UniTuple({dtype} x {count})"


class NamedTuple(Tuple):
    """The type of a named tuple, of the types of its items and the class: `NamedTuple((int64, float64),
    Point)`."""

    dtype: Type

    def __new__(cls, types: Iterable[Type], instance_class: type) -> NamedTuple:
        types = tuple(map(translated, types))
        made = object.__new__(NamedUniTuple if types and len(set(types)) == 1 else cls)
        made.types = types
        return made

    def __init__(self, types: Iterable[Type], instance_class: Any) -> None:
        self.instance_class: type = instance_class
        self.fields: tuple[str, ...] = instance_class._fields
        inner = ", ".join(map(str, self.types))
        if isinstance(self, NamedUniTuple):
            self.dtype = self.types[0]
            inner = f"{self.dtype} x {len(self.types)}"
        Type.__init__(self, f"{instance_class.__name__}({inner})")

    @property
    def key(self) -> Any:
        return self.types, self.instance_class

    def __reduce__(self) -> tuple[Any, ...]:
        return NamedTuple, (self.types, self.instance_class)


class NamedUniTuple(NamedTuple):
    """The type of a named tuple of items of one type: `NamedUniTuple(int64, 2, Point)`."""

    dtype: Type

    def __new__(cls, dtype: Any, count: int, instance_class: type) -> NamedUniTuple:
        made = object.__new__(cls)
        made.types = (translated(dtype),) * count
        return made

    def __init__(self, dtype: Any, count: Any, instance_class: type | None = None) -> None:
        super().__init__(self.types, count if instance_class is None else instance_class)


class Signature:
    """The types of a function: `return_type` and the tuple `args`."""

    def __init__(self, return_type: Type | None, args: Iterable[Type]) -> None:
        self.return_type: Type | None = translated(return_type)
        self.args: tuple[Type, ...] = tuple(map(translated, args))

    def __repr__(self) -> str:
        given = ", ".join(map(str, self.args)) + ("," if len(self.args) == 1 else "")
        return f"({given}) -> {self.return_type}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Signature) and (self.return_type, self.args) == (
            other.return_type,
            other.args,
        )

    def __hash__(self) -> int:
        return hash((self.return_type, self.args))


def signature(return_type: Type | None, *args: Type) -> Signature:
    """Returns the signature of a function with arguments of these types."""
    return Signature(return_type, args)


def translated(value: Any) -> Any:
    """Returns the type for one of numba itself; any other value as it is."""
    if isinstance(value, Type) or not str(type(value).__module__).startswith("numba."):
        return value
    from . import numba_types  # which translates to the types of this file

    return numba_types.translated(value)


def _number_named(name: str) -> Number:
    return BY_NAME[name]


void: NoneType = NoneType("none")
boolean: Boolean = Boolean("bool")
int8: Integer = Integer("int8")
int16: Integer = Integer("int16")
int32: Integer = Integer("int32")
int64: Integer = Integer("int64")
uint8: Integer = Integer("uint8")
uint16: Integer = Integer("uint16")
uint32: Integer = Integer("uint32")
uint64: Integer = Integer("uint64")
float16: Float = Float("float16")
bfloat16: Float = Float("__nv_bfloat16")
float32: Float = Float("float32")
float64: Float = Float("float64")
complex64: Complex = Complex("complex64")
complex128: Complex = Complex("complex128")

NUMBERS: tuple[Number, ...] = (
    boolean,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    bfloat16,
    float32,
    float64,
    complex64,
    complex128,
)
BY_NAME = {each.name: each for each in NUMBERS}
BY_CORE = {each.core: each for each in NUMBERS}
