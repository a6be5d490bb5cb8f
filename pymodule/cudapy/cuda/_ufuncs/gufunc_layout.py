"""The layouts of generalized functions over arrays, such as "(m,n),(n,p)->(m,p)", and the shapes of
a call."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ..._ufuncs.strided import broadcast

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable

    Shape = tuple[int, ...]

_GROUP = re.compile(r"\(([^()]*)\)")


class Shapes(NamedTuple):
    """The shapes of a call: the loop over calls of the function, and what it sees of each argument and
    result. `repeated` says which arguments are the same for each call."""

    loop: Shape
    inner: tuple[Shape, ...]
    results: tuple[Shape, ...]
    repeated: tuple[bool, ...]


class GufuncLayout:
    """The names of the axes of each argument and of each result."""

    def __init__(self, text: str) -> None:
        """Reads a layout. Raises ValueError for what is none, and NameError for an axis of a result that no
        argument has."""
        if not isinstance(text, str) or text.count("->") != 1:
            raise ValueError(f'guvectorize: {text!r} is no layout: write one such as "(n),(n)->()"')
        before, after = text.split("->")
        self.inputs, self.outputs = _groups(before, text), _groups(after, text)
        known = {name for group in self.inputs for name in group}
        unknown = sorted({name for group in self.outputs for name in group} - known)
        if unknown:
            raise NameError(f"undefined output symbols: {','.join(unknown)}")

    def shapes(self, arguments: Iterable[Shape]) -> Shapes:
        """Returns the Shapes for arguments of these shapes. Raises ValueError where they do not fit."""
        sizes: dict[str, int] = {}
        loops: list[Shape] = []
        inner: list[Shape] = []
        for number, (shape, names) in enumerate(zip(arguments, self.inputs), 1):
            if len(shape) < len(names):
                raise ValueError(f"arg #{number}: insufficient inner dimension")
            rest = len(shape) - len(names)
            loops.append(tuple(shape[:rest]))
            inner.append(tuple(shape[rest:]))
            for axis, (name, extent) in enumerate(zip(names, shape[rest:]), rest):
                if sizes.setdefault(name, extent) != extent:
                    raise ValueError(f"arg #{number}: shape[{axis}] mismatch argument")
        loop = max(loops, key=math.prod)  # the first one of equal ones
        odd = [number for number, each in enumerate(loops, 1) if each not in (loop, (), (1,))]
        if odd:
            loop = ()
            for each in loops:
                found = broadcast(loop, each)
                if found is None:
                    raise ValueError(f"arg #{odd[0]}: outer dimension mismatch")
                loop = found
        repeated = [each != loop and math.prod(each) == 1 for each in loops]
        results = tuple(tuple(sizes[name] for name in names) for names in self.outputs)
        return Shapes(loop, tuple(inner), results, tuple(repeated))


def _groups(part: str, text: str) -> list[tuple[str, ...]]:
    """The names in each pair of parentheses."""
    part = "".join(part.split())
    groups = [tuple(name for name in group.split(",") if name) for group in _GROUP.findall(part)]
    names = [name for group in groups for name in group]
    if _GROUP.sub("", part).strip(",") or not groups or not all(name.isidentifier() for name in names):
        raise ValueError(f'bad token in signature "{text}": write one such as "(n),(n)->()"')
    return groups
