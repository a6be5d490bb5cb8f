"""The function of numbers that a function over arrays is made of, and its compiled kernels."""

from __future__ import annotations

import copyreg
import threading
from types import CodeType, FunctionType, ModuleType

from .. import _core
from .._compile.cloudpickled import at, goes_by_value, keep_sources, sources_of
from .._compile.compile import compile_functions
from .._compile.decorated import decorated
from .._compile.names import Cooperation, Predefined
from .._compile.options import Options
from .._compile.resolve import MISSING
from .._compile.shown_paths import shown_path
from .._compile.sources import check_function, is_lambda
from .._compile.stand_ins import OverArrays
from .._launch.arguments import collect
from . import signatures
from .reports import FILE

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Any

    from .._compile.generic import Generic

_OF_THREADS = frozenset(
    (
        *("idx", "idy", "idz", "threadIdx", "blockIdx", "blockDim", "gridDim", "gridsize", "laneid"),
        *("syncthreads", "syncthreads_count", "syncthreads_and", "syncthreads_or", "grid_sync"),
        *("shared", "threadfence", "threadfence_block", "threadfence_system", "activemask", "syncwarp"),
    )
)


class ScalarFunction(OverArrays):
    """The base of functions over arrays. `who` is the function of the package that makes one."""

    if TYPE_CHECKING:
        __name__: str
        __qualname__: str
        __wrapped__: Any  # a function, which as an attribute of a class would be a method

        def _made_of(self) -> tuple[Any, ...]:
            """Returns the arguments that make it."""

    def __init__(self, function: Any, signature: str | None, options: dict[str, Any], who: str) -> None:
        if not is_lambda(function):
            check_function(function, who)
        self._maker, self._names = who.partition(":")[0], _parameters(function, who)
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
            setattr(self, attribute, getattr(function, attribute, None))
        self.__wrapped__ = function
        self.__cudapy_signature__ = signature or ""
        self._called = "the lambda" if is_lambda(function) else function.__name__
        self._identifier = "lambda_function" if is_lambda(function) else function.__name__
        self._scalar: Any = function  # as kernels are given it
        self._declared: tuple[list[str], str] | None = None  # the types of a lambda and of its result
        if signature:
            if is_lambda(function):
                self._declared = signatures.of_lambda(signature, self._names, who)
            else:
                signatures.check_names(signature, self._names, who)
                self._scalar = decorated(function, signature, Options())
        self._options = options
        self._calls: dict[Hashable, Generic] = {}
        self._changing = threading.RLock()

    def __repr__(self) -> str:
        return f"<function {self.__name__}({', '.join(self._names)}) over arrays>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """As a function: by its module and its name, or by value where cloudpickle pickles functions so."""
        found: object = at(self.__module__, self.__qualname__)
        if found is self and not goes_by_value(self.__module__):
            return self.__qualname__
        made_of = self._made_of()
        # What it is made of is in the state, which is set later, since the function may call itself.
        state = (made_of, sources_of([each for each in made_of if isinstance(each, FunctionType)]))
        return copyreg.__newobj__, (type(self),), state  # type: ignore[attr-defined]  # typeshed has it not

    def __setstate__(self, state: tuple[tuple[Any, ...], Any]) -> None:
        made_of, sources = state
        keep_sources(sources)
        type(self).__init__(self, *made_of)

    def _collect(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
        defaults = self.__wrapped__.__defaults__ or ()
        left = self._names[len(arguments) :]
        if left and defaults and all(name in left for name in keywords):
            known = zip(self._names[-len(defaults) :], defaults)
            keywords = {**{name: value for name, value in known if name in left}, **keywords}
        return collect(self._called, list(self._names), arguments, keywords)

    def _kernel(
        self, key: Hashable, text: Callable[[str], str], device: str, is_wide: bool = False
    ) -> Generic:
        """The generic kernel of a text, which text(name) gives, kept by its key."""
        found = self._calls.get(key)
        if found is None:
            with self._changing:
                found = self._calls.get(key)
                if found is None:
                    found = self._calls[key] = self._compiled(text, device, is_wide)
        return found

    def _compiled(self, text: Callable[[str], str], device: str, is_wide: bool) -> Generic:
        name = f"{self._identifier}_over_arrays"
        source = text(name)
        scope: dict[str, Any] = {}
        exec(compile(source, FILE, "exec"), scope)
        index = _core.Int64 if is_wide else None
        options = Options(**{**self._options, "target": device, "index": index})
        made: Generic = compile_functions(scope[name], None, options, texts=[(FILE, source)])
        made.called = self._called
        made.check = self._refuse_threads
        return made

    def _refuse_threads(self, function: FunctionType, path: Sequence[str], value: Any) -> None:
        """Raises TypeError where the function, or a helper, asks which thread it is, or for other threads."""
        code = function.__code__
        if code.co_filename == FILE:
            return
        name = next((each for each in _meant(function, path, value) if _is_of_threads(each)), None)
        if name:
            by = "it" if function is self.__wrapped__ else f"{function.__name__}, which it calls,"
            raise TypeError(
                f"{self._called}: {by} uses {name} "
                f"({shown_path(code.co_filename)}:{code.co_firstlineno}), and a function over arrays has no "
                "threads of its own: give it an array of what it needs, such as np.arange(n) for an index, "
                "or write a kernel"
            )


def _meant(function: FunctionType, path: Sequence[str], value: Any) -> Sequence[str]:
    """The names of the language that a function means by a name, or by the attributes of the package."""
    if isinstance(value, (Predefined, Cooperation)):
        return [value._name]
    if isinstance(value, ModuleType) and value.__name__ == "cudapy":
        return _attributes(function.__code__, path[-1])
    return path if value is MISSING and len(path) == 1 else []


def _attributes(code: CodeType, name: str) -> list[str]:
    """The attributes that a function, and the lambdas in it, read of what has a name."""
    import dis

    before, found = None, []
    for each in dis.get_instructions(code):
        if each.opname in ("LOAD_ATTR", "LOAD_METHOD") and before == name:
            found.append(each.argval)
        before = each.argval
    return found + [
        attribute
        for inner in code.co_consts
        if isinstance(inner, CodeType)
        for attribute in _attributes(inner, name)
    ]


def _is_of_threads(name: str) -> bool:
    return name in _OF_THREADS or name.endswith("_sync") or name.startswith("lanemask_")


def _parameters(function: FunctionType, who: str) -> tuple[str, ...]:
    code = function.__code__
    if code.co_flags & 0x0C or code.co_kwonlyargcount:
        raise TypeError(
            f"{who}: {function.__name__} takes *args, **kwargs or parameters only by name, which "
            "kernels do not have"
        )
    names = code.co_varnames[: code.co_argcount]
    if not names:
        raise TypeError(f"{who}: {function.__name__} has no parameters: it needs one that is given arrays")
    if "out" in names:
        raise TypeError(
            f"{who}: {function.__name__} has a parameter out, which is the name of the array for "
            "the results: give it another one"
        )
    return names
