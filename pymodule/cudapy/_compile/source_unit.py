"""The source of a function, as the extension takes it."""

from __future__ import annotations

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

    @property
    def path(self) -> str:
        return self[0]

    @property
    def text(self) -> str:
        return self[1]

    @property
    def first_line(self) -> int:
        return self[2]

    @property
    def name(self) -> str:
        return self[3]

    @property
    def signature(self) -> str:
        return self[4]

    @property
    def lambda_begin(self) -> int:
        return self[5]

    @property
    def lambda_end(self) -> int:
        return self[6]

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
