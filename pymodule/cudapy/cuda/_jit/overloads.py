"""What was compiled of a kernel: one instance for each choice of argument types."""

from __future__ import annotations

import functools
import math
import threading
import weakref
from contextlib import nullcontext
from enum import Enum
from inspect import CO_VARARGS

from ..._compile.compile import compile_functions
from ..._compile.generic import NOTHING, Items
from ..._core import CompileError, CudaArray, Int64, KernelError, entry, synchronize
from ..._launch.arguments import collect
from ..._types.dates import is_date
from .._missing import NotThereError
from .._types.date_types import Date
from .._types.enums import EnumMember, instance
from .._types.record_types import Record
from .._types.records import is_layout
from .._types.typeof import typeof
from .._types.types import BY_CORE, Array, NoneType, Number, Tuple, Type
from .annotations import without_annotations
from .arguments import ArgumentHint, are_simple, is_strided, prepare
from .dialect import NumbaDialect
from .kernel_exceptions import exception_of
from .matching import best, conversion, have_items_alike
from .scalars import cast
from .signatures import key_of
from .sources_without_files import recall
from .typing_errors import typing_error
from .warnings import warn_of_host_arrays
from .wide_indices import is_large

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import FunctionType
    from typing import Any

    from ..._compile.options import Options
    from ..._core import Kernel
    from .generic import NumbaGeneric

    # A kernel, and the types that arguments must be cast to.
    KernelChoice = tuple[Any, tuple[Type, ...] | None]

_compiled = entry(compile_functions)


class Overloads:
    """The compiled kernels of a function. What they captured stays what it was when they were compiled."""

    def __init__(self, function: FunctionType, options: Options) -> None:
        self.function, self.options = function, options
        self.name = function.__name__
        self._count = function.__code__.co_argcount
        self._names = function.__code__.co_varnames[: self._count]
        defaults = function.__defaults__ or ()
        self._defaults = dict(zip(self._names[self._count - len(defaults) :], defaults))
        self._has_rest = bool(function.__code__.co_flags & CO_VARARGS)
        self.by_types: dict[tuple[Type, ...], Any] = {}
        self._by_key: dict[tuple[Any, ...], Kernel] = {}
        self._generics: dict[bool, NumbaGeneric] = {}  # by whether indices have 64 bits
        # For kernels that were compiled: the same with indices of 64 bits.
        self._wide: dict[Kernel, Kernel] = {}
        self._keys: dict[Kernel, tuple[Any, ...]] = {}
        self._is_closed = False
        self._any_layouts = False  # whether all signatures take arrays of any strides that can be written to
        self._chosen: dict[Any, KernelChoice] = {}
        self._last: list[Any] = [None]  # the kernel that was launched last, or compiled since
        self._changing = threading.RLock()

    def close(self, is_closed: bool = True) -> None:
        """Says whether nothing else is compiled from now on."""
        self._is_closed = is_closed
        arrays = [each for types in self.by_types for each in types if isinstance(each, Array)]
        self._any_layouts = all(each.layout == "A" and each.mutable for each in arrays)
        self._chosen = {}

    def last(self) -> Any:
        """Returns the kernel that was launched last, or the one that was compiled last. Raises TypeError
        where nothing was."""
        if self._last[0] is None:
            if self._count:
                raise TypeError(
                    f"{self.name}: nothing was compiled yet: launch the kernel, or give cuda.jit its "
                    "signature"
                )
            self.compile(())
        return self._last[0]

    def _made_generic(self, is_wide: bool = False) -> NumbaGeneric:
        if is_wide not in self._generics:
            index = Int64 if is_wide else None
            try:
                self._generics[is_wide] = _compiled(
                    self.function,
                    None,
                    self.options.replaced(index=index),
                    dialect=NumbaDialect,
                    edit=without_annotations,
                    recall=recall,
                )
            except CompileError as error:
                raise typing_error(error) from None
        return self._generics[is_wide]

    def compile(self, types: tuple[Type, ...]) -> Any:
        """Returns the compiled kernel for arguments of these types. Raises RuntimeError where nothing else
        may be compiled, TypeError for another number of types than the kernel has parameters."""
        for each in types:
            if not _is_taken(each):
                raise NotThereError(
                    f"{self.name}: cudapy.cuda has no arguments of the type {each} yet: numbers, arrays and "
                    "tuples of them are there"
                )
        if len(types) < self._count or (len(types) > self._count and not self._has_rest):
            expected = f"{self._count} parameters{' or more' if self._has_rest else ''}"
            raise TypeError(
                f"{self.name}: the kernel has {expected}, and the signature has {len(types)} types"
            )
        if self._has_rest:
            types = (*types[: self._count], Tuple(types[self._count :]))
        with self._changing:
            return self.by_types.get(types) or self._compile(types, key_of(types))

    def _compile(self, types: tuple[Type, ...], key: tuple[Any, ...]) -> Any:
        if self._is_closed:
            raise RuntimeError(
                f"{self.name}: nothing else is compiled, since the kernel has a signature or "
                "disable_compile() was called"
            )
        kernel = self._instance(key)
        kernel.cooperative = kernel._is_cooperative
        kernel.max_cooperative_grid_blocks = functools.partial(_most_blocks, weakref.ref(kernel))
        self._last[0] = self.by_types[types] = kernel
        self._by_key.setdefault(key, kernel)
        self._keys[kernel] = key
        return kernel

    def _instance(self, key: tuple[Any, ...], is_wide: bool = False) -> Any:
        generic = self._made_generic(is_wide)
        try:
            kernel: Any = generic.compiled(key)
            kernel.translated  # which raises what is wrong with it
        except CompileError as error:
            raise typing_error(error) from None
        return kernel

    def _widened(self, kernel: Kernel) -> Kernel:
        """Returns a kernel with indices of 64 bits in place of 32, which large grids and arrays need."""
        with self._changing:
            if kernel not in self._wide:
                self._wide[kernel] = self._instance(self._keys[kernel], is_wide=True)
            return self._wide[kernel]

    def with_defaults(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
        """Returns the arguments in the order of the parameters, with those that are given by name, and with
        the defaults of those that are not given. Raises TypeError where one is missing."""
        missing = self._names[len(arguments) :]
        if not keywords and (not missing or missing[-1] not in self._defaults):
            return arguments
        for name in keywords:
            if name not in missing:
                wrong = f"parameter {name} was given twice, by position and by name"
                raise TypeError(
                    f"{self.name}: {wrong if name in self._names else f'there is no parameter {name}'}"
                )
        given = {name: self._defaults[name] for name in missing if name in self._defaults} | keywords
        return collect(self.name, self._names, arguments, given)

    def with_rest(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the arguments with those that `*rest` of the kernel takes as one tuple."""
        if not self._has_rest:
            return arguments
        return (*arguments[: self._count], tuple(arguments[self._count :]))

    def choose(self, arguments: tuple[Any, ...], is_specialized: bool) -> KernelChoice:
        """Returns the kernel for arguments as with_rest() gives them, and the types of a signature that they
        must be cast to, or None."""
        if not self._is_closed:
            return self._for_types_of(arguments), None
        key = self._made_generic().key_of(arguments) if self._any_layouts else None
        known = self._chosen.get(key)
        if known is None:
            known = self._choose_signature(tuple(map(typeof, arguments)), is_specialized)
            if key is not None:
                self._chosen[key] = known
        return known

    def _choose_signature(self, arguments: tuple[Type, ...], is_specialized: bool) -> KernelChoice:
        if is_specialized:
            ((types, kernel),) = self.by_types.items()
            _check_one(self.name, arguments, types)
            return kernel, types
        found = best(arguments, self.by_types)
        if len(found) == 1:
            return self.by_types[found[0]], found[0]
        listed = ", ".join(map(str, arguments))
        if not found:
            raise TypeError(f"No matching definition for argument type(s) {listed}")
        both = "\n".join(f"({', '.join(map(repr, each))}) -> none" for each in found)
        raise TypeError(
            f"Ambiguous overloading for {self.function!r} ({', '.join(map(repr, arguments))}):\n{both}"
        )

    def _for_types_of(self, arguments: tuple[Any, ...]) -> Kernel:
        key = self._made_generic().key_of(arguments)
        known = self._by_key.get(key)
        if known is None:
            with self._changing:
                known = self._by_key.get(key) or self._compile(tuple(map(_shown_type, arguments, key)), key)
        return known

    def launch(
        self,
        arguments: tuple[Any, ...],
        threads: tuple[int, ...],
        options: dict[str, Any],
        is_specialized: bool,
        extensions: list[Any],
        remember: Callable[..., None] | None,
    ) -> None:
        """Launches the kernel for arguments on so many threads. Each extension may change the arguments
        before. `remember` is called with what launches arguments of the same types, unless these must be
        changed before; None if it must not be."""
        arguments = self.with_rest(arguments)
        kernel, types = self.choose(arguments, is_specialized)
        taken: Sequence[Any] = arguments
        if is_large(taken, threads):
            kernel, remember = self._widened(kernel), None
        self._last[0] = kernel
        if is_specialized and types is not None and any(map(_differ_in_sign, map(typeof, taken), types)):
            taken, remember = _as_declared(taken, types), None
        finishing: list[Callable[[], object]] = []
        if extensions:
            given, changed = taken, []
            for kind, argument in zip(map(typeof, given), given):
                for extension in reversed(extensions):
                    kind, argument = extension.prepare_args(
                        kind, argument, stream=options.get("stream", 0), retr=finishing
                    )
                changed.append(argument)
            taken = changed
        wanted: Sequence[Type] | None = types
        if any(each is None or isinstance(each, (tuple, Enum)) for each in taken):
            remember = None
            wanted = types and _flat_types(types)
            taken = _members(_flat(taken), wanted)
        if not finishing and are_simple(taken):
            made = taken if wanted is None else self._cast(taken, wanted)
            launch = kernel(*threads, **options)
            try:
                self._run(launch, made, threads, options, kernel)
                if (
                    remember
                    and not self.options.raises
                    and (wanted is None or _are_taken_as_they_are(taken, wanted))
                ):
                    remember(taken, launch, self._last, kernel)
                return
            except ValueError:  # which nothing was launched for
                if not any(type(each) is CudaArray and is_strided(each) for each in taken):
                    raise
        with options.get("stream") or nullcontext():  # in whose order the copies are made, too
            made, after = prepare(taken, self.name)
            if kernel.target != "cpu" and any(
                hasattr(type(each), "__array_finalize__") and each.ndim for each in made
            ):
                warn_of_host_arrays(depth=3)
            made = made if wanted is None else self._cast(made, wanted)
            self._run(kernel(*threads, **options), made, threads, options, kernel)
            for each in (*after, *finishing):
                each()

    def parameter_count(self) -> int:
        """Returns how many arguments a launch has. Raises TypeError where that is not known."""
        if self._has_rest:
            raise TypeError(
                f"{self.name}: a kernel with *arguments has no derivative: name its parameters, or write a "
                "kernel that does"
            )
        return self._count

    def as_parameters(self, arguments: Sequence[Any], types: Sequence[Type] | None) -> list[Any]:
        """Returns the arguments as the parameters of the compiled kernel take them: the items of tuples by
        themselves, and numbers as those of the signature that was chosen."""
        wanted = types and _flat_types(types)
        taken = _members(_flat(arguments), wanted)
        return taken if wanted is None else self._cast(taken, wanted)

    def explain(
        self,
        arguments: tuple[Any, ...],
        threads: tuple[int, ...],
        options: dict[str, Any],
        is_specialized: bool,
        blocks: Any,
    ) -> Any:
        """Returns what Kernel.explain says of a launch; without arguments, of the kernel that was launched
        last."""
        if not arguments:
            return self.last()(*threads, **options).explain()
        arguments = self.with_rest(arguments)
        kernel, types = self.choose(arguments, is_specialized)
        taken: Sequence[Any] = arguments
        if is_specialized and types is not None:
            taken = _as_declared(taken, types)
        made = prepare(_flat(taken), self.name)[0]
        made = made if types is None else self._cast(made, _flat_types(types))
        return kernel.explain(threads, *made, blocks=blocks, **options)

    def _run(
        self,
        launch: Callable[..., Any],
        arguments: Sequence[Any],
        threads: tuple[int, ...],
        options: dict[str, Any],
        kernel: Kernel,
    ) -> None:
        """Launches the kernel. Where it raises on the host, the host waits for it."""
        if not self.options.raises:
            launch(*arguments)
            return
        try:
            launch(*arguments)
            synchronize()
        except KernelError as error:
            raise exception_of(error, kernel, threads, options["block"]) from None

    def _cast(self, arguments: Sequence[Any], types: Sequence[Type]) -> list[Any]:
        return [
            cast(each, kind, self.name) if isinstance(kind, Number) else each
            for each, kind in zip(arguments, types)
        ]


def _most_blocks(kernel: Callable[[], Any], blockdim: Any, dynsmemsize: int = 0) -> int:
    """Returns the most blocks of a grid that can wait for each other: on a GPU as many as run at the same
    time, and on the CPU as many as a launch takes (runtime/launch/kernel.cpp)."""
    block = tuple(blockdim) if isinstance(blockdim, (tuple, list)) else (blockdim,)
    block = (*block, 1, 1)[:3]
    if kernel().target == "cpu":
        return min(1024, 65536 // math.prod(block)) if kernel()._waits_in_loops else 1024
    options = {"shared": dynsmemsize} if dynsmemsize else {}
    plan = kernel().explain(*block, block=block, **options)
    return int(plan.active_blocks * plan.multiprocessors)


def _is_taken(kind: Type) -> bool:
    """Returns whether kernels have arguments of a type."""
    if isinstance(kind, Tuple):
        return all(map(_is_taken, kind.types))
    return isinstance(kind, (Number, Array, Record, NoneType, EnumMember, Date))


def _flat(arguments: Iterable[Any]) -> list[Any]:
    """Returns the arguments with the items of tuples in place of these, and without those that are None."""
    return [
        item
        for each in arguments
        if each is not None
        for item in (_flat(each) if isinstance(each, tuple) else (each,))
    ]


def _members(arguments: Sequence[Any], types: Sequence[Type] | None) -> list[Any]:
    """Returns the arguments with the structs of members in place of these, but for an IntEnum's member that a
    signature takes as a number."""
    wanted: Sequence[Type | None] = types or [None] * len(arguments)
    return [
        instance(each) if isinstance(each, Enum) and not isinstance(kind, Number) else each
        for each, kind in zip(arguments, wanted)
    ]


def _flat_types(types: Iterable[Type]) -> list[Type]:
    """Returns the types of what _flat() returns, for arguments of these types."""
    return [
        item
        for each in types
        if not isinstance(each, NoneType)
        for item in (_flat_types(each.types) if isinstance(each, Tuple) else (each,))
    ]


def _are_taken_as_they_are(arguments: Sequence[Any], types: Sequence[Type]) -> bool:
    """Returns whether no number among arguments of these types must be cast."""
    return all(
        not isinstance(kind, Number) or _OWN_TYPES.get(type(each)) == str(kind)
        for each, kind in zip(arguments, types)
    )


_OWN_TYPES = {bool: "bool", int: "int64", float: "float64"}


def _shown_type(argument: Any, chosen: Any) -> Type:
    """Returns the type of an argument for `overloads`. `chosen` is what the kernel is compiled for."""
    if isinstance(chosen, Items) or chosen is NOTHING or isinstance(argument, Enum):
        return typeof(argument)
    core, ndim, _ = chosen
    if core in BY_CORE or is_layout(core) or is_date(core):
        return typeof(argument)
    return Array(Type(core.__name__), ndim, "A") if ndim else Type(core.__name__)


def _differ_in_sign(one: Type, other: Type) -> bool:
    """Returns whether two types are of arrays of integers that differ in nothing but having a sign."""
    if not (isinstance(one, Array) and isinstance(other, Array)):
        return False
    names = {str(one.dtype), str(other.dtype)}
    return any(names == {f"int{bits}", f"uint{bits}"} for bits in (8, 16, 32, 64))


def _as_declared(arguments: Sequence[Any], types: Sequence[Type]) -> list[Any]:
    """Returns the arguments with views of arrays whose integers have another sign than in the signature."""
    made = []
    for each, kind in zip(arguments, types):
        if isinstance(kind, Array) and _differ_in_sign(typeof(each), kind):
            is_hint = isinstance(each, ArgumentHint)
            view = (each.value if is_hint else each).view(str(kind.dtype))
            each = type(each)(view) if is_hint else view
        made.append(each)
    return made


def _check_one(name: str, arguments: Sequence[Type], types: Sequence[Type], is_inside: bool = False) -> None:
    """Raises TypeError where arguments do not fit the only signature. numba does not look, and reads what is
    there as if it were of the signature's type. Of that, integers of the other sign are left."""
    if len(arguments) != len(types):
        raise TypeError(
            f"{name}: the signature has {len(types)} arguments, and the launch has {len(arguments)}"
        )
    for one, other in zip(arguments, types):
        if isinstance(one, Tuple) and isinstance(other, Tuple) and have_items_alike(one, other):
            _check_one(name, one.types, other.types, is_inside=True)
            continue
        if isinstance(other, Array) and isinstance(one, Array):
            dtype = other.dtype if _differ_in_sign(one, other) and not is_inside else one.dtype
            one = one.copy(dtype=dtype, readonly=not other.mutable)
        if any(isinstance(one, each) != isinstance(other, each) for each in (Array, NoneType, Date)) or (
            isinstance(other, (Array, Record, Tuple, EnumMember, Date)) and conversion(one, other) == "-"
        ):
            raise TypeError(f"{name}: the signature has {other} where the launch has {one}")
