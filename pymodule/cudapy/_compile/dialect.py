"""What a dialect gives a compilation, see cudapy/cuda/_jit/dialect.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .bindings import Binding, SignedFunction


class Library(Protocol):
    """The functions of the dialect that are made of others, see cudapy/cuda/_library."""

    METHODS: Mapping[str, Any]
    """What stands for methods of arrays."""

    def answer(self, value: Any) -> Binding | None: ...
    def choose(self, value: Any, text: str) -> Callable[..., Any] | SignedFunction | str | None: ...


class Arrays(Protocol):
    """The arrays that the functions of one compilation capture."""

    def answer(self, value: Any) -> Binding | None: ...
    def device_array(self, number: int) -> Any: ...


class Dialect(Protocol):
    """The language that names and numbers of the functions belong to."""

    @property
    def library(self) -> Library: ...
    def captured_arrays(self) -> Arrays: ...
    @property
    def generic(self) -> Any: ...
