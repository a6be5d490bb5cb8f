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
        lines, first = _lines_of(function)
        # co_firstlineno is the first decorator's line or the def's own.
        start = first - 1
        indent = _indent(lines[start])
        while start > 0:
            above = lines[start - 1]
            if above.strip() and not (above.lstrip().startswith("#") and _indent(above) == indent):
                break
            start -= 1
        while not lines[start].strip():
            start += 1
        block = _block(lines, first - 1)
        self.text = "".join(lines[start : first - 1] + block)
        self.first_line = start + 1
        self.has_signature_comment = any(_is_signature(line) for line in lines[start : first - 1])
        if not any(_defines(line, function.__name__) for line in block):
            raise SourceError(
                f"{function.__name__}: line {first} of {shown_path(self.path)} does not define it: the file changed after it was "
                "imported, or the function was renamed; import it again"
            )

    def unit(self, signature):
        """What the extension takes: (path, text, first line, function, signature)."""
        return (shown_path(self.path), self.text, self.first_line, self.function.__name__, signature)


def lambda_unit(function, name):
    """As Source.unit, of a lambda that is to be called `name`: the statement that it stands in, and where in it."""
    import ast

    lines, first = _lines_of(function)
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


def _indent(line):
    return line[: len(line) - len(line.lstrip())]


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


def _defines(line, name):
    words = line.replace("(", " ").replace("[", " ").split()
    return words[:2] == ["def", name] or words[:3] == ["async", "def", name]


def _block(lines, start):
    """The lines of the function that begins at an index, with the comments of its body behind the last statement."""
    size = 64
    while True:
        count, is_ended = _core.first_block("".join(lines[start : start + size]))
        if is_ended or start + size >= len(lines):
            break
        size *= 4
    end = start + max(count, 1)
    margin = len(_indent(lines[start]))
    for number in range(end, len(lines)):
        text = lines[number].lstrip()
        if text.startswith("#") and len(_indent(lines[number])) > margin:
            end = number + 1
        elif text:
            break
    return lines[start:end]


def _lines(text):
    """The lines of a file's text with their ends, each as Python reads it."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [line + "\n" for line in text.split("\n")]
    return lines[:-1] if text.endswith("\n") or not text else [*lines[:-1], lines[-1][:-1]]


def _file_lines(path, module_globals):
    """As linecache gives them, which knows notebook cells, zipped modules and encodings too."""
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
                return _lines(text.decode())
        except (OSError, ValueError):
            pass
    import linecache

    linecache.checkcache(path)
    return linecache.getlines(path, module_globals)


def _lines_of(function):
    """All lines of the function's file, and the number of its first line."""
    code = function.__code__
    path = code.co_filename
    lines = _file_lines(path, function.__globals__)
    if lines and code.co_firstlineno <= len(lines):
        if not lines[-1].endswith("\n"):
            lines = lines[:-1] + [lines[-1] + "\n"]
        return lines, code.co_firstlineno
    name = function.__name__
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
        return Source(function).has_signature_comment
    except (SourceError, OSError):
        return False
