"""The source of Python functions, with what is above them."""

from __future__ import annotations

import os
import sys
import time
import types

from .. import _core
from .._core import SourceError
from .numba_objects import ours
from .shown_paths import shown_path
from .source_unit import SourceUnit
from .stand_ins import OverArrays

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator
    from typing import Any, NoReturn, TypeAlias, TypeGuard

    from .prompt import Typed

    # The lambdas of a text by the number of their line, each with the smallest statement that has it.
    Lambdas: TypeAlias = dict[int, list[tuple[ast.Lambda, ast.stmt]]]

# Modules of Python's that take longer to import than a compiled kernel takes to be found in the cache (ast,
# inspect, linecache, re, tokenize) are imported only where nothing else does.

FROM_CLOUDPICKLE = "<dynamic-code>"  # what cloudpickle writes in place of the file's name

# These are flags of a code object.
_GENERATOR, _COROUTINE, _ASYNC_GENERATOR = 0x20, 0x80, 0x200


def _process_start() -> float:
    """Returns when this process began, in seconds since 1970, a little too early rather than too late; 0 if
    it is not known."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        return (
            time.time() - (time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")) - 0.02
        )
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


PROCESS_START = _process_start()


def _is_of_functools(value: object, name: str) -> bool:
    return isinstance(value, getattr(sys.modules.get("functools"), name, ()))


def check_function(function: Any, who: str) -> None:
    """Raises TypeError unless `function` is a plain Python function. The text says what to pass instead."""
    if isinstance(function, types.BuiltinFunctionType):
        raise TypeError(
            f"{who}: {function.__name__} is a built-in function: it has no Python source to translate"
        )
    if isinstance(function, type):
        raise TypeError(f"{who}: {function.__name__} is a class: a kernel is a function")
    if isinstance(function, types.MethodType):
        raise TypeError(
            f"{who}: {function.__qualname__} is a method: a kernel is a function that is not "
            "bound to an object"
        )
    if _is_of_functools(function, "partial"):
        raise TypeError(
            f"{who}: a functools.partial has no source of its own: write a lambda that calls "
            f"{_shorten(repr(function.func))}, such as `lambda x: f(1, x)`"
        )
    if not isinstance(function, types.FunctionType):
        raise TypeError(
            f"{who}: expected a Python function, got {type(function).__name__} {_shorten(repr(function))}"
        )
    if function.__name__ == "<lambda>":
        raise TypeError(f"{who}: a lambda has no name and no signature: write a function with def")
    flags = function.__code__.co_flags
    if flags & (_COROUTINE | _ASYNC_GENERATOR):
        raise TypeError(f"{who}: {function.__name__} is an async function: kernels do not wait")
    if flags & _GENERATOR:
        raise TypeError(f"{who}: {function.__name__} is a generator: kernels do not yield")


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def is_lambda(value: object) -> TypeGuard[types.FunctionType]:
    return isinstance(value, types.FunctionType) and value.__name__ == "<lambda>"


def plain_function(decorated: Any, who: str) -> tuple[types.FunctionType, str]:
    """The function in a decorated one, checked, and the signature that @cp.kernel("...") gave or ""."""
    signature = ""
    function = decorated = ours(decorated)
    if isinstance(function, _core.Kernel):
        signature = getattr(function, "__cudapy_signature__", "")
        function = getattr(function, "__wrapped__", None)
        if function is None:
            raise TypeError(f"{who}: {decorated.name} is compiled already: give the function itself")
    elif isinstance(function, OverArrays):
        signature, function = function.__cudapy_signature__, function.__wrapped__
    while (
        isinstance(function, types.FunctionType) or _is_of_functools(function, "_lru_cache_wrapper")
    ) and hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    check_function(function, who)
    return function, signature


class Source:
    """The text of a function with the comments and decorators above it, and the number of its first line."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        code = function.__code__
        self.path = file_of(function)
        if not function.__name__.isidentifier():
            raise SourceError(
                f"line {code.co_firstlineno} of {shown_path(self.path)}: the name {function.__name__!r}, "
                "which its function has now, is none that a def gives"
            )
        # co_firstlineno is the first decorator's line or the def's own.
        whole, is_new = _text_of(function)
        line = code.co_firstlineno
        if typed := _typed(function):
            whole, line = typed.comments + whole, line + typed.comments.count("\n")
        found = _core.function_text(whole, line, function.__name__)
        if found is None:
            _refuse(function)
        self.text, self._above, self.first_line, is_defined = found
        if not is_defined:
            raise SourceError(
                f"{function.__name__}: line {code.co_firstlineno} of {shown_path(self.path)} "
                "does not define it: the file changed after it was imported, or the function "
                "was renamed; import it again"
            )
        if is_new and not is_code_of(code, whole):
            raise SourceError(
                f"{function.__name__}: line {code.co_firstlineno} of {shown_path(self.path)} is another "
                "function now than the one that was imported: the file changed since; import it again"
            )

    def has_signature_comment(self) -> bool:
        return any(_is_signature(line) for line in _lines(self.text)[: self._above])

    def has_decorator(self, signature: str) -> bool:
        """Returns whether the signature is the string of a decorator. It is read there, so that errors in it
        point at it."""
        lines = [line for line in _lines(self.text)[: self._above] if not line.lstrip().startswith("#")]
        return bool(signature) and any(f"{quote}{signature}{quote}" in "".join(lines) for quote in "\"'")

    def unit(self, signature: str) -> SourceUnit:
        return SourceUnit(
            shown_path(self.path), self.text, self.first_line, self.function.__name__, signature
        )


def lambda_unit(function: types.FunctionType, name: str) -> SourceUnit:
    """Returns the unit of a lambda that is to be called `name`: the statement that has it, and its place
    there."""
    first = function.__code__.co_firstlineno
    whole, is_new = _text_of(function)
    lines = _lines(whole)
    if first > len(lines):
        _refuse(function)
    try:
        of_line = _lambdas_of_text("".join(lines)).get(first, ())
    except SyntaxError as error:
        raise SourceError(
            f"{name}: the source of the lambda in line {first} of {shown_path(file_of(function))} cannot be "
            f"read: {error}"
        ) from None
    # We want the smallest lambda of this line that has all of the code.
    found = min(
        (each for each in of_line if _comes_from(function.__code__, each[0].body)),
        key=lambda each: _extent(each[0]),
        default=None,
    )
    if found is None:
        raise SourceError(
            f"{name}: line {first} of {shown_path(file_of(function))} has no such lambda: the file changed "
            "after it was imported"
        )
    node, statement = found
    if is_new and not is_code_of(function.__code__, "".join(lines)):
        raise SourceError(
            f"{name}: the lambda in line {first} of {shown_path(file_of(function))} is another one now than "
            "the one that was imported: the file changed since; import it again"
        )
    block = lines[statement.lineno - 1 : statement.end_lineno]

    def offset(line: int, column: int) -> int:
        return sum(len(text.encode()) for text in lines[statement.lineno - 1 : line - 1]) + column

    return SourceUnit(
        shown_path(file_of(function)),
        "".join(block),
        statement.lineno,
        name,
        lambda_begin=offset(node.lineno, node.col_offset),
        lambda_end=offset(*_end(node)),
    )


# The text whose lambdas were asked for last, and they: parsing a long file takes as much time as compiling a
# kernel.
_parsed: tuple[str, Lambdas] = ("", {})


def _lambdas_of_text(whole: str) -> Lambdas:
    """Returns the lambdas of a text by the number of their line, each with the smallest statement that has
    it. Raises SyntaxError."""
    global _parsed
    text, by_line = _parsed
    if text != whole:
        by_line = _core.deeply(lambda: _find_lambdas(whole))
        _parsed = (whole, by_line)
    return by_line


def _find_lambdas(whole: str) -> Lambdas:
    import ast

    by_line: Lambdas = {}
    left: list[tuple[ast.AST, ast.stmt | None]] = [(ast.parse(whole), None)]
    while left:
        node, statement = left.pop()
        if isinstance(node, ast.stmt):
            statement = node
        elif isinstance(node, ast.Lambda) and statement:
            by_line.setdefault(node.lineno, []).append((node, statement))
        left.extend((child, statement) for child in ast.iter_child_nodes(node))
    return by_line


def is_code_of(code: types.CodeType, whole: str) -> bool:
    """Returns whether a function's code is what Python makes of a file's text at its line. The whole text is
    compiled, for what calls become depends on the module's imports. Of code that was made in another way
    nothing can be said: pytest rewrites assertions."""
    if any(name.startswith("@py") for name in (*code.co_names, *code.co_varnames)):
        return True
    at_its_line = (
        each
        for each in _codes_of_text(whole)
        if each.co_name == code.co_name and each.co_firstlineno == code.co_firstlineno
    )
    return any(_meaning(each) == _meaning(code) for each in at_its_line)


# The text that was compiled last and its codes: the functions of one file are asked for one after the other.
_compiled: tuple[str, tuple[types.CodeType, ...]] = ("", ())


def _codes_of_text(whole: str) -> tuple[types.CodeType, ...]:
    global _compiled
    text, codes = _compiled
    if text != whole:
        try:
            codes = tuple(_codes_in(_core.deeply(lambda: compile(whole, "", "exec", dont_inherit=True))))
        except (SyntaxError, ValueError):
            codes = ()
        _compiled = (whole, codes)
    return codes


def _codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes_in(constant)


def _meaning(code: types.CodeType) -> tuple[Any, ...]:
    """Returns a value that is equal for code that does the same, at whatever place."""
    constants = tuple(
        _meaning(each) if isinstance(each, types.CodeType) else (type(each), repr(each))
        for each in code.co_consts
    )
    return (
        code.co_code,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        constants,
    )


def _extent(node: ast.Lambda) -> tuple[int, int]:
    line, column = _end(node)
    return (line - node.lineno, column - node.col_offset)


def _end(node: ast.expr) -> tuple[int, int]:
    """Returns the line and the column at which an expression of a text ends."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset


def _comes_from(code: types.CodeType, body: ast.expr) -> bool:
    """Returns whether all instructions of the code are inside an expression."""
    begin, end = (body.lineno, body.col_offset), _end(body)
    for line, end_line, column, end_column in code.co_positions():
        if None in (line, end_line, column, end_column) or (line, column) == (end_line, end_column):
            continue
        if not (begin <= (line, column) and (end_line, end_column) <= end):
            return False
    return True


def _is_signature(line: str) -> bool:
    """Returns whether a line is a comment with an optional name and colon, a type, and parameters. Before a
    tuple the name is not optional."""
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


def _lines(text: str) -> list[str]:
    """The lines of a text as Python reads it, each with its end."""
    return [line + "\n" for line in text.removesuffix("\n").split("\n")] if text else []


def _text_of(function: types.FunctionType) -> tuple[str, bool]:
    """The text of the function's file as Python reads it, empty where it cannot be read; and whether the file
    may have changed since the function was made of it."""
    path = file_of(function)
    if carried := function.__dict__.get("__cudapy_source__"):
        first_line, text = carried
        return "\n" * (first_line - 1) + text, False
    if "linecache" not in sys.modules:
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            try:
                status = os.fstat(file)
                size = status.st_size
                text = os.read(file, size)
                while len(text) < size and (more := os.read(file, size - len(text))):
                    text += more
            finally:
                os.close(file)
            if b"coding" not in b"".join(text.split(b"\n", 2)[:2]):
                return _with_newlines(text.decode().removeprefix("\ufeff")), _may_differ(status, function)
        except (OSError, ValueError):
            pass
    # linecache also knows notebook cells, zipped modules and encodings.
    import linecache

    linecache.checkcache(path)
    try:
        is_new = _may_differ(os.stat(path), function)
    except (OSError, ValueError):  # a notebook's cell, a zipped module: these do not change
        is_new = False
    whole = _with_newlines("".join(linecache.getlines(path, function.__globals__)))
    if not whole and (typed := _typed(function)):
        whole = "\n" * (function.__code__.co_firstlineno - 1) + typed.text
    return whole, is_new


def _typed(function: types.FunctionType) -> Typed | None:
    """Returns what was typed at Python's prompt for the function, or None if it was made elsewhere or if the
    prompt does not know. Raises SourceError where it may be one of several."""
    if not file_of(function).startswith("<") or "__cudapy_source__" in function.__dict__:
        return None
    from .prompt import is_named_now, is_prompt, typed_texts

    if not is_prompt(file_of(function)):
        return None
    before = "\n" * (function.__code__.co_firstlineno - 1)
    found = [each for each in typed_texts(function) if is_code_of(function.__code__, before + each.text)]
    if not found:
        return None
    is_clear = function.__name__ == "<lambda>" or found[0].is_last or is_named_now(function)
    if not is_clear and any(each[:2] != found[0][:2] for each in found):
        raise SourceError(
            f"{function.__name__}: its source cannot be read: several functions of this name were typed at "
            "the prompt, which differ only in their signatures. Give this one another name, and type it again"
        )
    return found[0]


def text_of(function: types.FunctionType) -> str:
    """The text of a function's file, of that which the function was made of. Raises SourceError where it has
    changed."""
    whole, is_new = _text_of(function)
    if not whole:
        _refuse(function)
    if is_new and not is_code_of(function.__code__, whole):
        raise SourceError(
            f"{function.__name__}: line {function.__code__.co_firstlineno} of "
            f"{shown_path(file_of(function))} is another function now than the one that was imported: the "
            "file changed since; import it again"
        )
    return whole


def _may_differ(status: os.stat_result, function: types.FunctionType) -> bool:
    """Whether the text of a file may be another one than the function's: it is new, or the function is from
    another process."""
    return status.st_ctime >= PROCESS_START or has_come_along(function)


def _with_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _refuse(function: types.FunctionType) -> NoReturn:
    """Says why a function has no source."""
    path, name = file_of(function), function.__name__
    if path == FROM_CLOUDPICKLE:
        raise SourceError(
            f"{name}: its source cannot be read: it is defined in a function that cloudpickle has sent "
            "here, and its file did not come along. Define it outside of that function, or in a module "
            "that is imported here, too"
        )
    if path == "<stdin>":
        where = "it came from standard input, and is not in the history of a prompt"
    elif path.startswith("<"):
        where = f"it was made by exec() or eval() from a string ({path})"
    else:
        where = f"{shown_path(path)} cannot be read or is shorter than when it was imported"
    raise SourceError(
        f"{name}: its source cannot be read: {where}. Put the function in a file and import it, or define "
        "it in a notebook cell or IPython"
    )


def is_signed(function: types.FunctionType, signature: str) -> bool:
    """Returns whether the function has a signature of its own, so that it can be compiled along with its
    callers."""
    if signature or function.__annotations__:
        return True
    try:
        return Source(function).has_signature_comment()
    except (SourceError, OSError):
        return False


def has_come_along(function: types.FunctionType) -> bool:
    """Whether the function is none of the module that it names: then its file may be another one here."""
    module = sys.modules.get(function.__globals__.get("__name__", ""))
    return module is not None and vars(module) is not function.__globals__


def file_of(function: types.FunctionType) -> str:
    """The name of a function's file."""
    path = function.__code__.co_filename
    return function.__globals__.get("__file__") or path if path == FROM_CLOUDPICKLE else path
