"""The order in which the blocks of a launch run, and the threads of a block between two barriers."""

import random


def FORWARD(items):
    return items


def BACKWARD(items):
    return reversed(list(items))


def order_of(chosen):
    """The function that puts blocks or threads in order: for "forward", "backward", or a number that shuffles
    them."""
    if isinstance(chosen, str) and chosen in ("forward", "backward"):
        return FORWARD if chosen == "forward" else BACKWARD
    if isinstance(chosen, bool) or not hasattr(chosen, "__index__"):
        raise ValueError(
            f'simulate: order must be "forward", "backward" or a number to shuffle by, got {chosen!r}'
        )
    shuffle = random.Random(chosen.__index__()).shuffle

    def shuffled(items):
        items = list(items)
        shuffle(items)
        return items

    return shuffled
