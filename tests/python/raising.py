"""Checks of whole messages."""

import inspect
import re


class raises:
    """`with raises(TypeError, "the whole text")`: exactly that exception with exactly that text."""

    def __init__(self, kind, text):
        self.kind, self.text = kind, text

    def __enter__(self):
        return None

    def __exit__(self, found, value, _):
        assert found is self.kind, f"expected {self.kind.__name__}, got {found}: {value}"
        assert re.sub(r"0x[0-9a-f]+", "0x", str(value)) == self.text
        return True


def line_of(function, text):
    """The number of the line with the text in a function."""
    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)
