"""Pickling: kernels as what they were compiled of, arrays by what is in them.

A kernel is pickled as its texts, its options and the answers about names outside it, as they were when it was
compiled. So the other process needs neither its module nor its file, and finds it in the cache of compiled
kernels where that has it.
"""

from __future__ import annotations

from .. import _core
from .._types.dates import is_date
from .cloudpickled import at, goes_by_value, is_by_value, keep_sources, sources_of
from .compile import compile_functions
from .decorated import decorated

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    import types
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from .cloudpickled import FoundSource
    from .options import Options
    from .recorded import Replayed

    # A function, or the name of the decorated kernel whose function it is: the module and the name there.
    Reference: TypeAlias = types.FunctionType | tuple[str, str]


def reduce(value: Any) -> Any:
    """Returns the result of __reduce__ for the extension's types."""
    return _REDUCE[type(value)](value)


def _reduce_kernel(kernel: Any) -> Any:
    if (place := _place_of(kernel)) is not None:
        return place
    if is_helper(kernel):
        function = kernel.__wrapped__
        state = (
            _reference(function),
            kernel.__cudapy_signature__,
            kernel.__cudapy_options__,
            sources_of([function]),
        )
        return _coming_helper, (), state, None, None, _set_helper
    generic = getattr(kernel, "instance", None)
    if generic is not None:
        # The functions are in what is set later, since they may call the kernel itself.
        functions = (*_functions_of(generic.__self__), getattr(kernel, "__doc__", None))
        return _ComingGeneric.kernel, (), functions, None, None, _ComingGeneric.set
    name = kernel.name  # compiled now, where it was not yet
    if kernel._recipe is None:
        raise TypeError(
            f"{name} cannot be pickled: it is CUDA C++: give its text to cuda_source where it is needed"
        )
    return _kernel, (kernel._recipe, name, kernel.__doc__)


def _kernel(recipe: Replayed, name: str, doc: str | None) -> _core.Kernel:
    call = recipe.compile()
    call = call if call.name == name else call.kernels[name]
    call.__doc__ = doc
    return call


def _place_of(kernel: Any) -> str | None:
    """Returns the name of a decorated kernel in its module, by which the other process finds it too; None for
    any other kernel."""
    module, name = getattr(kernel, "__module__", None), getattr(kernel, "__qualname__", None)
    if module in (None, "__main__", "__mp_main__") or not name or goes_by_value(module):
        return None
    return name if at(module, name) is kernel else None


def _functions_of(generic: Any) -> tuple[list[Reference], dict[str, str], Options, list[FoundSource]]:
    """A generic kernel is compiled at each launch, with what its functions are then: they are pickled as
    functions are."""
    functions, signatures, options = generic._recipe
    return [_reference(function) for function in functions], signatures, options, sources_of(functions)


def _reference(function: types.FunctionType) -> Reference:
    """A function, or the name of the decorated kernel whose function it is: Python finds that by its name."""
    if is_by_value(function):
        return function
    found = at(function.__module__, function.__qualname__)
    return (
        (function.__module__, function.__qualname__)
        if found is not function and getattr(found, "__wrapped__", None) is function
        else function
    )


class _ComingGeneric:
    """A generic kernel before its functions are there."""

    given: tuple[list[types.FunctionType], dict[str, str], Options]

    @classmethod
    def kernel(cls) -> _core.Kernel:
        coming = cls()
        call = _core.Kernel(lambda _: coming.compiled())
        setattr(call, "_coming", coming)
        return call

    def set(call: Any, state: Any) -> None:
        functions, signatures, options, sources, doc = state
        keep_sources(sources)
        call._coming.given = ([_function(function) for function in functions], signatures, options)
        first = call._coming.given[0][0]
        call.__name__, call.__wrapped__ = first.__name__, first
        call.__doc__ = doc

    def compiled(self) -> Any:
        functions, signatures, options = self.given
        return compile_functions(functions, signatures or None, options)


def is_helper(kernel: Any) -> bool:
    """Whether it is a decorated function that returns a value, for kernels to call, which cannot be launched
    itself."""
    if not hasattr(kernel, "__cudapy_options__"):
        return False
    try:
        return not kernel.name
    except _core.CompileError as error:
        return any(each["code"] == "E804" for each in error.diagnostics)


def _coming_helper() -> _core.Kernel:
    return _core.Kernel(lambda kernel: compile_functions(kernel, None, kernel.__cudapy_options__))


def _set_helper(kernel: Any, state: Any) -> None:
    reference, signature, options, sources = state
    keep_sources(sources)
    vars(kernel).update(vars(decorated(_function(reference), signature, options)))


def _function(reference: Reference) -> types.FunctionType:
    import importlib

    if not isinstance(reference, tuple):
        return reference
    importlib.import_module(reference[0])
    function: types.FunctionType = at(*reference).__wrapped__
    return function


def _reduce_launch(launch: Any) -> tuple[Any, ...]:
    recipe, name, threads, block, shared, has_stream = launch._recipe
    if recipe is None:
        raise TypeError(
            f"a launch of {name} cannot be pickled: the kernel is CUDA C++: give its text to cuda_source "
            "where it is needed"
        )
    if has_stream:
        raise TypeError(
            f"a launch of {name} with a stream of its own cannot be pickled: streams are of one process"
        )
    return _launch, (recipe, name, threads, block, shared)


def _launch(recipe: Replayed, name: str, threads: Any, block: Any, shared: Any) -> Any:
    return _kernel(recipe, name, None)(*threads, block=block, shared=shared or None)


def _reduce_array(array: _core.CudaArray) -> tuple[Any, ...]:
    kind = "cpu" if array.device == "cpu" else "cuda"
    host = _core.CudaArray.allocate(array.shape, array.elemType(), "cpu")
    if host.size:
        host.copy_from(array)
    if is_date(array.elemType()):  # which the buffer protocol does not have
        host = _core.seen_as(host, _core.Int64)
    return _array, (array.shape, array.elemType(), kind, memoryview(host).tobytes())


def _array(shape: tuple[int, ...], element: Any, kind: str, content: bytes) -> _core.CudaArray:
    import ctypes

    host = _core.CudaArray.allocate(shape, element, "cpu")
    if content:
        ctypes.memmove(host.pointer(), content, len(content))
    if kind == "cpu":
        return host
    array = _core.CudaArray.allocate(shape, element, kind)
    if content:
        array.copy_from(host)
    return array


def _reduce_type(kind: _core.Type) -> tuple[Any, ...]:
    if kind.element and kind.name.endswith("**"):
        return _core.Pointer, (_core.Pointer(kind.element),)
    if kind.ndim:
        return _core.array_type, (kind.element, kind.ndim)
    if is_date(kind):
        return _core.date_type, (kind.name,)
    return _type_named, (kind.name,)


def _type_named(name: str) -> _core.Type:
    return next(
        value for value in vars(_core).values() if isinstance(value, _core.Type) and value.name == name
    )


_REDUCE: dict[type, Callable[[Any], Any]] = {
    _core.Kernel: _reduce_kernel,
    _core.Launch: _reduce_launch,
    _core.CudaArray: _reduce_array,
    _core.Type: _reduce_type,
    _core.dim3: lambda value: (_core.dim3, tuple(value)),
}
