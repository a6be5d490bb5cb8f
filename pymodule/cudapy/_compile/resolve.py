"""The meaning of a kernel's free names: its closure, its module's globals, the built-ins.

The extension asks while it translates. An answer is a Binding of bindings.py.
"""

from __future__ import annotations

import builtins
import sys
import types

from .. import _core
from .._core import SourceError
from . import bindings
from . import names as _names
from .bindings import are_constants
from .function_key import function_key
from .numba_objects import module_of_numba, ours
from .shown_paths import shown_path
from .sources import Source, is_lambda, is_signed, lambda_unit, plain_function
from .stand_ins import WRAPPERS, OverArrays

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    from .bindings import Binding
    from .dialect import Arrays, Library
    from .source_unit import SourceUnit

    Path: TypeAlias = tuple[str, ...]  # a name, and attributes of it


class _Missing:
    """Stands for what is not bound."""


MISSING = _Missing()
_KERNEL_MODULES = ("math", "cmath", "numpy", "operator", "cudapy", "cudapy.cuda", "builtins")
_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_NUMPY_TYPES = {
    name: name for name in ("bool", *_INTEGERS, "float16", "float32", "float64", "complex64", "complex128")
}
# The package's names for the names in signatures.
CUDAPY_TYPES = {name: name for name in _INTEGERS} | {
    "void": "Void",
    "bool": "bool_",
    "int": "int32",
    "half": "half",
    "bfloat16": "bfloat16",
    "float": "float32",
    "double": "float64",
    "complex64": "complex64",
    "complex128": "complex128",
}


class Resolver:
    """Answers for the functions of one compilation, and remembers which others they need."""

    def __init__(self, functions: Iterable[types.FunctionType]) -> None:
        self.functions = list(functions)
        self._known = {function.__name__ for function in self.functions if not is_lambda(function)}
        self._lambdas: dict[types.FunctionType, str] = {}  # the names that lambdas are compiled by
        # The names that they are compiled by.
        self._called_as = [function.__name__ for function in self.functions]
        # The signatures that decorators gave; None where nobody asked.
        self._signatures: list[str | None] = [None for _ in self.functions]
        self._needed: list[SourceUnit] = []
        # What is done to source units that come along.
        self.edit: Callable[[SourceUnit], SourceUnit] | None = None
        # What gives a function its source, where that is in no file.
        self.recall: Callable[[types.FunctionType], object] | None = None
        self.library: Library | None = None  # what chooses functions of numba's world
        self.arrays: Arrays | None = None  # what knows the arrays that are captured

    def __call__(self, file: int, name: str, path: Path) -> Binding:
        function = self.function_of(file, name)
        if self.library and path[-1].startswith("("):
            return self._chosen(self.library, function, path)
        value = self._value(function, path)
        answer = (
            (self.library and self.library.answer(value))
            or (self.arrays and self.arrays.answer(value))
            or answer_for(value)
        )
        if isinstance(answer, bindings.Function):
            return self._called(function, path[-1], value, answer)
        return answer

    def _value(self, function: types.FunctionType, path: Path) -> Any:
        """Returns what a path of names stands for in a function. The names of methods of arrays are after
        `<array>`."""
        if self.library and path[0] == "<array>":
            return self.library.METHODS[path[1]]
        return value_at(function, path)

    def _chosen(self, library: Library, caller: types.FunctionType, path: Path) -> Binding:
        """The function that a call of an overloaded one means. After the names are the types of the
        arguments."""
        chosen = library.choose(self._value(caller, path[:-1]), path[-1])
        if chosen is None:
            return bindings.Unknown()
        if isinstance(chosen, str):
            return bindings.Function(path[-2], chosen)
        if isinstance(chosen, bindings.SignedFunction):
            needed = self._need(caller, self._value(caller, path[:-1]), chosen.name)
            return needed if needed.reason else chosen
        return self._need(caller, chosen, chosen.__name__)

    def _called(
        self, caller: types.FunctionType, name: str, value: Any, answer: bindings.Function
    ) -> Binding:
        """A function that another one names: the answer for it, which is compiled along."""
        if isinstance(value, OverArrays) and is_lambda(value.__wrapped__):
            value = value.__wrapped__
        if is_lambda(value):
            return self._need_lambda(name if name.isidentifier() else "item", value)
        if isinstance(value, WRAPPERS):
            return self._need(caller, value, answer.name)
        if answer.name in self._known:  # of another function, which kernels do have
            return bindings.Other(type(value).__name__)
        if answer.reason:
            return answer
        what = (
            "a method of an object, and kernels have no objects"
            if isinstance(value, types.MethodType)
            else "written in C, and has no Python source"
        )
        return bindings.Function(answer.name, f"it is {what}")

    def default(self, file: int, name: str, parameter: str) -> Binding:
        """The default of a parameter, evaluated when Python made the function."""
        value = default_of(self.function_of(file, name), parameter)
        return bindings.Other("missing value") if value is MISSING else _answer(value)

    def captured_array(self, number: int) -> Any:
        """Returns an array that is captured, on the device that is current."""
        assert self.arrays is not None, "only a dialect captures arrays"
        return self.arrays.device_array(number)

    def function_of(self, file: int, name: str) -> types.FunctionType:
        """The function in whose place something is asked."""
        return self.functions[file] if file < len(self.functions) else self._by_name(name)

    def compiled(self, answer: bindings.Function | bindings.Lambda) -> types.FunctionType | None:
        """Returns the function or the lambda that an answer names; None for one that is not compiled
        along."""
        found: Iterable[tuple[types.FunctionType, str]] = zip(self.functions, self._called_as)
        if isinstance(answer, bindings.Lambda):
            found = self._lambdas.items()
        elif answer.reason:
            return None
        return next((function for function, called in found if called == answer.name), None)

    def _by_name(self, name: str) -> types.FunctionType:
        return self.functions[self._called_as.index(name)]

    def _need(self, caller: types.FunctionType, value: Any, name: str) -> bindings.Function:
        """A function that another one calls, by whatever name. `name` is for the answer if it is not
        compiled."""
        try:
            function, signature = plain_function(value, "compile")
        except TypeError as error:
            return bindings.Function(name, _reason(error))
        if known := self._compiled_as(function, signature):
            return bindings.Function(known)
        called = function.__name__
        if called in self._known:
            if not self.library:
                self._refuse_namesake(caller, function)
                return bindings.Function(called)
            called = self._free_name(function)
        try:
            if self.recall:
                self.recall(function)
            if not is_signed(function, signature) and (reason := _why_not(value, function)):
                return bindings.Function(name, reason)
            unit = unit_of(function, signature)
        except SourceError as error:
            return bindings.Function(name, _reason(error))
        if called != function.__name__:
            unit = unit.replaced(name=called)
        self._add(function, unit, called, signature)
        self._known.add(called)
        return bindings.Function(called)

    def _compiled_as(self, function: types.FunctionType, signature: str) -> str | None:
        """Returns the name by which a function, or one that means the same, is compiled with a signature;
        None if it is not."""
        for known, called, signed in zip(self.functions, self._called_as, self._signatures):
            is_same = known is function or (called == function.__name__ and self._is_same(function, known))
            if is_same and (signed is None or signed == signature):
                return called
        return None

    def _free_name(self, function: types.FunctionType) -> str:
        """Returns a name for a function by which nothing is compiled: its own, with a number."""
        taken = {*self._lambdas.values(), *self._known, *read_names(function.__code__)}
        return next(
            each
            for each in (f"{function.__name__}_{i}" for i in range(2, len(taken) + 3))
            if each not in taken
        )

    def _is_same(self, function: types.FunctionType, other: types.FunctionType) -> bool:
        return function is other or function_key(function) == function_key(other)

    def _need_lambda(self, name: str, function: types.FunctionType) -> Binding:
        """A lambda that another function calls by this name, which need not be the only lambda of that
        name."""
        if function in self._lambdas:
            return bindings.Lambda(self._lambdas[function])
        taken = {*self._lambdas.values(), *self._known}
        called = next(
            each for each in (name, *(f"{name}{i}" for i in range(2, len(taken) + 3))) if each not in taken
        )
        if self.recall:
            self.recall(function)
        try:
            unit = lambda_unit(function, called)
        except SourceError as error:
            return bindings.Function(name, _reason(error))
        self._add(function, unit, called)
        self._lambdas[function] = called
        return bindings.Lambda(called)

    def _add(self, function: types.FunctionType, unit: SourceUnit, called: str, signature: str = "") -> None:
        self.functions.append(function)
        self._called_as.append(called)
        self._signatures.append(signature)
        self._needed.append(unit)

    def take_needed(self) -> list[SourceUnit]:
        """The source units that have become necessary since the last call."""
        self._refuse_namesakes()
        needed, self._needed = self._needed, []
        return [self.edit(unit) for unit in needed] if self.edit else needed

    def _refuse_namesakes(self) -> None:
        """Refuses a name that means something else than the function that is compiled by that name."""
        for function in list(self.functions):
            for name in read_names(function.__code__) & self._known:
                meant = _look_up(function, name)
                while isinstance(meant, WRAPPERS) and hasattr(meant, "__wrapped__"):
                    meant = meant.__wrapped__
                known = self._by_name(name)
                is_another = isinstance(meant, types.FunctionType) and meant is not known
                is_asked = self.library and known is not function  # the translator asks about the name
                if is_another and not is_asked and name in _global_names(function.__code__):
                    self._refuse_namesake(function, meant, name)

    def _refuse_namesake(
        self, caller: types.FunctionType, meant: types.FunctionType, name: str | None = None
    ) -> None:
        name = name or meant.__name__
        known = self._by_name(name)
        if self._is_same(meant, known):
            return
        raise ValueError(
            f"compile: {_place(caller)} calls the {name} of {_place(meant)}, and {_place(known)} is a "
            f"{name} that is compiled with it: functions compiled together need names of their own"
        )


def read_names(code: types.CodeType) -> set[str]:
    """The names that a function, and the lambdas in it, read outside it, and those of attributes."""
    names = {*code.co_names, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= read_names(constant)
    return names


def _global_names(code: types.CodeType) -> set[str]:
    """The names outside a function that it, and the lambdas in it, read."""
    import dis

    names = {
        each.argval
        for each in dis.get_instructions(code)
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLOSURE")
    }
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _global_names(constant)
    return names - set(code.co_cellvars)


def _reason(error: Exception) -> str:
    """Returns the text of an error after the name of the function that raised it."""
    return str(error).partition(": ")[2]


def _why_not(value: Any, function: types.FunctionType) -> str | None:
    """Returns why a function without a signature is not compiled along with its caller; None if it can be."""
    module = function.__module__ or ""
    if module.partition(".")[0] == "cudapy" and not module.startswith(
        ("cudapy.cuda.random", "cudapy.cuda._library", "cudapy.cuda._device_functions")
    ):
        return "it is a function of cudapy for the host"
    if value is not function and isinstance(value, types.FunctionType):
        return "a decorator has put another function in its place, which a kernel would not call"
    return None


def _place(function: types.FunctionType) -> str:
    code = function.__code__
    return f"{shown_path(code.co_filename)}:{code.co_firstlineno}"


def unit_of(function: types.FunctionType, signature: str) -> SourceUnit:
    """Returns the source unit of a function. `signature` is the text in @cp.kernel("..."), or ""."""
    source = Source(function)
    return source.unit("" if source.has_decorator(signature) else signature)


def value_at(function: types.FunctionType, path: Path) -> Any:
    """Returns the meaning of a name, and of attributes after it, in a function."""
    value = _rule(function, path[0]) or _look_up(function, path[0])
    return attribute_of(value, path[1:]) if len(path) > 1 else value


def _rule(function: types.FunctionType, name: str) -> types.FunctionType | None:
    """Returns the function that cp.custom_vjp or cp.custom_jvp has given a function, if that is its name. The
    decorator may see a local name that the function does not."""
    for attribute in ("__cudapy_custom_vjp__", "__cudapy_custom_jvp__"):
        rule: types.FunctionType | None = function.__dict__.get(attribute)
        if rule is not None and rule.__name__ == name and name not in read_names(function.__code__):
            return rule
    return None


def attribute_of(value: Any, path: Path) -> Any:
    """Returns the meaning of attributes of an object. Among them an item of a tuple is `[0]`."""
    for attribute in path:
        if value is MISSING:
            return value
        if attribute.startswith("["):
            value = _item(value, int(attribute[1:-1]))
            continue
        peek = (
            value._peek
            if type(value).__module__ == "cudapy._compile.cuda_source" and hasattr(type(value), "_peek")
            else None
        )
        if peek and (reason := value._why_not(attribute)):
            return _NotCallable(f"CudaSource: {reason}")
        owner, value = value, ours(peek(attribute, MISSING) if peek else getattr(value, attribute, MISSING))
        if value is MISSING and isinstance(owner, types.ModuleType):
            value = module_of_numba(f"{owner.__name__}.{attribute}") or value
    return value


def _item(value: Any, index: int) -> Any:
    """Returns an item of a tuple."""
    is_there = isinstance(value, tuple) and -len(value) <= index < len(value)
    return ours(value[index]) if is_there else MISSING


class _NotCallable:
    """Stands for what kernels cannot call, and says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


def default_of(function: types.FunctionType, parameter: str) -> Any:
    """The default of a parameter as the function has it now."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    given = dict(zip(reversed(names), reversed(function.__defaults__ or ())))
    given.update(function.__kwdefaults__ or {})
    return given.get(parameter, MISSING)


def answer_for(value: Any) -> Binding:
    """The answer that says what an object means to kernels."""
    if value is MISSING:
        return bindings.Unknown()
    return bindings.Other(value.reason) if type(value) is _NotCallable else _answer(value)


def _look_up(function: types.FunctionType, name: str) -> Any:
    code = function.__code__
    if name in code.co_freevars:
        try:
            return ours((function.__closure__ or ())[code.co_freevars.index(name)].cell_contents)
        except ValueError:  # not assigned yet
            return MISSING
    value = function.__globals__.get(name, MISSING)
    return ours(value if value is not MISSING else getattr(builtins, name, MISSING))


def _is(value: Any, module: str, name: str) -> bool:
    """Returns whether a value is that object of a module. The module is not imported to find out."""
    return value is getattr(sys.modules.get(module), name, MISSING)


def _is_enum(value: Any) -> bool:
    return isinstance(value, getattr(sys.modules.get("enum"), "Enum", ()))


def _answer(value: Any) -> Binding:
    kind = type(value)
    if kind in (bool, int, float, complex):
        return bindings.Constant(value)
    if isinstance(value, type) and "__cudapy_fields__" in vars(value):
        defaults = getattr(value, "__cudapy_defaults__", ())
        return bindings.Struct(value, tuple(_answer(default) for default in defaults))
    if isinstance(value, types.ModuleType):
        if value.__name__ == "cudapy.cuda.types" and sys.modules.get(value.__name__) is value:
            return bindings.Module("cudapy.cuda")  # which has the names of types, too
        is_another = (
            value.__name__ in _KERNEL_MODULES and sys.modules.get(value.__name__) is not value
        )  # it may say what it likes
        return bindings.Other("module") if is_another else bindings.Module(value.__name__)
    dtype: Any = getattr(sys.modules.get("numpy"), "dtype", ())
    if isinstance(value, dtype):
        if value.names:
            from ..cuda._types.records import record_of

            layout: Binding = record_of(value).answer()
            return layout
        known = _NUMPY_TYPES.get(value.name) if value.isnative else None
        return bindings.Member(f"numpy.{known}") if known else bindings.Other("dtype")
    if kind.__module__ == "numpy" and hasattr(kind, "dtype") and not isinstance(value, type):
        known = (
            _NUMPY_TYPES.get(getattr(getattr(value, "dtype", None), "name", ""))
            if not getattr(value, "ndim", 1)
            else None
        )
        if known and hasattr(kind, "__bool__") and kind.__name__ != "ndarray":
            return bindings.NumpyScalar(value.item(), known)
        return bindings.Other(kind.__name__)
    if _is_enum(value):
        return _answer(value.value) if not isinstance(value, (int, float)) else _number(value)
    if isinstance(value, (int, float)):
        return _number(value)
    if isinstance(value, complex):
        return bindings.Constant(complex(value))
    if isinstance(value, tuple):
        answers = tuple([_answer(item) for item in value])
        return bindings.Tuple(answers) if are_constants(answers) else bindings.Other(kind.__name__)
    if hasattr(kind, "__cudapy_fields__") or hasattr(kind, "__cudapy_vector__"):
        names = (
            kind.__slots__
            if hasattr(kind, "__cudapy_vector__")
            else [name for name, _ in kind.__cudapy_fields__]
        )
        answers = tuple([_answer(getattr(value, name)) for name in names])
        return bindings.Aggregate(kind, answers) if are_constants(answers) else bindings.Other(kind.__name__)
    if kind.__module__ == "cudapy._compile.cuda_source" and kind.__name__ == "CudaFunction":
        device_function: Binding = value._answer()
        return device_function
    if str(kind.__module__).startswith("cudapy.cuda.") and hasattr(kind, "answer"):
        of_dialect: Binding = value.answer()
        return of_dialect
    return _member(value) or bindings.Other(kind.__name__)


def _number(value: float) -> Binding:
    """A number of a class of its own (an IntEnum member, a subclass of float) as a plain one."""
    if isinstance(value, int):
        return bindings.Constant(int.__index__(value))
    return bindings.Constant(float.__float__(value))


def _member(value: Any) -> Binding | None:
    """The answer for a function or type."""
    kind = type(value)
    if isinstance(value, _core.Type):
        name = CUDAPY_TYPES.get(value.name)
        return bindings.Member(f"cudapy.{name}") if name else None
    if isinstance(value, (_names.Predefined, _names.Cooperation)):
        return bindings.Member(f"cudapy.{value._name}")
    if _is(value, "typing", "Callable") or _is(value, "collections.abc", "Callable"):
        return bindings.Member("typing.Callable")  # of an annotation
    if kind.__name__ == "ufunc" and _is_numpys(value):
        return bindings.Member(f"numpy.{value.__name__}")
    if isinstance(value, (types.BuiltinFunctionType, type)):
        module, name = getattr(value, "__module__", None), value.__name__
        if not name.isidentifier():  # a class may say what it likes
            return None
        if module in ("math", "cmath", "numpy", "operator"):
            return bindings.Member(f"{module}.{name}")
        if module == "_operator":
            return bindings.Member(f"operator.{name}")
        if module == "builtins" and getattr(builtins, name, None) is value:
            return bindings.Member(f"builtins.{name}")
        if "__cudapy_vector__" in getattr(value, "__dict__", ()):
            return bindings.Member(f"cudapy.{name}")
        return None if isinstance(value, type) else bindings.Function(name)
    if isinstance(value, (types.MethodType, *WRAPPERS)):
        return bindings.Function(getattr(value, "__name__", kind.__name__))
    if getattr(value, "__module__", None) == "numpy" and callable(value) and _is_numpys(value):
        return bindings.Member(f"numpy.{value.__name__}")
    return None


def _is_numpys(value: Any) -> bool:
    """Returns whether NumPy itself has the value by that name. numpy.vectorize(f) and the ufuncs of other
    packages are not NumPy's."""
    name = getattr(value, "__name__", "")
    return getattr(sys.modules.get("numpy"), name, None) is value
