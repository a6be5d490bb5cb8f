"""The source of Python functions, with what stands above them."""

from __future__ import annotations

import os
import sys
import types

from . import _core
from ._core import SourceError

# Modules of Python's that take longer to import than a compiled kernel takes to be found in the cache (ast, inspect,
# linecache, re, tokenize) are imported only where nothing else does.

# Of a code object's flags.
_GENERATOR, _COROUTINE, _ASYNC_GENERATOR = 0x20, 0x80, 0x200


def _is_of_functools(value, name):
    return isinstance(value, getattr(sys.modules.get("functools"), name, ()))


def check_function(function, who):
    """Raise TypeError unless `function` is a plain Python function; the text says what to give instead."""
    if isinstance(function, types.BuiltinFunctionType):
        raise TypeError(f"{who}: {function.__name__} is a built-in function: it has no Python source to translate")
    if isinstance(function, type):
        raise TypeError(f"{who}: {function.__name__} is a class: a kernel is a function")
    if isinstance(function, types.MethodType):
        raise TypeError(
            f"{who}: {function.__qualname__} is a method: a kernel is a function that is not bound to an object"
        )
    if _is_of_functools(function, "partial"):
        raise TypeError(f"{who}: a functools.partial has no source of its own: write a lambda that calls {_shorten(repr(function.func))}, such as `lambda x: f(1, x)`")
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"{who}: expected a Python function, got {type(function).__name__} {_shorten(repr(function))}")
    if function.__name__ == "<lambda>":
        raise TypeError(f"{who}: a lambda has no name and no signature: write a function with def")
    flags = function.__code__.co_flags
    if flags & (_COROUTINE | _ASYNC_GENERATOR):
        raise TypeError(f"{who}: {function.__name__} is an async function: kernels do not wait")
    if flags & _GENERATOR:
        raise TypeError(f"{who}: {function.__name__} is a generator: kernels do not yield")


def _shorten(text):
    return text if len(text) <= 60 else text[:57] + "..."


def is_lambda(value):
    return isinstance(value, types.FunctionType) and value.__name__ == "<lambda>"


def plain_function(given, who):
    """The function behind a decorated one, checked, and the signature that @cp.kernel("...") gave or ""."""
    signature = ""
    function = given
    if isinstance(function, _core.Kernel):
        signature = getattr(function, "__cudapy_signature__", "")
        function = getattr(function, "__wrapped__", None)
        if function is None:
            raise TypeError(f"{who}: {given.name} is compiled already: give the function itself")
    while (isinstance(function, types.FunctionType) or _is_of_functools(function, "_lru_cache_wrapper")) and hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    check_function(function, who)
    return function, signature


def shown_path(path):
    """A path as messages have it, where a byte that is not UTF-8 is escaped."""
    return path.encode("utf-8", "backslashreplace").decode()


class Source:
    """The text of a function with the comments and decorators above it, and the number of its first line."""

    def __init__(self, function):
        self.function = function
        code = function.__code__
        self.path = code.co_filename
        if not function.__name__.isidentifier():
            raise SourceError(f"line {code.co_firstlineno} of {shown_path(self.path)}: the name {function.__name__!r}, which its function has now, is none that a def gives")
        # co_firstlineno is the first decorator's line or the def's own.
        found = _core.function_text(_text_of(function), code.co_firstlineno, function.__name__)
        if found is None:
            _refuse(function)
        self.text, self._above, self.first_line, is_defined = found
        if not is_defined:
            raise SourceError(
                f"{function.__name__}: line {code.co_firstlineno} of {shown_path(self.path)} does not define it: the file changed after "
                "it was imported, or the function was renamed; import it again"
            )

    def has_signature_comment(self):
        return any(_is_signature(line) for line in _lines(self.text)[: self._above])

    def unit(self, signature):
        """What the extension takes: (path, text, first line, function, signature)."""
        return (shown_path(self.path), self.text, self.first_line, self.function.__name__, signature)


def lambda_unit(function, name):
    """As Source.unit, of a lambda that is to be called `name`: the statement that it stands in, and where in it."""
    import ast

    first = function.__code__.co_firstlineno
    lines = _lines(_text_of(function))
    if first > len(lines):
        _refuse(function)
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError as error:
        raise SourceError(f"{name}: the source of the lambda in line {first} of {shown_path(function.__code__.co_filename)} cannot be read: {error}") from None
    found = None
    for statement in ast.walk(tree):
        if isinstance(statement, ast.stmt):
            for node in ast.walk(statement):
                # Of the lambdas of this line, the smallest one that all of its code comes from; of statements, too.
                if isinstance(node, ast.Lambda) and node.lineno == first and _comes_from(function.__code__, node.body):
                    size = (_extent(node), _extent(statement))
                    if found is None or size <= found[0]:
                        found = (size, statement, node)
    if found is None:
        raise SourceError(f"{name}: line {first} of {shown_path(function.__code__.co_filename)} has no such lambda: the file changed after it was imported")
    _, statement, node = found
    block = lines[statement.lineno - 1 : statement.end_lineno]

    def offset(line, column):
        return sum(len(text.encode()) for text in lines[statement.lineno - 1 : line - 1]) + column

    return (shown_path(function.__code__.co_filename), "".join(block), statement.lineno, name, "",
            offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset))


def _extent(node):
    return (node.end_lineno - node.lineno, node.end_col_offset - node.col_offset)


def _comes_from(code, body):
    """Whether all instructions of the code stand inside an expression."""
    begin, end = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
    for line, end_line, column, end_column in code.co_positions():
        if None in (line, end_line, column, end_column) or (line, column) == (end_line, end_column):
            continue
        if not (begin <= (line, column) and (end_line, end_column) <= end):
            return False
    return True


def _is_signature(line):
    """Whether a line is a comment with an optional name and colon, a type, and parameters; before a tuple the name must
    stand."""
    text = line.lstrip()
    head, parenthesis, rest = text[1:].partition("(")
    if not text.startswith("#") or not parenthesis:
        return False
    name, colon, result = head.partition(":")
    if colon and not ("_" + name.strip()).isidentifier():
        return False
    result = (result if colon else head).strip()
    if colon and not result:
        return any(part.lstrip().startswith("(") for part in rest.split(")")[1:])
    return result.rstrip("*").rstrip().isidentifier()


def _lines(text):
    """The lines of a text as Python reads it, each with its end."""
    return [line + "\n" for line in text.removesuffix("\n").split("\n")] if text else []


def _text_of(function):
    """The text of the function's file as Python reads it; empty where it cannot be read."""
    path = function.__code__.co_filename
    if "linecache" not in sys.modules:
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            try:
                size = os.fstat(file).st_size
                text = os.read(file, size)
                while len(text) < size and (more := os.read(file, size - len(text))):
                    text += more
            finally:
                os.close(file)
            if b"coding" not in b"".join(text.split(b"\n", 2)[:2]):
                return _with_newlines(text.decode().removeprefix("\ufeff"))
        except (OSError, ValueError):
            pass
    # It knows notebook cells, zipped modules and encodings, too.
    import linecache

    linecache.checkcache(path)
    return _with_newlines("".join(linecache.getlines(path, function.__globals__)))


def _with_newlines(text):
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _refuse(function):
    """Says why a function has no source."""
    path, name = function.__code__.co_filename, function.__name__
    if path == "<stdin>":
        where = "it was typed at the interactive prompt, which does not keep it"
    elif path.startswith("<"):
        where = f"it was made by exec() or eval() from a string ({path})"
    else:
        where = f"{shown_path(path)} cannot be read or is shorter than when it was imported"
    raise SourceError(
        f"{name}: its source cannot be read: {where}. Put the function in a file and import it, or define it in "
        "a notebook cell or IPython"
    )


def is_signed(function, signature):
    """Whether the function has a signature of its own, so that it can be compiled along with its callers."""
    if signature or function.__annotations__:
        return True
    try:
        return Source(function).has_signature_comment()
    except (SourceError, OSError):
        return False
