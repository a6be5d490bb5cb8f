"""Generic kernels: what a launch is given chooses an instance, which is compiled at its first launch and
kept."""

from __future__ import annotations

import threading

from .. import _core
from .._arrays.lists import CudaLists, is_ragged
from .._launch.arguments import collect
from .._launch.over import launch as launch_over
from .._types.dates import is_date
from .built_in_arguments import lambda_for, path_of
from .captured import RecordingResolver
from .function_key import Same
from .source_unit import SourceUnit
from .sources import is_lambda, lambda_unit, plain_function

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from .captured import CapturedState, Check
    from .resolve import Resolver

    # A parameter by its name and its type, and whether it is a function.
    Parameter: TypeAlias = tuple[str, str, bool]
    CompileUnits: TypeAlias = Callable[[list[SourceUnit], Resolver, Any], Any]
    # A compiled kernel, and what its functions captured.
    Instance: TypeAlias = tuple[_core.Kernel, CapturedState]

_LISTS = -1  # in place of dimensions: rows of lengths of their own
NO_DIMENSION = -2  # in place of dimensions: an array of none, in numba's dialect, where 0 stands for a number
_INT32 = range(-(2**31), 2**31)


class AtLeast:
    """Stands for an argument whose type is this one, or a wider one where a function among the arguments
    gives that."""

    __slots__ = ("dimensions", "kind")

    def __init__(self, kind: Any, dimensions: int) -> None:
        self.kind, self.dimensions = kind, dimensions


class Nothing:
    """Means None in a key."""

    def __repr__(self) -> str:
        return "None"


NOTHING = Nothing()


class Items:
    """Means a tuple in a key: what chooses the types of its items, and the names of those of a named
    tuple."""

    __slots__ = ("fields", "items")

    def __init__(self, items: Iterable[Any], fields: Iterable[str] = ()) -> None:
        self.items, self.fields = tuple(items), tuple(fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Items) and (self.items, self.fields) == (other.items, other.fields)

    def __hash__(self) -> int:
        return hash((self.items, self.fields))


class Generic:
    """A kernel whose types are chosen by each launch: `call(n)(lambda x: x * 2, X, Y)`. `instance(...)` gives
    the compiled kernel for arguments like these."""

    __cudapy_generic__ = True

    def __init__(
        self,
        pairs: list[tuple[types.FunctionType, str]],
        units: list[SourceUnit],
        compile_units: CompileUnits,
        name: str,
        parameters: Sequence[Parameter],
    ) -> None:
        self.name = self.__name__ = name
        self.called = name  # by messages
        self.check: Check | None = None  # see RecordingResolver
        self.__doc__ = pairs[0][0].__doc__
        self.__wrapped__ = pairs[0][0]
        self._functions = [function for function, _ in pairs]
        self._units = units
        self._compile = compile_units
        self._parameters = parameters
        self._places = {parameter: i for i, (parameter, _, _) in enumerate(parameters)}
        self._takes_functions = any(is_function for _, _, is_function in parameters)
        self._instances = _Instances()
        self._last: _core.Kernel | None = None
        self._recipe: Any = None

    @property
    def signature(self) -> str:
        """The signature as far as one says the types: "scale : void (T* X, T by)"."""
        return (
            f"{self.name} : void "
            f"({', '.join(f'{kind} {name}'.strip() for name, kind, _ in self._parameters)})"
        )

    def __repr__(self) -> str:
        return f"<generic kernel {self.name}, {len(self._instances)} instances>"

    def __call__(self, *threads: Any, **options: Any) -> Any:
        if len(threads) != 1 or type(threads[0]) is not int:
            _core.check_threads(self.called, threads)
        return _core.WatchedCall(_Launch(self, threads, options))

    def over(self, *arrays: Any, **options: Any) -> Any:
        """A launch with one thread for each element of an array, as of any kernel."""
        return launch_over(self, self.called, arrays, options)

    @_core.entry
    def instance(self, *arguments: Any, **keywords: Any) -> _core.Kernel:
        """The compiled kernel for arguments like these; None stands for one whose type the others say."""
        return self._choose(self._collect(arguments, keywords))

    def test_of(self, instance: _core.Kernel, *functions: Any) -> Callable[[], bool] | None:
        """Returns a function that tells whether a launch with these functions, as long as they have their
        code, would run the instance
        again: whether all that it captured is the same. Returns None if it captured nothing."""
        captured = self._instances.captured_of(instance)
        if captured is None:
            return lambda: False  # it was dropped
        plain = [plain_function(each, self.called)[0] if not is_lambda(each) else each for each in functions]
        given = [each for each in plain if each not in self._functions]
        return None if captured.asks_nothing() else lambda: captured.holds(given)

    def last_instance(self) -> _core.Kernel:
        """The compiled kernel of the last launch, or of the last call of instance()."""
        if self._last is None:
            raise TypeError(
                f"{self.name}: this kernel is generic: its types, and so this, are known once it has been "
                f"launched; before, ask {self.name}.instance(arguments)"
            )
        return self._last

    def explain(self, *threads: Any, **options: Any) -> Any:
        """As Kernel.explain, of the last instance; `call(n).explain(arguments)` is of the one for these
        arguments."""
        return self.last_instance().explain(*threads, **options)

    def _collect(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
        return collect(self.called, list(self._places), arguments, keywords)

    def _choose(self, arguments: tuple[Any, ...], is_launch: bool = False) -> _core.Kernel:
        parts: list[Any] = []
        given: list[types.FunctionType] = []
        for (name, kind, is_function), argument in zip(self._parameters, arguments):
            if is_function:
                function, part = self._function_key(argument, name, kind)
                parts.append(part)
                if function is not None and function not in self._functions:
                    given.append(function)
            elif argument is None:
                if is_launch:
                    raise TypeError(
                        f"{self.called}: parameter {name}: expected a number or an array, got None"
                    )
                parts.append(None)
            else:
                parts.append(self._key_of(argument, name, kind))
        key = tuple(parts)
        chosen = self._instances.find(key, given) or self._instances.add(
            key, given, *self._make(key, arguments)
        )
        self._last = chosen  # which another thread may replace at once
        return chosen

    def _key_of(self, argument: Any, parameter: str, kind: str) -> Any:
        chosen = _type_key(argument, self.called, parameter, kind)
        if is_date(chosen[0]):
            raise TypeError(
                f"{self.called}: parameter {parameter}: only kernels of cudapy.cuda take {chosen[0].name}"
            )
        return chosen

    def _function_key(
        self, argument: Any, parameter: str, kind: str
    ) -> tuple[types.FunctionType | None, Any]:
        """The function that an argument is, None for a built-in one, and what is compiled of it: not what it
        captured."""
        if not callable(argument):
            raise TypeError(
                f"{self.called}: parameter {parameter} ({kind}): expected a function or a lambda, got "
                f"{type(argument).__name__} {argument!r}"
            )
        if path_of(argument):
            return None, argument
        function, decorated = (
            (argument, "")
            if is_lambda(argument)
            else plain_function(argument, f"{self.called}: parameter {parameter}")
        )
        return function, (Same(function.__code__), decorated, function in self._functions)

    def _make(self, key: tuple[Any, ...], arguments: Sequence[Any]) -> tuple[_core.Kernel, CapturedState]:
        """The kernel of an instance, and what its functions captured."""
        units, functions = list(self._units), list(self._functions)
        places: list[int] = []
        request: list[tuple[Any, bool, str]] = []
        unit: SourceUnit | None
        for (name, declared, is_function), chosen, argument in zip(self._parameters, key, arguments):
            if not is_function:
                request.extend(_request_of(chosen))
                continue
            if path := path_of(argument):
                function, text, file = lambda_for(argument, _arity(declared))
                called = f"{self.name}_{name}_{path.rpartition('.')[2]}"
                unit = SourceUnit(file, text + "\n", 1, called, lambda_end=len(text))
            elif is_lambda(argument):
                function, unit = argument, lambda_unit(argument, f"{self.name}_{name}")
            else:
                function, decorated = plain_function(argument, f"{self.called}: parameter {name}")
                unit = None if function in functions else _unit(function, decorated)
                known = [each for each in functions if each.__name__ == function.__name__]
                if known and known[0] is not function:
                    raise ValueError(
                        f"{self.called}: parameter {name}: two functions are named {function.__name__}"
                    )
            if unit:
                if not path_of(argument):
                    places.append(len(functions))
                units.append(unit)
                functions.append(function)
            request.append((None, False, unit.name if unit else function.__name__))
        resolver = RecordingResolver(functions, self.check)
        kernel = self._compile(units, resolver, (self.name, tuple(request), self.called))
        return kernel, resolver.captured(places)


class _Instances:
    """The compiled kernels of a generic one, by what chose their types, and by what their functions captured.
    Other threads may add to them meanwhile."""

    _MOST = (
        64  # for one choice of types: a constant that is another one at every launch must not fill the memory
    )

    def __init__(self) -> None:
        self._by_key: dict[tuple[Any, ...], tuple[Instance, ...]] = {}
        self._changing = threading.RLock()  # what is captured may be computed, by another launch

    def __len__(self) -> int:
        return sum(map(len, self._by_key.values()))

    def find(self, key: tuple[Any, ...], functions: list[types.FunctionType]) -> _core.Kernel | None:
        for i, instance in enumerate(self._by_key.get(key, ())):
            kernel, captured = instance
            if captured.holds(functions):
                if i:  # the last one that was used is tried first
                    self._put_first(key, instance)
                return kernel
        return None

    def captured_of(self, kernel: _core.Kernel) -> CapturedState | None:
        """Returns what the functions of a kernel captured; None if it is not kept."""
        with self._changing:
            for instances in self._by_key.values():
                for each, captured in instances:
                    if each is kernel:
                        return captured
        return None

    def add(
        self,
        key: tuple[Any, ...],
        functions: list[types.FunctionType],
        kernel: _core.Kernel,
        captured: CapturedState,
    ) -> _core.Kernel:
        """Keeps an instance, and returns the one to use: another thread may have been faster."""
        with self._changing:
            if known := self.find(key, functions):
                return known
            self._put_first(key, (kernel, captured))
            return kernel

    def _put_first(self, key: tuple[Any, ...], instance: Instance) -> None:
        with self._changing:
            others = (each for each in self._by_key.get(key, ()) if each is not instance)
            self._by_key[key] = (instance, *others)[: self._MOST]


class _Launch:
    __slots__ = ("_generic", "_options", "_threads")

    def __init__(self, generic: Generic, threads: tuple[Any, ...], options: dict[str, Any]) -> None:
        self._generic, self._threads, self._options = generic, threads, options

    @_core.entry
    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        generic = self._generic
        given = generic._collect(arguments, keywords)
        kernel = generic._choose(given, is_launch=True)
        if generic._takes_functions:
            given = tuple(
                [
                    argument
                    for argument, (_, _, is_function) in zip(given, generic._parameters)
                    if not is_function
                ]
            )
        return kernel(*self._threads, **self._options)(*given)

    @_core.entry
    def explain(self, *arguments: Any, **keywords: Any) -> Any:
        """As Launch.explain, of the instance for these arguments; without any, of the one that was used
        last."""
        generic = self._generic
        kernel = (
            generic.instance(*arguments, **keywords) if arguments or keywords else generic.last_instance()
        )
        options = {name: value for name, value in self._options.items() if name not in ("progress", "stream")}
        return kernel.explain(*self._threads, **options)

    @property
    def _beginning(self) -> str:
        """Returns how programs write the launch, up to its arguments: `scale(8)`."""
        return f"{self._generic.called}({', '.join(map(str, self._threads))})"

    def __repr__(self) -> str:
        return (
            f"<launch of {self._generic.name}, whose types its arguments say, on "
            f"{', '.join(map(str, self._threads))} threads>"
        )


def _request_of(chosen: Any) -> Iterator[tuple[Any, bool, str]]:
    """Yields what the translator is told of an argument that is no function. A tuple is in parentheses."""
    if isinstance(chosen, Items):
        yield None, False, " ".join(("(", *chosen.fields))
        for each in chosen.items:
            yield from _request_of(each)
        yield None, False, ")"
        return
    if chosen is NOTHING:
        yield None, False, "None"
        return
    kind: Any
    kind, dimensions, weak = chosen or (None, 0, False)
    if dimensions == _LISTS:
        kind = _core.Pointer(_core.Pointer(kind))
    elif dimensions == NO_DIMENSION:
        yield _core.array_type(kind, 1), weak, "()"
        return
    elif dimensions:
        kind = _core.array_type(kind, dimensions)
    yield kind, weak, ""


def _unit(function: types.FunctionType, decorated: str) -> SourceUnit:
    from .resolve import unit_of

    return unit_of(function, decorated)


def _type_key(argument: Any, kernel: str, parameter: str, declared: str) -> tuple[Any, int, bool]:
    """The type of an argument as (scalar or element type, dimensions, whether it takes the type of what it
    meets)."""
    kind = type(argument)
    if kind is AtLeast:
        return argument.kind, argument.dimensions, True
    if kind is CudaLists:
        return _core.elemType(argument._data), _LISTS, False
    if kind in (list, tuple) and (declared.endswith("**") or (not declared and is_ragged(argument))):
        row: Any = next((row for row in argument if len(row)), [])
        if isinstance(row, (list, tuple, range)):
            return _core.elemType([item for row in argument for item in row]), _LISTS, True
        return _core.elemType(row), _LISTS, False
    if declared.endswith("**"):
        return _core.elemType(argument), _LISTS, False
    if kind is _core.CudaArray:
        return _core.elemType(argument), argument.ndim, False
    if kind is bool:
        return _core.Bool, 0, False
    if kind is int:
        return _core.Int if argument in _INT32 else _core.Int64, 0, True
    if kind is float:
        return _core.Float, 0, True
    if kind is complex:
        return _core.Complex64, 0, True
    if hasattr(kind, "__cudapy_fields__") or hasattr(kind, "__cudapy_vector__"):
        return kind, 0, False
    if kind in (list, tuple):
        dimensions, item = 1, argument
        while item and isinstance(item[0], (list, tuple)):
            dimensions, item = dimensions + 1, item[0]
            if dimensions > 8:  # a list may be in itself
                raise ValueError(
                    f"{kernel}: parameter {parameter}: lists are nested deeper than the 8 "
                    "dimensions of an array"
                )
        try:
            return _core.elemType(argument), dimensions, True
        except TypeError as error:
            raise TypeError(f"{kernel}: parameter {parameter}: {_wanted_in_list(item, str(error))}") from None
    if kind.__module__ == "numpy" and hasattr(argument, "dtype") and not argument.ndim:  # a NumPy scalar
        return _core.elemType(argument.reshape(1)), 0, False
    if isinstance(argument, int):  # an enum's member
        return _core.Int if int(argument) in _INT32 else _core.Int64, 0, True
    try:
        element = _core.elemType(argument)
        ndim = getattr(argument, "ndim", None)
        return element, ndim if isinstance(ndim, int) else _core.dimensions(argument), False
    except TypeError as error:
        if callable(argument):
            raise TypeError(
                f"{kernel}: parameter {parameter} was given a function: say so in the signature of "
                f"{kernel}, such as `R(A) {parameter}`"
            ) from None
        raise TypeError(f"{kernel}: parameter {parameter}: {_wanted(argument, str(error))}") from None


def _wanted_in_list(items: Any, problem: str) -> str:
    """Returns the message for a list whose elements have no type of a kernel. `items` are those of its first
    row."""
    problem = problem.removeprefix("elemType: ")
    kind = type(items[0]) if items else None
    if kind is not None and kind.__module__ != "builtins" and not hasattr(kind, "__array__"):
        return (
            f"{problem}: put @cp.struct above the class {kind.__name__}, with a type for each field, as in "
            "`x: cp.float32`"
        )
    return problem


def _wanted(argument: Any, problem: str) -> str:
    """Returns the message for an argument that has no type of a kernel."""
    problem = problem.removeprefix("elemType: ")
    kind = type(argument)
    if kind is str or kind is bytes:
        return (
            f"expected a number or an array, got {kind.__name__} {argument!r:.60}: kernels have no texts, "
            "give an integer code"
        )
    if hasattr(kind, "__dataclass_fields__"):
        return (
            f"expected a number or an array, got {kind.__name__}: put @cp.struct above its class in place "
            "of @dataclass, or pass its fields"
        )
    if kind is dict or kind is set:
        return f"expected a number or an array, got {kind.__name__}: pass arrays of its keys and values"
    return problem


def _arity(declared: str) -> int:
    """Returns how many arguments `R(A, B)` takes."""
    parameters = declared[declared.index("(") + 1 : -1]
    depth, commas = 0, 0
    for character in parameters:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        commas += character == "," and not depth
    return commas + bool(parameters.strip())
