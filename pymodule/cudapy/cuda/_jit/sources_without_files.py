"""The sources of functions that were made of a text by exec() or eval(), or were renamed. numba reads their
bytecode; here the texts that Python compiles are kept, from the import of this module on."""

from __future__ import annotations
import __future__

import ast
import os
import re
import types
from functools import partial

from ... import _core
from ..._compile.sources import _with_newlines, text_of

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

_kept = _core.keep_texts()
_FUTURES = 0
for _name in __future__.all_feature_names:
    _FUTURES |= getattr(__future__, _name).compiler_flag


def recall(function: types.FunctionType) -> None:
    """Gives a function the text that it was made of, where it is in no file: it was made of a text that is
    still known, or was renamed since. Only the text of which Python makes all the code that the function came
    with is taken."""
    if "__cudapy_source__" in function.__dict__:
        return
    code, name = function.__code__, function.__name__
    text = None
    if code.co_filename.startswith("<") or not os.path.exists(code.co_filename):
        text = _made_of(code)
    elif name != code.co_name and name.isidentifier():
        text = text_of(function)
    if text is not None and name != code.co_name:
        text = _with_name(text, code, name)
    if text is not None:
        function.__dict__["__cudapy_source__"] = (1, text)


def _made_of(code: types.CodeType) -> str | None:
    """Returns the text that the code was made of by exec() or eval(); None if it is not known."""
    items = list(_kept)
    for at in reversed(range(len(items))):
        if isinstance(items[at], types.CodeType) and _has(items[at], code):
            return _text_giving(items[at], items[:at][::-1] + items[at:], code.co_name)
    return None


def _with_name(text: str, code: types.CodeType, name: str) -> str | None:
    """Returns a text in which the function of a code has another name; None where it cannot be found."""
    tree = _core.deeply(lambda: ast.parse(text))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == code.co_firstlineno:
                lines = text.encode().split(b"\n")
                line, at = lines[node.lineno - 1], node.col_offset
                changed = re.sub(r"^def\s+\w+", f"def {name}", line[at:].decode())
                lines[node.lineno - 1] = line[:at] + changed.encode()
                return b"\n".join(lines).decode()
    return None


def _has(whole: types.CodeType, code: types.CodeType) -> bool:
    """Returns whether a function's code is in that of a module: the object itself, not an equal one."""
    return any(
        each is code or (isinstance(each, types.CodeType) and _has(each, code)) for each in whole.co_consts
    )


def _text_giving(whole: types.CodeType, items: list[Any], name: str) -> str | None:
    """Returns the first of the texts among the items that gives the code of a module; None if none does."""
    for item in items:
        if isinstance(item, tuple) and item[1] == whole.co_filename:
            text = _decoded(item[0])
            if text is not None and (name in text or name == "<lambda>") and _gives(text, whole):
                return _with_newlines(text)
    return None


def _decoded(source: str | bytes) -> str | None:
    if isinstance(source, str):
        return source
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:  # a text of bytes in another encoding
        return None


def _gives(text: str, whole: types.CodeType) -> bool:
    """Returns whether Python makes the code of a text, with the places in it, as a module, an expression or
    what is typed."""
    flags = whole.co_flags & _FUTURES
    for mode in ("exec", "eval", "single"):
        try:
            made = _core.deeply(
                partial(compile, text, whole.co_filename, mode, flags=flags, dont_inherit=True)
            )
        except (SyntaxError, ValueError):
            continue
        if made == whole:
            return True
    return False
