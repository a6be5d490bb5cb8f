"""Pickling of kernels and device functions: by their place in a module where they have one, else as their
functions."""

from __future__ import annotations

from ..._compile.cloudpickled import is_by_value, keep_sources, reached, sources_of
from ..._compile.pickle import _function, _place_of, _reference
from .packed_functions import is_local, packed
from .sources_without_files import recall

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from .dispatcher import DeviceFunction, Dispatcher

    Reduced = str | tuple[Any, ...]


def reduce_device_function(function: DeviceFunction) -> Reduced:
    """Returns the result of __reduce__ of a device function."""
    place = _place_of(function)
    if place is not None:
        return place
    return _device_function, (
        _packed_or_named(function.py_func),
        _sources(function.py_func),
        function._helper_signatures and function._helper_signatures.given,
        function.__cudapy_signature__,
    )


def _device_function(reference: Any, sources: Any, signatures: Any, signature: str) -> DeviceFunction:
    from .dispatcher import DeviceFunction  # which is pickled by what is here

    keep_sources(sources)
    made = DeviceFunction(_function(reference), signatures)
    made.__cudapy_signature__ = signature
    return made


def _packed_or_named(function: FunctionType) -> Any:
    """Returns what pickles a function: its name where that is enough, and all of it elsewhere."""
    named = _reference(function)
    if named is not function or is_by_value(function) or not is_local(function):
        return named
    return packed(function)


def _sources(function: FunctionType) -> Any:
    """Returns the sources of a function and of those that it calls, which are pickled by value."""
    for each in reached([function]):
        recall(each)
    return sources_of([function])


def reduce_dispatcher(dispatcher: Dispatcher) -> Reduced:
    """Returns the result of __reduce__ of a kernel: it is compiled again where it is needed."""
    place = _place_of(dispatcher)
    if place is not None:
        return place
    function = dispatcher.py_func
    state = (
        _packed_or_named(function),
        _sources(function),
        dispatcher.targetoptions,
        dispatcher._given,
        dispatcher.specialized,
    )
    return _dispatcher, state


def _dispatcher(
    reference: Any, sources: Any, options: dict[str, Any], signatures: Any, is_specialized: bool
) -> Dispatcher:
    from .dispatcher import Dispatcher  # which is pickled by what is here

    keep_sources(sources)
    made = Dispatcher(_function(reference), **options)
    if signatures is not None:
        made._compile_signatures(signatures, is_specialized)
    return made


def reduce_over_arrays(made: Any, signatures: list[Any], *more: Any) -> Reduced:
    """Returns the result of __reduce__ of a function over arrays, which is made anew of its function."""
    place = _place_of(made)
    if place is not None:
        return place
    function = made.py_func
    return _over_arrays, (type(made), _packed_or_named(function), _sources(function), signatures, *more)


def _over_arrays(
    kind: Callable[..., Any], reference: Any, sources: Any, signatures: list[Any], *more: Any
) -> Any:
    keep_sources(sources)
    return kind(_function(reference), signatures, *more)
