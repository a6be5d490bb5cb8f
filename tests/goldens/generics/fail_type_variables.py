from collections.abc import Callable
from typing import ParamSpec, TypeVar

import cudapy as cp

T = TypeVar("T")
P = ParamSpec("P")


def any_parameters(f: Callable[..., T], x: T) -> T:
    return f(x)


def unknown(x: Q) -> None:
    pass


def specified(f: Callable[P, T], x: T) -> T:
    return f(x)


def many[*Ts](x: cp.float32) -> None:
    pass


def of_function(f: Callable[[Callable[[T], T]], T], x: T) -> T:
    return x


def unclosed[T(x: T) -> None:
    pass


def kernel(X: cp.Array[cp.float32], F: cp.Array[Callable[[T], T]]) -> None:
    X[idx] = 0
