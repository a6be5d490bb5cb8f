"""The source of a function, as the extension takes it."""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


class SourceUnit(tuple):  # type: ignore[type-arg]
    """A text with the file and the line that it is from, the function that is meant, and its signature where
    a decorator or a caller gave one. Of a lambda the text is the statement that it is in, and
    `lambda_begin` and `lambda_end` are its place there, in bytes.

    It is a typing.NamedTuple but for that class, which takes longer to import than this package.
    """

    __slots__ = ()
    path: str = property(itemgetter(0))  # type: ignore[assignment]
    text: str = property(itemgetter(1))  # type: ignore[assignment]
    first_line: int = property(itemgetter(2))  # type: ignore[assignment]
    name: str = property(itemgetter(3))  # type: ignore[assignment]
    signature: str = property(itemgetter(4))  # type: ignore[assignment]
    lambda_begin: int = property(itemgetter(5))  # type: ignore[assignment]
    lambda_end: int = property(itemgetter(6))  # type: ignore[assignment]

    def __new__(
        cls,
        path: str,
        text: str,
        first_line: int,
        name: str,
        signature: str = "",
        lambda_begin: int = 0,
        lambda_end: int = 0,
    ) -> SourceUnit:
        return tuple.__new__(cls, (path, text, first_line, name, signature, lambda_begin, lambda_end))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    @property
    def is_lambda(self) -> bool:
        return self.lambda_end > 0

    def replaced(self, **changed: Any) -> SourceUnit:
        """Returns a unit with other values for some of the fields."""
        return SourceUnit(**{name: changed.get(name, value) for name, value in zip(_FIELDS, self)})


_FIELDS = ("path", "text", "first_line", "name", "signature", "lambda_begin", "lambda_end")
