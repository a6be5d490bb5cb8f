"""The order in which the blocks of a launch run, and the threads of a block between two barriers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

Item = TypeVar("Item")
Order: TypeAlias = Callable[[Iterable[Any]], Iterable[Any]]


def FORWARD(items: Iterable[Item]) -> Iterable[Item]:
    return items


def BACKWARD(items: Iterable[Item]) -> Iterable[Item]:
    return reversed(list(items))


def order_of(chosen: Any) -> Order:
    """The function that puts blocks or threads in order: for "forward", "backward", or a number that shuffles
    them."""
    if isinstance(chosen, str) and chosen in ("forward", "backward"):
        return FORWARD if chosen == "forward" else BACKWARD
    if isinstance(chosen, bool) or not hasattr(chosen, "__index__"):
        raise ValueError(
            f'simulate: order must be "forward", "backward" or a number to shuffle by, got {chosen!r}'
        )
    shuffle = random.Random(chosen.__index__()).shuffle

    def shuffled(items: Iterable[Any]) -> Iterable[Any]:
        items = list(items)
        shuffle(items)
        return items

    return shuffled
