"""Attributes that still answer to the names that they had before."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar


class RenamedAttributes:
    """A class some of whose attributes have new names. Type checkers know only those."""

    _new_names: ClassVar[dict[str, str]] = {}

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            kind = type(self).__name__
            new = self._new_names.get(name)
            if new is None:
                raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=self)
            warnings.warn(f"{kind}.{name} is called {new} now", DeprecationWarning, stacklevel=2)
            return getattr(self, new)
