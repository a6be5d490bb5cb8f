"""`cp.struct`: classes whose instances lie in the memory of kernels as C's structs do."""

from __future__ import annotations

import copyreg
import sys
import weakref

from .. import _core
from .._compile.cloudpickled import at

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    import dataclasses
    from collections.abc import Callable
    from typing import Any, ClassVar, NoReturn, TypeVar

    import numpy

    Struct = TypeVar("Struct")
    Fields = tuple[tuple[str, Any], ...]  # by name, what the annotations say

_NAMES = {
    "void": _core.Void,
    "bool": _core.Bool,
    "int": _core.Int,
    "float": _core.Float,
    "double": _core.Double,
    "int8": _core.Int8,
    "int16": _core.Int16,
    "int32": _core.Int,
    "int64": _core.Int64,
    "uint8": _core.UInt8,
    "uint16": _core.UInt16,
    "uint32": _core.UInt32,
    "uint64": _core.UInt64,
    "float32": _core.Float,
    "float64": _core.Double,
    "half": _core.Half,
    "float16": _core.Half,
    "bfloat16": _core.BFloat16,
    "complex64": _core.Complex64,
    "complex128": _core.Complex128,
}


class _Dtype:
    # NumPy is imported when a dtype such as Body.dtype is first asked for.
    def __get__(self, instance: object, owner: StructType) -> numpy.dtype[Any]:
        import numpy

        names, kinds = zip(*owner.__cudapy_fields__)
        placed = owner.__cudapy_layout__
        layout: Any = {
            "names": names,
            "formats": [_numpy_type(kind) for kind in kinds],
            "offsets": placed.offsets,
            "itemsize": placed.size,
        }
        # A struct with a vector in it has a larger alignment than NumPy can ask for.
        made: numpy.dtype[Any]
        try:
            made = numpy.dtype(layout, align=True)
        except ValueError:
            made = numpy.dtype(layout)
        return made


def _numpy_type(kind: Any) -> Any:
    """Returns what numpy.dtype() makes a field's dtype of."""
    if hasattr(kind, "__cudapy_fields__"):
        return kind.dtype
    if hasattr(kind, "__cudapy_vector__"):
        return [(name, _numpy_type(kind.__cudapy_vector__)) for name in kind.__slots__]
    element = _core.array_type(kind, 1).element
    assert element is not None
    name = element.numpy_name
    return "uint16" if name == "bfloat16" else name  # its bits: NumPy has no such numbers


def _check_class(cls: Any) -> None:
    """Raises TypeError for what is no class of fields."""
    if not isinstance(cls, type):
        raise TypeError(f"struct: expected a class, got {type(cls).__name__} {cls!r}")
    name = cls.__name__
    if not name.isidentifier():  # it is in signatures, and in the text that is compiled
        raise TypeError(
            f"struct: the name of a class must be an identifier, which kernels know it by, got {name!r}"
        )
    if cls.__bases__ != (object,):
        raise TypeError(
            f"struct {name}: it has a base class, and a struct inherits nothing: write out all fields, or "
            "make the other one a field"
        )


def _check_values(cls: type, annotations: dict[str, Any]) -> None:
    """Raises TypeError for a value in the class's body that is no field."""
    for field, value in vars(cls).items():
        if (
            field not in annotations
            and not field.startswith("__")
            and not callable(value)
            and not isinstance(value, (property, classmethod, staticmethod))
        ):
            raise TypeError(
                f"struct {cls.__name__}: {field} has no type: write `{field}: cp.float32 = …`, or "
                "move it out of the class"
            )


def struct(cls: type[Struct]) -> type[Struct]:
    """Decorate a class of annotated fields as a struct: `@cp.struct class Body: x: cp.float32; mass:
    cp.float32 = 1.0`.

    The result is a dataclass. Kernels know it by its name, in signatures (`Body* bodies`) and where they make
    one (`Body(0.0)`). `Body.dtype` is NumPy's structured dtype of the same layout, that of C; `b.copy()` is a
    copy of an instance, also in kernels. Raises TypeError for what no struct can have.

    >>> @cp.struct
    ... class Body:
    ...     x: cp.float32
    ...     mass: cp.float32 = 1.0
    >>> @cp.kernel("void (Body* bodies, float by)")
    ... def move(bodies, by):
    ...     bodies[idx].x += by / bodies[idx].mass
    >>> bodies = [Body(1.0), Body(2.0, mass=2.0)]
    >>> move(2)(bodies, 4.0)
    >>> bodies
    [Body(x=5.0, mass=1.0), Body(x=4.0, mass=2.0)]
    """
    _check_class(cls)
    name = cls.__name__
    annotations = cls.__dict__.get("__annotations__", {}) or getattr(cls, "__annotations__", {})  # noqa: RUF063 (those of the class itself come first)
    if not isinstance(annotations, dict):  # a class of Python's own
        raise TypeError(f"struct {name}: it has no fields: give each a line with its type, `x: cp.float32`")
    for field in annotations:
        if not isinstance(field, str) or not field.isidentifier():
            raise TypeError(f"struct {name}: the name of a field must be an identifier, got {field!r}")
    scope = {**sys._getframe(1).f_locals, name: _Itself}
    fields = tuple(
        (field, _type_of(annotation, cls, field, scope)) for field, annotation in annotations.items()
    )
    _check_values(cls, annotations)
    if not fields:
        raise TypeError(
            f"struct {name}: it has no fields: give each a line with its type, such as `x: cp.float32`"
        )
    import dataclasses  # reads much that programs without structs do without

    # A StructType, which type checkers do not know of the class that the decorator returns.
    made: Any = dataclasses.dataclass(slots=True)(_of_struct_type(cls))
    made.__cudapy_fields__ = fields
    made.__cudapy_defaults__ = tuple(each.default for each in dataclasses.fields(made))
    made.__init_subclass__ = classmethod(_refuse_subclass)
    names = [field for field, _ in fields]
    if "copy" not in names:
        made.copy = _copy
    if "dtype" not in names:
        made.dtype = _Dtype()
    if "__reduce__" not in vars(cls) and "__getstate__" not in vars(cls):
        made.__getstate__, made.__setstate__ = _state, _set_state
    made.__cudapy_layout__ = _Layout.of(made, fields)
    made.__cudapy_own__ = tuple(
        each for each in vars(cls) if each not in annotations and each not in _OF_EVERY_CLASS
    )
    _known[_key(made)] = made
    known: type[Struct] = made
    return known


class StructType(type):
    """The type of the classes that struct() makes. Such a class is pickled by its name, or where no module
    has it by that name, as one whose module was loaded by its path, by its fields."""

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
        __cudapy_fields__: Fields
        __cudapy_defaults__: tuple[Any, ...]
        __cudapy_layout__: _Layout
        __cudapy_own__: tuple[str, ...]  # the names that it has besides its fields


StructType.__name__ = "type"  # messages call a class what it is
_OF_EVERY_CLASS = frozenset(
    (
        "__module__",
        "__qualname__",
        "__dict__",
        "__weakref__",
        "__doc__",
        "__annotations__",
        "__annotate__",
        "__annotate_func__",
        "__annotations_cache__",
        "__firstlineno__",
        "__static_attributes__",
    )
)
# The classes of this process.
_known: weakref.WeakValueDictionary[tuple[str, str, Fields], StructType] = weakref.WeakValueDictionary()


def _of_struct_type(cls: type) -> type:
    members = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    return StructType(cls.__name__, cls.__bases__, {**members, "__qualname__": cls.__qualname__})


def _key(made: StructType) -> tuple[str, str, Fields]:
    return made.__module__, made.__qualname__, made.__cudapy_fields__


def _reduce_class(made: StructType) -> str | tuple[Any, ...]:
    """Returns what a class is pickled as."""
    found: object = at(made.__module__, made.__qualname__)
    if found is made:
        return made.__qualname__
    if made.__cudapy_own__:
        import pickle

        raise pickle.PicklingError(
            f"struct {made.__name__}: no module has it by its name, and it has more than fields: "
            f"{', '.join(made.__cudapy_own__)}. Put its module into sys.modules, as import does, or pickle "
            "what has only fields"
        )
    return reduced_by_fields(made)


def reduced_by_fields(made: StructType) -> tuple[Any, ...]:
    """Returns what a class is pickled as where the other process may lack its module: its fields, with their
    types and defaults. It is the class of that process which has these, if there is one."""
    import dataclasses

    given = {
        each.name: each.default
        for each in dataclasses.fields(made)
        if each.default is not dataclasses.MISSING
    }
    return _class_again, (*_key(made), given, made.__doc__)


def _class_again(
    module: str, qualname: str, fields: Fields, defaults: dict[str, Any], doc: str | None
) -> type:
    """Returns the class with these fields that this process has, or one like it."""
    key = module, qualname, fields
    found: object = at(module, qualname) if module in sys.modules else None
    if isinstance(found, StructType) and _key(found) == key:
        return found
    if key in _known:
        return _known[key]
    members = {
        "__module__": module,
        "__qualname__": qualname,
        "__doc__": doc,
        "__annotations__": dict(fields),
        **defaults,
    }
    return struct(type(qualname.rpartition(".")[2], (), members))


copyreg.pickle(StructType, _reduce_class)


class _Layout:
    """The offsets of a struct's fields, and its size. A class that cloudpickle makes again in another process
    gets its layout there, by which kernels know it."""

    def __init__(self, made: StructType, fields: Fields) -> None:
        self.made = made
        self.offsets, self.size = _core.struct_type(made, fields)

    @staticmethod
    def of(made: StructType, fields: Fields) -> _Layout:
        known = vars(made).get("__cudapy_layout__")  # cloudpickle gives a class that it knows all it has anew
        # What a decorator made of a struct's class has the attributes of that class, too.
        return known if known and known.made is made else _Layout(made, fields)

    def __reduce__(self) -> tuple[Callable[[StructType, Fields], _Layout], tuple[StructType, Fields]]:
        return _Layout.of, (self.made, self.made.__cudapy_fields__)


class _Itself:
    """Stands for the class that is being made, in its own annotations."""


def _type_of(annotation: Any, cls: type, field: str, scope: dict[str, Any]) -> Any:
    where = f"struct {cls.__name__}: field {field}"
    if isinstance(annotation, str):
        text = annotation
        if text.strip("'\"") in _NAMES:
            return _NAMES[text.strip("'\"")]
        try:
            annotation = (
                eval(text, vars(sys.modules[cls.__module__]), scope)
                if cls.__module__ in sys.modules
                else eval(text, scope)
            )
            if isinstance(annotation, str):
                annotation = eval(annotation, vars(sys.modules[cls.__module__]), scope)
        except Exception as error:
            raise TypeError(f"{where}: {text!r} is no type ({error})") from None
    if annotation is _Itself:
        raise TypeError(
            f"{where}: the struct itself would have no end: store the index of the other one in their array"
        )
    if annotation is str or annotation is bytes:
        raise TypeError(f"{where}: kernels have no strings: store a number that stands for it")
    return annotation


def _copy(self: Any) -> Any:
    """A copy, the structs in it included."""
    values = (getattr(self, name) for name, _ in self.__cudapy_fields__)
    return type(self)(*(value.copy() if hasattr(value, "__cudapy_fields__") else value for value in values))


def _state(self: Any) -> tuple[Any, ...]:
    """Returns what is pickled of an instance: a class that cloudpickle has made again has no slots."""
    return tuple(getattr(self, name) for name, _ in self.__cudapy_fields__)


def _set_state(self: Any, values: tuple[Any, ...]) -> None:
    for (name, _), value in zip(self.__cudapy_fields__, values):
        setattr(self, name, value)


def _refuse_subclass(cls: type, /, **_: object) -> NoReturn:
    raise TypeError(f"{cls.__name__}: a struct inherits nothing to another class: make it a field")
